//! The keys of state in an attribute: JSON in which a quote is mostly written `&quot;`.

use std::borrow::Cow;

use htmlize::Context;

use super::blocks::{BLOCK_BYTES, Block};
use super::inline_data::{InlineData, Member};

/// A reference longer than this is left as it stands.
const REFERENCE_BYTES: usize = 40;

/// How frameworks write what an attribute may not hold as it is, besides `&quot;`, after the `&`.
const COMMON: [(&[u8], u8); 7] = [
    (b"#34;", b'"'),
    (b"amp;", b'&'),
    (b"#39;", b'\''),
    (b"#039;", b'\''),
    (b"#x27;", b'\''),
    (b"lt;", b'<'),
    (b"gt;", b'>'),
];

/// Reads the value of an attribute in pieces of any size, each of which ends at a [`complete_prefix`].
#[derive(Clone)]
pub(crate) struct StateKeys(InlineData);

impl StateKeys {
    pub(crate) fn new() -> Self {
        Self(InlineData::of_attribute())
    }

    /// Takes the next bytes, which begin at `offset`.
    #[inline(never)] // The popup's code is kept small: this is called for tags of either kind.
    pub(crate) fn read(&mut self, bytes: &[u8], offset: u64) {
        let resolved = resolve(bytes);
        self.0.read(&resolved, offset, &mut |_, _| {});
    }

    /// Keys that take much.
    pub(crate) fn members(self) -> Vec<Member> {
        self.0.members()
    }
}

/// How much of `value` can be read although more may follow: not a reference that it may have only the beginning of.
pub(crate) fn complete_prefix(value: &[u8]) -> usize {
    let from = value.len().saturating_sub(REFERENCE_BYTES);
    match memchr::memrchr(b'&', &value[from..]) {
        Some(at) if value[from + at + 1..].iter().all(is_of_reference) => from + at,
        _ => value.len(),
    }
}

/// `value` with its character references resolved and filled up with nulls, so that all else stands where it stood.
fn resolve(value: &[u8]) -> Vec<u8> {
    const QUOTE: &[u8; 6] = b"&quot;";
    let mut resolved = value.to_vec();
    for block in (0..value.len()).step_by(BLOCK_BYTES) {
        let mut begins = Block::of(&value[block..]).is(b'&');
        while begins != 0 {
            let at = block + begins.trailing_zeros() as usize;
            begins &= begins - 1;
            match resolved[at..].first_chunk_mut() {
                Some(quote) if quote == QUOTE => *quote = *b"\"\0\0\0\0\0",
                _ => resolve_at(value, at, &mut resolved),
            }
        }
    }
    resolved
}

/// Puts what stands for the reference at index `at` of `value` into `resolved`.
fn resolve_at(value: &[u8], at: usize, resolved: &mut [u8]) {
    let rest = &value[at + 1..];
    let (length, text) = match COMMON.iter().find(|(written, _)| rest.starts_with(written)) {
        Some((written, byte)) => (1 + written.len(), Cow::Borrowed(std::slice::from_ref(byte))),
        None => reference(&value[at..]),
    };
    // A backslash must stand next to what it takes the meaning from, and to one that takes its own.
    let is_taken = || resolved[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1;
    let begin = if &*text == b"\\" && !is_taken() { at + length - 1 } else { at };
    resolved[at..at + length].fill(0);
    resolved[begin..begin + text.len()].copy_from_slice(&text);
}

/// The length of what may be a reference at the beginning of `value`, and the text that stands for it.
fn reference(value: &[u8]) -> (usize, Cow<'_, [u8]>) {
    let name = value[1..].iter().take(REFERENCE_BYTES).take_while(|byte| is_of_reference(byte)).count();
    let mut length = 1 + name;
    match value.get(length) {
        Some(b';') => length += 1,
        // Part of an address, and no reference.
        Some(b'=') if value.get(1) != Some(&b'#') => return (1, Cow::Borrowed(b"&")),
        _ => {}
    }
    let text = htmlize::unescape_bytes_in(&value[..length], Context::Attribute);
    if text.len() > length { (1, Cow::Borrowed(b"&")) } else { (length, text) }
}

const fn is_of_reference(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'#'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(value: &str, piece_bytes: usize) -> Vec<(String, u64, u64)> {
        let mut keys = StateKeys::new();
        let (mut held, mut at) = (Vec::new(), 100);
        for piece in value.as_bytes().chunks(piece_bytes) {
            held.extend_from_slice(piece);
            let length = complete_prefix(&held);
            keys.read(&held[..length], at);
            held.drain(..length);
            at += length as u64;
        }
        keys.read(&held, at);
        let told = |member: Member| (String::from_utf8(member.path).unwrap(), member.start, member.bytes);
        keys.members().into_iter().map(told).collect()
    }

    /// Each key with what stands at its range.
    fn told(value: &str) -> Vec<(String, &str)> {
        let whole = keys(value, value.len());
        for piece_bytes in [1, 7, 64, 1_000] {
            assert_eq!(keys(value, piece_bytes), whole, "in pieces of {piece_bytes}");
        }
        let text = |start: u64, bytes: u64| &value[start as usize - 100..(start + bytes) as usize - 100];
        whole.into_iter().map(|(path, start, bytes)| (path, text(start, bytes))).collect()
    }

    #[test]
    fn keys_are_told_at_the_bytes_where_they_stand() {
        let long = "x".repeat(1_500);
        let value = format!(
            "{{&quot;component&quot;:&quot;A\\&quot;}}&quot;,&quot;props&quot; : {{&quot;posts&quot;:&quot;{long}&quot;,&#34;a&amp;b&#x22;:\"{long}\"}}}}"
        );
        let posts = format!("&quot;posts&quot;:&quot;{long}&quot;,");
        let second = format!("&#34;a&amp;b&#x22;:\"{long}\"");
        let props = format!("&quot;props&quot; : {{{posts}{second}}}");
        let expected = [("props.posts", &*posts), ("props.a&b", &*second), ("props", &*props)];
        assert_eq!(told(&value), expected.map(|(path, text)| (path.to_owned(), text)));
    }

    #[test]
    fn keys_of_the_objects_of_a_list_are_added_up() {
        let long = "x".repeat(600);
        let one = format!("{{&quot;id&quot;:1,&quot;image&quot;:{{&quot;url&quot;:&quot;{long}&quot;}}}}");
        let found = keys(&format!("[{one},{one},{one}]"), usize::MAX);
        let image = 1 + one.find("&quot;image").unwrap() as u64;
        let url = 1 + one.find("&quot;url").unwrap() as u64;
        let bytes = |start: u64, after: u64| 3 * (one.len() as u64 + 1 - start - after);
        let expected = [("[].image.url", 100 + url, bytes(url, 2)), ("[].image", 100 + image, bytes(image, 1))];
        assert_eq!(found, expected.map(|(path, start, bytes)| (path.to_owned(), start, bytes)));
        assert_eq!(keys(&format!("[[{one},{one}]]"), 50), []);
        assert_eq!(keys(&format!("[{one},{one}],{{\"a\":\"{long}{long}\"}}"), 50).len(), 2);
    }

    #[test]
    fn a_reference_is_what_a_browser_takes_for_one() {
        let text = |value: &str| String::from_utf8(resolve(value.as_bytes())).unwrap().replace('\0', "");
        assert_eq!(text("a&quot;b&QUOT;&#x00022;&#34 &lcub;&lt&eacute;"), "a\"b\"\"\" {<é");
        assert_eq!(text("?a&copy=1&quota&b&"), "?a&copy=1&quota&b&");
        assert_eq!(resolve(b"\\&bsol;&bsol;&quot;"), b"\\\\\0\0\0\0\0\0\0\0\0\0\\\"\0\0\0\0\0");
        assert_eq!(resolve(b"x&bsol;&quot;"), b"x\0\0\0\0\0\\\"\0\0\0\0\0");
    }
}
