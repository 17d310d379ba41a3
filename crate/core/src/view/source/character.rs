//! Where characters end, without decoding them: only the structure of an encoding is known here, no table.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// Bytes and columns of the first character of `bytes`, which is not empty. What is no character is one byte.
pub(super) fn measure(bytes: &[u8], encoding: &'static Encoding) -> (usize, usize) {
    let first = bytes[0];
    if encoding == UTF_8 {
        return utf8(bytes);
    }
    if encoding == UTF_16LE || encoding == UTF_16BE {
        return utf16(bytes, encoding == UTF_16BE);
    }
    if first < 0x80 {
        return (1, ascii_columns(first));
    }
    let second = bytes.get(1).copied().unwrap_or(0);
    let is_lead = if encoding == SHIFT_JIS {
        matches!(first, 0x81..=0x9F | 0xE0..=0xFC) && second >= 0x40
    } else if encoding == BIG5 || encoding == EUC_KR || encoding == GBK || encoding == GB18030 {
        first >= 0x81 && (second >= 0x40 || (second >= 0x30 && encoding != BIG5 && encoding != EUC_KR))
    } else if encoding == EUC_JP {
        (first == 0x8E || first == 0x8F || first >= 0xA1) && second >= 0xA1
    } else {
        return (1, 1);
    };
    if !is_lead {
        return (1, 1);
    }
    let bytes_taken = match first {
        0x8F if encoding == EUC_JP => 3,
        _ if second < 0x40 => 4,
        _ => 2,
    };
    (bytes_taken.min(bytes.len()), 2)
}

/// Whether rows may end between any two characters of this encoding: not where characters depend on what stands before.
pub(super) fn is_divisible(encoding: &'static Encoding) -> bool {
    encoding != ISO_2022_JP
}

/// A tab goes to the next even column; as it may already stand there, it is given two.
fn ascii_columns(byte: u8) -> usize {
    if byte == b'\t' { 2 } else { 1 }
}

fn utf8(bytes: &[u8]) -> (usize, usize) {
    let (needed, columns) = match bytes[0] {
        byte @ 0..0x80 => return (1, ascii_columns(byte)),
        0xC2..=0xDF => (2, 1),
        // Hangul Jamo, and from CJK radicals to the private use area: twice as wide, all but a few.
        0xE1 if bytes.get(1) == Some(&0x84) => (3, 2),
        0xE3..=0xED | 0xEF => (3, 2),
        0xE2 if bytes.get(1).is_some_and(|second| *second >= 0xBA) => (3, 2),
        0xE0..=0xEF => (3, 1),
        0xF0..=0xF4 => (4, 2),
        // Shown by its number: `\xFF`.
        _ => return (1, 4),
    };
    let is_whole = bytes.len() >= needed && bytes[1..needed].iter().all(|byte| matches!(byte, 0x80..=0xBF));
    if is_whole { (needed, columns) } else { (1, 4) }
}

fn utf16(bytes: &[u8], is_big: bool) -> (usize, usize) {
    let unit = |at: usize| {
        let pair = bytes.get(at..at + 2)?;
        Some(if is_big { u16::from_be_bytes([pair[0], pair[1]]) } else { u16::from_le_bytes([pair[0], pair[1]]) })
    };
    match (unit(0), unit(2)) {
        (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => (4, 2),
        (Some(0x09), _) => (2, 2),
        (Some(0x1100..=0x115F | 0x2E80..=0xD7FF | 0xF900..=0xFFEF), _) => (2, 2),
        _ => (2.min(bytes.len()), 1),
    }
}

/// Bytes from the start of `bytes` to the end of their first line, its line feed included; `None` when no line ends there.
pub(super) fn line_end(bytes: &[u8], encoding: &'static Encoding) -> Option<usize> {
    let low = match encoding {
        _ if encoding == UTF_16LE => 0,
        _ if encoding == UTF_16BE => 1,
        _ => return memchr::memchr(b'\n', bytes).map(|at| at + 1),
    };
    // Rows of UTF-16 start at even offsets.
    let is_feed = |at: &usize| at % 2 == low && bytes.get(at ^ 1) == Some(&0);
    memchr::memchr_iter(b'\n', bytes).find(is_feed).map(|at| (at | 1) + 1)
}

/// Bytes of `bytes` before the line end that they end in.
pub(super) fn trim_line_end(bytes: &[u8], encoding: &'static Encoding) -> usize {
    let (feed, carriage): (&[u8], &[u8]) = match encoding {
        _ if encoding == UTF_16LE => (b"\n\0", b"\r\0"),
        _ if encoding == UTF_16BE => (b"\0\n", b"\0\r"),
        _ => (b"\n", b"\r"),
    };
    let Some(line) = bytes.strip_suffix(feed) else { return bytes.len() };
    line.strip_suffix(carriage).unwrap_or(line).len()
}
