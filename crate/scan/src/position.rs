//! Characters, lines and columns of the decoded body, counted as its bytes come in.

use encoding_rs::Encoding;

use crate::decode::Decoder;

/// Bytes looked at together: 16 sums of so many groups fit a byte each.
const BLOCK_BYTES: usize = 16 * 128;

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

    /// Whether the bytes so far end in the beginning of a UTF-8 sequence.
    pub(crate) const fn is_inside_sequence(&self) -> bool {
        matches!(&self.counter, Counter::Utf8(partial) if !partial.is_empty())
    }

    /// Line feeds so far, where each is the byte that it is in ASCII.
    pub(crate) const fn line_feeds(&self) -> Option<u64> {
        if matches!(self.counter, Counter::Decoded { .. }) { None } else { Some(self.line_feeds) }
    }

    pub(crate) fn read(&mut self, bytes: &[u8]) {
        match &mut self.counter {
            Counter::SingleByte => {
                for block in bytes.chunks(BLOCK_BYTES) {
                    self.count_ascii(block, Looks::at(block).line_feeds);
                }
            }
            Counter::Utf8(partial) => {
                let mut bytes = bytes;
                let mut head = std::mem::take(partial);
                while !bytes.is_empty() {
                    if !head.is_empty() {
                        head.push(bytes[0]);
                        bytes = &bytes[1..];
                        self.count_head(&mut head);
                        continue;
                    }
                    let (block, rest) = split_block(bytes);
                    bytes = rest;
                    let looks = Looks::at(block);
                    if looks.is_ascii {
                        self.count_ascii(block, looks.line_feeds);
                    } else if simdutf8::basic::from_utf8(block).is_ok() {
                        self.count_valid(block, &looks);
                    } else {
                        self.count_invalid(block, &mut head);
                    }
                }
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

    /// Counts text of which each byte is a character.
    fn count_ascii(&mut self, text: &[u8], line_feeds: u64) {
        if line_feeds > 0 {
            self.line_feeds += line_feeds;
            self.line_start = self.characters + memchr::memrchr(b'\n', text).map_or(0, |last| last as u64 + 1);
        }
        self.characters += text.len() as u64;
    }

    /// Counts valid UTF-8.
    fn count_valid(&mut self, text: &[u8], looks: &Looks) {
        self.characters += looks.characters;
        if looks.line_feeds > 0 {
            self.line_feeds += looks.line_feeds;
            let line = memchr::memrchr(b'\n', text).map_or(text, |last| &text[last + 1..]);
            self.line_start = self.characters - bytecount::num_chars(line) as u64;
        }
    }

    /// Counts whole sequences in text that is not valid; what may go on is left in `partial`.
    fn count_invalid(&mut self, mut text: &[u8], partial: &mut Vec<u8>) {
        while let Err(error) = std::str::from_utf8(text) {
            let (valid, rest) = text.split_at(error.valid_up_to());
            self.count_valid(valid, &Looks::at(valid));
            let Some(length) = error.error_len() else {
                partial.extend_from_slice(rest);
                return;
            };
            self.characters += 1;
            text = &rest[length..];
        }
        self.count_valid(text, &Looks::at(text));
    }

    /// Counts a sequence that began in another piece, if its last byte ends it.
    fn count_head(&mut self, head: &mut Vec<u8>) {
        match std::str::from_utf8(head) {
            Ok(_) => {
                self.characters += 1;
                head.clear();
            }
            Err(error) => {
                if let Some(length) = error.error_len() {
                    // The sequence ended early: the last byte may begin another.
                    self.characters += 1;
                    head.drain(..length);
                    let rest = std::mem::take(head);
                    self.count_invalid(&rest, head);
                }
            }
        }
    }
}

/// The next block, and what follows it. It ends with a whole sequence, where the text goes on and is valid.
fn split_block(text: &[u8]) -> (&[u8], &[u8]) {
    let mut end = text.len().min(BLOCK_BYTES);
    for _ in 0..3 {
        if text.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) {
            end -= 1;
        }
    }
    text.split_at(end)
}

/// What one look at a block shows.
struct Looks {
    is_ascii: bool,
    line_feeds: u64,
    /// Bytes that begin a character, if it is valid UTF-8.
    characters: u64,
}

impl Looks {
    /// A look at a block of at most [`BLOCK_BYTES`].
    fn at(block: &[u8]) -> Self {
        const LANES: usize = 16;
        let (groups, rest) = block.as_chunks::<LANES>();
        let (mut ors, mut feeds, mut begins) = ([0_u8; LANES], [0_u8; LANES], [0_u8; LANES]);
        for group in groups {
            for lane in 0..LANES {
                ors[lane] |= group[lane];
                feeds[lane] += u8::from(group[lane] == b'\n');
                begins[lane] += u8::from(group[lane] as i8 >= -0x40);
            }
        }
        let sum = |lanes: [u8; LANES]| lanes.iter().map(|lane| u64::from(*lane)).sum::<u64>();
        let mut looks = Self {
            is_ascii: ors.iter().chain(rest).all(u8::is_ascii),
            line_feeds: sum(feeds),
            characters: sum(begins),
        };
        for byte in rest {
            looks.line_feeds += u64::from(*byte == b'\n');
            looks.characters += u64::from(*byte as i8 >= -0x40);
        }
        looks
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
    fn long_text_is_counted_like_short_text() {
        for unit in ["é日\n😀", "plain\n", "a", "é", "日", "\n"] {
            let text = unit.repeat(BLOCK_BYTES);
            for cut in [0, 1, 2, 3, 5] {
                let bytes = [&text.as_bytes()[cut..], b"\xe3\x80!".as_slice(), &text.as_bytes()[cut..]].concat();
                let decoded = String::from_utf8_lossy(&bytes);
                let line = decoded.rsplit('\n').next().unwrap_or_default();
                let place = (decoded.matches('\n').count() as u64 + 1, line.chars().count() as u64 + 1);
                for size in [7, 1_000, BLOCK_BYTES, BLOCK_BYTES + 1, usize::MAX] {
                    let mut position = Position::new(encoding_rs::UTF_8);
                    bytes.chunks(size).for_each(|chunk| position.read(chunk));
                    assert_eq!(position.place(), place, "{unit} from {cut} in chunks of {size}");
                    assert_eq!(position.finish(), decoded.chars().count() as u64);
                }
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
