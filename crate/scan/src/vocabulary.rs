//! What the pass finds, by the names that reports print.

use serde::{Deserialize, Serialize};

/// Longest `value` in a report, in characters; a longer one is cut and ends in `…`.
pub const VALUE_CHARACTERS: usize = 500;

/// What a body is treated as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContentKind {
    /// An HTML document.
    #[default]
    Html,
    /// XHTML or another XML document, feeds and sitemaps included.
    Xml,
    /// An SVG image, which is XML.
    Svg,
    /// JSON.
    Json,
    /// Comma-separated values.
    Csv,
    /// A stylesheet.
    Css,
    /// A script.
    Javascript,
    /// Any other text.
    Text,
    /// A PDF document.
    Pdf,
    /// A raster image or icon.
    Image,
    /// Audio or video.
    Media,
    /// A font.
    Font,
    /// Anything else.
    Other,
}

/// Kinds of signals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // The names are the field's own terms.
pub enum SignalKind {
    #[default]
    Doctype,
    HtmlLang,
    Charset,
    Title,
    Description,
    Robots,
    Canonical,
    Hreflang,
    Alternate,
    Viewport,
    OpenGraph,
    Twitter,
    JsonLd,
    Microdata,
    Rdfa,
    Heading,
    Landmark,
    Refresh,
    Verification,
    NextPrev,
    Base,
}

impl SignalKind {
    /// Every kind.
    pub const ALL: [Self; 21] = [
        Self::Doctype,
        Self::HtmlLang,
        Self::Charset,
        Self::Title,
        Self::Description,
        Self::Robots,
        Self::Canonical,
        Self::Hreflang,
        Self::Alternate,
        Self::Viewport,
        Self::OpenGraph,
        Self::Twitter,
        Self::JsonLd,
        Self::Microdata,
        Self::Rdfa,
        Self::Heading,
        Self::Landmark,
        Self::Refresh,
        Self::Verification,
        Self::NextPrev,
        Self::Base,
    ];

    /// Stable name, in reports and at the end of its sentence's key (`signal_…`).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Doctype => "doctype",
            Self::HtmlLang => "html_lang",
            Self::Charset => "charset",
            Self::Title => "title",
            Self::Description => "description",
            Self::Robots => "robots",
            Self::Canonical => "canonical",
            Self::Hreflang => "hreflang",
            Self::Alternate => "alternate",
            Self::Viewport => "viewport",
            Self::OpenGraph => "open_graph",
            Self::Twitter => "twitter",
            Self::JsonLd => "json_ld",
            Self::Microdata => "microdata",
            Self::Rdfa => "rdfa",
            Self::Heading => "heading",
            Self::Landmark => "landmark",
            Self::Refresh => "refresh",
            Self::Verification => "verification",
            Self::NextPrev => "next_prev",
            Self::Base => "base",
        }
    }
}

/// Where the parser puts an element, whatever its author meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// In the head element, or before it (doctype, `html`).
    #[default]
    Head,
    /// Anywhere else.
    Body,
}

/// A script in the page itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct InlineScript {
    /// First byte of its code.
    pub start: u64,
    /// Byte after its code, where its end tag begins.
    pub end: u64,
    /// Line of `start`, from 1.
    pub line: u64,
    /// Whether it is a module.
    pub module: bool,
    /// What came of reading it for hazards; `null` while nobody did.
    pub reading: Option<ScriptReading>,
}

/// What came of reading a script for hazards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScriptReading {
    /// Its hazards are in the report.
    #[default]
    Read,
    /// It is cut under every reading and does not run, so it has none.
    Cut,
    /// Longer than what is read.
    TooLong,
    /// Nests deeper than what is read.
    TooDeep,
    /// No JavaScript that a browser would run.
    Syntax,
}
