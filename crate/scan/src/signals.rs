//! Which start tags are signals, and what of them is kept until the encoding is known for certain.

use encoding_rs::Encoding;

use super::attribute::is_space;
use super::content::RawContent;
use super::json_ld::JsonLd;
use super::name::{Name, Tag, name};
use super::tree::{Element, Flags, Namespace, StartTag};
use crate::vocabulary::{Placement, SignalKind};

/// A value as raw bytes of the body.
#[derive(Clone, Default)]
pub(crate) struct RawValue(pub(crate) Option<Vec<u8>>);

/// A signal whose texts are not decoded yet.
#[derive(Clone)]
pub struct RawSignal {
    /// What it is.
    pub kind: SignalKind,
    /// Known without decoding: `h2`, `og:image`, a meta name, a landmark.
    pub(crate) name: Option<String>,
    /// An attribute to decode as the name: a hreflang.
    pub(crate) raw_name: RawValue,
    /// An attribute to decode as the value.
    pub(crate) value: RawValue,
    /// Text content to decode as the value.
    pub(crate) content: RawContent,
    /// What a JSON-LD block was found to be.
    pub(crate) json_ld: Option<Box<JsonLd>>,
    /// First byte, in narrow bytes.
    pub start: u64,
    /// Byte after it, in narrow bytes; `None` while its element is open.
    pub end: Option<u64>,
    /// Line of `start`, from 1.
    pub line: u64,
    /// Where the parser puts it.
    pub placement: Placement,
    pub(crate) valid: bool,
}

impl RawSignal {
    /// Entries of the longest list in a JSON-LD block; `None` for anything else.
    #[must_use]
    pub fn json_ld_entries(&self) -> Option<u64> {
        self.json_ld.as_ref().map(|json_ld| json_ld.entries())
    }

    /// Whether it is a JSON-LD block that ends at the narrow offset `end` and parses.
    pub(crate) fn parses_up_to(&self, end: u64) -> bool {
        self.end == Some(end) && self.json_ld.as_ref().is_some_and(|json_ld| json_ld.is_valid())
    }

    /// Bytes of its texts.
    pub(crate) fn text_bytes(&self) -> usize {
        let value_bytes = |value: &RawValue| value.0.as_ref().map_or(0, Vec::len);
        self.content.byte_count() + value_bytes(&self.value) + value_bytes(&self.raw_name)
    }
}

/// Longest attribute kept for a value; a longer one is cut, and the value in the report ends in `…` anyhow.
pub(crate) const ATTRIBUTE_BYTES: usize = 16_384;

fn raw(tag: &StartTag<'_>, name: Name) -> RawValue {
    RawValue(tag.raw_value(name).map(|value| value[..value.len().min(ATTRIBUTE_BYTES)].to_vec()))
}

pub(super) fn tokens(value: Option<&[u8]>) -> impl Iterator<Item = &[u8]> + Clone {
    value.unwrap_or_default().split(|byte| is_space(*byte)).filter(|token| !token.is_empty())
}

pub(super) fn trimmed(value: &[u8]) -> &[u8] {
    let start = value.iter().position(|byte| !is_space(*byte)).unwrap_or(value.len());
    let end = value.iter().rposition(|byte| !is_space(*byte)).map_or(start, |last| last + 1);
    &value[start..end]
}

pub(super) fn is(value: Option<&[u8]>, expected: &str) -> bool {
    value.is_some_and(|value| value.eq_ignore_ascii_case(expected.as_bytes()))
}

fn lower(value: &[u8]) -> String {
    String::from_utf8_lossy(value).to_ascii_lowercase()
}

/// Elements that may be a signal whatever their attributes are.
pub(super) const fn may_be_signal(tag: Tag) -> bool {
    use Tag::*;
    matches!(
        tag,
        H1 | H2
            | H3
            | H4
            | H5
            | H6
            | Title
            | Main
            | Nav
            | Header
            | Footer
            | Aside
            | Search
            | Meta
            | Html
            | Base
            | Link
            | Script
    )
}

/// Appends the signals of a start tag. Those that end with their element come first, with `end: None`.
pub(crate) fn signals_of(
    tag: &StartTag<'_>,
    element: &Element,
    signals: &mut Vec<RawSignal>,
    mut line: impl FnMut() -> u64,
) {
    let first = signals.len();
    let placement =
        if element.flags.has(Flags::HEAD) || element.is_html(Tag::Html) { Placement::Head } else { Placement::Body };
    let mut add = |kind, name: Option<String>, value: RawValue, open: bool, valid: bool| {
        signals.push(RawSignal {
            kind,
            name,
            raw_name: RawValue(None),
            value,
            content: RawContent::new(),
            json_ld: None,
            start: tag.start,
            end: (!open).then_some(tag.end),
            line: line(),
            placement,
            valid,
        });
    };
    if element.namespace == Namespace::Html {
        use Tag::*;
        match element.tag {
            Title => add(SignalKind::Title, None, RawValue(None), true, true),
            H1 | H2 | H3 | H4 | H5 | H6 => {
                add(SignalKind::Heading, Some(tag.name.text()), RawValue(None), true, true);
            }
            Main | Nav | Header | Footer | Aside | Search => {
                add(SignalKind::Landmark, Some(tag.name.text()), RawValue(None), true, true);
            }
            Script if is(tag.value(name!("type")).map(trimmed), "application/ld+json") => {
                add(SignalKind::JsonLd, None, RawValue(None), true, true);
            }
            _ => {}
        }
        if !matches!(element.tag, Main | Nav | Header | Footer | Aside | Search)
            && let Some(role) = tag.value(name!("role")).map(trimmed)
            && let Some(role) = ["main", "navigation", "banner", "contentinfo", "complementary", "search"]
                .into_iter()
                .find(|known| role.eq_ignore_ascii_case(known.as_bytes()))
        {
            add(SignalKind::Landmark, Some(role.to_owned()), RawValue(None), true, true);
        }
    }
    if tag.value(name!("itemscope")).is_some() && tag.value(name!("itemprop")).is_none() {
        add(SignalKind::Microdata, None, raw(tag, name!("itemtype")), true, true);
    }
    if tag.value(name!("typeof")).is_some() {
        add(SignalKind::Rdfa, None, raw(tag, name!("typeof")), true, true);
    }
    if element.namespace != Namespace::Html {
        return;
    }
    match element.tag {
        Tag::Html if tag.value(name!("lang")).is_some() => {
            add(SignalKind::HtmlLang, None, raw(tag, name!("lang")), false, true)
        }
        Tag::Base if tag.value(name!("href")).is_some() => {
            add(SignalKind::Base, None, raw(tag, name!("href")), false, true)
        }
        Tag::Link => {
            let rel = tag.value(name!("rel"));
            let has = |token: &str| tokens(rel).any(|found| found.eq_ignore_ascii_case(token.as_bytes()));
            let href = tag.value(name!("href")).is_some_and(|href| !trimmed(href).is_empty());
            if has("canonical") && tag.value(name!("href")).is_some() {
                let plain = [name!("hreflang"), name!("lang"), name!("media"), name!("type")]
                    .into_iter()
                    .all(|name| tag.value(name).is_none());
                let valid = plain && href && placement == Placement::Head;
                add(SignalKind::Canonical, None, raw(tag, name!("href")), false, valid);
            }
            if has("alternate") && tag.value(name!("hreflang")).is_some() {
                add(SignalKind::Hreflang, None, raw(tag, name!("href")), false, href && placement == Placement::Head);
            } else if (has("alternate") && !has("stylesheet")) || has("amphtml") {
                let name = if has("amphtml") {
                    Some("amphtml".to_owned())
                } else {
                    tag.value(name!("media")).or_else(|| tag.value(name!("type"))).map(lower)
                };
                add(SignalKind::Alternate, name, raw(tag, name!("href")), false, true);
            }
            for direction in ["next", "prev"] {
                if has(direction) {
                    add(SignalKind::NextPrev, Some(direction.to_owned()), raw(tag, name!("href")), false, true);
                }
            }
        }
        Tag::Meta => {
            let content = || raw(tag, name!("content"));
            if tag.value(name!("charset")).is_some() {
                add(SignalKind::Charset, None, raw(tag, name!("charset")), false, true);
            }
            let equivalent = tag.value(name!("http-equiv")).map(trimmed);
            if is(equivalent, "content-type")
                && tag.value(name!("charset")).is_none()
                && declared_charset(tag).is_some()
            {
                add(SignalKind::Charset, None, content(), false, true);
            }
            if is(equivalent, "refresh") {
                add(SignalKind::Refresh, None, content(), false, true);
            }
            let name = tag.value(name!("name")).map(trimmed).map(lower);
            let property = tag.value(name!("property")).map(trimmed).map(lower);
            if let Some(kind) = name.as_deref().and_then(meta_kind).or_else(|| {
                property
                    .as_deref()
                    .and_then(meta_kind)
                    .filter(|kind| matches!(kind, SignalKind::OpenGraph | SignalKind::Twitter))
            }) {
                let keep = match kind {
                    SignalKind::Description | SignalKind::Viewport => None,
                    _ if name.as_deref().and_then(meta_kind) == Some(kind) => name,
                    _ => property,
                };
                add(kind, keep, content(), false, true);
            }
        }
        _ => {}
    }
    if element.is_html(Tag::Link) {
        for signal in &mut signals[first..] {
            if signal.kind == SignalKind::Hreflang {
                signal.raw_name = raw(tag, name!("hreflang"));
            }
        }
    }
}

fn meta_kind(name: &str) -> Option<SignalKind> {
    Some(match name {
        "description" => SignalKind::Description,
        "robots" | "googlebot" | "googlebot-news" => SignalKind::Robots,
        "viewport" => SignalKind::Viewport,
        "google-site-verification"
        | "msvalidate.01"
        | "yandex-verification"
        | "p:domain_verify"
        | "facebook-domain-verification"
        | "baidu-site-verification"
        | "naver-site-verification" => SignalKind::Verification,
        _ if name.starts_with("og:") => SignalKind::OpenGraph,
        _ if name.starts_with("twitter:") => SignalKind::Twitter,
        _ => return None,
    })
}

/// Whether a `link` start tag names a style sheet that applies.
pub(crate) fn links_sheet(tag: &StartTag<'_>) -> bool {
    let has = |token: &str| tokens(tag.value(name!("rel"))).any(|found| found.eq_ignore_ascii_case(token.as_bytes()));
    has("stylesheet") && !has("alternate") && tag.value(name!("href")).is_some()
}

/// The `lang` of an `html` start tag.
pub(crate) fn html_lang(tag: &StartTag<'_>, line: impl FnOnce() -> u64) -> Option<RawSignal> {
    tag.value(name!("lang"))?;
    Some(RawSignal {
        kind: SignalKind::HtmlLang,
        name: None,
        raw_name: RawValue(None),
        value: raw(tag, name!("lang")),
        content: RawContent::new(),
        json_ld: None,
        start: tag.start,
        end: Some(tag.end),
        line: line(),
        placement: Placement::Head,
        valid: true,
    })
}

/// The encoding that a `meta` element declares.
pub(crate) fn declared_charset(tag: &StartTag<'_>) -> Option<&'static Encoding> {
    if let Some(label) = tag.value(name!("charset")) {
        return crate::charset::of_meta_label(std::str::from_utf8(label).ok()?);
    }
    if is(tag.value(name!("http-equiv")).map(trimmed), "content-type") {
        return crate::charset::of_meta_content(&String::from_utf8_lossy(tag.value(name!("content"))?));
    }
    None
}

/// Whether the contents of a `noscript` in the head element would end that element where scripting is off.
pub(crate) fn ends_head_without_scripting(contents: &[u8]) -> bool {
    let allowed = [b"link".as_slice(), b"meta", b"style", b"basefont", b"bgsound", b"noframes"];
    memchr::memchr_iter(b'<', contents).any(|at| {
        let rest = &contents[at + 1..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        rest.first().is_some_and(u8::is_ascii_alphabetic)
            && !allowed.iter().any(|name| rest[..length].eq_ignore_ascii_case(name))
    })
}

/// What a script element's content is, by its `type`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScriptKind {
    /// Code that runs, and whether it comes from a file.
    Code {
        external: bool,
    },
    JsonLd,
    /// Import maps and speculation rules.
    Map,
    /// A data block.
    Data,
}

/// For a script in the page that browsers run: whether it is a module. One for browsers without modules is none.
pub(crate) fn inline_script(tag: &StartTag<'_>) -> Option<bool> {
    if tag.tag != Tag::Script || script_kind(tag) != (ScriptKind::Code { external: false }) {
        return None;
    }
    let module = is_module(tag);
    (module || tag.value(name!("nomodule")).is_none()).then_some(module)
}

/// Whether a script element is a module: browsers do not take white space away there.
pub(crate) fn is_module(tag: &StartTag<'_>) -> bool {
    is(tag.value(name!("type")), "module")
}

/// By the rules of the HTML standard, as Chromium has them: no type, or no language where there is no type, is JavaScript; a
/// type with parameters is not.
pub(crate) fn script_kind(tag: &StartTag<'_>) -> ScriptKind {
    const LANGUAGE: Name = Name::new(b"language");
    let external = tag.value(name!("src")).is_some() || (tag.name != Tag::Script.name());
    let code = ScriptKind::Code { external };
    let kind = match (tag.value(name!("type")), tag.value(LANGUAGE)) {
        (Some([]), _) | (None, None | Some([])) => return code,
        (Some(_), _) if is_module(tag) => return code,
        (Some(kind), _) => lower(trimmed(kind)),
        (None, Some(language)) => format!("text/{}", lower(language)),
    };
    match &*kind {
        "text/javascript"
        | "application/javascript"
        | "text/ecmascript"
        | "application/ecmascript"
        | "application/x-javascript"
        | "application/x-ecmascript"
        | "text/x-javascript"
        | "text/x-ecmascript"
        | "text/jscript"
        | "text/livescript"
        | "text/javascript1.0"
        | "text/javascript1.1"
        | "text/javascript1.2"
        | "text/javascript1.3"
        | "text/javascript1.4"
        | "text/javascript1.5" => code,
        "importmap" | "speculationrules" => ScriptKind::Map,
        _ if kind.split(';').next().unwrap_or_default().trim_end() == "application/ld+json" => ScriptKind::JsonLd,
        _ => ScriptKind::Data,
    }
}
