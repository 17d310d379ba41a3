//! Finds visible text that stands again in inline data, by the first bytes of each piece.

use std::collections::HashMap;
use std::hash::Hasher;

use twox_hash::XxHash64;

/// Bytes that are compared; shorter texts are not looked for.
const PRINT_BYTES: usize = 32;

/// Pieces remembered on either side.
const PRINTS: usize = 32_768;

#[derive(Clone, Default)]
struct Print {
    bytes: Vec<u8>,
}

impl Print {
    /// Takes the next bytes of a piece; gives the hash when there are enough.
    fn read(&mut self, bytes: &[u8]) -> Option<u64> {
        let room = PRINT_BYTES - self.bytes.len();
        if room == 0 {
            return None;
        }
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
        (self.bytes.len() == PRINT_BYTES).then(|| {
            let mut hasher = XxHash64::with_seed(0);
            hasher.write(&self.bytes);
            hasher.finish()
        })
    }
}

/// Texts and strings seen so far.
#[derive(Clone, Default)]
pub(crate) struct Twice {
    texts: HashMap<u64, u64>,
    /// A map like `texts`, which costs the WebAssembly no second kind of table; the values are all 0.
    strings: HashMap<u64, u64>,
    text: Print,
    text_hash: Option<u64>,
    text_bytes: u64,
    string: Print,
    in_string: bool,
}

impl Twice {
    /// Takes the next bytes of a visible text node.
    pub(crate) fn text(&mut self, bytes: &[u8]) {
        let bytes = if self.text_bytes == 0 { bytes.trim_ascii_start() } else { bytes };
        self.text_bytes += bytes.len() as u64;
        if let Some(hash) = self.text.read(bytes) {
            self.text_hash = Some(hash);
        }
    }

    /// Ends a text node.
    pub(crate) fn end_text(&mut self) {
        if let Some(hash) = self.text_hash.take()
            && self.texts.len() < PRINTS
        {
            self.texts.entry(hash).or_insert(self.text_bytes);
        }
        self.text_bytes = 0;
        self.text.bytes.clear();
    }

    /// Takes the next bytes of inline data.
    pub(crate) fn data(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let quote = memchr::memchr(b'"', bytes);
            let length = quote.unwrap_or(bytes.len());
            // Most strings are too short, and are whole here.
            let is_short = quote.is_some() && length < PRINT_BYTES && self.string.bytes.is_empty();
            if self.in_string
                && !is_short
                && let Some(hash) = self.string.read(&bytes[..length])
                && self.strings.len() < PRINTS
            {
                self.strings.insert(hash, 0);
            }
            let Some(quote) = quote else { return };
            self.in_string = true;
            self.string.bytes.clear();
            bytes = &bytes[quote + 1..];
        }
    }

    /// Pieces of text found on both sides, and their bytes.
    pub(crate) fn found(&self) -> (u64, u64) {
        let both = self.texts.iter().filter(|(hash, _)| self.strings.contains_key(hash));
        both.fold((0, 0), |(pieces, bytes), (_, text)| (pieces + 1, bytes + text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_stands_in_a_string_too_is_found_however_both_are_split() {
        let text = b"  The quick brown fox jumps over the lazy dog";
        let data = br#"{"a":"x","b":"The quick brown fox jumps over the lazy dog"}"#;
        for size in 1..60 {
            let mut twice = Twice::default();
            text.chunks(size).for_each(|piece| twice.text(piece));
            twice.end_text();
            data.chunks(size).for_each(|piece| twice.data(piece));
            assert_eq!(twice.found(), (1, 43), "in pieces of {size}");
        }
        let mut twice = Twice::default();
        twice.text(b"The quick brown fox jumps under the lazy dog");
        twice.end_text();
        twice.data(data);
        assert_eq!(twice.found(), (0, 0));
    }
}
