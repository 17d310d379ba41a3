//! Bytes → text, in any encoding.
//!
//! The tables of the legacy encodings are a third of the WebAssembly and every browser has them already. So they are a
//! feature, `encodings`; a build without it knows UTF-8 and windows-1252 and asks a `Decode` of the host for all others.

use std::borrow::Cow;
use std::sync::OnceLock;

use encoding_rs::Encoding;

/// The whole of `bytes` as text, where a `<` or a quote follows them. A byte order mark inside a body is no byte order mark.
pub fn decode<'b>(encoding: &'static Encoding, bytes: &'b [u8]) -> Cow<'b, str> {
    if encoding == encoding_rs::UTF_8 {
        return String::from_utf8_lossy(bytes);
    }
    let mut text = String::new();
    let mut decoder = Decoder::new(encoding);
    if encoding == encoding_rs::GB18030 || encoding == encoding_rs::GBK {
        // Three bytes of a sequence of four are one U+FFFD at the end of a body, but three characters before a tag.
        decoder.read(bytes, false, &mut text);
        decoder.read(b"<", true, &mut text);
        text.pop();
    } else {
        decoder.read(bytes, true, &mut text);
    }
    Cow::Owned(text)
}

/// Decodes a body piece by piece. What is invalid becomes U+FFFD.
pub struct Decoder(Kind);

enum Kind {
    Windows1252,
    /// The beginning of a sequence that the last piece ended in.
    Utf8(Vec<u8>),
    Other(Box<Other>),
}

impl Decoder {
    /// A decoder of `encoding`.
    #[must_use]
    pub fn new(encoding: &'static Encoding) -> Self {
        if encoding == encoding_rs::UTF_8 {
            return Self(Kind::Utf8(Vec::new()));
        }
        if encoding == encoding_rs::WINDOWS_1252 {
            return Self(Kind::Windows1252);
        }
        Self(Kind::Other(Box::new(other(encoding))))
    }

    /// Appends the text of `bytes` to `text`.
    pub fn read(&mut self, bytes: &[u8], is_last: bool, text: &mut String) {
        match &mut self.0 {
            Kind::Windows1252 => text.extend(bytes.iter().map(|&byte| windows_1252(byte))),
            Kind::Other(decoder) => read_other(decoder, bytes, is_last, text),
            Kind::Utf8(begun) if begun.is_empty() => *begun = read_utf8(bytes, is_last, text),
            Kind::Utf8(begun) => {
                begun.extend_from_slice(bytes);
                *begun = read_utf8(begun, is_last, text);
            }
        }
    }
}

/// What windows-1252 has where Unicode has control characters, from 0x80 on (WHATWG Encoding, index windows-1252).
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    let index = usize::from(byte).wrapping_sub(0x80);
    WINDOWS_1252.get(index).copied().unwrap_or(char::from(byte))
}

/// Appends the text of `bytes`; gives the beginning of a sequence that they end in.
fn read_utf8(bytes: &[u8], is_last: bool, text: &mut String) -> Vec<u8> {
    let mut chunks = bytes.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        text.push_str(chunk.valid());
        let invalid = chunk.invalid();
        if invalid.is_empty() {
            continue;
        }
        let may_go_on = std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
        if may_go_on && !is_last && chunks.peek().is_none() {
            return invalid.to_vec();
        }
        text.push(char::REPLACEMENT_CHARACTER);
    }
    Vec::new()
}

#[cfg(feature = "encodings")]
use tables::{Other, other, read_other};

#[cfg(feature = "encodings")]
mod tables {
    use super::Encoding;

    pub(super) type Other = encoding_rs::Decoder;

    pub(super) fn other(encoding: &'static Encoding) -> Other {
        encoding.new_decoder_without_bom_handling()
    }

    pub(super) fn read_other(decoder: &mut Other, mut bytes: &[u8], is_last: bool, text: &mut String) {
        loop {
            text.reserve(bytes.len() + 16);
            let (result, read, _) = decoder.decode_to_string(bytes, text, is_last);
            bytes = &bytes[read..];
            if result == encoding_rs::CoderResult::InputEmpty {
                return;
            }
        }
    }
}

/// A decoder of the host for one body.
pub trait Decode {
    /// The text of the next bytes; `is_last` ends the body. What is invalid is U+FFFD.
    fn decode(&mut self, bytes: &[u8], is_last: bool) -> String;
}

/// Makes a decoder for an encoding by its WHATWG name. No byte order mark is handled.
pub type MakeDecode = fn(name: &'static str) -> Box<dyn Decode>;

static HOST: OnceLock<MakeDecode> = OnceLock::new();

/// Says once who decodes where the feature `encodings` is off. Until then such a text is one U+FFFD.
pub fn set_host(make: MakeDecode) {
    HOST.get_or_init(|| make);
}

#[cfg(not(feature = "encodings"))]
use host::{Other, other, read_other};

#[cfg(not(feature = "encodings"))]
mod host {
    use super::{Decode, Encoding, HOST};

    pub(super) enum Other {
        Host(Box<dyn Decode>),
        /// The encoding `replacement`: all that a body holds is one U+FFFD.
        Replacement {
            is_done: bool,
        },
    }

    pub(super) fn other(encoding: &'static Encoding) -> Other {
        match HOST.get() {
            Some(make) if encoding != encoding_rs::REPLACEMENT => Other::Host(make(encoding.name())),
            _ => Other::Replacement { is_done: false },
        }
    }

    pub(super) fn read_other(decoder: &mut Other, bytes: &[u8], is_last: bool, text: &mut String) {
        match decoder {
            Other::Host(host) => text.push_str(&host.decode(bytes, is_last)),
            Other::Replacement { is_done } => {
                if !*is_done && !bytes.is_empty() {
                    text.push(char::REPLACEMENT_CHARACTER);
                    *is_done = true;
                }
            }
        }
    }
}

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use super::*;

    #[test]
    fn windows_1252_is_that_of_the_standard() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(
            decode(encoding_rs::WINDOWS_1252, &bytes),
            encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes).0
        );
    }

    #[test]
    fn a_sequence_that_a_tag_breaks_off_is_what_browsers_make_of_it() {
        assert_eq!(decode(encoding_rs::GB18030, b"\x95\x32\x82"), "\u{fffd}2\u{fffd}");
        assert_eq!(decode(encoding_rs::GBK, b"a\x95\x32"), "a\u{fffd}2");
        assert_eq!(decode(encoding_rs::SHIFT_JIS, b"\x93"), "\u{fffd}");
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let bytes = b"a\xc3\xa9\n\xf0\x9f\x98\x80\xff\xe3\x80x\n\xe3\x81\x82\xed\xa0\x80\xc0\x80\xf0\x9f".as_slice();
        for encoding in [encoding_rs::UTF_8, encoding_rs::SHIFT_JIS, encoding_rs::UTF_16LE, encoding_rs::REPLACEMENT] {
            let whole = encoding.decode_without_bom_handling(bytes).0;
            assert_eq!(decode(encoding, bytes), whole, "{}", encoding.name());
            for size in 1..bytes.len() {
                let (mut decoder, mut text) = (Decoder::new(encoding), String::new());
                bytes.chunks(size).for_each(|chunk| decoder.read(chunk, false, &mut text));
                decoder.read(&[], true, &mut text);
                assert_eq!(text, whole, "{} in chunks of {size}", encoding.name());
            }
        }
    }
}
