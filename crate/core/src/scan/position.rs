//! Characters, lines and columns of the decoded body, counted as its bytes come in.

use encoding_rs::Encoding;

use crate::decode::Decoder;

/// How bytes become characters.
enum Counter {
    /// Bytes of a sequence that the last piece ended in.
    Utf8(Vec<u8>),
    SingleByte,
    Decoded {
        decoder: Decoder,
        text: String,
    },
}

/// Counts characters (Unicode scalar values, U+FFFD for what is invalid) and line feeds.
pub(crate) struct Position {
    counter: Counter,
    characters: u64,
    line_feeds: u64,
    line_start: u64,
}

impl Position {
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        let counter = if encoding == encoding_rs::UTF_8 {
            Counter::Utf8(Vec::new())
        } else if encoding.is_single_byte() {
            Counter::SingleByte
        } else {
            Counter::Decoded { decoder: Decoder::new(encoding), text: String::new() }
        };
        Self { counter, characters: 0, line_feeds: 0, line_start: 0 }
    }

    /// Line and column, from 1, of the next byte.
    pub(crate) const fn place(&self) -> (u64, u64) {
        (self.line_feeds + 1, self.characters - self.line_start + 1)
    }

    pub(crate) fn read(&mut self, bytes: &[u8]) {
        match &mut self.counter {
            Counter::SingleByte => {
                self.line_feeds += memchr::memchr_iter(b'\n', bytes).count() as u64;
                if let Some(last) = memchr::memrchr(b'\n', bytes) {
                    self.line_start = self.characters + last as u64 + 1;
                }
                self.characters += bytes.len() as u64;
            }
            Counter::Utf8(partial) => {
                let mut bytes = bytes;
                let mut head = std::mem::take(partial);
                while !head.is_empty() && !bytes.is_empty() {
                    head.push(bytes[0]);
                    bytes = &bytes[1..];
                    match std::str::from_utf8(&head) {
                        Ok(_) => {
                            self.characters += 1;
                            head.clear();
                        }
                        Err(error) => {
                            if let Some(length) = error.error_len() {
                                // The sequence ended early: the last byte may begin another.
                                self.characters += 1;
                                head.drain(..length);
                                let rest = std::mem::take(&mut head);
                                self.count_utf8(&rest, &mut head);
                            }
                        }
                    }
                }
                self.count_utf8(bytes, &mut head);
                self.counter = Counter::Utf8(head);
            }
            Counter::Decoded { decoder, text } => {
                text.clear();
                decoder.read(bytes, false, text);
                for (index, character) in text.chars().enumerate() {
                    if character == '\n' {
                        self.line_feeds += 1;
                        self.line_start = self.characters + index as u64 + 1;
                    }
                }
                self.characters += text.chars().count() as u64;
            }
        }
    }

    /// Ends the body; gives its characters.
    pub(crate) fn finish(mut self) -> u64 {
        match &mut self.counter {
            Counter::SingleByte => {}
            Counter::Utf8(partial) => self.characters += u64::from(!partial.is_empty()),
            Counter::Decoded { decoder, text } => {
                text.clear();
                decoder.read(&[], true, text);
                self.characters += text.chars().count() as u64;
            }
        }
        self.characters
    }

    /// Counts whole sequences; what may go on is left in `partial`.
    fn count_utf8(&mut self, mut bytes: &[u8], partial: &mut Vec<u8>) {
        loop {
            let (valid, rest, error_length) = match simdutf8::compat::from_utf8(bytes) {
                Ok(_) => (bytes, &[][..], None),
                Err(error) => {
                    let (valid, rest) = bytes.split_at(error.valid_up_to());
                    (valid, rest, error.error_len())
                }
            };
            self.line_feeds += bytecount::count(valid, b'\n') as u64;
            let last_line = memchr::memrchr(b'\n', valid).map_or(0, |last| last + 1);
            if last_line > 0 {
                self.characters += bytecount::num_chars(&valid[..last_line]) as u64;
                self.line_start = self.characters;
            }
            self.characters += bytecount::num_chars(&valid[last_line..]) as u64;
            match error_length {
                Some(length) => {
                    self.characters += 1;
                    bytes = &rest[length..];
                }
                None => {
                    partial.extend_from_slice(rest);
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_do_not_depend_on_chunks_and_count_what_a_decoder_gives() {
        let bytes = b"a\xc3\xa9\n\xf0\x9f\x98\x80\xff\xe3\x80x\n\xe3\x81\x82\xf0\x9f".as_slice();
        for encoding in [encoding_rs::UTF_8, encoding_rs::SHIFT_JIS, encoding_rs::UTF_16LE, encoding_rs::WINDOWS_1252] {
            let expected = encoding.decode_without_bom_handling(bytes).0.chars().count() as u64;
            for size in 1..bytes.len() {
                let mut position = Position::new(encoding);
                bytes.chunks(size).for_each(|chunk| position.read(chunk));
                assert_eq!(position.finish(), expected, "{} in chunks of {size}", encoding.name());
            }
        }
    }

    #[test]
    fn columns_count_characters_from_one() {
        let mut position = Position::new(encoding_rs::UTF_8);
        assert_eq!(position.place(), (1, 1));
        position.read("äb\nçd".as_bytes());
        assert_eq!(position.place(), (2, 3));
    }
}
