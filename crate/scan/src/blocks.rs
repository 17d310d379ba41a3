//! Text in blocks of 64 bytes, and where in a block a byte stands: one bit for each place, the first lowest.

/// Bytes of a block.
pub(crate) const BLOCK_BYTES: usize = 64;

use lane::{LANE_BYTES, Lane};

/// 64 bytes, looked at together.
pub(crate) struct Block([Lane; LANES]);

const LANES: usize = BLOCK_BYTES / LANE_BYTES;

impl Block {
    /// The block that `bytes` begin with, filled up with nulls.
    #[inline(always)]
    pub(crate) fn of(bytes: &[u8]) -> Self {
        match bytes.first_chunk() {
            Some(whole) => Self::whole(whole),
            None => {
                let mut padded = [0; BLOCK_BYTES];
                padded[..bytes.len()].copy_from_slice(bytes);
                Self::whole(&padded)
            }
        }
    }

    #[inline(always)]
    fn whole(bytes: &[u8; BLOCK_BYTES]) -> Self {
        let (lanes, _) = bytes.as_chunks::<LANE_BYTES>();
        Self(std::array::from_fn(|index| lane::load(&lanes[index])))
    }

    /// Where `byte` stands.
    #[inline(always)]
    pub(crate) fn is(&self, byte: u8) -> u64 {
        self.find(|lane| lane::equal(lane, byte))
    }

    /// Where `byte` stands, or the byte that lacks 0x20 of it: a letter in either case, a brace or a bracket.
    #[inline(always)]
    pub(crate) fn is_folded(&self, byte: u8) -> u64 {
        self.find(|lane| lane::equal(lane::fold(lane), byte))
    }

    /// Where `byte` stands, and at the same place of `other` the byte `there`.
    #[inline(always)]
    pub(crate) fn is_with(&self, byte: u8, other: &Self, there: u8) -> u64 {
        let both: [Lane; LANES] =
            std::array::from_fn(|index| lane::both((self.0[index], byte), (other.0[index], there)));
        if lane::are_zero(&both) { 0 } else { joined(both.map(lane::bits)) }
    }

    #[inline(always)]
    fn find(&self, equal: impl Fn(Lane) -> Lane) -> u64 {
        joined(self.0.map(|lane| lane::bits(equal(lane))))
    }
}

/// Index of the first `byte`, which mostly is not far: a call to search memory costs more than to look there.
#[inline]
pub(crate) fn find_near(byte: u8, bytes: &[u8]) -> Option<usize> {
    const NEAR_BYTES: usize = 32;
    let (lanes, _) = bytes.as_chunks();
    for (index, lane) in lanes.iter().take(NEAR_BYTES / LANE_BYTES).enumerate() {
        if let Some(found) = lane::first(lane::equal(lane::load(lane), byte)) {
            return Some(LANE_BYTES * index + found);
        }
    }
    let at = LANE_BYTES * lanes.len().min(NEAR_BYTES / LANE_BYTES);
    memchr::memchr(byte, &bytes[at..]).map(|index| at + index)
}

#[inline(always)]
fn joined(bits: [u64; LANES]) -> u64 {
    bits.iter().rev().fold(0, |joined, bits| (joined << LANE_BYTES) | bits)
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod lane {
    use std::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_splat, u64x2, v128, v128_and, v128_any_true, v128_or};

    pub(super) const LANE_BYTES: usize = 16;

    pub(super) type Lane = v128;

    #[inline(always)]
    pub(super) fn load(bytes: &[u8; LANE_BYTES]) -> Lane {
        let whole = u128::from_le_bytes(*bytes);
        u64x2(whole as u64, (whole >> 64) as u64)
    }

    #[inline(always)]
    pub(super) fn equal(lane: Lane, byte: u8) -> Lane {
        u8x16_eq(lane, u8x16_splat(byte))
    }

    #[inline(always)]
    pub(super) fn both(first: (Lane, u8), second: (Lane, u8)) -> Lane {
        v128_and(equal(first.0, first.1), equal(second.0, second.1))
    }

    #[inline(always)]
    pub(super) fn are_zero(lanes: &[Lane; super::LANES]) -> bool {
        !v128_any_true(lanes.iter().fold(u64x2(0, 0), |or, lane| v128_or(or, *lane)))
    }

    /// A bit for each place of what [`equal`] found.
    #[inline(always)]
    pub(super) fn bits(lane: Lane) -> u64 {
        u64::from(u8x16_bitmask(lane))
    }

    /// The first place of what [`equal`] found.
    #[inline(always)]
    pub(super) fn first(lane: Lane) -> Option<usize> {
        let bits = u8x16_bitmask(lane);
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }

    #[inline(always)]
    pub(super) fn fold(lane: Lane) -> Lane {
        v128_or(lane, u8x16_splat(0x20))
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod lane {
    use super::super::groups::each;

    pub(super) const LANE_BYTES: usize = 8;

    pub(super) type Lane = u64;

    #[inline(always)]
    pub(super) const fn load(bytes: &[u8; LANE_BYTES]) -> Lane {
        u64::from_le_bytes(*bytes)
    }

    #[inline(always)]
    pub(super) const fn equal(lane: Lane, byte: u8) -> Lane {
        let differs = lane ^ each(byte);
        // The top bit of exactly the bytes that do not differ.
        !(((differs & each(0x7f)) + each(0x7f)) | differs | each(0x7f))
    }

    #[inline(always)]
    pub(super) const fn both(first: (Lane, u8), second: (Lane, u8)) -> Lane {
        equal(first.0, first.1) & equal(second.0, second.1)
    }

    #[inline(always)]
    pub(super) fn are_zero(lanes: &[Lane; super::LANES]) -> bool {
        lanes.iter().all(|lane| *lane == 0)
    }

    /// A bit for each place of what [`equal`] found.
    #[inline(always)]
    pub(super) const fn bits(lane: Lane) -> u64 {
        (lane >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }

    /// The first place of what [`equal`] found.
    #[inline(always)]
    pub(super) fn first(lane: Lane) -> Option<usize> {
        (lane != 0).then(|| lane.trailing_zeros() as usize / 8)
    }

    #[inline(always)]
    pub(super) const fn fold(lane: Lane) -> Lane {
        lane | each(0x20)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_found_where_it_stands() {
        let bytes: Vec<u8> = (0..=255).chain(0..=40).collect();
        for (block, text) in bytes.chunks(BLOCK_BYTES).enumerate() {
            for byte in 1..=255_u8 {
                let expect = |is: &dyn Fn(u8) -> bool| {
                    text.iter().zip(0..).filter(|(found, _)| is(**found)).fold(0, |bits, (_, at)| bits | 1_u64 << at)
                };
                assert_eq!(Block::of(text).is(byte), expect(&|found| found == byte), "{byte} in {block}");
                if byte & 0x20 != 0 {
                    let folded = expect(&|found| found | 0x20 == byte);
                    assert_eq!(Block::of(text).is_folded(byte) & bits(text.len()), folded, "{byte} in {block}");
                }
            }
        }
    }

    fn bits(count: usize) -> u64 {
        u64::MAX >> (BLOCK_BYTES - count)
    }
}
