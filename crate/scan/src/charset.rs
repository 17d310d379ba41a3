//! The character encoding of a body: byte order mark, header, `meta` within the first 1,024 bytes, XML declaration.
//!
//! Source: HTML standard, "determining the character encoding", and what it refers to. UTF-32 has no place in it: its
//! little-endian mark reads as UTF-16LE, its big-endian one as nothing.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use htmlize::Context;
use serde::{Deserialize, Serialize};

use crate::vocabulary::ContentKind;

/// Bytes at the start of an HTML document in which a `meta` element decides the encoding before parsing begins.
pub const PRESCAN_BYTES: usize = 1024;

/// What decided the character encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EncodingSource {
    /// A byte order mark.
    Bom,
    /// The `charset` parameter of the `Content-Type` field.
    Header,
    /// A `meta` element within the first 1,024 bytes.
    Meta,
    /// A `meta` element after the first 1,024 bytes.
    LateMeta,
    /// An XML declaration.
    XmlDeclaration,
    /// The `@charset` at the start of a style sheet.
    CssCharset,
    /// Nothing declared it: UTF-8 or windows-1252 was assumed.
    Assumed,
}

/// A character encoding and what decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charset {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// What decided it.
    pub source: EncodingSource,
    /// Bytes of the byte order mark; 0 when there is none.
    pub bom_bytes: u8,
    /// Offset of the `<` of the `meta` element that decided it; `None` when something else did.
    pub meta_offset: Option<u64>,
}

impl Charset {
    const fn new(encoding: &'static Encoding, source: EncodingSource) -> Self {
        Self { encoding, source, bom_bytes: 0, meta_offset: None }
    }
}

/// The character encoding of a body of `kind`.
///
/// `header_label` is the `charset` of the `Content-Type` field; a label that names no encoding counts for nothing.
/// `first_bytes`: the first [`PRESCAN_BYTES`] of the body, or all when it is shorter; more bytes only make the assumption better.
///
/// Where nothing declares an encoding: HTML and plain text are assumed to be UTF-8 when the bytes are valid UTF-8 with at least
/// one character beyond ASCII; otherwise HTML is assumed to be windows-1252 (the standard's default for most locales), and plain text to be UTF-8 unless its bytes are not. Everything else is UTF-8.
/// Browsers guess in ways of their own: Chromium 156 takes undeclared HTML from a server for windows-1252 even where it is valid
/// UTF-8, and knows Shift_JIS or KOI8-R by their looks (measured). What Google does is unknown.
#[must_use]
pub fn sniff(header_label: Option<&str>, first_bytes: &[u8], kind: ContentKind) -> Charset {
    let charset = sniff_file(header_label, first_bytes, kind);
    if kind != ContentKind::Html || charset.source != EncodingSource::Assumed {
        return charset;
    }
    prescan(&first_bytes[..first_bytes.len().min(PRESCAN_BYTES)]).unwrap_or(charset)
}

/// The character encoding of what is not HTML: [`sniff`] without the search for a `meta` element, and without the table of
/// character references that it takes.
#[must_use]
pub fn sniff_file(header_label: Option<&str>, first_bytes: &[u8], kind: ContentKind) -> Charset {
    if let Some((encoding, bom_bytes)) = Encoding::for_bom(first_bytes) {
        return Charset {
            bom_bytes: u8::try_from(bom_bytes).unwrap_or(0),
            ..Charset::new(encoding, EncodingSource::Bom)
        };
    }
    if let Some(encoding) = header_label.and_then(|label| Encoding::for_label(label.as_bytes())) {
        return Charset::new(encoding, EncodingSource::Header);
    }
    let declared = match kind {
        ContentKind::Xml | ContentKind::Svg => of_xml(first_bytes),
        ContentKind::Css => of_css(first_bytes),
        _ => None,
    };
    declared.unwrap_or_else(|| Charset::new(assumed(first_bytes, kind), EncodingSource::Assumed))
}

/// The encoding that a `meta` element's `charset` attribute declares; `None` when no encoding is called that.
///
/// UTF-16 becomes UTF-8, because a `meta` element that can be read at all is not in UTF-16; `x-user-defined` becomes windows-1252.
#[must_use]
pub fn of_meta_label(label: &str) -> Option<&'static Encoding> {
    Encoding::for_label(label.as_bytes()).map(of_ascii_declaration)
}

/// The encoding that the `content` attribute of a `meta http-equiv=content-type` element declares, mapped as
/// [`of_meta_label`] does.
///
/// Source: HTML standard, "extracting a character encoding from a meta element".
#[must_use]
pub fn of_meta_content(content: &str) -> Option<&'static Encoding> {
    label_in_content(content.as_bytes()).and_then(Encoding::for_label).map(of_ascii_declaration)
}

fn of_ascii_declaration(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == X_USER_DEFINED { WINDOWS_1252 } else { utf_8_for_utf_16(encoding) }
}

fn utf_8_for_utf_16(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding }
}

fn label_in_content(content: &[u8]) -> Option<&[u8]> {
    const NAME: &[u8] = b"charset";
    let mut rest = content;
    loop {
        let at = rest.windows(NAME.len()).position(|window| window.eq_ignore_ascii_case(NAME))?;
        rest = rest[at + NAME.len()..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            rest = value.trim_ascii_start();
            break;
        }
    }
    match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let end = rest[1..].iter().position(|byte| byte == quote)?;
            Some(&rest[1..=end])
        }
        _ => {
            let end = rest.iter().position(|&byte| is_space(byte) || byte == b';').unwrap_or(rest.len());
            Some(&rest[..end])
        }
    }
}

/// Source: HTML standard, "prescan a byte stream to determine its encoding", with what browsers do beyond it (measured in
/// Chromium 156, asked for by web-platform-tests): they skip the contents of raw text elements, where a `meta` is none, and
/// replace character references in labels.
fn prescan(bytes: &[u8]) -> Option<Charset> {
    if let Some(encoding) = utf_16_declaration(bytes) {
        return Some(Charset::new(encoding, EncodingSource::XmlDeclaration));
    }
    let mut scanner = Scanner { bytes, position: 0 };
    match scanner.find_meta() {
        Some((encoding, offset)) => {
            Some(Charset { meta_offset: Some(offset as u64), ..Charset::new(encoding, EncodingSource::Meta) })
        }
        None => xml_encoding(bytes).map(|encoding| Charset::new(encoding, EncodingSource::XmlDeclaration)),
    }
}

/// `<?x` in UTF-16 without a byte order mark.
fn utf_16_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        Some(UTF_16LE)
    } else if bytes.starts_with(b"\0<\0?\0x") {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Source: HTML standard, "get an XML encoding".
fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    const NAME: &[u8] = b"encoding";
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &bytes[..bytes.iter().position(|&byte| byte == b'>')?];
    let at = declaration.windows(NAME.len()).position(|window| window == NAME)?;
    let value = skip_control(&declaration[at + NAME.len()..]).strip_prefix(b"=")?;
    let (quote, value) = skip_control(value).split_first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let label = &value[..value.iter().position(|byte| byte == quote)?];
    if label.iter().any(|&byte| byte <= b' ') {
        return None;
    }
    Encoding::for_label(label).map(utf_8_for_utf_16)
}

fn skip_control(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().position(|&byte| byte > b' ').unwrap_or(bytes.len())..]
}

fn of_xml(bytes: &[u8]) -> Option<Charset> {
    let encoding = utf_16_declaration(bytes).or_else(|| xml_encoding(bytes))?;
    Some(Charset::new(encoding, EncodingSource::XmlDeclaration))
}

/// Source: CSS Syntax, "determine the fallback encoding".
fn of_css(bytes: &[u8]) -> Option<Charset> {
    let rest = bytes[..bytes.len().min(PRESCAN_BYTES)].strip_prefix(b"@charset \"")?;
    let end = rest.iter().position(|&byte| byte == b'"')?;
    if rest.get(end + 1) != Some(&b';') {
        return None;
    }
    let encoding = Encoding::for_label(&rest[..end]).map(utf_8_for_utf_16)?;
    Some(Charset::new(encoding, EncodingSource::CssCharset))
}

fn assumed(bytes: &[u8], kind: ContentKind) -> &'static Encoding {
    match (kind, utf_8_evidence(bytes)) {
        (ContentKind::Html, Utf8::Ascii | Utf8::Invalid) | (ContentKind::Text | ContentKind::Csv, Utf8::Invalid) => {
            WINDOWS_1252
        }
        _ => UTF_8,
    }
}

enum Utf8 {
    Ascii,
    Valid,
    Invalid,
}

fn utf_8_evidence(bytes: &[u8]) -> Utf8 {
    match std::str::from_utf8(bytes) {
        _ if bytes.is_ascii() => Utf8::Ascii,
        Ok(_) => Utf8::Valid,
        // Only the last character is incomplete: the bytes were cut there.
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => Utf8::Valid,
        Err(_) => Utf8::Invalid,
    }
}

/// A position in the bytes that the standard's algorithms move along. `None` from a method: the bytes ran out, which ends
/// the prescan.
struct Scanner<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl Scanner<'_> {
    /// The encoding of the first `meta` element that declares one, and the offset of its `<`.
    fn find_meta(&mut self) -> Option<(&'static Encoding, usize)> {
        loop {
            let start = self.position + self.bytes.get(self.position..)?.iter().position(|&byte| byte == b'<')?;
            let rest = &self.bytes[start..];
            self.position = start;
            if rest.starts_with(b"<!--") {
                // The two hyphens of `<!--` may be those of `-->`.
                self.position = start + 2 + rest[2..].windows(3).position(|window| window == b"-->")? + 3;
            } else if is_meta(rest) {
                self.position = start + "<meta".len();
                if let Some(encoding) = self.meta()? {
                    return Some((encoding, start));
                }
                self.position += 1;
            } else if is_tag(rest) {
                let name_end = rest.iter().position(|&byte| is_space(byte) || byte == b'>')?;
                self.position = start + name_end;
                while self.attribute()?.is_some() {}
                self.position += 1;
                let name = rest[1..name_end].to_ascii_lowercase();
                if RAW_TEXT.contains(&name.as_slice()) {
                    self.skip_raw_text(&name)?;
                }
            } else if matches!(rest.get(1)?, b'!' | b'/' | b'?') {
                self.position = start + rest.iter().position(|&byte| byte == b'>')? + 1;
            } else {
                self.position = start + 1;
            }
        }
    }

    /// Moves to the end tag of a raw text element called `name`.
    fn skip_raw_text(&mut self, name: &[u8]) -> Option<()> {
        let rest = self.bytes.get(self.position..)?;
        self.position += rest
            .windows(name.len() + 2)
            .position(|window| window.starts_with(b"</") && window[2..].eq_ignore_ascii_case(name))?;
        Some(())
    }

    /// The encoding that the `meta` element declares whose attributes begin here.
    fn meta(&mut self) -> Option<Option<&'static Encoding>> {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let (mut got_pragma, mut need_pragma) = (false, None);
        let mut encoding = None;
        while let Some((name, value)) = self.attribute()? {
            if seen.contains(&name) {
                continue;
            }
            match name.as_slice() {
                b"http-equiv" => got_pragma |= value == b"content-type",
                b"content" if need_pragma.is_none() => {
                    if let Some(found) = label_in_content(&decoded(&value)).and_then(Encoding::for_label) {
                        encoding = Some(found);
                        need_pragma = Some(true);
                    }
                }
                b"charset" => {
                    encoding = Encoding::for_label(&decoded(&value));
                    need_pragma = Some(false);
                }
                _ => {}
            }
            seen.push(name);
        }
        Some(match need_pragma {
            None => None,
            Some(true) if !got_pragma => None,
            Some(_) => encoding.map(of_ascii_declaration),
        })
    }

    /// The next attribute of a tag, lower-cased name and value. `Some(None)`: the tag has no more; the position is at its `>`.
    ///
    /// Source: HTML standard, "get an attribute".
    fn attribute(&mut self) -> Option<Option<(Vec<u8>, Vec<u8>)>> {
        self.skip(|byte| is_space(byte) || byte == b'/')?;
        if self.byte()? == b'>' {
            return Some(None);
        }
        let mut name = Vec::new();
        loop {
            match self.byte()? {
                b'=' if !name.is_empty() => break,
                b'/' | b'>' => return Some(Some((name, Vec::new()))),
                byte if is_space(byte) => {
                    self.skip(is_space)?;
                    if self.byte()? != b'=' {
                        return Some(Some((name, Vec::new())));
                    }
                    break;
                }
                byte => name.push(byte.to_ascii_lowercase()),
            }
            self.position += 1;
        }
        self.position += 1;
        self.skip(is_space)?;
        self.value().map(|value| Some((name, value)))
    }

    fn value(&mut self) -> Option<Vec<u8>> {
        let mut value = Vec::new();
        let first = self.byte()?;
        if matches!(first, b'"' | b'\'') {
            self.position += 1;
            while self.byte()? != first {
                value.push(self.byte()?.to_ascii_lowercase());
                self.position += 1;
            }
            self.position += 1;
            return Some(value);
        }
        while !is_space(self.byte()?) && self.byte()? != b'>' {
            value.push(self.byte()?.to_ascii_lowercase());
            self.position += 1;
        }
        Some(value)
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn skip(&mut self, skipped: impl Fn(u8) -> bool) -> Option<()> {
        while skipped(self.byte()?) {
            self.position += 1;
        }
        Some(())
    }
}

/// Elements whose contents are text, whatever they look like.
const RAW_TEXT: [&[u8]; 8] = [b"script", b"style", b"title", b"textarea", b"xmp", b"iframe", b"noembed", b"noframes"];

/// A value with its character references replaced.
fn decoded(value: &[u8]) -> Cow<'_, [u8]> {
    if value.contains(&b'&') { htmlize::unescape_bytes_in(value, Context::Attribute) } else { Cow::Borrowed(value) }
}

fn is_meta(bytes: &[u8]) -> bool {
    bytes.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"<meta"))
        && bytes.get(5).is_some_and(|&byte| is_space(byte) || byte == b'/')
}

fn is_tag(bytes: &[u8]) -> bool {
    let name = bytes.strip_prefix(b"</").or_else(|| bytes.strip_prefix(b"<"));
    name.and_then(<[u8]>::first).is_some_and(u8::is_ascii_alphabetic)
}

/// White space of HTML: tab, line feed, form feed, carriage return, space.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    use encoding_rs::{ISO_8859_2, KOI8_R, SHIFT_JIS, WINDOWS_1251};

    use super::*;

    fn html(bytes: impl AsRef<[u8]>) -> (&'static Encoding, EncodingSource) {
        let charset = sniff(None, bytes.as_ref(), ContentKind::Html);
        (charset.encoding, charset.source)
    }

    #[test]
    fn a_mark_beats_the_header_and_the_header_beats_the_meta() {
        let meta = b"\xef\xbb\xbf<meta charset=koi8-r>";
        let charset = sniff(Some("shift_jis"), meta, ContentKind::Html);
        assert_eq!((charset.encoding, charset.source, charset.bom_bytes), (UTF_8, EncodingSource::Bom, 3));
        let charset = sniff(Some(" Shift_JIS "), &meta[3..], ContentKind::Html);
        assert_eq!((charset.encoding, charset.source, charset.bom_bytes), (SHIFT_JIS, EncodingSource::Header, 0));
        let charset = sniff(Some("nonsense"), &meta[3..], ContentKind::Html);
        assert_eq!((charset.encoding, charset.source, charset.meta_offset), (KOI8_R, EncodingSource::Meta, Some(0)));
        assert_eq!(html(b"\xfe\xff\0<"), (UTF_16BE, EncodingSource::Bom));
        assert_eq!(html(b"\xff\xfe\0\0<"), (UTF_16LE, EncodingSource::Bom));
        assert_eq!(html(b"\0\0\xfe\xff"), (WINDOWS_1252, EncodingSource::Assumed));
    }

    #[test]
    fn a_meta_element_counts_where_the_standard_finds_it() {
        let meta = |encoding| (encoding, EncodingSource::Meta);
        let assumed = (WINDOWS_1252, EncodingSource::Assumed);
        for (document, expected) in [
            ("<META\nCHARSET = 'ISO-8859-2' >", meta(ISO_8859_2)),
            ("<meta/charset=koi8-r>", meta(KOI8_R)),
            ("<meta content='text/html; charset = koi8-r' http-equiv=Content-Type>", meta(KOI8_R)),
            ("<meta http-equiv=content-type content='charset;charset=\"koi8-r\"'>", meta(KOI8_R)),
            ("<meta content='text/html; charset=koi8-r'>", assumed),
            ("<meta http-equiv='content-type' value='text/html; charset=koi8-r'>", assumed),
            ("<meta charset=nonsense><meta charset=koi8-r>", meta(KOI8_R)),
            ("<meta charset=nonsense content='charset=koi8-r'>", assumed),
            ("<meta http-equiv=content-type charset=nonsense content='charset=koi8-r'>", assumed),
            ("<meta charset=koi8-r charset=utf-8>", meta(KOI8_R)),
            ("<!-- <meta charset=utf-8> --><meta charset=koi8-r>", meta(KOI8_R)),
            ("<!--><meta charset=koi8-r>", meta(KOI8_R)),
            ("<!-- no end <meta charset=koi8-r>", assumed),
            ("<p title='<meta charset=utf-8>'><meta charset=koi8-r>", meta(KOI8_R)),
            ("<script>'<meta charset=utf-8>'</SCRIPT ><meta charset=koi8-r>", meta(KOI8_R)),
            ("<title><meta charset=koi8-r></title>", assumed),
            ("<noscript><meta charset=koi8-r></noscript>", meta(KOI8_R)),
            ("<meta charset='&#107;oi8-r'>", meta(KOI8_R)),
            ("<metacharset=koi8-r>", assumed),
            ("<? x ><meta charset=koi8-r>", meta(KOI8_R)),
            ("<a<meta charset=koi8-r>", assumed),
            ("<meta charset=utf-16>", meta(UTF_8)),
            ("<meta charset=x-user-defined>", meta(WINDOWS_1252)),
            ("<meta charset=koi8-r", assumed),
            ("<?xml version=\"1.0\" encoding=\"koi8-r\"?><p>", (KOI8_R, EncodingSource::XmlDeclaration)),
            ("<?xml encoding='utf-16'?>", (UTF_8, EncodingSource::XmlDeclaration)),
            ("<?xml encoding=\"utf-8\"?><meta charset=koi8-r>", meta(KOI8_R)),
            (" <?xml encoding=\"koi8-r\"?>", assumed),
            ("<?xml encoding=\"koi8-r \"?>", assumed),
            ("<?xml ><p encoding=\"koi8-r\"?>", assumed),
            ("", assumed),
        ] {
            assert_eq!(html(document), expected, "{document}");
        }
    }

    #[test]
    fn a_meta_element_must_end_within_the_first_1024_bytes() {
        let document = |padding: usize| format!("{}<meta charset=koi8-r>", " ".repeat(padding));
        let element_bytes = "<meta charset=koi8-r>".len();
        let charset = sniff(None, document(PRESCAN_BYTES - element_bytes).as_bytes(), ContentKind::Html);
        assert_eq!(charset.meta_offset, Some((PRESCAN_BYTES - element_bytes) as u64));
        assert_eq!(html(document(PRESCAN_BYTES - element_bytes + 1)).1, EncodingSource::Assumed);
    }

    #[test]
    fn without_a_declaration_the_bytes_give_a_hint() {
        let assumed = |bytes: &[u8], kind| {
            let charset = sniff(None, bytes, kind);
            assert_eq!(charset.source, EncodingSource::Assumed);
            charset.encoding
        };
        assert_eq!(assumed(b"plain", ContentKind::Html), WINDOWS_1252);
        assert_eq!(assumed("na\u{ef}ve".as_bytes(), ContentKind::Html), UTF_8);
        assert_eq!(assumed(&"na\u{ef}ve".as_bytes()[..3], ContentKind::Html), UTF_8, "cut inside a character");
        assert_eq!(assumed(b"na\xefve", ContentKind::Html), WINDOWS_1252);
        assert_eq!(assumed(b"plain", ContentKind::Text), UTF_8);
        assert_eq!(assumed(b"na\xefve", ContentKind::Text), WINDOWS_1252);
        assert_eq!(assumed(b"na\xefve", ContentKind::Json), UTF_8);
        assert_eq!(assumed(b"<meta charset=koi8-r>", ContentKind::Xml), UTF_8);
    }

    #[test]
    fn xml_and_style_sheets_declare_in_their_own_way() {
        let sniffed = |bytes: &[u8], kind| {
            let charset = sniff(None, bytes, kind);
            (charset.encoding, charset.source)
        };
        let declaration = EncodingSource::XmlDeclaration;
        let bytes = b"<?xml version='1.0' encoding='windows-1251'?>";
        assert_eq!(sniffed(bytes, ContentKind::Xml), (WINDOWS_1251, declaration));
        assert_eq!(sniffed(bytes, ContentKind::Svg), (WINDOWS_1251, declaration));
        assert_eq!(sniffed(bytes, ContentKind::Json), (UTF_8, EncodingSource::Assumed));
        assert_eq!(sniffed(b"<\0?\0x\0m\0l\0", ContentKind::Xml), (UTF_16LE, declaration));
        let css = EncodingSource::CssCharset;
        assert_eq!(sniffed(b"@charset \"koi8-r\";", ContentKind::Css), (KOI8_R, css));
        assert_eq!(sniffed(b"@charset \"utf-16\";", ContentKind::Css), (UTF_8, css));
        assert_eq!(sniffed(b"@charset 'koi8-r';", ContentKind::Css), (UTF_8, EncodingSource::Assumed));
    }

    #[test]
    fn declarations_of_a_late_meta_are_mapped_too() {
        assert_eq!(of_meta_label(" UTF-16LE "), Some(UTF_8));
        assert_eq!(of_meta_label("nonsense"), None);
        assert_eq!(of_meta_content("text/html; charset=x-user-defined"), Some(WINDOWS_1252));
        assert_eq!(of_meta_content("text/html; charset='koi8-r"), None);
        assert_eq!(of_meta_content("text/html"), None);
    }
}
