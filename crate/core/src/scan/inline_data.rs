//! Inline data in one look: its strings, and how much its first and second level of keys take.
//!
//! Reads JSON, and what looks like it behind an assignment. Nothing else is told of what is no JSON.

/// Longest key told, in bytes.
const KEY_BYTES: usize = 64;

/// A key whose value takes less is not told, in counted bytes.
const MINIMUM_BYTES: u64 = 1024;

/// Keys remembered of one script, at most.
const KEYS: usize = 256;

/// Calls with the index and the value of every quote, bracket, brace and backslash, and of some other bytes.
fn each_mark(bytes: &[u8], mut found: impl FnMut(usize, u8)) {
    const fn each(byte: u8) -> u64 {
        0x0101_0101_0101_0101 * byte as u64
    }
    for (index, group) in bytes.chunks(8).enumerate() {
        let group = group.try_into().unwrap_or_else(|_| {
            let mut padded = [0; 8];
            padded[..group.len()].copy_from_slice(group);
            padded
        });
        let group = u64::from_le_bytes(group);
        // Brackets, braces and the backslash are 0x5b to 0x5d and 0x7b to 0x7d; a byte from 0x80 on is none of them.
        let folded = (group | each(0x20)) & each(0x7f);
        let quote = (group & each(0x7f)) ^ each(b'"');
        let is_mark = (folded + each(0x80 - 0x7b)) & !(folded + each(0x80 - 0x7e));
        let is_quote = !(quote + each(0x7f));
        let mut marks = (is_mark | is_quote) & !group & each(0x80);
        while marks != 0 {
            let at = marks.trailing_zeros() as usize / 8;
            found(index * 8 + at, (group >> (8 * at)) as u8);
            marks &= marks - 1;
        }
    }
}

/// A key with its value.
#[derive(Clone)]
pub(crate) struct Member {
    /// `props.pageProps`, as it stands in the script.
    pub(crate) path: Vec<u8>,
    pub(crate) start: u64,
    pub(crate) bytes: u64,
}

/// Keys of the first and the second level of one script.
#[derive(Clone)]
pub(crate) struct InlineData {
    depth: u32,
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
}

impl Default for InlineData {
    fn default() -> Self {
        Self {
            depth: 0,
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
        }
    }
}

impl InlineData {
    /// Takes the next bytes, which begin at `offset`; tells the index of each quote, escaped or not.
    pub(crate) fn read(&mut self, bytes: &[u8], offset: u64, mut quote: impl FnMut(usize)) {
        let mut from = 0;
        if self.may_be_key {
            self.end_key(bytes);
        }
        each_mark(bytes, |index, byte| {
            let at = offset + index as u64;
            if byte == b'"' {
                quote(index);
                if self.is_opaque || at == self.escaped {
                    return;
                }
                self.in_string = !self.in_string;
                if self.depth > 2 {
                    return;
                }
                if self.in_string {
                    self.string.clear();
                    self.string_start = at;
                    from = index + 1;
                } else {
                    self.string_piece(&bytes[from..index]);
                    self.end_key(&bytes[index + 1..]);
                }
            } else if self.in_string {
                if byte == b'\\' && at != self.escaped {
                    self.escaped = at + 1;
                }
            } else if !self.is_opaque {
                self.bracket(byte, at);
            }
        });
        if self.in_string && self.depth <= 2 && !self.is_opaque {
            self.string_piece(&bytes[from.min(bytes.len())..]);
        }
    }

    /// A bracket or brace stands outside of strings, or some other mark.
    fn bracket(&mut self, byte: u8, at: u64) {
        match byte {
            b'{' | b'[' => {
                self.depth += 1;
                self.is_opaque = self.depth == 1 && (byte == b'[' || !self.found.is_empty());
            }
            b'}' | b']' => {
                if self.depth <= 2 && self.depth > 0 {
                    self.end_members(self.depth, at);
                }
                self.is_opaque = self.depth == 0;
                self.depth = self.depth.saturating_sub(1);
            }
            _ => {}
        }
    }

    /// Members that take much, in order of their ends.
    pub(crate) fn members(self) -> Vec<Member> {
        self.found
    }

    fn string_piece(&mut self, bytes: &[u8]) {
        let room = (KEY_BYTES + 1).saturating_sub(self.string.len());
        self.string.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// A string on the first two levels has ended before `rest`.
    fn end_key(&mut self, rest: &[u8]) {
        let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
        self.may_be_key = next.is_none();
        if next == Some(&b':') && (1..=2).contains(&self.depth) {
            self.end_members(self.depth, self.string_start);
            if self.depth == 1 {
                self.path.clear();
            } else {
                self.path.truncate(self.first_level);
                self.path.push(b'.');
            }
            self.path.extend_from_slice(&self.string[..self.string.len().min(KEY_BYTES)]);
            if self.depth == 1 {
                self.first_level = self.path.len();
            }
            self.open[self.depth as usize - 1] = Some(self.string_start);
        }
    }

    /// Ends the open members from `depth` on.
    fn end_members(&mut self, depth: u32, at: u64) {
        for level in (depth as usize - 1..2).rev() {
            let Some(start) = self.open[level].take() else { continue };
            if level == 0 {
                self.path.truncate(self.first_level);
            }
            if at >= start + MINIMUM_BYTES && self.found.len() < KEYS {
                self.found.push(Member { path: self.path.clone(), start, bytes: at - start });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(text: &str, piece_bytes: usize) -> (Vec<(String, u64)>, Vec<u64>) {
        let mut data = InlineData::default();
        let (mut at, mut quotes) = (0, Vec::new());
        for piece in text.as_bytes().chunks(piece_bytes) {
            data.read(piece, at, |index| quotes.push(at + index as u64));
            at += piece.len() as u64;
        }
        let name = |member: Member| (String::from_utf8(member.path).unwrap(), member.bytes);
        (data.members().into_iter().map(name).collect(), quotes)
    }

    #[test]
    fn keys_of_two_levels_are_told_however_the_text_is_split() {
        let long = "x".repeat(2_000);
        let text = format!(
            r#"window.__STATE__ = {{"a":{{"b":"{long}\"}}{{","c" : [{{"no":"{long}"}}, "{long}"],"d":1}}, "e":"{long}","f":{{"g":2}}}};more({{"h":"{long}"}})"#
        );
        let expected = [("a.b", 2_011), ("a.c", 4_022), ("a", 6_046), ("e", 2_007)];
        for piece_bytes in [1, 7, 64, text.len()] {
            let (found, quotes) = members(&text, piece_bytes);
            let found: Vec<(&str, u64)> = found.iter().map(|(path, bytes)| (path.as_str(), *bytes)).collect();
            assert_eq!(found, expected, "in pieces of {piece_bytes}");
            let all: Vec<u64> = text.bytes().zip(0..).filter(|(byte, _)| *byte == b'"').map(|(_, at)| at).collect();
            assert_eq!(quotes, all);
        }
    }

    #[test]
    fn what_does_not_begin_with_an_object_has_no_keys() {
        let long = "x".repeat(2_000);
        assert_eq!(members(&format!(r#"self.__next_f.push([1,"{{\"a\":{long}}}"])"#), 100).0, []);
        assert_eq!(members(&format!(r#"}}{{"a":"{long}"}}"#), 100).0, []);
    }
}
