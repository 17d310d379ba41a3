//! The attributes of a start tag, read from its raw bytes by the states of the HTML standard's tokenizer.

use std::ops::Range;

use super::blocks::find_near;
use super::name::Name;

/// One attribute: positions are indexes into the bytes that were read, which begin with the tag.
#[derive(Clone)]
pub(crate) struct Attribute {
    pub(crate) name: Name,
    /// From the first byte of the name to the byte after the value and its quote.
    pub(crate) whole: Range<usize>,
    /// The value without quotes; empty where there is none.
    pub(crate) value: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    TagName,
    BeforeName,
    Slash,
    Name,
    AfterName,
    BeforeValue,
    DoubleQuoted,
    SingleQuoted,
    Unquoted,
}

pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0c')
}

const SPACES: [u8; 8] = [b' '; 8];

/// Bytes of white space that `bytes` begin with.
#[inline]
pub(crate) fn space_at_start(bytes: &[u8]) -> usize {
    let mut length = 0;
    while bytes.get(length).is_some_and(|byte| is_space(*byte)) {
        length += 1;
        // Indentation comes in long runs.
        while bytes.get(length..length + 8).is_some_and(|group| group == SPACES) {
            length += 8;
        }
    }
    length
}

/// Bytes of white space that `bytes` end in.
#[inline]
pub(crate) fn space_at_end(bytes: &[u8]) -> usize {
    let mut end = bytes.len();
    while end > 0 && is_space(bytes[end - 1]) {
        end -= 1;
        while end >= 8 && bytes[end - 8..end] == SPACES {
            end -= 8;
        }
    }
    bytes.len() - end
}

/// Bytes that end a name. `=` does not end the name of a tag, but there the state for it changes nothing.
const NAME_ENDS: [bool; 256] = {
    let mut ends = [false; 256];
    let mut index = 0;
    while index < 256 {
        ends[index] = is_space(index as u8) || matches!(index as u8, b'/' | b'>' | b'=');
        index += 1;
    }
    ends
};

/// Bytes of a name that tell it from others.
pub(crate) const NAME_BYTES: usize = 1024;

fn name_of(bytes: &[u8]) -> Name {
    Name::read(&bytes[..bytes.len().min(NAME_BYTES)])
}

/// The name of the tag whose name `bytes` begin with.
pub(crate) fn tag_name(bytes: &[u8]) -> Name {
    name_of(&bytes[..bytes.iter().position(|byte| NAME_ENDS[usize::from(*byte)] && *byte != b'=').unwrap_or(0)])
}

/// What a reader stands in that has come to the end of its window. Positions are indexes into that.
pub(crate) enum Within {
    /// The name of the tag, or between attributes.
    Between,
    /// The name of an attribute.
    Name { start: usize },
    /// After the name of an attribute, perhaps before its value.
    Gap { name_start: usize, name_end: usize },
    /// The value of an attribute.
    Value { name_start: usize, start: usize },
}

/// Reads a tag from its name to its `>`. Can stop anywhere and go on when more bytes are there.
#[derive(Clone)]
pub(crate) struct TagReader {
    state: State,
    /// Next byte to read.
    at: usize,
    name_start: usize,
    name_end: usize,
    value_start: usize,
}

/// What a finished tag is.
pub(crate) struct TagEnd {
    /// Index of the byte after `>`.
    pub(crate) end: usize,
    pub(crate) self_closing: bool,
}

impl TagReader {
    /// `at` is the index of the first byte of the tag's name.
    pub(crate) const fn new(at: usize) -> Self {
        Self { state: State::TagName, at, name_start: at, name_end: at, value_start: at }
    }

    /// Moves every index down by `bytes`: the window lost that many in front.
    pub(crate) const fn shift(&mut self, bytes: usize) {
        self.at -= bytes;
        self.name_start = self.name_start.saturating_sub(bytes);
        self.name_end = self.name_end.saturating_sub(bytes);
        self.value_start = self.value_start.saturating_sub(bytes);
    }

    /// Goes on as if `bytes` in front of the next byte had not been there: not those of a name's first [`NAME_BYTES`].
    pub(crate) const fn forget(&mut self, bytes: usize) {
        self.at -= bytes;
    }

    /// The name of the attribute at work, where that has ended.
    pub(crate) fn attribute_name(&self, window: &[u8]) -> Name {
        name_of(&window[self.name_start..self.name_end])
    }

    /// What the next byte stands in.
    pub(crate) const fn within(&self) -> Within {
        let Self { name_start, name_end, value_start, .. } = *self;
        match self.state {
            State::TagName | State::BeforeName | State::Slash => Within::Between,
            State::Name => Within::Name { start: name_start },
            State::AfterName | State::BeforeValue => Within::Gap { name_start, name_end },
            State::DoubleQuoted | State::SingleQuoted | State::Unquoted => {
                Within::Value { name_start, start: value_start }
            }
        }
    }

    /// Reads on; `None` when `window` ends before the tag does.
    pub(crate) fn read(&mut self, window: &[u8], mut on_attribute: impl FnMut(Attribute)) -> Option<TagEnd> {
        while let Some(&byte) = window.get(self.at) {
            if is_space(byte) && matches!(self.state, State::TagName | State::BeforeName) {
                self.state = State::BeforeName;
                self.read_usual(window, &mut on_attribute);
                continue;
            }
            if matches!(self.state, State::TagName | State::Name) {
                let rest = &window[self.at..];
                let length = rest.iter().position(|byte| NAME_ENDS[usize::from(*byte)]).unwrap_or(rest.len());
                if length > 0 {
                    self.at += length;
                    continue;
                }
            }
            match self.state {
                State::TagName => match byte {
                    b'>' => return Some(TagEnd { end: self.at + 1, self_closing: false }),
                    b'/' => self.state = State::Slash,
                    _ => {}
                },
                State::BeforeName | State::Slash => match byte {
                    b'>' => return Some(TagEnd { end: self.at + 1, self_closing: self.state == State::Slash }),
                    b'/' => self.state = State::Slash,
                    _ if is_space(byte) => self.state = State::BeforeName,
                    _ => {
                        self.name_start = self.at;
                        self.state = State::Name;
                    }
                },
                State::Name => match byte {
                    b'>' | b'/' | b'=' => {
                        self.name_end = self.at;
                        if byte == b'=' {
                            self.state = State::BeforeValue;
                        } else {
                            on_attribute(self.without_value(window));
                            self.state = State::BeforeName;
                            continue;
                        }
                    }
                    _ if is_space(byte) => {
                        self.name_end = self.at;
                        self.state = State::AfterName;
                    }
                    _ => {}
                },
                State::AfterName => match byte {
                    b'=' => self.state = State::BeforeValue,
                    _ if is_space(byte) => {}
                    _ => {
                        on_attribute(self.without_value(window));
                        self.state = State::BeforeName;
                        continue;
                    }
                },
                State::BeforeValue => match byte {
                    b'"' | b'\'' => {
                        self.value_start = self.at + 1;
                        self.state = if byte == b'"' { State::DoubleQuoted } else { State::SingleQuoted };
                    }
                    b'>' => {
                        on_attribute(self.without_value(window));
                        return Some(TagEnd { end: self.at + 1, self_closing: false });
                    }
                    _ if is_space(byte) => {}
                    _ => {
                        self.value_start = self.at;
                        self.state = State::Unquoted;
                        continue;
                    }
                },
                State::DoubleQuoted | State::SingleQuoted => {
                    let quote = if self.state == State::DoubleQuoted { b'"' } else { b'\'' };
                    let Some(length) = memchr::memchr(quote, &window[self.at..]) else {
                        self.at = window.len();
                        return None;
                    };
                    self.at += length;
                    on_attribute(self.with_value(window, self.at, self.at + 1));
                    self.state = State::BeforeName;
                }
                State::Unquoted => {
                    let rest = &window[self.at..];
                    let length = rest.iter().position(|byte| *byte == b'>' || is_space(*byte));
                    self.at += length.unwrap_or(rest.len());
                    if length.is_some() {
                        on_attribute(self.with_value(window, self.at, self.at));
                        self.state = State::BeforeName;
                    }
                    continue;
                }
            }
            self.at += 1;
        }
        None
    }

    /// Reads attributes as nearly all are written: white space, a name, and a value in double quotes or in none. Goes to where
    /// something else comes, past white space there.
    #[inline]
    fn read_usual(&mut self, window: &[u8], mut on_attribute: impl FnMut(Attribute)) {
        loop {
            let space = space_at_start(&window[self.at..]);
            self.at += space;
            let start = self.at;
            let Some(length) = window[start..].iter().position(|byte| NAME_ENDS[usize::from(*byte)]) else { return };
            let name = start..start + length;
            if space == 0 || length == 0 {
                return;
            }
            let (value, end) = match window[name.end..] {
                [b'=', b'"', ref value @ ..] => {
                    let Some(length) = find_near(b'"', value) else { return };
                    let value = name.end + 2..name.end + 2 + length;
                    (value.clone(), value.end + 1)
                }
                [b'=', first, ..] if !is_space(first) && !matches!(first, b'\'' | b'>') => {
                    let value = &window[name.end + 1..];
                    let Some(length) = value.iter().position(|byte| *byte == b'>' || is_space(*byte)) else { return };
                    let value = name.end + 1..name.end + 1 + length;
                    (value.clone(), value.end)
                }
                [b'>', ..] => (name.end..name.end, name.end),
                _ => return,
            };
            on_attribute(Attribute { name: name_of(&window[name]), whole: start..end, value });
            self.at = end;
        }
    }

    fn without_value(&self, window: &[u8]) -> Attribute {
        let name = self.name_start..self.name_end;
        Attribute { name: name_of(&window[name.clone()]), value: self.name_end..self.name_end, whole: name }
    }

    fn with_value(&self, window: &[u8], value_end: usize, end: usize) -> Attribute {
        Attribute { name: self.attribute_name(window), whole: self.name_start..end, value: self.value_start..value_end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tag: &str) -> (Vec<(String, String)>, bool) {
        let bytes = tag.as_bytes();
        let mut attributes = Vec::new();
        let end = TagReader::new(1)
            .read(bytes, |attribute| attributes.push((attribute.name.text(), tag[attribute.value].to_owned())))
            .unwrap();
        assert_eq!(end.end, tag.len());
        (attributes, end.self_closing)
    }

    #[test]
    fn every_way_to_write_an_attribute() {
        let (attributes, closing) = read("<a b c=d e = 'f>' g=\"h\"i/j=/k =x/>");
        let expected = [("b", ""), ("c", "d"), ("e", "f>"), ("g", "h"), ("i", ""), ("j", "/k"), ("=x", "")];
        let found: Vec<_> = attributes.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(found, expected);
        assert!(closing);
        assert_eq!(read("<a =b=c>").0, [("=b".to_owned(), "c".to_owned())]);
        assert!(!read("<a b=/>").1);
    }

    #[test]
    fn a_tag_read_byte_by_byte_is_the_same_tag() {
        let tag = b"<img src='a>b' alt = x / data-y=\"1\"/>";
        let mut reader = TagReader::new(1);
        let mut count = 0;
        for end in 1..tag.len() {
            assert!(reader.read(&tag[..end], |_| count += 1).is_none());
        }
        assert!(reader.read(tag, |_| count += 1).is_some_and(|end| end.self_closing));
        assert_eq!(count, 3);
    }
}
