//! What a body is treated as: by its `Content-Type`, else by how it begins and what its address ends in.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::decode::decode;
use crate::report::ContentKind;

/// How a body is treated.
///
/// `mime` is the media type without parameters, lower-cased ([`super::Head::mime`]), and decides when there is one that says
/// anything. Otherwise the signature of a binary format decides, then the extension of `url` (an address or a file name),
/// then how the text begins; so it is for files. Nothing at all to go by is HTML. `first_bytes`: the first 1,024 bytes of the
/// body, or all when it is shorter.
///
/// Source: WHATWG MIME Sniffing. It differs on purpose where there is no type: anything that begins with a tag is HTML or a
/// well-known XML format, and an XML declaration before an HTML document is HTML, because such pages are served so.
#[must_use]
pub fn content_kind(mime: Option<&str>, url: &str, first_bytes: &[u8]) -> ContentKind {
    match mime {
        None | Some("" | "unknown/unknown" | "application/unknown" | "*/*") => kind_of_content(url, first_bytes),
        Some(mime) => kind_of_mime(mime),
    }
}

/// What the bytes show, where that contradicts the media type they were sent as; `None` where nothing contradicts it.
///
/// Only clear signs count: a signature of a binary format, a doctype or an `html`, `head` or `body` tag at the start, JSON
/// sent as HTML. `mime` and `first_bytes` as for [`content_kind`].
#[must_use]
pub fn contradicted_by(mime: &str, first_bytes: &[u8]) -> Option<ContentKind> {
    use ContentKind::{Html, Json, Svg, Xml};
    let declared = content_kind(Some(mime), "", first_bytes);
    let shown = match signature(first_bytes) {
        Some(kind) => kind,
        None => {
            let text = leading_text(first_bytes);
            let (start, _) = skip_prolog(&text);
            match kind_of_text(&text) {
                Some(Html) if declared != Html && !begins_document(start) => return None,
                kind => kind?,
            }
        }
    };
    let agrees = match (declared, shown) {
        // XHTML begins like HTML; feeds and drawings are XML.
        (Xml, Html | Svg) | (Svg, Xml) => true,
        // Anything may be shown as plain text or offered as data on purpose, except what is plainly a page.
        (ContentKind::Text | ContentKind::Other | ContentKind::Css | ContentKind::Javascript, Xml | Svg | Json) => true,
        // Archives and documents that have no kind of their own.
        (ContentKind::Other, shown) => shown != Html && shown != ContentKind::Pdf,
        // Containers of pictures and of films are alike.
        (ContentKind::Media | ContentKind::Image, ContentKind::Media | ContentKind::Image) => true,
        (declared, shown) => declared == shown,
    };
    (!agrees).then_some(shown)
}

fn kind_of_mime(mime: &str) -> ContentKind {
    let (kind, subtype) = mime.split_once('/').unwrap_or((mime, ""));
    match mime {
        "text/html" => return ContentKind::Html,
        "image/svg+xml" => return ContentKind::Svg,
        "text/xml" | "application/xml" | "text/vnd.wap.wml" | "application/gpx" => return ContentKind::Xml,
        "application/json" | "text/json" => return ContentKind::Json,
        "text/csv" => return ContentKind::Csv,
        "text/css" => return ContentKind::Css,
        "application/pdf" | "application/x-pdf" => return ContentKind::Pdf,
        "application/x-tex" | "application/x-latex" | "application/x-perl" => return ContentKind::Text,
        "application/ogg" | "application/vnd.apple.mpegurl" | "application/x-mpegurl" => return ContentKind::Media,
        "application/vnd.ms-fontobject" => return ContentKind::Font,
        _ => {}
    }
    if is_javascript(kind, subtype) {
        ContentKind::Javascript
    } else if subtype.ends_with("+xml") {
        ContentKind::Xml
    } else if subtype.ends_with("+json") {
        ContentKind::Json
    } else if kind == "font" || subtype.starts_with("font-") || subtype.starts_with("x-font-") {
        ContentKind::Font
    } else {
        match kind {
            "text" => ContentKind::Text,
            "image" => ContentKind::Image,
            "audio" | "video" => ContentKind::Media,
            _ => ContentKind::Other,
        }
    }
}

/// Source: WHATWG MIME Sniffing, "JavaScript MIME type".
fn is_javascript(kind: &str, subtype: &str) -> bool {
    match kind {
        "application" => matches!(subtype, "ecmascript" | "javascript" | "x-ecmascript" | "x-javascript"),
        "text" => {
            matches!(subtype, "ecmascript" | "javascript" | "jscript" | "livescript" | "x-ecmascript" | "x-javascript")
                || subtype
                    .strip_prefix("javascript1.")
                    .is_some_and(|version| matches!(version, "0" | "1" | "2" | "3" | "4" | "5"))
        }
        _ => false,
    }
}

fn kind_of_content(url: &str, first_bytes: &[u8]) -> ContentKind {
    if let Some(kind) = signature(first_bytes).or_else(|| kind_of_extension(url)) {
        return kind;
    }
    let text = leading_text(first_bytes);
    match kind_of_text(&text) {
        Some(kind) => kind,
        None if first_bytes.is_empty() => ContentKind::Html,
        None if text.bytes().any(is_binary_byte) => ContentKind::Other,
        None => ContentKind::Text,
    }
}

/// Signatures of binary formats.
fn signature(bytes: &[u8]) -> Option<ContentKind> {
    const STARTS: [(&[u8], ContentKind); 21] = [
        (b"%PDF-", ContentKind::Pdf),
        (b"\x89PNG\r\n\x1a\n", ContentKind::Image),
        (b"\xff\xd8\xff", ContentKind::Image),
        (b"GIF87a", ContentKind::Image),
        (b"GIF89a", ContentKind::Image),
        (b"\0\0\x01\0", ContentKind::Image),
        (b"\0\0\x02\0", ContentKind::Image),
        (b"OggS\0", ContentKind::Media),
        (b"\x1a\x45\xdf\xa3", ContentKind::Media),
        (b"ID3", ContentKind::Media),
        (b"wOFF", ContentKind::Font),
        (b"wOF2", ContentKind::Font),
        (b"OTTO", ContentKind::Font),
        (b"ttcf", ContentKind::Font),
        (b"\0\x01\0\0", ContentKind::Font),
        (b"\x1f\x8b\x08", ContentKind::Other),
        (b"PK\x03\x04", ContentKind::Other),
        (b"Rar!\x1a\x07", ContentKind::Other),
        (b"7z\xbc\xaf\x27\x1c", ContentKind::Other),
        (b"\x28\xb5\x2f\xfd", ContentKind::Other),
        (b"%!PS-Adobe-", ContentKind::Other),
    ];
    if let Some((_, kind)) = STARTS.into_iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(kind);
    }
    match (bytes.get(..4), bytes.get(4..8), bytes.get(8..12)) {
        (Some(b"RIFF"), _, Some(b"WEBP")) | (_, Some(b"ftyp"), Some(b"avif" | b"heic" | b"mif1")) => {
            Some(ContentKind::Image)
        }
        (Some(b"RIFF"), _, Some(b"WAVE" | b"AVI ")) | (_, Some(b"ftyp"), Some(_)) => Some(ContentKind::Media),
        // A bitmap has four reserved zero bytes; two letters alone may begin any text.
        (Some([b'B', b'M', ..]), Some([_, _, 0, 0]), Some([0, 0, ..])) => Some(ContentKind::Image),
        _ => None,
    }
}

fn kind_of_extension(url: &str) -> Option<ContentKind> {
    let path = if url.contains("://") {
        let end = url.find(['?', '#']).unwrap_or(url.len());
        // The host has dots of its own.
        url[..end].split_once("://").and_then(|(_, rest)| rest.split_once('/'))?.1
    } else {
        url
    };
    let name = path.rsplit(['/', '\\']).next()?;
    let (_, extension) = name.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "html" | "htm" | "shtml" => ContentKind::Html,
        "xml" | "xhtml" | "xht" | "rss" | "atom" | "rdf" | "kml" | "gpx" | "wml" | "xsl" | "xslt" => ContentKind::Xml,
        "svg" => ContentKind::Svg,
        "json" | "jsonld" | "geojson" | "webmanifest" | "map" | "ipynb" => ContentKind::Json,
        "csv" => ContentKind::Csv,
        "css" => ContentKind::Css,
        "js" | "mjs" | "cjs" => ContentKind::Javascript,
        "txt" | "text" | "md" | "tex" | "log" | "tsv" => ContentKind::Text,
        "bas" | "c" | "cc" | "cpp" | "cxx" | "h" | "hpp" | "cs" | "java" | "pl" | "py" | "rs" => ContentKind::Text,
        "pdf" => ContentKind::Pdf,
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "avif" | "ico" | "bmp" => ContentKind::Image,
        "mp3" | "mp4" | "m4a" | "mov" | "ogg" | "wav" | "webm" => ContentKind::Media,
        "woff" | "woff2" | "ttf" | "otf" | "eot" => ContentKind::Font,
        "zip" | "gz" | "br" | "zst" | "7z" | "rar" | "wasm" => ContentKind::Other,
        _ => return None,
    })
}

/// The first bytes as text without byte order mark, good enough to recognise ASCII.
fn leading_text(bytes: &[u8]) -> Cow<'_, str> {
    let (encoding, bom_bytes) = Encoding::for_bom(bytes).unwrap_or((UTF_8, 0));
    decode(encoding, &bytes[bom_bytes..])
}

/// What a text begins like; `None` when it begins like nothing in particular.
fn kind_of_text(text: &str) -> Option<ContentKind> {
    let (start, has_declaration) = skip_prolog(text);
    let name = tag_name(start);
    Some(match name.as_str() {
        "!doctype" if begins_document(start) => ContentKind::Html,
        "!doctype" if second_word(start) == "svg" => ContentKind::Svg,
        "!doctype" => ContentKind::Xml,
        "html" => ContentKind::Html,
        "svg" => ContentKind::Svg,
        "rss" | "feed" | "rdf:rdf" | "urlset" | "sitemapindex" | "kml" | "gpx" | "wml" | "opml" => ContentKind::Xml,
        _ if has_declaration => ContentKind::Xml,
        "" if begins_json(start) => ContentKind::Json,
        // Nothing but comments so far.
        "" => return text.trim_ascii_start().starts_with("<!--").then_some(ContentKind::Html),
        _ => ContentKind::Html,
    })
}

/// Skips white space, comments and processing instructions; also says whether an XML declaration was among them.
fn skip_prolog(text: &str) -> (&str, bool) {
    let mut rest = text.trim_ascii_start();
    let has_declaration = rest.starts_with("<?xml");
    loop {
        let end = if rest.starts_with("<!--") {
            rest.find("-->").map(|at| at + "-->".len())
        } else if rest.starts_with("<?") {
            rest.find("?>").map(|at| at + "?>".len())
        } else {
            return (rest, has_declaration);
        };
        let Some(end) = end else { return ("", has_declaration) };
        rest = rest[end..].trim_ascii_start();
    }
}

/// The name of the tag that `text` begins with, lower-cased; empty when it begins with none.
fn tag_name(text: &str) -> String {
    let Some(rest) = text.strip_prefix('<') else { return String::new() };
    if !rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '!') {
        return String::new();
    }
    let end = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).unwrap_or(rest.len());
    rest[..end].to_ascii_lowercase()
}

fn second_word(text: &str) -> String {
    let word = text.split_ascii_whitespace().nth(1).unwrap_or_default();
    word.split('>').next().unwrap_or_default().to_ascii_lowercase()
}

/// Whether `text` begins as only an HTML document does.
fn begins_document(text: &str) -> bool {
    match tag_name(text).as_str() {
        "!doctype" => second_word(text) == "html",
        "html" | "head" | "body" => true,
        _ => false,
    }
}

/// Whether `text` begins as JSON does: a brace before a name, or a bracket before a value.
fn begins_json(text: &str) -> bool {
    let mut characters = text.chars().filter(|character| !character.is_ascii_whitespace());
    match (characters.next(), characters.next()) {
        (Some('{'), Some('"' | '}')) => true,
        (Some('['), Some(next)) => matches!(next, '{' | '[' | ']' | '"' | '-' | '0'..='9'),
        _ => false,
    }
}

/// Source: WHATWG MIME Sniffing, "binary data byte".
const fn is_binary_byte(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_decides_when_there_is_one() {
        for (mime, kind) in [
            ("text/html", ContentKind::Html),
            ("application/xhtml+xml", ContentKind::Xml),
            ("application/rss+xml", ContentKind::Xml),
            ("image/svg+xml", ContentKind::Svg),
            ("application/ld+json", ContentKind::Json),
            ("text/javascript", ContentKind::Javascript),
            ("application/x-javascript", ContentKind::Javascript),
            ("text/plain", ContentKind::Text),
            ("image/webp", ContentKind::Image),
            ("video/mp4", ContentKind::Media),
            ("application/font-woff", ContentKind::Font),
            ("application/octet-stream", ContentKind::Other),
        ] {
            assert_eq!(content_kind(Some(mime), "https://example.com/a.css", b"%PDF-1.7"), kind, "{mime}");
        }
    }

    #[test]
    fn without_a_type_signature_then_extension_then_text_decide() {
        for (url, bytes, kind) in [
            ("a.html", &b"%PDF-1.7"[..], ContentKind::Pdf),
            ("a.txt", b"<!doctype html>", ContentKind::Text),
            ("https://example.com/a.css?x=b.js", b"a{}", ContentKind::Css),
            ("https://example.com", b"a,b", ContentKind::Text),
            ("https://example.js/", b"  \n<!DOCTYPE HTML><p>", ContentKind::Html),
            ("", b"\xef\xbb\xbf<!-- x --><HTML lang=en>", ContentKind::Html),
            ("", b"\xff\xfe<\0h\0t\0m\0l\0>\0", ContentKind::Html),
            ("", b"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC ''>", ContentKind::Html),
            ("", b"<?xml version='1.0'?><urlset>", ContentKind::Xml),
            ("", b"<?xml version='1.0'?><!-- x --><svg>", ContentKind::Svg),
            ("", b"<!DOCTYPE svg PUBLIC ''>", ContentKind::Svg),
            ("", b"<rss version=2.0>", ContentKind::Xml),
            ("", b"<article>", ContentKind::Html),
            ("", b"<!-- no end", ContentKind::Html),
            ("", b"{\n  \"a\": 1}", ContentKind::Json),
            ("", b"[[1]]", ContentKind::Json),
            ("", b"[see below] {x}", ContentKind::Text),
            ("", b"< 3", ContentKind::Text),
            ("", b"Just words.", ContentKind::Text),
            ("", b"\x01\x02\x03", ContentKind::Other),
            ("", b"RIFF\0\0\0\0WEBPVP8 ", ContentKind::Image),
            ("", b"\0\0\0\x20ftypisom", ContentKind::Media),
            ("", b"\x89PNG\r\n\x1a\n", ContentKind::Image),
            ("", b"BMW builds cars", ContentKind::Text),
            ("", b"", ContentKind::Html),
        ] {
            assert_eq!(content_kind(None, url, bytes), kind, "{url:?} {:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn contradictions_need_clear_signs() {
        for (mime, bytes, shown) in [
            ("text/html", &b"%PDF-1.7"[..], Some(ContentKind::Pdf)),
            ("text/html", b"\x1f\x8b\x08\0", Some(ContentKind::Other)),
            ("text/html", b"{\"error\": 404}", Some(ContentKind::Json)),
            ("text/html", b"<?xml version='1.0'?><rss>", Some(ContentKind::Xml)),
            ("text/html", b"<?xml version='1.0'?><html>", None),
            ("text/html", b"Hello", None),
            ("text/plain", b"<!doctype html><html>", Some(ContentKind::Html)),
            ("text/plain", b"<p>A readme with markup", None),
            ("text/plain", b"{\"a\": 1}", None),
            ("application/octet-stream", b"<html>", Some(ContentKind::Html)),
            ("application/octet-stream", b"PK\x03\x04", None),
            ("application/json", b"<!doctype html>", Some(ContentKind::Html)),
            ("application/pdf", b"<html>", Some(ContentKind::Html)),
            ("application/xhtml+xml", b"<!doctype html>", None),
            ("image/svg+xml", b"<?xml version='1.0'?><x:svg>", None),
            ("image/png", b"\xff\xd8\xff\xe0", None),
            ("", b"%PDF-", None),
        ] {
            assert_eq!(contradicted_by(mime, bytes), shown, "{mime} {:?}", String::from_utf8_lossy(bytes));
        }
    }
}
