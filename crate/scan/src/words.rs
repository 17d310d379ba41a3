//! Counts the words of text nodes on raw bytes, without decoding them.
//!
//! A word is a run of characters that JavaScript's `\s` does not match, within one text node. What matters is which bytes
//! are white space in the page's encoding, character references such as `&nbsp;` included.

use std::borrow::Cow;

use encoding_rs::Encoding;

use super::groups::{each, eight};
use crate::decode::decode;

/// What the first byte of a character may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Space,
    /// `&`: perhaps a reference to white space.
    Reference,
    /// U+0000: dropped from text, or U+FFFD in raw text and foreign content.
    Null,
    /// First byte of a UTF-8 sequence that may be white space.
    Utf8Lead,
    /// First byte of a two-byte character of a legacy encoding.
    Lead,
}

/// How U+0000 is treated where the text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    /// Dropped (text in HTML elements).
    Dropped,
    /// Replaced by U+FFFD (raw text, foreign content).
    Replaced,
}

/// White space and character boundaries of one encoding.
#[derive(Clone)]
pub(crate) struct TextClasses {
    classes: [Class; 256],
    /// The ideographic space, in legacy encodings of two bytes.
    wide_space: Option<[u8; 2]>,
}

/// What `\s` matches in JavaScript.
pub(crate) const fn is_js_space(character: char) -> bool {
    matches!(
        character,
        '\t'..='\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}'
    )
}

/// The byte that stands for a wide white space in text narrowed to one byte a unit, see [`super::narrow`].
pub(crate) const NARROW_SPACE: u8 = 0x80;
/// The byte that stands for any other unit there.
pub(crate) const NARROW_WORD: u8 = 0xff;

impl TextClasses {
    /// The classes of `encoding`; those of narrowed text when `narrowed`.
    pub(crate) fn new(encoding: &'static Encoding, narrowed: bool) -> Self {
        let mut classes = [Class::Word; 256];
        for space in b"\t\n\x0b\x0c\r " {
            classes[usize::from(*space)] = Class::Space;
        }
        classes[usize::from(b'&')] = Class::Reference;
        classes[0] = Class::Null;
        let mut wide_space = None;
        if narrowed {
            classes[usize::from(NARROW_SPACE)] = Class::Space;
        } else if encoding == encoding_rs::UTF_8 {
            for lead in [0xc2, 0xe1, 0xe2, 0xe3, 0xef] {
                classes[lead] = Class::Utf8Lead;
            }
        } else if encoding.is_single_byte() {
            for byte in 0x80..=0xff_u8 {
                if decode(encoding, &[byte]).chars().all(is_js_space) {
                    classes[usize::from(byte)] = Class::Space;
                }
            }
        } else {
            let is_shift_jis = encoding.name() == "Shift_JIS";
            for byte in 0x81..=0xfe_u8 {
                // A half-width katakana of Shift_JIS is a whole character.
                if !(is_shift_jis && (0xa1..=0xdf).contains(&byte)) {
                    classes[usize::from(byte)] = Class::Lead;
                }
            }
            wide_space = Some(match encoding.name() {
                "Shift_JIS" => [0x81, 0x40],
                "Big5" => [0xa1, 0x40],
                // EUC-JP, EUC-KR, GBK and gb18030.
                _ => [0xa1, 0xa1],
            });
        }
        Self { classes, wide_space }
    }

    /// `text` with bytes that belong to no ASCII character where a character of two bytes stands: its second byte may look
    /// like a quote or a bracket.
    pub(crate) fn without_trail_bytes<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        if self.wide_space.is_none() {
            return Cow::Borrowed(text);
        }
        let mut masked = text.to_vec();
        let mut at = 0;
        while at < masked.len() {
            if self.class(masked[at]) == Class::Lead
                && let Some(trail) = masked.get_mut(at + 1).filter(|trail| **trail >= 0x40)
            {
                *trail = 0x80;
                at += 1;
            }
            at += 1;
        }
        Cow::Owned(masked)
    }

    fn class(&self, byte: u8) -> Class {
        self.classes[usize::from(byte)]
    }

    /// How much of `text` can be read although more text may follow: a character or reference that `text` may have only
    /// the beginning of is left out.
    pub(crate) fn complete_prefix(&self, text: &[u8]) -> usize {
        let mut end = text.len();
        if self.wide_space.is_some() {
            // Lead bytes can also be trail bytes, so walk from the last byte that can only be a character of its own.
            let mut start = end;
            while start > 0 && text[start - 1] >= 0x40 {
                start -= 1;
            }
            let mut at = start;
            while at < end {
                let step = if self.class(text[at]) == Class::Lead { 2 } else { 1 };
                if at + step > end {
                    end = at;
                    break;
                }
                at += step;
            }
        } else {
            for back in 1..=2.min(end) {
                let byte = text[end - back];
                if self.class(byte) == Class::Utf8Lead && utf8_length(byte) > back {
                    end -= back;
                    break;
                }
            }
        }
        let window = end.saturating_sub(LONGEST_REFERENCE);
        if let Some(ampersand) = memchr::memrchr(b'&', &text[window..end]) {
            let ampersand = window + ampersand;
            if text[ampersand + 1..end].iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#') {
                end = ampersand;
            }
        }
        end
    }
}

const fn utf8_length(lead: u8) -> usize {
    if lead < 0xe0 { 2 } else { 3 }
}

/// A reference may be written with any number of leading zeros; one longer than this is taken for a word.
const LONGEST_REFERENCE: usize = 1024;

/// The state of one text node, and the count so far.
#[derive(Clone, Default)]
pub(crate) struct Words {
    in_word: bool,
}

/// The top bit of every byte of a group that belongs to a word; `None` when a byte is more than plain ASCII text: part of
/// a longer character, the beginning of a reference, or U+0000.
const fn words_in(group: u64) -> Option<u64> {
    const TOPS: u64 = each(0x80);
    // In bytes below 0x80 a sum sets the top bit of exactly the bytes from a value on, and carries into no other byte.
    let is_plain = (group ^ each(b'&')).wrapping_add(each(0x7f)) & group.wrapping_add(each(0x7f)) & !group;
    if group & TOPS != 0 || is_plain & TOPS != TOPS {
        return None;
    }
    let from_tab = group + each(0x80 - b'\t');
    let after_return = group + each(0x80 - b'\r' - 1);
    let from_space = group + each(0x80 - b' ');
    let after_space = group + each(0x80 - b' ' - 1);
    Some(!((from_tab & !after_return) | (from_space & !after_space)) & TOPS)
}

/// Words that began in a piece of text.
pub(crate) struct Counted {
    pub(crate) words: u64,
    /// Index of the first byte of the first word that began, if one did.
    pub(crate) first: Option<usize>,
}

impl Words {
    /// Forgets the text node: what comes next begins another one.
    pub(crate) const fn end_node(&mut self) {
        self.in_word = false;
    }

    /// Whether the text node ends inside a word.
    pub(crate) const fn in_word(&self) -> bool {
        self.in_word
    }

    /// Goes on with a text node that ends inside a word, or not.
    pub(crate) const fn resume(&mut self, in_word: bool) {
        self.in_word = in_word;
    }

    /// Reads the next bytes of the text node. `references` tells whether `&` starts a character reference.
    #[inline]
    pub(crate) fn read(&mut self, text: &[u8], classes: &TextClasses, references: bool, nulls: Nulls) -> Counted {
        let mut counted = Counted { words: 0, first: None };
        let mut at = 0;
        while at < text.len() {
            let (group, length) = group_at(text, at);
            if let Some(words) = words_in(group) {
                let starts = words & !(words << 8 | if self.in_word { 0x80 } else { 0 });
                if starts != 0 && counted.first.is_none() {
                    counted.first = Some(at + starts.trailing_zeros() as usize / 8);
                }
                counted.words += u64::from(starts.count_ones());
                self.in_word = words >> (8 * length - 1) & 1 != 0;
                at += length;
            } else {
                let end = at + length;
                while at < end {
                    at += self.read_character(text, at, &mut counted, classes, references, nulls);
                }
            }
        }
        counted
    }

    /// Reads the character at index `at`; gives how many bytes it has.
    fn read_character(
        &mut self,
        text: &[u8],
        at: usize,
        counted: &mut Counted,
        classes: &TextClasses,
        references: bool,
        nulls: Nulls,
    ) -> usize {
        let (space, length) = match classes.class(text[at]) {
            Class::Word => (false, 1),
            Class::Space => (true, 1),
            Class::Reference if references => reference(&text[at..]),
            Class::Reference => (false, 1),
            Class::Null if nulls == Nulls::Dropped => return 1,
            Class::Null => (false, 1),
            Class::Utf8Lead => match text[at..] {
                [0xc2, 0xa0, ..] => (true, 2),
                [0xe1, 0x9a, 0x80, ..]
                | [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..]
                | [0xe2, 0x81, 0x9f, ..]
                | [0xe3, 0x80, 0x80, ..]
                | [0xef, 0xbb, 0xbf, ..] => (true, 3),
                [0xe0..=0xef, 0x80..=0xbf, 0x80..=0xbf, ..] => (false, 3),
                _ => (false, 1),
            },
            Class::Lead => match text.get(at + 1) {
                Some(&second) => {
                    let space = classes.wide_space == Some([text[at], second]);
                    // An ASCII byte that cannot be a trail byte is a character of its own.
                    (space, if second < 0x30 { 1 } else { 2 })
                }
                None => (false, 1),
            },
        };
        if !space && !self.in_word {
            counted.words += 1;
            counted.first.get_or_insert(at);
        }
        self.in_word = !space;
        length
    }
}

/// Up to eight bytes of `text` from index `at` on, white space after the last, and how many these are.
#[inline]
fn group_at(text: &[u8], at: usize) -> (u64, usize) {
    if let Some(group) = text.get(at..at + 8).and_then(|group| group.try_into().ok()) {
        return (u64::from_le_bytes(group), 8);
    }
    let rest = &text[at..];
    (eight(rest) | each(b' ') << (8 * rest.len()), rest.len())
}

/// References to white space by name; only `&nbsp` may lack its semicolon.
const SPACES: [&[u8]; 14] = [
    b"Tab;",
    b"NewLine;",
    b"NonBreakingSpace;",
    b"ensp;",
    b"emsp;",
    b"emsp13;",
    b"emsp14;",
    b"numsp;",
    b"puncsp;",
    b"thinsp;",
    b"ThinSpace;",
    b"hairsp;",
    b"VeryThinSpace;",
    b"MediumSpace;",
];

/// Reads the character reference that `text` begins with: whether it is white space, and how long it is (1 when the
/// ampersand is text).
fn reference(text: &[u8]) -> (bool, usize) {
    let rest = &text[1..];
    if rest.first() == Some(&b'#') {
        let (digits, radix, skip) =
            if matches!(rest.get(1), Some(b'x' | b'X')) { (&rest[2..], 16, 3) } else { (&rest[1..], 10, 2) };
        let count = digits.iter().take_while(|digit| char::from(**digit).is_digit(radix)).count();
        if count == 0 {
            return (false, 1);
        }
        let mut value = 0u32;
        for digit in &digits[..count] {
            value = value.saturating_mul(radix).saturating_add(char::from(*digit).to_digit(radix).unwrap_or(0));
        }
        let semicolon = usize::from(digits.get(count) == Some(&b';'));
        let space = char::from_u32(value).is_some_and(is_js_space);
        return (space, skip + count + semicolon);
    }
    if rest.starts_with(b"nbsp") {
        return (true, 5 + usize::from(rest.get(4) == Some(&b';')));
    }
    if rest.starts_with(b"ThickSpace;") {
        return (true, 12);
    }
    for name in SPACES {
        if rest.starts_with(name) {
            return (true, 1 + name.len());
        }
    }
    (false, 1)
}

/// Whether `text` begins with white space as the tree builder sees it, and how long that is; 0 when it does not.
///
/// A null counts too: browsers drop it before the tree builder sees it. Otherwise only tab, line feed, form feed, carriage return and space count there, written as bytes or as references.
pub(crate) fn tree_space(text: &[u8], references: bool) -> usize {
    match text.first() {
        Some(byte) if super::attribute::is_space(*byte) || *byte == 0 => 1,
        Some(b'&') if references => {
            let (_, length) = reference(text);
            let name = &text[..length];
            let digits = name.strip_prefix(b"&#").map(|digits| digits.strip_suffix(b";").unwrap_or(digits));
            let value = digits.and_then(|digits| {
                let digits = std::str::from_utf8(digits).ok()?;
                match digits.strip_prefix(['x', 'X']) {
                    Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok(),
                    None => digits.parse().ok(),
                }
            });
            let space =
                matches!(value, Some(0x09 | 0x0a | 0x0c | 0x0d | 0x20)) || name == b"&Tab;" || name == b"&NewLine;";
            if space { length } else { 0 }
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &[u8], encoding: &'static Encoding) -> u64 {
        Words::default().read(text, &TextClasses::new(encoding, false), true, Nulls::Dropped).words
    }

    #[test]
    fn white_space_is_what_javascript_says() {
        assert_eq!(count(" one\ttwo\u{a0}three\u{3000}four\u{feff}five\u{85}5 ".as_bytes(), encoding_rs::UTF_8), 5);
        assert_eq!(count("日本語　漢字。ハハハ".as_bytes(), encoding_rs::UTF_8), 2);
        assert_eq!(count(b"a\xa0b", encoding_rs::WINDOWS_1252), 2);
        for encoding in
            [encoding_rs::SHIFT_JIS, encoding_rs::EUC_JP, encoding_rs::GBK, encoding_rs::BIG5, encoding_rs::EUC_KR]
        {
            let (bytes, _, lossy) = encoding.encode("一二三　十");
            assert!(!lossy);
            assert_eq!(count(&bytes, encoding), 2, "{}", encoding.name());
        }
    }

    #[test]
    fn references_to_white_space_separate_words() {
        for space in ["&nbsp;", "&nbsp", "&#32;", "&#x20;", "&#160", "&emsp;", "&ThickSpace;", "&NewLine;"] {
            assert_eq!(count(format!("a{space} b").as_bytes(), encoding_rs::UTF_8), 2, "{space}");
            assert_eq!(count(space.to_string().as_bytes(), encoding_rs::UTF_8), 0, "{space}");
        }
        assert_eq!(count(b"a&amp;b &zwnj; & &#", encoding_rs::UTF_8), 4);
    }

    #[test]
    fn null_is_dropped_in_text_and_a_character_in_raw_text() {
        let classes = TextClasses::new(encoding_rs::UTF_8, false);
        assert_eq!(Words::default().read(b"a\0b \0", &classes, true, Nulls::Dropped).words, 1);
        assert_eq!(Words::default().read(b"a\0b \0", &classes, true, Nulls::Replaced).words, 2);
    }

    #[test]
    fn what_may_go_on_is_left_for_later() {
        let classes = TextClasses::new(encoding_rs::UTF_8, false);
        assert_eq!(classes.complete_prefix(b"ab &nb"), 3);
        assert_eq!(classes.complete_prefix(b"ab &nbsp;"), 9);
        assert_eq!(classes.complete_prefix(b"ab\xe3\x80"), 2);
        assert_eq!(classes.complete_prefix(b"ab\xc2"), 2);
        assert_eq!(classes.complete_prefix("ab\u{e9}".as_bytes()), 4);
        let classes = TextClasses::new(encoding_rs::SHIFT_JIS, false);
        assert_eq!(classes.complete_prefix(b"a\x81"), 1);
        assert_eq!(classes.complete_prefix(b"a\x81\x81"), 3);
    }

    #[test]
    fn the_tree_builders_white_space_is_narrower() {
        assert_eq!(tree_space(b"&#10;x", true), 5);
        assert_eq!(tree_space(b"&Tab;", true), 5);
        assert_eq!(tree_space(b"&nbsp;", true), 0);
        assert_eq!(tree_space(b"\x0bx", true), 0);
        assert_eq!(tree_space(b"&#32;", false), 0);
    }
}
