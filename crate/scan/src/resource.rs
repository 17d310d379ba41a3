//! What a page names, and whether Google's renderer asks for it.

use serde::{Deserialize, Serialize};

/// One address that a tag or a rule names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// The address; absolute where the reader of it could resolve it.
    pub url: String,
    /// What it is used as.
    pub kind: ResourceKind,
    /// How it is named, in the page's own words: `module async`, `print`, `preload as=style`; `None` when plain.
    pub detail: Option<String>,
    /// Whether Google's renderer asks for it.
    pub rule: RequestRule,
    /// First byte of the tag or rule in its file.
    pub start: u64,
    /// Byte after it.
    pub end: u64,
    /// Line of `start`, from 1.
    pub line: u64,
}

/// All that the HTML and its inline CSS name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NamedResources {
    /// In document order, addresses as written.
    pub references: Vec<(Found, Reference)>,
    /// References that were counted but not kept.
    pub left_out: u64,
    /// Offset and `href` of the first `base` element that has one.
    pub base: Option<(u64, String)>,
}

/// What a resource is used as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResourceKind {
    /// A script, classic or module.
    Script,
    /// A stylesheet.
    Stylesheet,
    /// Data that a script asks for: `fetch` and `XMLHttpRequest`.
    Fetch,
    /// The script of a worker.
    Worker,
    /// A document in a frame.
    Frame,
    /// What an `object` or `embed` element shows.
    Object,
    /// A web app manifest.
    Manifest,
    /// Subtitles or captions of media.
    Track,
    /// Something asked for ahead of the next page.
    Prefetch,
    /// A report to a server: `sendBeacon`, `ping`.
    Beacon,
    /// An image, posters of videos included.
    Image,
    /// An icon of the page.
    Icon,
    /// A font.
    Font,
    /// Video or audio.
    Media,
    /// A connection opened ahead: `preconnect`, `dns-prefetch`.
    Connection,
    /// Anything else.
    #[default]
    Other,
}

impl ResourceKind {
    /// Every kind.
    pub const ALL: [Self; 16] = [
        Self::Script,
        Self::Stylesheet,
        Self::Fetch,
        Self::Worker,
        Self::Frame,
        Self::Object,
        Self::Manifest,
        Self::Track,
        Self::Prefetch,
        Self::Beacon,
        Self::Image,
        Self::Icon,
        Self::Font,
        Self::Media,
        Self::Connection,
        Self::Other,
    ];

    /// Stable name, in reports and at the end of its sentence's key (`view_resource_kind_…`).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::Stylesheet => "stylesheet",
            Self::Fetch => "fetch",
            Self::Worker => "worker",
            Self::Frame => "frame",
            Self::Object => "object",
            Self::Manifest => "manifest",
            Self::Track => "track",
            Self::Prefetch => "prefetch",
            Self::Beacon => "beacon",
            Self::Image => "image",
            Self::Icon => "icon",
            Self::Font => "font",
            Self::Media => "media",
            Self::Connection => "connection",
            Self::Other => "other",
        }
    }
}

/// What names a resource.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// A tag.
    #[default]
    Html,
    /// A rule of inline CSS, or of a stylesheet file.
    Css,
    /// Only the page as it ran in the browser.
    Runtime,
}

/// Whether Google's renderer asks for a resource.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Requested {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// Google does not say, or it depends on where the cut falls.
    #[default]
    Uncertain,
}

/// Why Google's renderer asks for a resource or not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestRule {
    /// CSS, JavaScript, XHR and every other resource that the HTML references are fetched (documented).
    Fetched,
    /// Images, video, audio and fonts are not fetched (documented).
    Media,
    /// "A few exotic files" are not fetched; which is not published (unknown).
    #[default]
    Exotic,
    /// Reporting requests are not made where they are judged non-essential; which these are is not published (documented).
    Reporting,
    /// `nomodule`: a browser that knows modules, as Google's renderer does, never loads it (inferred).
    NoModule,
    /// A browser does not load it as it is named: a `disabled` stylesheet, a `preload` without a valid `as` (measured).
    NotLoaded,
    /// Only a connection is opened; nothing is requested (inferred).
    Connection,
    /// An import map names it; it is loaded only when a module imports it (inferred).
    Mapped,
}

/// The rule for a kind, where nothing about the way it is named decides otherwise.
pub const fn of_kind(kind: ResourceKind) -> RequestRule {
    use ResourceKind as K;
    match kind {
        K::Script | K::Stylesheet | K::Fetch | K::Worker | K::Frame => RequestRule::Fetched,
        K::Image | K::Icon | K::Font | K::Media => RequestRule::Media,
        K::Beacon => RequestRule::Reporting,
        K::Connection => RequestRule::Connection,
        K::Object | K::Manifest | K::Track | K::Prefetch | K::Other => RequestRule::Exotic,
    }
}

/// What a rule decides.
pub const fn requested(rule: RequestRule) -> Requested {
    use RequestRule as R;
    match rule {
        R::Fetched => Requested::Yes,
        R::Media | R::NoModule | R::NotLoaded | R::Connection => Requested::No,
        R::Exotic | R::Reporting | R::Mapped => Requested::Uncertain,
    }
}

/// The kind that the ending of an address's file name tells.
pub fn kind_by_name(url: &str) -> Option<ResourceKind> {
    let name = file_name(url);
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending.to_ascii_lowercase().as_str() {
        "js" | "mjs" | "cjs" => ResourceKind::Script,
        "css" => ResourceKind::Stylesheet,
        "json" => ResourceKind::Fetch,
        "webmanifest" => ResourceKind::Manifest,
        "vtt" => ResourceKind::Track,
        "woff" | "woff2" | "ttf" | "otf" | "eot" => ResourceKind::Font,
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "avif" | "svg" | "ico" | "bmp" => ResourceKind::Image,
        "mp4" | "webm" | "mp3" | "ogg" | "m4a" | "m4v" | "mov" | "wav" | "m3u8" => ResourceKind::Media,
        _ => return None,
    })
}

/// Whether the ending of an address's file name is a font's.
pub fn is_font(url: &str) -> bool {
    kind_by_name(url) == Some(ResourceKind::Font)
}

/// The last part of an address's path, without its query; the whole address when that is empty.
#[must_use]
pub fn file_name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_is_called_by_its_file_name() {
        assert_eq!(file_name("https://cdn.example/a/vendor.7f3c.js?v=2#x"), "vendor.7f3c.js");
        assert_eq!(file_name("https://cdn.example/a/"), "a");
        assert_eq!(file_name("?"), "?");
    }
}
