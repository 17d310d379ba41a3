//! Finds `data:` addresses in attributes, style sheets and scripts.

use super::blocks::{BLOCK_BYTES, Block};
use crate::ledger::{Category, ChangeKind};

/// Bytes that tell whether `data:` begins an address: the longest media type looked for.
const LOOK_AHEAD_BYTES: usize = 64;

/// A `data:` address that has begun.
#[derive(Clone)]
pub(crate) struct Open {
    pub(crate) category: Category,
    pub(crate) media_type: Box<str>,
    /// Bytes of it so far, in counted bytes.
    pub(crate) bytes: u64,
    end: End,
}

/// What ends an address.
#[derive(Clone, Copy)]
enum End {
    /// The quote that it began after.
    Quote(u8),
    /// The bracket of `url(…)`.
    Bracket,
    /// White space, a quote or a bracket.
    Any,
}

/// A part of the bytes that were read.
pub(crate) enum Part<'o> {
    /// Not in an address.
    Plain(u64),
    /// In an address.
    Address(Category, u64),
    /// An address ended.
    Ended(&'o Open),
}

/// Goes through text piece by piece.
#[derive(Clone, Default)]
pub(crate) struct DataUris {
    open: Option<Open>,
    last: u8,
}

impl DataUris {
    /// How much of `text` can be read although more may follow.
    pub(crate) fn complete_prefix(&self, text: &[u8]) -> usize {
        if self.open.is_some() {
            return text.len();
        }
        let from = text.len().saturating_sub(LOOK_AHEAD_BYTES);
        for at in memchr::memchr_iter(b'd', &text[from..]) {
            let rest = &text[from + at..];
            let begins = if rest.len() < 5 { b"data:".starts_with(rest) } else { rest.starts_with(b"data:") };
            if begins {
                return from + at;
            }
        }
        text.len()
    }

    /// Reads the next piece of text; tells each part by its length in bytes, in order.
    pub(crate) fn read(&mut self, text: &[u8], mut part: impl FnMut(Part<'_>)) {
        let mut at = 0;
        while at < text.len() {
            if let Some(open) = &mut self.open {
                let rest = &text[at..];
                let length = match open.end {
                    End::Quote(quote) => memchr::memchr(quote, rest),
                    End::Bracket => memchr::memchr(b')', rest),
                    End::Any => rest.iter().position(|byte| {
                        byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b')' | b'<' | b'>')
                    }),
                };
                let taken = length.unwrap_or(rest.len());
                part(Part::Address(open.category, taken as u64));
                open.bytes += taken as u64;
                at += taken;
                if length.is_some()
                    && let Some(open) = self.open.take()
                {
                    part(Part::Ended(&open));
                }
                continue;
            }
            let mut from = at;
            let found = loop {
                let Some(index) = find_scheme(&text[from..]) else { break None };
                let start = from + index;
                let before = if start > 0 { text[start - 1] } else { self.last };
                let in_word = before.is_ascii_alphanumeric() || matches!(before, b'_' | b'-' | b'$');
                if let Some((category, media_type)) = classify(&text[start..]).filter(|_| !in_word) {
                    break Some((start, category, media_type));
                }
                from = start + 5;
            };
            let Some((start, category, media_type)) = found else {
                part(Part::Plain((text.len() - at) as u64));
                break;
            };
            if start > at {
                part(Part::Plain((start - at) as u64));
            }
            let end = match if start > 0 { text[start - 1] } else { self.last } {
                quote @ (b'"' | b'\'' | b'`') => End::Quote(quote),
                b'(' => End::Bracket,
                _ => End::Any,
            };
            self.open = Some(Open { category, media_type, bytes: 0, end });
            at = start;
        }
        if let Some(last) = text.last() {
            self.last = *last;
        }
    }

    /// Ends the text; gives the address that it ended in.
    pub(crate) fn finish(&mut self) -> Option<Open> {
        self.open.take()
    }
}

const SCHEME: &[u8] = b"data:";

/// Index of the first place where an address may begin.
fn find_scheme(text: &[u8]) -> Option<usize> {
    const COLON: usize = SCHEME.len() - 1;
    for at in (0..text.len().saturating_sub(COLON)).step_by(BLOCK_BYTES) {
        let rest = &text[at..];
        let mut begins = Block::of(rest).is_with(SCHEME[0], &Block::of(&rest[COLON..]), SCHEME[COLON]);
        while begins != 0 {
            let index = begins.trailing_zeros() as usize;
            if rest[index..].starts_with(SCHEME) {
                return Some(at + index);
            }
            begins &= begins - 1;
        }
    }
    None
}

/// Whether an address may stand in `text`.
pub(crate) fn may_hold_address(text: &[u8]) -> bool {
    find_scheme(text).is_some()
}

/// The leaf and the media type of an address that `text` begins with.
pub(crate) fn classify(text: &[u8]) -> Option<(Category, Box<str>)> {
    if !text.get(..5)?.eq_ignore_ascii_case(b"data:") {
        return None;
    }
    let rest = &text[5..];
    let length = rest.iter().take(LOOK_AHEAD_BYTES).position(|byte| matches!(byte, b';' | b','))?;
    let media_type = std::str::from_utf8(&rest[..length]).ok()?.to_ascii_lowercase();
    let (kind, subtype) = media_type.split_once('/')?;
    let is_token = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_'))
    };
    if !is_token(kind) || !is_token(subtype) {
        return None;
    }
    let category = if kind == "image" {
        Category::DataUriImage
    } else if kind == "font" || subtype.contains("font") {
        Category::DataUriFont
    } else {
        Category::DataUriOther
    };
    Some((category, media_type.into()))
}

/// The change that serves addresses of a leaf as files.
pub(crate) const fn change_of(category: Category) -> ChangeKind {
    match category {
        Category::DataUriImage => ChangeKind::Images,
        Category::DataUriFont => ChangeKind::Fonts,
        _ => ChangeKind::Files,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(text: &str) -> Vec<(String, u64)> {
        let mut found = Vec::new();
        let mut finder = DataUris::default();
        finder.read(text.as_bytes(), |part| {
            if let Part::Ended(open) = part {
                found.push((open.media_type.to_string(), open.bytes));
            }
        });
        found.extend(finder.finish().map(|open| (open.media_type.to_string(), open.bytes)));
        found
    }

    #[test]
    fn addresses_end_where_their_context_ends() {
        assert_eq!(addresses("a{b:url(data:image/png;base64,AAAA)}"), [("image/png".to_owned(), 26)]);
        assert_eq!(addresses("x=\"data:image/svg+xml,<svg a='b c'/>\";y"), [("image/svg+xml".to_owned(), 33)]);
        assert_eq!(addresses("data:font/woff2;base64,AA 1x, u 2x").len(), 1);
        assert_eq!(addresses("{data:foo,metadata:bar/baz,data:1/x }"), []);
    }

    #[test]
    fn an_address_is_found_wherever_it_begins() {
        for before in 0..140 {
            for after in [0, 1, 70] {
                let text =
                    ["d:data ".repeat(20).get(..before).unwrap(), "data:", &"d".repeat(after)].concat().into_bytes();
                assert_eq!(find_scheme(&text), Some(before));
                assert_eq!(find_scheme(&text[..before + 4]), None);
            }
        }
    }

    #[test]
    fn pieces_give_the_same_as_the_whole() {
        let text = b"a{src:url('data:font/woff2;base64,d09GMg==')} .b{c:url(data:image/gif;base64,R0lG)} data: x";
        let whole = {
            let mut parts = Vec::new();
            DataUris::default().read(text, |part| record(&mut parts, part));
            parts
        };
        for size in 1..text.len() {
            let mut finder = DataUris::default();
            let mut parts = Vec::new();
            let mut window = Vec::new();
            for chunk in text.chunks(size) {
                window.extend_from_slice(chunk);
                let length = finder.complete_prefix(&window);
                finder.read(&window[..length], |part| record(&mut parts, part));
                window.drain(..length);
            }
            finder.read(&window, |part| record(&mut parts, part));
            assert_eq!(parts, whole, "in chunks of {size}");
        }
    }

    fn record(parts: &mut Vec<(Option<Category>, u64)>, part: Part<'_>) {
        let (category, bytes) = match part {
            Part::Plain(bytes) => (None, bytes),
            Part::Address(category, bytes) => (Some(category), bytes),
            Part::Ended(_) => return,
        };
        match parts.last_mut() {
            Some((last, sum)) if *last == category => *sum += bytes,
            _ => parts.push((category, bytes)),
        }
    }
}
