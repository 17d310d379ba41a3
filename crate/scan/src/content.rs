//! The text of an element, kept as raw bytes until the encoding is known for certain.

use encoding_rs::Encoding;
use htmlize::Context;

use super::words::Nulls;
use crate::decode::decode;

/// Raw text, in pieces that are decoded one by one: no character reference or character reaches from one into the next.
#[derive(Clone)]
pub(crate) struct RawContent {
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy)]
struct Piece {
    /// Index after its last byte.
    end: usize,
    references: bool,
    nulls: Nulls,
    /// A space that stands for white space whose bytes are gone comes first.
    after_space: bool,
}

impl RawContent {
    pub(crate) const fn new() -> Self {
        Self { bytes: Vec::new(), pieces: Vec::new() }
    }

    pub(crate) fn byte_count(&self) -> usize {
        self.bytes.len()
    }

    /// The raw bytes of all pieces.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Appends text. `continues`: it may be part of the same text node as the text before it.
    pub(crate) fn push(&mut self, bytes: &[u8], references: bool, nulls: Nulls, continues: bool) {
        self.bytes.extend_from_slice(bytes);
        let end = self.bytes.len();
        match self.pieces.last_mut() {
            Some(last) if continues && last.references == references && last.nulls == nulls => last.end = end,
            _ => self.pieces.push(Piece { end, references, nulls, after_space: false }),
        }
    }

    /// Appends a space.
    pub(crate) fn push_space(&mut self) {
        let end = self.bytes.len();
        self.pieces.push(Piece { end, references: false, nulls: Nulls::Replaced, after_space: true });
    }

    /// The text that it stands for.
    pub(crate) fn decode(&self, encoding: &'static Encoding) -> String {
        let mut text = String::with_capacity(self.bytes.len());
        let mut start = 0;
        for piece in &self.pieces {
            let decoded = decode(encoding, &self.bytes[start..piece.end]);
            start = piece.end;
            if piece.after_space {
                text.push(' ');
            }
            let resolved =
                if piece.references { htmlize::unescape_in(decoded.as_ref(), Context::General) } else { decoded };
            // Only now: a null in the middle of a character reference keeps it from being one.
            match (piece.nulls, resolved.contains('\0')) {
                (_, false) => text.push_str(&resolved),
                (Nulls::Dropped, true) => text.push_str(&resolved.replace('\0', "")),
                (Nulls::Replaced, true) => text.push_str(&resolved.replace('\0', "\u{fffd}")),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_keep_to_themselves() {
        let mut content = RawContent::new();
        content.push(b"a&am", true, Nulls::Dropped, false);
        content.push(b"p;\0", true, Nulls::Dropped, true);
        content.push(b"&l", true, Nulls::Dropped, true);
        content.push(b"t;", true, Nulls::Dropped, false);
        content.push(b"&lt;\0", false, Nulls::Replaced, true);
        content.push(b"&\0amp;", true, Nulls::Dropped, true);
        content.push_space();
        content.push(b"x", false, Nulls::Replaced, true);
        assert_eq!(content.decode(encoding_rs::UTF_8), "a&&lt;&lt;\u{fffd}&amp; x");
    }
}
