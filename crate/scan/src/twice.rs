//! Finds visible text that stands again in inline data, by the first bytes of each piece.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::groups::mix;

/// Bytes that are compared; shorter texts are not looked for.
pub(crate) const PRINT_BYTES: usize = 32;

/// Pieces remembered on either side.
const PRINTS: usize = 32_768;

/// Keys are hashes already.
#[derive(Clone, Default)]
pub(crate) struct AsIs(u64);

impl Hasher for AsIs {
    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

pub(crate) type ByHash = BuildHasherDefault<AsIs>;

#[derive(Clone, Default)]
struct Print {
    bytes: [u8; PRINT_BYTES],
    length: usize,
}

impl Print {
    /// Takes the next bytes of a piece; gives the hash when there are enough.
    #[inline]
    fn read(&mut self, bytes: &[u8]) -> Option<u64> {
        if self.length == 0
            && let Some(all) = bytes.first_chunk()
        {
            self.length = PRINT_BYTES;
            return Some(hash(all));
        }
        let taken = bytes.len().min(PRINT_BYTES - self.length);
        if taken == 0 {
            return None;
        }
        self.bytes[self.length..self.length + taken].iter_mut().zip(bytes).for_each(|(print, byte)| *print = *byte);
        self.length += taken;
        (self.length == PRINT_BYTES).then(|| hash(&self.bytes))
    }
}

/// Texts that differ have equal hashes by chance only.
fn hash(bytes: &[u8; PRINT_BYTES]) -> u64 {
    let (groups, _) = bytes.as_chunks();
    groups.iter().fold(0, |hash, group| mix(hash, u64::from_le_bytes(*group)))
}

/// A set of hashes, each at the place that its lowest bits give or behind it.
#[derive(Clone, Default)]
struct Prints {
    /// A power of two of places, at most half of them taken; 0 stands where nothing does.
    places: Vec<u64>,
    count: usize,
}

impl Prints {
    /// The place where `hash` stands, or would.
    fn place(&self, hash: u64) -> Option<usize> {
        let mask = self.places.len().checked_sub(1)?;
        let from = hash as usize & mask;
        (from..).map(|at| at & mask).find(|at| matches!(self.places[*at], found if found == hash || found == 0))
    }

    fn contains(&self, hash: u64) -> bool {
        self.place(hash.max(1)).is_some_and(|at| self.places[at] != 0)
    }

    fn insert(&mut self, hash: u64) {
        if self.count * 2 >= self.places.len() {
            let places = vec![0; (self.places.len() * 2).max(64)];
            let grown = std::mem::replace(&mut self.places, places);
            self.count = 0;
            grown.into_iter().filter(|hash| *hash != 0).for_each(|hash| self.put(hash));
        }
        self.put(hash.max(1));
    }

    fn put(&mut self, hash: u64) {
        if let Some(place) = self.place(hash).map(|at| &mut self.places[at]) {
            self.count += usize::from(*place == 0);
            *place = hash;
        }
    }
}

/// Texts and strings seen so far.
#[derive(Default)]
pub(crate) struct Twice {
    texts: HashMap<u64, u64, ByHash>,
    strings: Prints,
    text: Print,
    text_hash: Option<u64>,
    text_bytes: u64,
    string: Print,
    in_string: bool,
}

impl Twice {
    /// Takes the next bytes of a visible text node.
    pub(crate) fn text(&mut self, bytes: &[u8]) {
        let bytes = if self.has_text() { bytes } else { bytes.trim_ascii_start() };
        self.text_bytes += bytes.len() as u64;
        if let Some(hash) = self.text.read(bytes) {
            self.text_hash = Some(hash);
        }
    }

    /// Whether a text node is open that holds more than white space.
    pub(crate) const fn has_text(&self) -> bool {
        self.text_bytes > 0
    }

    /// Ends a text node.
    pub(crate) fn end_text(&mut self) {
        if let Some(hash) = self.text_hash.take()
            && self.texts.len() < PRINTS
        {
            self.texts.entry(hash).or_insert(self.text_bytes);
        }
        self.text_bytes = 0;
        self.text.length = 0;
    }

    /// A quote stands at index `at` of the next bytes of inline data, of which those from `start` on are not looked at yet.
    pub(crate) fn quote(&mut self, bytes: &[u8], start: usize, at: usize) {
        let string = &bytes[start..at];
        if self.string.length > 0 {
            self.string_piece(string);
            self.string.length = 0;
        } else if self.in_string
            && let Some(print) = string.first_chunk()
        {
            self.string_hash(hash(print));
        }
        self.in_string = true;
    }

    /// The next bytes of inline data end without another quote.
    pub(crate) fn end_data(&mut self, bytes: &[u8]) {
        self.string_piece(bytes);
    }

    fn string_piece(&mut self, bytes: &[u8]) {
        if self.in_string
            && let Some(hash) = self.string.read(bytes)
        {
            self.string_hash(hash);
        }
    }

    fn string_hash(&mut self, hash: u64) {
        if self.strings.count < PRINTS {
            self.strings.insert(hash);
        }
    }

    /// Pieces of text found on both sides, and their bytes.
    pub(crate) fn found(&self) -> (u64, u64) {
        let both = self.texts.iter().filter(|(hash, _)| self.strings.contains(**hash));
        both.fold((0, 0), |(pieces, bytes), (_, text)| (pieces + 1, bytes + text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(twice: &mut Twice, data: &[u8]) {
        let mut start = 0;
        for at in memchr::memchr_iter(b'"', data) {
            twice.quote(data, start, at);
            start = at + 1;
        }
        twice.end_data(&data[start..]);
    }

    #[test]
    fn what_is_in_a_set_is_found_and_nothing_else() {
        let mut prints = Prints::default();
        assert!(!prints.contains(0));
        let hashes = || (0..1_000_u64).map(|number| number << (number % 50));
        hashes().chain(hashes()).for_each(|hash| prints.insert(hash));
        assert!(hashes().all(|hash| prints.contains(hash)));
        assert!(!prints.contains(u64::MAX));
        let different: std::collections::HashSet<u64> = hashes().map(|hash| hash.max(1)).collect();
        assert_eq!(prints.count, different.len());
    }

    #[test]
    fn a_text_that_stands_in_a_string_too_is_found_however_both_are_split() {
        let text = b"  The quick brown fox jumps over the lazy dog";
        let data = br#"{"a":"x","b":"The quick brown fox jumps over the lazy dog"}"#;
        for size in 1..60 {
            let mut twice = Twice::default();
            text.chunks(size).for_each(|piece| twice.text(piece));
            twice.end_text();
            data.chunks(size).for_each(|piece| read(&mut twice, piece));
            assert_eq!(twice.found(), (1, 43), "in pieces of {size}");
        }
        let mut twice = Twice::default();
        twice.text(b"The quick brown fox jumps under the lazy dog");
        twice.end_text();
        read(&mut twice, data);
        assert_eq!(twice.found(), (0, 0));
    }
}
