//! Inline data in one look: its strings, and how much its first and second level of keys take.
//!
//! Reads JSON, and what looks like it behind an assignment. Nothing else is told of what is no JSON.

use super::blocks::{BLOCK_BYTES, Block};
use super::twice::PRINT_BYTES;

const _: () = assert!(PRINT_BYTES.is_power_of_two() && PRINT_BYTES < BLOCK_BYTES);

/// Longest key told, in bytes.
const KEY_BYTES: usize = 64;

/// A key whose value takes less is not told, in counted bytes.
const MINIMUM_BYTES: u64 = 1024;

/// Keys remembered of one script, at most.
const KEYS: usize = 256;

/// Keys of the objects of a list, at most.
const KEYS_OF_LIST: usize = 64;

/// Levels of keys that are told.
const LEVELS: u32 = 2;

/// Where the marks of a block stand, a bit for each place.
#[derive(Clone, Copy)]
struct Marks {
    quotes: u64,
    backslashes: u64,
    opening: u64,
    closing: u64,
}

/// A key with its value.
#[derive(Clone)]
pub(crate) struct Member {
    /// `props.pageProps`, as it stands in the script, or `[].image`, which is that of all objects of a list together.
    pub(crate) path: Vec<u8>,
    pub(crate) start: u64,
    pub(crate) bytes: u64,
}

/// Keys of the first and the second level of one script.
#[derive(Clone)]
pub(crate) struct InlineData {
    depth: u32,
    /// In an attribute a null stands for nothing, and a list of objects is told of.
    is_attribute: bool,
    /// Whether it is such a list: its objects stand one deeper.
    is_list: bool,
    /// No object begins it, or it is no JSON.
    is_opaque: bool,
    in_string: bool,
    /// Offset of a byte that a backslash takes its meaning from.
    escaped: u64,
    /// The string at work on the first two levels, and where it begins.
    string: Vec<u8>,
    string_start: u64,
    /// A string has ended there that is a key if a colon follows.
    may_be_key: bool,
    /// The open member of either level: where it and its key begin.
    open: [Option<u64>; 2],
    path: Vec<u8>,
    first_level: usize,
    found: Vec<Member>,
    /// Index of the member of a list that was found last.
    last: usize,
}

impl Default for InlineData {
    fn default() -> Self {
        Self {
            depth: 0,
            is_attribute: false,
            is_list: false,
            is_opaque: false,
            in_string: false,
            escaped: u64::MAX,
            string: Vec::new(),
            string_start: 0,
            may_be_key: false,
            open: [None; 2],
            path: Vec::new(),
            first_level: 0,
            found: Vec::new(),
            last: 0,
        }
    }
}

impl InlineData {
    /// That of an attribute.
    pub(crate) fn of_attribute() -> Self {
        Self { is_attribute: true, ..Self::default() }
    }

    /// The depth at which the deepest keys stand that are told.
    const fn deepest(&self) -> u32 {
        LEVELS + self.is_list as u32
    }

    /// Takes the next bytes, which begin at `offset`; gives how many of them stand before the end of their last quote.
    ///
    /// Tells the index of quotes, escaped or not, and of what stands after the quote before: of the first, and of all with
    /// at least [`PRINT_BYTES`] between.
    #[inline(never)] // The popup's code is kept small: this is called for scripts and for attributes.
    pub(crate) fn read(&mut self, bytes: &[u8], offset: u64, quote: &mut dyn FnMut(usize, usize)) -> usize {
        if self.may_be_key {
            self.end_key(bytes);
        }
        let mut last_quote = 0;
        let mut string_from = 0;
        for at in (0..bytes.len()).step_by(BLOCK_BYTES) {
            let block = Block::of(&bytes[at..]);
            let quotes = block.is(b'"');
            if quotes != 0 {
                last_quote = tell_quotes(quotes, at, last_quote, quote);
            }
            if self.is_opaque {
                continue;
            }
            let marks = Marks {
                quotes,
                backslashes: block.is(b'\\'),
                opening: block.is_folded(b'{'),
                closing: block.is_folded(b'}'),
            };
            // In a block that is not whole a backslash may be the last byte.
            let is_whole = bytes.len() - at >= BLOCK_BYTES;
            if !is_whole || !self.pass(marks, offset + at as u64) {
                self.walk(marks, bytes, at, offset, &mut string_from);
            }
        }
        if self.in_string && self.depth <= self.deepest() && !self.is_opaque {
            self.string_piece(&bytes[string_from..]);
        }
        last_quote
    }

    /// Passes over a block that begins at `offset`, if no key that is told can begin or end in it.
    fn pass(&mut self, marks: Marks, offset: u64) -> bool {
        let deepest = self.deepest();
        if self.depth <= deepest {
            return false;
        }
        let (escaped, is_next_escaped) = escaped(marks.backslashes, self.escaped == offset);
        let inside = inside(marks.quotes & !escaped) ^ if self.in_string { u64::MAX } else { 0 };
        let closing = (marks.closing & !inside).count_ones();
        // A backslash outside of a string takes no meaning from anything.
        if marks.backslashes & !inside != 0 || self.depth - deepest <= closing {
            return false;
        }
        self.depth += (marks.opening & !inside).count_ones();
        self.depth -= closing;
        self.in_string = inside >> (BLOCK_BYTES - 1) != 0;
        if is_next_escaped {
            self.escaped = offset + BLOCK_BYTES as u64;
        }
        true
    }

    /// Goes through the marks of the block at index `block` of `bytes`, which begin at `offset`. The string at work goes on
    /// at index `string_from`.
    fn walk(&mut self, marks: Marks, bytes: &[u8], block: usize, offset: u64, string_from: &mut usize) {
        let mut left = marks.quotes | marks.backslashes | marks.opening | marks.closing;
        while left != 0 && !self.is_opaque {
            let index = block + left.trailing_zeros() as usize;
            let at = offset + index as u64;
            left &= left - 1;
            let byte = bytes[index];
            if byte == b'"' {
                if at == self.escaped {
                    continue;
                }
                self.in_string = !self.in_string;
                if self.depth > self.deepest() {
                    continue;
                }
                if self.in_string {
                    self.string.clear();
                    self.string_start = at;
                    *string_from = index + 1;
                } else {
                    self.string_piece(&bytes[*string_from..index]);
                    self.end_key(&bytes[index + 1..]);
                }
            } else if self.in_string {
                if byte == b'\\' && at != self.escaped {
                    self.escaped = at + 1;
                }
            } else {
                self.bracket(byte, at);
            }
        }
    }

    /// A bracket or brace stands outside of strings, or some other mark.
    fn bracket(&mut self, byte: u8, at: u64) {
        match byte {
            b'{' | b'[' => {
                self.depth += 1;
                let is_array = byte == b'[';
                if self.depth == 1 {
                    self.is_list = is_array && self.is_attribute && self.found.is_empty();
                    self.is_opaque = !self.is_list && (is_array || !self.found.is_empty());
                } else {
                    self.is_opaque = self.is_list && self.depth == 2 && is_array;
                }
            }
            b'}' | b']' => {
                if let Some(level @ 1..=LEVELS) = self.level() {
                    self.end_members(level, at);
                }
                self.is_opaque = self.depth == 0 || (self.is_list && self.depth == 1);
                self.depth = self.depth.saturating_sub(1);
            }
            _ => {}
        }
    }

    /// The level of a key that stands here, from 1.
    const fn level(&self) -> Option<u32> {
        self.depth.checked_sub(self.is_list as u32)
    }

    /// Members that take much, in order of their ends.
    pub(crate) fn members(mut self) -> Vec<Member> {
        self.found.retain(|member| member.bytes >= MINIMUM_BYTES);
        self.found
    }

    fn string_piece(&mut self, bytes: &[u8]) {
        let room = (KEY_BYTES + 1).saturating_sub(self.string.len());
        if self.is_attribute {
            self.string.extend(bytes.iter().filter(|byte| **byte != 0).take(room));
        } else {
            self.string.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    }

    /// A string on the first two levels has ended before `rest`.
    fn end_key(&mut self, rest: &[u8]) {
        let next = rest.iter().find(|byte| !(byte.is_ascii_whitespace() || (self.is_attribute && **byte == 0)));
        self.may_be_key = next.is_none();
        if next == Some(&b':')
            && let Some(level @ 1..=LEVELS) = self.level()
        {
            self.end_members(level, self.string_start);
            if level == 1 {
                self.path.clear();
                if self.is_list {
                    self.path.extend_from_slice(b"[].");
                }
            } else {
                self.path.truncate(self.first_level);
                self.path.push(b'.');
            }
            self.path.extend_from_slice(&self.string[..self.string.len().min(KEY_BYTES)]);
            if level == 1 {
                self.first_level = self.path.len();
            }
            self.open[level as usize - 1] = Some(self.string_start);
        }
    }

    /// Ends the open members from `level` on.
    fn end_members(&mut self, level: u32, at: u64) {
        for level in (level as usize - 1..2).rev() {
            let Some(start) = self.open[level].take() else { continue };
            if level == 0 {
                self.path.truncate(self.first_level);
            }
            if self.is_list {
                self.add_to_list(start, at - start);
            } else if at >= start + MINIMUM_BYTES && self.found.len() < KEYS {
                self.found.push(Member { path: self.path.clone(), start, bytes: at - start });
            }
        }
    }

    /// Adds a member of an object in the list to the same member of the others.
    fn add_to_list(&mut self, start: u64, bytes: u64) {
        // In nearly all lists each object has the keys of the one before, in the same order.
        let count = self.found.len();
        let same = (1..=count).map(|step| (self.last + step) % count).find(|at| self.found[*at].path == self.path);
        if let Some(at) = same {
            self.found[at].bytes += bytes;
            self.last = at;
        } else if count < KEYS_OF_LIST {
            self.found.push(Member { path: self.path.clone(), start, bytes });
            self.last = count;
        }
    }
}

/// Tells the quotes of the block at index `at` that are wanted, see [`InlineData::read`]; gives the index after the last.
fn tell_quotes(quotes: u64, at: usize, from: usize, quote: &mut dyn FnMut(usize, usize)) -> usize {
    let first = at + quotes.trailing_zeros() as usize;
    if from == 0 || first - from >= PRINT_BYTES {
        quote(from, first);
    }
    // The places that are too near behind a quote.
    let mut near = quotes << 1;
    let mut places = 1;
    while places < PRINT_BYTES {
        near |= near << places;
        places *= 2;
    }
    let mut far = quotes & !near & (quotes - 1);
    while far != 0 {
        let before = quotes & ((far & far.wrapping_neg()) - 1);
        quote(at + BLOCK_BYTES - before.leading_zeros() as usize, at + far.trailing_zeros() as usize);
        far &= far - 1;
    }
    at + BLOCK_BYTES - quotes.leading_zeros() as usize
}

/// Which bytes of a block a backslash takes their meaning from, and whether it does so of the byte after the block.
/// `first`: whether one before the block does so of its first byte.
const fn escaped(backslashes: u64, first: bool) -> (u64, bool) {
    const ODD: u64 = 0xaaaa_aaaa_aaaa_aaaa;
    let first = first as u64;
    if backslashes == 0 {
        return (first, false);
    }
    // A run of backslashes is one number: what is added at its beginning comes out behind it where the run is odd.
    let begins = backslashes & !first;
    let behind = ((begins << 1) | ODD).wrapping_sub(begins) ^ ODD;
    (behind ^ (backslashes | first), (behind & backslashes) >> 63 != 0)
}

/// Which bytes stand between quotes: the opening one is in, the closing one is not.
const fn inside(quotes: u64) -> u64 {
    let mut inside = quotes;
    let mut step = 1;
    while step < BLOCK_BYTES {
        inside ^= inside << step;
        step *= 2;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(text: &str, piece_bytes: usize) -> Vec<(String, u64)> {
        let mut data = InlineData::default();
        let mut at = 0;
        for piece in text.as_bytes().chunks(piece_bytes) {
            let mut told = Vec::new();
            let last = data.read(piece, at, &mut |from, index| told.push((from, index)));
            let mut from = 0;
            let mut wanted = Vec::new();
            for index in memchr::memchr_iter(b'"', piece) {
                if from == 0 || index - from >= PRINT_BYTES {
                    wanted.push((from, index));
                }
                from = index + 1;
            }
            assert_eq!((told, last), (wanted, from));
            at += piece.len() as u64;
        }
        let name = |member: Member| (String::from_utf8(member.path).unwrap(), member.bytes);
        data.members().into_iter().map(name).collect()
    }

    #[test]
    fn keys_of_two_levels_are_told_however_the_text_is_split() {
        let long = "x".repeat(2_000);
        let text = format!(
            r#"window.__STATE__ = {{"a":{{"b":"{long}\"}}{{","c" : [{{"no":"{long}"}}, "{long}"],"d":1}}, "e":"{long}","f":{{"g":2}}}};more({{"h":"{long}"}})"#
        );
        let expected = [("a.b", 2_011), ("a.c", 4_022), ("a", 6_046), ("e", 2_007)];
        for piece_bytes in [1, 7, 64, text.len()] {
            let found = members(&text, piece_bytes);
            let found: Vec<(&str, u64)> = found.iter().map(|(path, bytes)| (path.as_str(), *bytes)).collect();
            assert_eq!(found, expected, "in pieces of {piece_bytes}");
        }
    }

    proptest::proptest! {
        #[test]
        fn blocks_give_what_single_bytes_give(text in "[{}\\[\\]\"\\\\:, a]{0,300}", times in 1..40_usize) {
            let text = format!("{{\"a\":{{\"b\":[{}", text.repeat(times));
            let whole = members(&text, text.len());
            proptest::prop_assert_eq!(members(&text, 1), whole.clone());
            proptest::prop_assert_eq!(members(&text, 150), whole);
        }
    }

    #[test]
    fn what_does_not_begin_with_an_object_has_no_keys() {
        let long = "x".repeat(2_000);
        assert_eq!(members(&format!(r#"self.__next_f.push([1,"{{\"a\":{long}}}"])"#), 100), []);
        assert_eq!(members(&format!(r#"}}{{"a":"{long}"}}"#), 100), []);
    }
}
