//! Deflate with a dictionary: texts that many reports share stand before the first byte, where matches may point.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// Most bytes that a link inflates to. One that this product writes stays below it.
pub const INFLATED_BYTES: usize = 65_536;

/// What is common stands at the end, where distances are short. Part of the format: see the versions in `share`.
const DICTIONARY: &[u8] = include_bytes!("dictionary.txt");

/// Raw deflate, the best that the library does.
const LEVEL: i32 = 10;
const RAW_WINDOW: i32 = -15;

/// `bytes` deflated; `None` where they do not come out, which does not happen.
pub(super) fn deflate(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(LEVEL, RAW_WINDOW, 0));
    let mut out = vec![0; DICTIONARY.len() + bytes.len() + 1_024];
    // The dictionary goes through first, up to a byte's end; what comes out of it is not sent.
    let (status, _, dictionary_bytes) = compress(&mut compressor, DICTIONARY, &mut out, TDEFLFlush::Sync);
    if status != TDEFLStatus::Okay || dictionary_bytes >= out.len() {
        return None;
    }
    let (status, _, content_bytes) = compress(&mut compressor, bytes, &mut out, TDEFLFlush::Finish);
    (status == TDEFLStatus::Done).then(|| out[..content_bytes].to_vec())
}

/// `bytes` inflated; `None` where they are damaged or come to more than [`INFLATED_BYTES`].
pub(super) fn inflate(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = vec![0; DICTIONARY.len() + INFLATED_BYTES];
    out[..DICTIONARY.len()].copy_from_slice(DICTIONARY);
    let mut decompressor = DecompressorOxide::new();
    let (status, read_bytes, inflated_bytes) =
        decompress(&mut decompressor, bytes, &mut out, DICTIONARY.len(), TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF);
    if status != TINFLStatus::Done || read_bytes != bytes.len() {
        return None;
    }
    out.truncate(DICTIONARY.len() + inflated_bytes);
    Some(out.split_off(DICTIONARY.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_deflated_inflates_again() {
        for bytes in [&b""[..], b"a", DICTIONARY, &[7; INFLATED_BYTES]] {
            assert_eq!(inflate(&deflate(bytes).unwrap()).unwrap(), bytes);
        }
    }

    #[test]
    fn what_the_dictionary_holds_costs_next_to_nothing() {
        let text = &DICTIONARY[DICTIONARY.len() - 200..];
        let without = miniz_oxide::deflate::compress_to_vec(text, 10).len();
        assert!(deflate(text).unwrap().len() * 4 < without, "{} of {without}", deflate(text).unwrap().len());
    }

    #[test]
    fn a_bomb_is_refused() {
        let bomb = deflate(&vec![0; 5_000_000]).unwrap();
        assert!(bomb.len() < 6_000, "{}", bomb.len());
        assert_eq!(inflate(&bomb), None);
        assert_eq!(inflate(&deflate(&[0; INFLATED_BYTES + 1]).unwrap()), None);
    }

    #[test]
    fn rubbish_after_the_end_is_refused() {
        let mut bytes = deflate(b"content").unwrap();
        bytes.push(0);
        assert_eq!(inflate(&bytes), None);
    }
}
