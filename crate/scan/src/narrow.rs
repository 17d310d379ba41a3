//! Text in encodings that are not ASCII-compatible, narrowed to one byte for each unit so that markup can be read in it.
//!
//! Markup is made of ASCII characters alone. In UTF-16 each code unit becomes one byte: an ASCII character stays, anything
//! else becomes a byte that means "white space" or "other". In ISO-2022-JP each byte stays one byte. Offsets therefore
//! translate by a multiplication, and values are decoded from the raw bytes.

use encoding_rs::Encoding;

use super::words::{NARROW_SPACE, NARROW_WORD, is_js_space};

/// How raw bytes become narrow bytes.
#[derive(Clone)]
pub(crate) enum Narrow {
    /// Not at all: the encoding is ASCII-compatible.
    Not,
    /// Two raw bytes become one.
    Utf16 { big_endian: bool, pending: Option<u8> },
    /// Bytes outside the ASCII and Roman states become "other".
    Iso2022Jp { escape: Escape, ascii: bool },
    /// The whole body is one U+FFFD: an encoding that browsers refuse for safety.
    Replacement,
}

#[derive(Clone, Copy)]
pub(crate) enum Escape {
    None,
    Begun,
    Paren,
    Dollar,
}

impl Narrow {
    pub(crate) fn of(encoding: &'static Encoding) -> Self {
        if encoding == encoding_rs::UTF_16LE || encoding == encoding_rs::UTF_16BE {
            Self::Utf16 { big_endian: encoding == encoding_rs::UTF_16BE, pending: None }
        } else if encoding == encoding_rs::ISO_2022_JP {
            Self::Iso2022Jp { escape: Escape::None, ascii: true }
        } else if encoding == encoding_rs::REPLACEMENT {
            Self::Replacement
        } else {
            Self::Not
        }
    }

    /// Raw bytes for one narrow byte.
    pub(crate) const fn stride(&self) -> u64 {
        if matches!(self, Self::Utf16 { .. }) { 2 } else { 1 }
    }

    /// Appends the narrow form of `raw` to `narrow`.
    pub(crate) fn read(&mut self, raw: &[u8], narrow: &mut Vec<u8>) {
        match self {
            Self::Not => narrow.extend_from_slice(raw),
            Self::Replacement => narrow.extend(raw.iter().map(|_| NARROW_WORD)),
            Self::Utf16 { big_endian, pending } => {
                let mut raw = raw.iter().copied();
                if let Some(first) = pending.take() {
                    match raw.next() {
                        Some(second) => narrow.push(narrow_unit(unit(*big_endian, first, second))),
                        None => *pending = Some(first),
                    }
                }
                while let Some(first) = raw.next() {
                    match raw.next() {
                        Some(second) => narrow.push(narrow_unit(unit(*big_endian, first, second))),
                        None => *pending = Some(first),
                    }
                }
            }
            Self::Iso2022Jp { escape, ascii } => {
                for &byte in raw {
                    let mut kept = if *ascii { byte } else { NARROW_WORD };
                    match (*escape, byte) {
                        (_, 0x1b) => {
                            *escape = Escape::Begun;
                            kept = 0;
                        }
                        (Escape::Begun, b'(') => {
                            *escape = Escape::Paren;
                            kept = 0;
                        }
                        (Escape::Begun, b'$') => {
                            *escape = Escape::Dollar;
                            kept = 0;
                        }
                        (Escape::Paren, b'B' | b'J') => {
                            (*escape, *ascii) = (Escape::None, true);
                            kept = 0;
                        }
                        (Escape::Paren, b'I') | (Escape::Dollar, b'@' | b'B') => {
                            (*escape, *ascii) = (Escape::None, false);
                            kept = 0;
                        }
                        _ => *escape = Escape::None,
                    }
                    narrow.push(kept);
                }
            }
        }
    }
}

const fn unit(big_endian: bool, first: u8, second: u8) -> u16 {
    if big_endian { u16::from_be_bytes([first, second]) } else { u16::from_le_bytes([first, second]) }
}

fn narrow_unit(unit: u16) -> u8 {
    match u8::try_from(unit) {
        Ok(byte) if byte < 0x80 => byte,
        _ if char::from_u32(u32::from(unit)).is_some_and(is_js_space) => NARROW_SPACE,
        _ => NARROW_WORD,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_narrows_unit_by_unit_however_it_is_split() {
        let raw: Vec<u8> = "a<\u{3000}日\u{a0}😀".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for split in 0..raw.len() {
            let mut narrow = Narrow::of(encoding_rs::UTF_16LE);
            let mut bytes = Vec::new();
            narrow.read(&raw[..split], &mut bytes);
            narrow.read(&raw[split..], &mut bytes);
            assert_eq!(bytes, [b'a', b'<', 0x80, 0xff, 0x80, 0xff, 0xff]);
        }
    }

    #[test]
    fn markup_like_bytes_inside_iso_2022_jp_are_not_markup() {
        let mut bytes = Vec::new();
        Narrow::of(encoding_rs::ISO_2022_JP).read(b"<p>\x1b$B$<<>\x1b(B</p>", &mut bytes);
        assert_eq!(bytes, b"<p>\0\0\0\xff\xff\xff\xff\0\0\0</p>");
    }
}
