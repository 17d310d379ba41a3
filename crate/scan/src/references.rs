//! What the tags and the inline CSS of a page name, kept until the encoding is known for certain.

use encoding_rs::Encoding;

use super::Offsets;
use super::attribute::is_space;
use super::name::{Name, Tag, name};
use super::signals::{RawValue, ScriptKind, is, is_module, script_kind, tokens, trimmed};
use super::style_sheet::{InlineSheet, addresses_in, may_hold_address};
use super::tree::{Element, Namespace, StartTag};
use crate::resource::{
    Found, NamedResources, Reference, RequestRule, Requested, ResourceKind, is_font, of_kind, requested,
};

/// References kept of those that are not asked for; the rest is counted.
const NOT_REQUESTED: u32 = 1_000;

/// References kept of all others.
const REQUESTED: u32 = 3_000;

/// Bytes of addresses kept; the rest is counted.
const TOTAL_BYTES: usize = 1_000_000;

/// Bytes of one address; servers refuse shorter ones.
const ADDRESS_BYTES: usize = 8_192;

/// Bytes of an import map that are read.
const MAP_BYTES: usize = 65_536;

/// Longest media query kept, in characters.
const DETAIL_CHARACTERS: usize = 100;

/// What a page names.
#[derive(Default)]
pub struct References {
    list: Vec<RawReference>,
    base: Option<(u64, RawValue)>,
    left_out: u64,
    not_requested: u32,
    requested: u32,
    bytes: usize,
    sheet: Option<InlineSheet>,
    /// Line of the import map that is open.
    pub(crate) map_line: u64,
}

struct RawReference {
    value: Value,
    kind: ResourceKind,
    rule: RequestRule,
    detail: Option<String>,
    found: Found,
    start: u64,
    end: u64,
    line: u64,
}

enum Value {
    /// An attribute to decode as one address.
    Address(RawValue),
    /// An attribute to decode as a list of images.
    ImageSet(RawValue),
    /// An import map: the text of its element.
    Map(RawValue),
    /// Text already.
    Text(String),
}

/// One reference of a tag before its place is added.
struct Named<'w> {
    value: &'w [u8],
    kind: ResourceKind,
    rule: RequestRule,
    detail: String,
    is_set: bool,
}

impl References {
    /// Takes what a start tag names. `line` gives the line of the tag.
    pub(crate) fn tag(&mut self, tag: &StartTag<'_>, element: &Element, line: impl FnOnce() -> u64) {
        if element.is_html(Tag::Base) && self.base.is_none() {
            self.base = tag.raw_value(name!("href")).map(|href| (tag.start, kept(href)));
        }
        let style = tag.value(name!("style")).filter(|style| may_hold_address(style));
        if style.is_none() && !element_names(element) {
            return;
        }
        let mut names = Names { tag, named: Vec::new() };
        match element.namespace {
            Namespace::Html => names.of_html(element.tag),
            Namespace::Svg => names.of_svg(element),
            Namespace::MathMl => {}
        }
        let named = names.named;
        if named.is_empty() && style.is_none() {
            return;
        }
        let line = line();
        let (start, end) = (tag.start, tag.end);
        for Named { value, kind, rule, detail, is_set } in named {
            let raw = kept(value);
            let reference = RawReference {
                value: if is_set { Value::ImageSet(raw) } else { Value::Address(raw) },
                kind,
                rule,
                detail: (!detail.is_empty()).then_some(detail),
                found: Found::Html,
                start,
                end,
                line,
            };
            self.add(reference, value.len());
        }
        if let Some(style) = style {
            let text = htmlize::unescape_attribute(String::from_utf8_lossy(style)).into_owned();
            for address in addresses_in(text.as_bytes()) {
                self.add_text(address.text, ResourceKind::Image, None, (tag.start, tag.end, line));
            }
        }
    }

    /// Takes the next bytes of a `style` element, which stand at `start`; its contents begin on `line`.
    pub(crate) fn style(&mut self, bytes: &[u8], start: u64, line: u64) {
        self.sheet.get_or_insert_with(|| InlineSheet::new(start, line)).read(bytes);
        self.take_addresses();
    }

    /// The `style` element ended.
    pub(crate) fn end_style(&mut self) {
        if let Some(sheet) = &mut self.sheet {
            sheet.finish();
            self.take_addresses();
            self.sheet = None;
        }
    }

    /// An import map ended: the text of its element, and where that element stands.
    pub(crate) fn import_map(&mut self, text: &[u8], (start, end): (u64, u64)) {
        let line = self.map_line;
        let value = Value::Map(RawValue(Some(text[..text.len().min(MAP_BYTES)].to_vec())));
        let (kind, rule, found) = (ResourceKind::Script, RequestRule::Mapped, Found::Html);
        let detail = Some("importmap".to_owned());
        self.add(RawReference { value, kind, rule, detail, found, start, end, line }, text.len());
    }

    fn take_addresses(&mut self) {
        let found = self.sheet.as_mut().map(|sheet| std::mem::take(&mut sheet.found)).unwrap_or_default();
        for address in found {
            let place = (address.start, address.end, address.line);
            let kind = if address.is_import { ResourceKind::Stylesheet } else { ResourceKind::Image };
            let detail = address.is_import.then(|| "@import".to_owned());
            self.add_text(address.text, kind, detail, place);
        }
    }

    fn add_text(&mut self, text: String, kind: ResourceKind, detail: Option<String>, place: (u64, u64, u64)) {
        let is_font = kind == ResourceKind::Image && is_font(&text);
        let kind = if is_font { ResourceKind::Font } else { kind };
        let ((start, end, line), bytes) = (place, text.len());
        let (value, rule, found) = (Value::Text(text), of_kind(kind), Found::Css);
        self.add(RawReference { value, kind, rule, detail, found, start, end, line }, bytes);
    }

    /// Keeps a reference of that many bytes, or counts it.
    fn add(&mut self, reference: RawReference, bytes: usize) {
        let (count, most) = match requested(reference.rule) {
            Requested::No => (&mut self.not_requested, NOT_REQUESTED),
            Requested::Yes | Requested::Uncertain => (&mut self.requested, REQUESTED),
        };
        let is_long = bytes > ADDRESS_BYTES && matches!(reference.value, Value::Address(_) | Value::Text(_));
        if *count == most || is_long || self.bytes + bytes > TOTAL_BYTES {
            self.left_out += 1;
            return;
        }
        *count += 1;
        self.bytes += bytes;
        self.list.push(reference);
    }

    /// The references in document order as text. `offsets` gives body offsets.
    #[must_use]
    pub fn decode(&self, encoding: &'static Encoding, offsets: Offsets) -> NamedResources {
        let mut decoded = Vec::new();
        let mut left_out = self.left_out;
        let mut not_requested = 0;
        for raw in &self.list {
            let urls = match &raw.value {
                Value::Address(value) => value.decode(encoding).into_iter().collect(),
                Value::ImageSet(value) => candidates(&value.decode(encoding).unwrap_or_default()),
                Value::Map(value) => mapped(&value.decode(encoding).unwrap_or_default()),
                Value::Text(text) => vec![text.clone()],
            };
            for url in urls {
                if requested(raw.rule) == Requested::No {
                    not_requested += 1;
                    if not_requested > NOT_REQUESTED {
                        left_out += 1;
                        continue;
                    }
                }
                decoded.push((
                    raw.found,
                    Reference {
                        url,
                        kind: raw.kind,
                        detail: raw.detail.clone(),
                        rule: raw.rule,
                        start: offsets.body(raw.start),
                        end: offsets.body(raw.end),
                        line: raw.line,
                    },
                ));
            }
        }
        let base = self.base.as_ref().map(|(at, href)| (offsets.body(*at), href.decode(encoding).unwrap_or_default()));
        NamedResources { references: decoded, left_out, base }
    }
}

fn kept(value: &[u8]) -> RawValue {
    const SET_BYTES: usize = 2 * ADDRESS_BYTES;
    RawValue(Some(value[..value.len().min(SET_BYTES)].to_vec()))
}

/// Elements that name something, by what they are.
fn element_names(element: &Element) -> bool {
    match element.namespace {
        Namespace::Html => names(element.tag, element.name),
        Namespace::Svg => true,
        Namespace::MathMl => false,
    }
}

/// HTML elements that name something.
pub(super) fn names(tag: Tag, name: Name) -> bool {
    use Tag::*;
    matches!(
        tag,
        Script | Link | Iframe | Frame | Object | Embed | Img | Source | Track | Input | Body | Table | Td | Th
    ) || is_media(name)
}

fn is_media(name: Name) -> bool {
    const VIDEO: Name = Name::new(b"video");
    const AUDIO: Name = Name::new(b"audio");
    name == VIDEO || name == AUDIO
}

/// What one tag names, as it is found.
struct Names<'t, 'w> {
    tag: &'t StartTag<'w>,
    named: Vec<Named<'w>>,
}

impl Names<'_, '_> {
    fn is(&self, attribute: Name, expected: &str) -> bool {
        is(self.tag.value(attribute).map(trimmed), expected)
    }

    fn has(&self, attribute: Name) -> bool {
        self.tag.value(attribute).is_some()
    }

    /// A short value in lower case; empty where there is none.
    fn text(&self, attribute: Name) -> String {
        let value = trimmed(self.tag.value(attribute).unwrap_or_default());
        String::from_utf8_lossy(value).chars().take(DETAIL_CHARACTERS).collect::<String>().to_ascii_lowercase()
    }

    /// The address in `attribute` is used as `kind`. Nothing is asked for where it is empty or holds its own data.
    #[inline(never)] // The popup's code is kept small: this is called from everywhere here.
    fn add(&mut self, attribute: Name, kind: ResourceKind, rule: RequestRule, detail: &str) {
        let narrow = trimmed(self.tag.value(attribute).unwrap_or_default());
        if !narrow.is_empty()
            && !starts_with(narrow, b"data:")
            && let Some(value) = self.tag.raw_value(attribute)
        {
            self.named.push(Named { value, kind, rule, detail: detail.to_owned(), is_set: false });
        }
    }

    fn plain(&mut self, attribute: Name, kind: ResourceKind, detail: &str) {
        self.add(attribute, kind, of_kind(kind), detail);
    }

    /// The images in `attribute`, a `srcset`.
    fn set(&mut self, attribute: Name) {
        let kind = ResourceKind::Image;
        if let Some(value) = self.tag.raw_value(attribute).filter(|value| !value.is_empty()) {
            self.named.push(Named { value, kind, rule: of_kind(kind), detail: attribute.text(), is_set: true });
        }
    }

    fn of_html(&mut self, kind: Tag) {
        use ResourceKind as K;
        let lazy = if self.is(name!("loading"), "lazy") { "lazy" } else { "" };
        match kind {
            Tag::Script => self.of_script(),
            Tag::Link => {
                self.of_link();
                self.set(name!("imagesrcset"));
            }
            Tag::Iframe if !self.has(name!("srcdoc")) => self.plain(name!("src"), K::Frame, lazy),
            Tag::Frame => self.plain(name!("src"), K::Frame, ""),
            Tag::Object | Tag::Embed => {
                let media_type = self.text(name!("type"));
                let is_image = media_type.starts_with("image/") && !media_type.starts_with("image/svg");
                let attribute = if kind == Tag::Object { name!("data") } else { name!("src") };
                self.plain(attribute, if is_image { K::Image } else { K::Object }, "");
            }
            Tag::Img => {
                self.plain(name!("src"), K::Image, lazy);
                self.set(name!("srcset"));
            }
            Tag::Source => {
                self.plain(name!("src"), K::Media, "");
                self.set(name!("srcset"));
            }
            Tag::Track => self.plain(name!("src"), K::Track, ""),
            Tag::Input if self.is(name!("type"), "image") => self.plain(name!("src"), K::Image, ""),
            Tag::Body | Tag::Table | Tag::Td | Tag::Th => self.plain(name!("background"), K::Image, "background"),
            _ if is_media(self.tag.name) => {
                self.plain(name!("src"), K::Media, "");
                self.plain(name!("poster"), K::Image, "poster");
            }
            _ => {}
        }
    }

    /// A script element asks for nothing where it is a data block.
    fn of_script(&mut self) {
        if !matches!(script_kind(self.tag), ScriptKind::Code { .. }) {
            return;
        }
        let is_module = is_module(self.tag);
        let is_old = !is_module && self.has(name!("nomodule"));
        let words = [
            (is_module, "module"),
            (is_old, "nomodule"),
            (self.has(name!("async")), "async"),
            (!is_module && self.has(name!("defer")), "defer"),
        ];
        let rule = if is_old { RequestRule::NoModule } else { RequestRule::Fetched };
        self.add(name!("src"), ResourceKind::Script, rule, &joined(&words));
    }

    /// A link element, by its `rel`; the first that applies.
    fn of_link(&mut self) {
        use ResourceKind as K;
        let rel = self.tag.value(name!("rel"));
        let has = |token: &str| tokens(rel).any(|found| found.eq_ignore_ascii_case(token.as_bytes()));
        if has("stylesheet") {
            let (media_type, media) = (self.text(name!("type")), self.text(name!("media")));
            let is_disabled = self.has(name!("disabled"));
            let words = [(has("alternate"), "alternate"), (is_disabled, "disabled"), (!media.is_empty(), &*media)];
            let is_loaded = !is_disabled && matches!(&*media_type, "" | "text/css");
            let rule = if is_loaded { RequestRule::Fetched } else { RequestRule::NotLoaded };
            return self.add(name!("href"), K::Stylesheet, rule, &joined(&words));
        }
        let destination = self.text(name!("as"));
        if has("preload") {
            let kind = match &*destination {
                "script" => K::Script,
                "style" => K::Stylesheet,
                "fetch" => K::Fetch,
                "font" => K::Font,
                "image" => K::Image,
                "track" => K::Track,
                _ => K::Other,
            };
            // Others are named by the standard but loaded by no browser that Google renders with.
            let rule = if kind == K::Other { RequestRule::NotLoaded } else { of_kind(kind) };
            return self.add(name!("href"), kind, rule, &format!("preload as={destination}"));
        }
        const KNOWN: [(&str, ResourceKind); 10] = [
            ("modulepreload", K::Script),
            ("manifest", K::Manifest),
            ("icon", K::Icon),
            ("apple-touch-icon", K::Icon),
            ("apple-touch-icon-precomposed", K::Icon),
            ("mask-icon", K::Icon),
            ("prefetch", K::Prefetch),
            ("prerender", K::Prefetch),
            ("preconnect", K::Connection),
            ("dns-prefetch", K::Connection),
        ];
        if let Some((token, kind)) = KNOWN.into_iter().find(|(token, _)| has(token))
            && (token != "modulepreload" || matches!(&*destination, "" | "script"))
        {
            self.plain(name!("href"), kind, token);
        }
    }

    fn of_svg(&mut self, element: &Element) {
        const USE: Name = Name::new(b"use");
        const FILTER_IMAGE: Name = Name::new(b"feimage");
        let kind = match element.tag {
            Tag::Script => ResourceKind::Script,
            Tag::Image => ResourceKind::Image,
            _ if element.name == USE || element.name == FILTER_IMAGE => ResourceKind::Image,
            _ => return,
        };
        let name = if self.has(name!("href")) { name!("href") } else { name!("xlink:href") };
        // What begins with "#" is in the page itself.
        if !trimmed(self.tag.value(name).unwrap_or_default()).starts_with(b"#") {
            self.plain(name, kind, "");
        }
    }
}

fn starts_with(value: &[u8], start: &[u8]) -> bool {
    value.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
}

/// The words that apply, in one string.
fn joined(words: &[(bool, &str)]) -> String {
    let words: Vec<&str> = words.iter().filter(|(applies, _)| *applies).map(|(_, word)| *word).collect();
    words.join(" ")
}

/// The addresses of a `srcset`.
fn candidates(set: &str) -> Vec<String> {
    let mut addresses = Vec::new();
    let mut rest = set;
    let is_white = |c: char| c.is_ascii() && is_space(c as u8);
    loop {
        rest = rest.trim_start_matches(|c: char| is_white(c) || c == ',');
        let end = rest.find(is_white).unwrap_or(rest.len());
        let address = &rest[..end];
        if address.is_empty() {
            return addresses;
        }
        rest = &rest[end..];
        if !address.ends_with(',') {
            // Descriptors reach to the next comma that is not in parentheses.
            let mut depth = 0usize;
            let next = rest.find(|c| {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                c == ',' && depth == 0
            });
            rest = next.map_or("", |comma| &rest[comma + 1..]);
        }
        let address = address.trim_end_matches(',');
        if !address.is_empty() && !starts_with(address.as_bytes(), b"data:") {
            addresses.push(address.to_owned());
        }
    }
}

/// The addresses that an import map maps names to, where they are no folders.
fn mapped(json: &str) -> Vec<String> {
    use std::collections::BTreeMap;
    #[derive(serde::Deserialize)]
    struct Map {
        #[serde(default)]
        imports: BTreeMap<String, Option<String>>,
    }
    let imports = serde_json::from_str::<Map>(json).map(|map| map.imports).unwrap_or_default();
    imports.into_values().flatten().filter(|address| !address.ends_with('/')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_sets_give_their_addresses() {
        assert_eq!(candidates(" a.png 1x,b.png 2x , c,d.png\n480w"), ["a.png", "b.png", "c,d.png"]);
        assert_eq!(candidates("a.png, b.png"), ["a.png", "b.png"]);
        assert_eq!(candidates("a.png (x,y) 1x, data:image/png,x 2x"), ["a.png"]);
        assert_eq!(candidates(" , "), [""; 0]);
    }

    #[test]
    fn import_maps_give_files_not_folders() {
        let map = r#"{"imports":{"a":"./a.mjs","b/":"/b/","c":null},"scopes":{"/x/":{"a":"z.mjs"}}}"#;
        assert_eq!(mapped(map), ["./a.mjs"]);
        assert_eq!(mapped("{"), [""; 0]);
    }
}
