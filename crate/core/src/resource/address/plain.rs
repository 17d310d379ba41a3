//! Addresses that need no parser: what they resolve to is seen at a glance. Nearly all addresses of nearly all pages are such.

use super::origin;

/// What `reference` resolves to on a page at `base`; `None` where a parser has to say.
pub(super) fn resolve(reference: &str, base: &str) -> Option<String> {
    let mut url = match reference.as_bytes() {
        [b'/', b'/', ..] => scheme(base)?.to_owned(),
        [b'/', ..] => named_origin(base)?.to_owned(),
        [b'h', ..] if origin(reference).is_some() => String::new(),
        [b'.', b'/', ..] | [b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_', ..] if !reference.contains(':') => {
            folder(base)?.to_owned()
        }
        _ => return None,
    };
    url.push_str(reference.strip_prefix("./").unwrap_or(reference));
    let origin_bytes = named_origin(&url)?.len();
    if origin_bytes == url.len() {
        url.push('/');
    }
    let rest = &url[origin_bytes..];
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    (is_path(path.as_bytes()) && query.bytes().all(is_kept)).then_some(url)
}

/// `https:`
fn scheme(base: &str) -> Option<&str> {
    named_origin(base)?.split("//").next()
}

/// The address up to the last `/` of its path.
fn folder(base: &str) -> Option<&str> {
    let start = named_origin(base)?.len();
    let end = base[start..].find(['?', '#']).map_or(base.len(), |length| start + length);
    let last = base[start..end].rfind('/')?;
    Some(&base[..=start + last])
}

/// The origin of an address whose host is a name of letters, digits and hyphens in lower case, without a port.
fn named_origin(url: &str) -> Option<&str> {
    let origin = origin(url)?;
    let (_, host) = origin.split_once("//")?;
    // `xn--` is checked by parsers. A last label that begins with a digit may be a number: then the host is an IPv4 address.
    let is_name = host.split('.').all(|label| {
        !label.is_empty()
            && !label.starts_with("xn--")
            && label.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    });
    let last = host.rsplit('.').next()?;
    (is_name && last.starts_with(|first: char| first.is_ascii_lowercase())).then_some(origin)
}

/// Whether a path stays as it is. A dot at the start of a segment may be `.` or `..`, and so may `%2e`.
fn is_path(path: &[u8]) -> bool {
    path.starts_with(b"/")
        && path.iter().all(|&byte| is_kept(byte))
        && memchr::memchr_iter(b'.', path).all(|dot| path[dot - 1] != b'/')
        && memchr::memchr_iter(b'%', path).all(|sign| !starts_with_dot(&path[sign..]))
}

fn starts_with_dot(encoded: &[u8]) -> bool {
    encoded.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(b"%2e"))
}

/// Characters that stand for themselves in paths and queries alike. Browsers do not agree on `|` (Chromium 156, Firefox ESR 153).
const fn is_kept(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9'
        | b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' | b':' | b'@' | b'/' | b'%' | b'?')
}

#[cfg(all(test, feature = "addresses"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PAGE: &str = "https://www.a-1.example/shop/list.html?x=/y/#z";

    #[test]
    fn plain_addresses_are_joined() {
        let resolved = [
            ("https://b.example/c.js?v=1", "https://b.example/c.js?v=1"),
            ("//b.example/c.js", "https://b.example/c.js"),
            ("/c.js", "https://www.a-1.example/c.js"),
            ("d/c.min.js", "https://www.a-1.example/shop/d/c.min.js"),
            ("./c%5B.png", "https://www.a-1.example/shop/c%5B.png"),
            ("//b.example", "https://b.example/"),
        ];
        for (reference, url) in resolved {
            assert_eq!(resolve(reference, PAGE).as_deref(), Some(url));
        }
    }

    #[test]
    fn what_a_parser_may_change_is_left_to_it() {
        let hosts =
            ["A.example", "a.1", "a.0x7", "a..example", "xn--a.example", "a.example:443", "u@a.example", "é.example"];
        for host in hosts {
            assert_eq!(resolve(&format!("https://{host}/x"), PAGE), None, "{host}");
        }
        for path in [
            "../a",
            ".",
            "a/./b",
            "a/%2e%2E/b",
            "a b",
            "a#b",
            "?a",
            "",
            "a\\b",
            "a\tb",
            "a/é",
            "a:b",
            "c|d",
            ".//..",
            "a?'",
        ] {
            assert_eq!(resolve(path, PAGE), None, "{path}");
        }
        assert_eq!(resolve("a.js", "https://a.example"), None);
        assert_eq!(resolve("a.js", "file:///a/b.html"), None);
        assert_eq!(resolve("/a.js", "HTTPS://a.example/"), None);
    }

    proptest! {
        #[test]
        fn what_is_joined_is_what_a_parser_says(
            reference in "(https?:|http:|file:|)(/|//|)([a-zA-Z0-9.x-]{1,6}/?){0,4}(\\PC|[%2eE./?#:@'|^{} \\\\]){0,6}",
            base in "(https?|ftp|file|HTTPS)://([a-z0-9.-]|xn--){1,8}(:80)?(/[a-z./%2e]{0,5}){0,3}(\\?[/a]*)?(#/)?",
        ) {
            if let Some(url) = resolve(&reference, &base) {
                prop_assert_eq!(super::super::parse(&reference, &base), Some(url));
            }
        }
    }
}
