//! Words in the raw page.

use std::collections::BTreeMap;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::decode::decode;

/// Most results that are kept.
pub(super) const MOST: usize = 10_000;

/// Where `query` stands in `body`, in either case of ASCII letters: ranges that do not overlap, in order.
pub(super) fn find(body: &[u8], encoding: &'static Encoding, query: &str) -> Vec<(u64, u64)> {
    let Some(wanted) = encoded(query, encoding) else { return Vec::new() };
    let [first, ..] = wanted[..] else { return Vec::new() };
    let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
    let mut hits = Vec::new();
    let mut from = 0;
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    while let Some(at) = memchr::memchr2(lower, upper, &body[from..]).map(|at| from + at) {
        let is_hit = body.get(at..at + wanted.len()).is_some_and(|found| found.eq_ignore_ascii_case(&wanted));
        if !is_hit || (is_wide && at % 2 != 0) {
            from = at + 1;
            continue;
        }
        hits.push((at as u64, (at + wanted.len()) as u64));
        from = at + wanted.len();
        if hits.len() == MOST {
            break;
        }
    }
    hits
}

/// The bytes of `query` in this encoding; `None` where it cannot be written in it.
fn encoded(query: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    if encoding == UTF_16LE {
        return Some(query.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(query.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    if encoding == UTF_8 || query.is_ascii() {
        return Some(query.as_bytes().to_vec());
    }
    let table = table(encoding);
    let mut bytes = Vec::new();
    for character in query.chars() {
        match table.get(&character) {
            Some(written) => bytes.extend_from_slice(written),
            None if character.is_ascii() => bytes.push(character as u8),
            None => return None,
        }
    }
    Some(bytes)
}

/// The characters of an encoding of one or two bytes: found by decoding all of them, for decoding is all that browsers do.
fn table(encoding: &'static Encoding) -> BTreeMap<char, Vec<u8>> {
    let singles = (0x80..=0xFF_u8).map(|byte| vec![byte]);
    let pairs = (0x81..=0xFE_u8).flat_map(|lead| (0x40..=0xFE_u8).map(move |trail| vec![lead, trail]));
    let written: Vec<Vec<u8>> = if encoding.is_single_byte() { singles.collect() } else { pairs.collect() };
    // A line end parts them: it is no part of any character, and ends one that lacks its second byte.
    let lines = written.join(&b'\n');
    let text = decode(encoding, &lines);
    let mut table = BTreeMap::new();
    for (line, bytes) in text.split('\n').zip(written) {
        let mut characters = line.chars();
        if let (Some(character), None) = (characters.next(), characters.next())
            && character != char::REPLACEMENT_CHARACTER
        {
            table.entry(character).or_insert(bytes);
        }
    }
    table
}
