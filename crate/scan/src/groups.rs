//! Groups of eight bytes, looked at as one number: for what is too short to be worth a call.

/// Up to eight bytes as one number, the first the lowest.
pub(super) fn eight(bytes: &[u8]) -> u64 {
    let at = |index: usize| u64::from(bytes[index]);
    match bytes.len() {
        8.. => u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]]),
        length @ 4.. => {
            let four = |from: usize| {
                u64::from(u32::from_le_bytes([bytes[from], bytes[from + 1], bytes[from + 2], bytes[from + 3]]))
            };
            four(0) | (four(length - 4) << (8 * (length - 4)))
        }
        3 => at(0) | (at(1) << 8) | (at(2) << 16),
        2 => at(0) | (at(1) << 8),
        1 => at(0),
        0 => 0,
    }
}

/// `byte` in every byte of a group.
pub(super) const fn each(byte: u8) -> u64 {
    0x0101_0101_0101_0101 * byte as u64
}

/// A hash of what was hashed before and one more group.
pub(super) const fn mix(hash: u64, group: u64) -> u64 {
    (hash ^ group).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}
