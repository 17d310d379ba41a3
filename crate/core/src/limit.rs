//! Crawlers, their limits, the readings of a limit and the band they span. Data with source and date, and no judgement.

use serde::{Deserialize, Serialize};

/// How we know something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Google's own text.
    Documented,
    /// Tried in a browser, or published data.
    Measured,
    /// Somebody quotes Google; the original was not read.
    Reported,
    /// Our reading; no source says it.
    Inferred,
    /// A rule of thumb of this product.
    Heuristic,
    /// Looked for and not found.
    #[default]
    Unknown,
}

/// Bytes of one URL that a crawler takes; the rest is never fetched.
///
/// Unit: bytes of the decoded body, plus the response head under readings that count it. Google writes megabytes and never
/// says which, so a limit has a decimal and a binary value; the band runs between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Name of the crawler as the command line takes it.
    pub crawler: &'static str,
    /// The limit as Google writes it.
    pub written: &'static str,
    /// Strict reading: megabytes of 1,000,000 bytes, the response head counted.
    pub decimal_bytes: u64,
    /// Loose reading: megabytes of 1,048,576 bytes, the response head not counted.
    pub binary_bytes: u64,
    /// Title and address of the page that says so.
    pub source: &'static str,
    /// Day on which it was read there, `YYYY-MM-DD`.
    pub read_on: &'static str,
}

/// Google's published limits, the strictest first.
pub const LIMITS: [Limit; 3] = [GOOGLEBOT, GOOGLE_DEFAULT, GOOGLEBOT_PDF];

/// Googlebot (Smartphone and Desktop), every supported file type except PDF.
pub const GOOGLEBOT: Limit = Limit {
    crawler: "googlebot",
    written: "2 MB",
    decimal_bytes: 2_000_000,
    binary_bytes: 2_097_152,
    source: "Google, “Googlebot”, developers.google.com/search/docs/crawling-indexing/googlebot",
    read_on: "2026-11-30",
};

/// Googlebot on a PDF document.
pub const GOOGLEBOT_PDF: Limit = Limit {
    crawler: "googlebot-pdf",
    written: "64 MB",
    decimal_bytes: 64_000_000,
    binary_bytes: 67_108_864,
    source: "Google, “Googlebot”, developers.google.com/search/docs/crawling-indexing/googlebot",
    read_on: "2026-11-30",
};

/// Any Google crawler or fetcher that sets no limit of its own.
pub const GOOGLE_DEFAULT: Limit = Limit {
    crawler: "google-default",
    written: "15 MB",
    decimal_bytes: 15_000_000,
    binary_bytes: 15_728_640,
    source: "Google, “Overview of Google crawlers and fetchers”, developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers",
    read_on: "2026-11-30",
};

/// The limit of a crawler by its name; `None` when no crawler is called that.
#[must_use]
pub fn limit_of(crawler: &str) -> Option<Limit> {
    LIMITS.into_iter().find(|limit| limit.crawler == crawler)
}

/// The cut under the strictest and under the loosest reading, in body bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    /// First offset that may be cut: kept before it under every reading.
    pub earliest: u64,
    /// Last offset that may be cut: lost past it under every reading.
    pub latest: u64,
}

impl Limit {
    /// The band for a response head of `head_bytes` bytes (0 when unknown).
    ///
    /// Source: FACTS §1. Googlebot's blog counts the HTTP header, its documentation does not say; so the earliest edge takes
    /// the head off the decimal value and the latest edge is the whole binary value.
    #[must_use]
    pub const fn band(&self, head_bytes: u64) -> Band {
        Band { earliest: self.decimal_bytes.saturating_sub(head_bytes), latest: self.binary_bytes }
    }
}

/// The limit that an inspection applies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LimitChoice {
    /// Googlebot's limit for the kind of content: 64 MB for PDF, none published for images and media, 2 MB for the rest.
    #[default]
    Googlebot,
    /// A published limit, whatever the kind of content.
    Published(Limit),
    /// The user's own: one edge at this body offset, no head counted.
    User(u64),
}

/// How a published limit is counted. A limit of the user's own has one edge in any case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// Both ways: the cut is a band, and between its edges it depends.
    #[default]
    Band,
    /// Megabytes of 1,000,000 bytes, the response head counted: the earliest edge alone.
    Strictest,
    /// Megabytes of 1,048,576 bytes, the response head not counted: the latest edge alone.
    Loosest,
}
