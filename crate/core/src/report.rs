//! The serialisable whole: everything known about one page, as schema 1.
//!
//! A [`Report`] is the hinge of the product. What makes one may be slow or fail; what reads one (views, files, links, the
//! command line) is pure. Names are fixed: more may be added, none may change meaning. Absent values are `null`, never missing.
//!
//! Every offset counts bytes of the decoded body (after content decoding, before character decoding, byte order mark
//! included), from 0. Every `start`/`end` pair is half-open.

use serde::{Deserialize, Serialize};

pub use crate::scan::charset::EncodingSource;
pub use crate::scan::cut::CutState;
pub use crate::scan::resource::{Found, RequestRule, Requested, ResourceKind};
pub use crate::scan::vocabulary::{ContentKind, InlineScript, Placement, ScriptReading, SignalKind, VALUE_CHARACTERS};

use crate::cut::CutSituation;
use crate::ledger::Category;
use crate::limit::Basis;

/// Version of the report's JSON. Raised only when a name changes meaning.
pub const SCHEMA: u32 = 1;

/// What becomes of a signal, a resource or the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Ends at or before the earliest edge: survives under every reading.
    #[default]
    Kept,
    /// Its last byte lies in the band: survives under some readings only.
    Depends,
    /// Starts before the earliest edge and ends after the latest: cut through, something survives.
    Damaged,
    /// Starts at or after the earliest edge and ends after the latest.
    Lost,
}

/// What becomes of a signal between `start` and `end` when the fetch stops between the edges, see [`Fate`].
///
/// A tag that is cut through vanishes as a whole; an element with content is damaged.
#[must_use]
pub fn fate_of(kind: SignalKind, start: u64, end: u64, (earliest, latest): (u64, u64)) -> Fate {
    use SignalKind::{Heading, JsonLd, Landmark, Microdata, Rdfa, Title};
    let has_content = matches!(kind, Title | JsonLd | Heading | Landmark | Microdata | Rdfa);
    if end <= earliest {
        Fate::Kept
    } else if end <= latest {
        Fate::Depends
    } else if has_content && start < earliest {
        Fate::Damaged
    } else {
        Fate::Lost
    }
}

/// All that is known about one page and one limit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Always [`SCHEMA`].
    pub schema: u32,
    /// What was fetched.
    pub page: Page,
    /// The limit that was applied.
    pub limit: AppliedLimit,
    /// The answer in one sentence.
    pub verdict: Verdict,
    /// Where the fetch stops; `null` when the body ends at or before the earliest edge.
    pub cut: Option<Cut>,
    /// Every signal of the whole body in document order, past the cut too: the first 12,000 of them, and the first 32 of
    /// each kind in any case.
    pub signals: Vec<Signal>,
    /// Signals that are counted and not listed, for pages with more than that; empty for any other.
    #[serde(default)]
    pub unlisted: Vec<UnlistedRow>,
    /// Visible words.
    pub text: TextFacts,
    /// `a[href]` elements.
    pub links: LinkFacts,
    /// Entries of a feed or a sitemap; `null` for anything else.
    pub entries: Option<EntryFacts>,
    /// The head element as the parser builds it; `null` for what is not HTML.
    pub head_element: Option<HeadElement>,
    /// The body by category; the sum of `bytes` is `page.body_bytes`.
    pub ledger: Vec<LedgerRow>,
    /// The largest single spans, largest first, at most 20.
    pub largest: Vec<LargeItem>,
    /// The same bytes seen otherwise; no part of the ledger's sum.
    pub breakdown: Breakdown,
    /// What would bring everything back.
    pub what_if: WhatIf,
    /// The body on a byte scale, for drawing.
    pub ruler: Ruler,
    /// Subresources, in document order; those found at run time or in stylesheet files after them.
    pub resources: Vec<Resource>,
    /// References that are not in `resources` because the page has too many.
    #[serde(default)]
    pub resources_left_out: u64,
    /// The robots.txt files that were read, by host.
    #[serde(default)]
    pub robots: Vec<RobotsHost>,
    /// Scripts in the page itself that browsers run, in document order, at most 1,000.
    #[serde(default)]
    pub inline_scripts: Vec<InlineScript>,
    /// Code that needs what a stateless renderer does not have.
    pub hazards: Vec<Hazard>,
    /// What to know and what to do, most severe first.
    pub findings: Vec<Finding>,
    /// Of a report that came from a link, what the link is and lacks; `null` for any other.
    pub shared: Option<Shared>,
}

impl Report {
    /// The report as JSON text, schema 1.
    ///
    /// # Errors
    ///
    /// None that a report can cause: its maps have text for keys.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// The row of the ledger for a category; `None` where it has none.
    pub(crate) fn leaf(&self, category: Category) -> Option<&LedgerRow> {
        self.ledger.iter().find(|row| row.category == category.name())
    }
}

impl Report {
    /// A report about an empty body, to be filled.
    #[must_use]
    pub(crate) fn empty() -> Self {
        Self {
            schema: SCHEMA,
            page: Page::default(),
            limit: AppliedLimit {
                crawler: String::new(),
                earliest: None,
                latest: None,
                reading: String::new(),
                basis: Basis::Unknown,
                source: String::new(),
                read_on: None,
            },
            verdict: Verdict { fate: None, used_percent: None, sentence: String::new(), detail: String::new() },
            cut: None,
            signals: Vec::new(),
            unlisted: Vec::new(),
            text: TextFacts::default(),
            links: LinkFacts::default(),
            entries: None,
            head_element: None,
            ledger: Vec::new(),
            largest: Vec::new(),
            breakdown: Breakdown::default(),
            what_if: WhatIf::default(),
            ruler: Ruler::default(),
            resources: Vec::new(),
            resources_left_out: 0,
            robots: Vec::new(),
            inline_scripts: Vec::new(),
            hazards: Vec::new(),
            findings: Vec::new(),
            shared: None,
        }
    }

    /// Signals that a link left out, by kind and what becomes of them.
    #[must_use]
    pub fn signals_left_out(&self) -> &[SignalCount] {
        self.shared.as_ref().map_or(&[], |shared| &shared.signals)
    }

    /// Whether a link left this out.
    #[must_use]
    pub fn lacks(&self, part: LeftOut) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.left_out.contains(&part))
    }
}

/// What a report from a link is, and what it lacks of the report that was shared.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Shared {
    /// Version of the link's format.
    pub version: u32,
    /// What was left out, what the sender chose first.
    pub left_out: Vec<LeftOut>,
    /// Signals that are not listed.
    pub signals: Vec<SignalCount>,
}

/// Signals of one kind and one fate.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignalCount {
    /// What they are.
    pub kind: SignalKind,
    /// What becomes of them.
    pub fate: Fate,
    /// How many there are.
    pub count: u64,
}

/// What a link leaves out of a report. Text that is left out is `…`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// The part of addresses after `?`. By the sender's choice.
    QueryStrings,
    /// Titles, descriptions and other values of signals. By the sender's choice.
    Values,
    /// Addresses of subresources after their host. By the sender's choice.
    FileNames,
    /// Pieces of code. By the sender's choice.
    Snippets,
    /// Findings that nobody can draw without what the sender left out.
    Findings,
    /// Where the inline scripts stand.
    InlineScripts,
    /// Steps of the ruler: several became one.
    RulerSteps,
    /// The end of long values.
    LongValues,
    /// Addresses of subresources that are not requested.
    SkippedAddresses,
    /// The smaller ones of the largest pieces, of repeated blocks and of embedded files.
    SmallPieces,
    /// Addresses of subresources within their budget.
    KeptAddresses,
    /// Values of headings, structured data and social tags.
    MinorValues,
    /// Where each change would take out what it takes out.
    ChangeSpans,
    /// Addresses of all other subresources.
    Addresses,
    /// Hazards after the first ones.
    Hazards,
    /// Signals after the first ones of their kind.
    Signals,
    /// Subresources after the first ones.
    Resources,
    /// The end of long texts of every kind.
    LongTexts,
}

impl LeftOut {
    /// Everything that can be left out, in the order in which it is.
    pub const ALL: [Self; 18] = [
        Self::QueryStrings,
        Self::Values,
        Self::FileNames,
        Self::Snippets,
        Self::Findings,
        Self::InlineScripts,
        Self::RulerSteps,
        Self::LongValues,
        Self::SkippedAddresses,
        Self::SmallPieces,
        Self::KeptAddresses,
        Self::MinorValues,
        Self::ChangeSpans,
        Self::Addresses,
        Self::Hazards,
        Self::Signals,
        Self::Resources,
        Self::LongTexts,
    ];

    /// Stable name, in reports and at the end of its sentence's key (`view_left_out_…`).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::QueryStrings => "query_strings",
            Self::Values => "values",
            Self::FileNames => "file_names",
            Self::Snippets => "snippets",
            Self::Findings => "findings",
            Self::InlineScripts => "inline_scripts",
            Self::RulerSteps => "ruler_steps",
            Self::LongValues => "long_values",
            Self::SkippedAddresses => "skipped_addresses",
            Self::SmallPieces => "small_pieces",
            Self::KeptAddresses => "kept_addresses",
            Self::MinorValues => "minor_values",
            Self::ChangeSpans => "change_spans",
            Self::Addresses => "addresses",
            Self::Hazards => "hazards",
            Self::Signals => "signals",
            Self::Resources => "resources",
            Self::LongTexts => "long_texts",
        }
    }
}

/// What was fetched, and how.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// Address of the body after redirects; empty when unknown.
    pub url: String,
    /// HTTP status; `null` when the body did not come over HTTP or the status is unknown.
    pub status: Option<u16>,
    /// `Content-Type` field as sent.
    pub content_type: Option<String>,
    /// What the content is treated as.
    pub kind: ContentKind,
    /// What the first bytes plainly are, where that contradicts the content type; else `null`.
    pub looks_like: Option<ContentKind>,
    /// Name of the root element of XML, `urlset`; `null` for what is not XML.
    pub root_element: Option<String>,
    /// Name of the character encoding (WHATWG name); `null` for what has none.
    pub encoding: Option<String>,
    /// What decided the encoding.
    pub encoding_source: Option<EncodingSource>,
    /// Offset of the first byte of the `meta` element that declares the encoding, if there is one.
    pub encoding_meta_offset: Option<u64>,
    /// Bytes of the response head in HTTP/1.1 form; `null` when unknown.
    pub head_bytes: Option<u64>,
    /// Whether every header field was visible to us: browsers hide `Set-Cookie`. `null` when there is no head.
    pub head_complete: Option<bool>,
    /// Decoded body bytes: the number that counts.
    pub body_bytes: u64,
    /// Compressed bytes on the wire; `null` when unknown.
    pub transferred_bytes: Option<u64>,
    /// Unicode scalar values of the decoded text; `null` for what is not text.
    pub characters: Option<u64>,
    /// `Content-Encoding` field as sent.
    pub content_encoding: Option<String>,
    /// `X-Robots-Tag` fields as sent, one entry each.
    pub x_robots_tag: Vec<String>,
    /// `Link` fields as sent, one entry each.
    pub link_header: Vec<String>,
    /// `Retry-After` field as sent.
    pub retry_after: Option<String>,
    /// First title of the document, as text.
    pub title: Option<String>,
    /// Where the bytes came from.
    pub source: BytesSource,
    /// Decoded size of the response on screen, when the browser tells it.
    pub screen_body_bytes: Option<u64>,
    /// HTTP status of the response on screen, when the browser tells it: a second request may get another.
    pub screen_status: Option<u16>,
    /// Milliseconds the server needed for the response on screen, when the browser tells it.
    pub response_ms: Option<u64>,
    /// Protocol of the response on screen (`h2`, `h3`, `http/1.1`), when the browser tells it.
    pub protocol: Option<String>,
    /// Address that was asked for, when redirects led elsewhere.
    pub requested_url: Option<String>,
    /// Whether robots.txt lets Googlebot fetch it.
    #[serde(default)]
    pub robots: Robots,
    /// Line of robots.txt that decides that, from 1; `null` when none does.
    pub robots_line: Option<u64>,
    /// That line, `Disallow: /shop/`.
    pub robots_rule: Option<String>,
}

/// Where the bytes of a report came from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BytesSource {
    /// A file, standard input or an archive.
    #[default]
    File,
    /// The response on screen, from the browser's cache.
    Cache,
    /// A second request.
    SecondRequest,
    /// A request by the command line.
    Request,
}

/// The limit that was applied, in body bytes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AppliedLimit {
    /// `googlebot`, `googlebot-pdf`, `google-default` or `user`.
    pub crawler: String,
    /// Strictest reading: the first offset that may be cut.
    pub earliest: Option<u64>,
    /// Loosest reading. `null` (like `earliest`) where the limit is not published.
    pub latest: Option<u64>,
    /// How the two edges come about, in one sentence.
    pub reading: String,
    /// How we know the limit.
    pub basis: Basis,
    /// Who says so, and where.
    pub source: String,
    /// When it was read there, `YYYY-MM-DD`; `null` for the user's own limit.
    pub read_on: Option<String>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Of the page as a whole; `null` where the limit is not published.
    pub fate: Option<Fate>,
    /// Body bytes as a share of the earliest edge, in percent, one decimal; `null` where the limit is not published.
    pub used_percent: Option<f64>,
    /// One sentence with the number that matters.
    pub sentence: String,
    /// What is lost, or what to know below the limit; may be empty.
    pub detail: String,
}

/// Where the fetch stops under the strictest and the loosest reading.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Cut {
    /// Under the strictest reading.
    pub earliest: Place,
    /// Under the loosest reading; the end of the body when the body ends inside the band.
    pub latest: Place,
}

/// One offset in the body.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Body offset: bytes before it are fetched, it and all after it are not.
    pub offset: u64,
    /// Line, from 1; lines end at a line feed.
    pub line: u64,
    /// Column, from 1, in characters.
    pub column: u64,
    /// What the offset stands in.
    pub state: CutState,
    /// Open elements from the root, `html > body > div#main > p`.
    pub path: String,
    /// The constructs that the cut goes through, the one that matters most first.
    #[serde(default)]
    pub situations: Vec<CutSituation>,
    /// What the cut does there, in one sentence for each of them (measured, see FACTS).
    pub effect: String,
}

/// Something a search engine takes from a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    /// What it is.
    pub kind: SignalKind,
    /// What tells it from others of its kind: `h2`, `og:image`, `Product`, a hreflang, a meta name; `null` when nothing does.
    pub name: Option<String>,
    /// Its content as text, at most [`VALUE_CHARACTERS`] characters.
    pub value: String,
    /// First byte.
    pub start: u64,
    /// Byte after the last one it needs.
    pub end: u64,
    /// Line of `start`, from 1.
    pub line: u64,
    /// What becomes of it.
    pub fate: Fate,
    /// Where the parser puts it.
    pub placement: Placement,
    /// For a damaged signal, the value that is left at the earliest edge; `null` when nothing usable is left.
    pub survives: Option<String>,
    /// Whether it can do its work where it stands: JSON-LD parses, a canonical stands in the head element and carries no
    /// `hreflang`, `lang`, `media` or `type`. `true` for kinds that have no such rule.
    pub valid: bool,
}

/// Signals of one kind that are counted and not listed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnlistedRow {
    /// What they are.
    pub kind: SignalKind,
    /// In the whole body.
    pub count: u64,
    /// Of these, left when the body ends at the earliest edge.
    pub kept_earliest: u64,
    /// Of these, left when the body ends at the latest edge.
    pub kept_latest: u64,
}

/// Visible words: whitespace-separated words of text nodes outside `head script style noscript template`, as parsed with
/// scripting on. No style sheet is applied.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TextFacts {
    /// In the whole body.
    pub words_total: u64,
    /// Left when the body ends at the earliest edge.
    pub words_kept_earliest: u64,
    /// Left when the body ends at the latest edge.
    pub words_kept_latest: u64,
    /// Start of the first `h1` or of the first run of 20 visible words, whichever comes first; `null` when there is neither.
    pub first_content_offset: Option<u64>,
}

/// Links: elements `a[href]` in the document tree, those that the parser copies included.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkFacts {
    /// In the whole body.
    pub total: u64,
    /// Left when the body ends at the earliest edge.
    pub kept_earliest: u64,
    /// Left when the body ends at the latest edge.
    pub kept_latest: u64,
}

/// Entries of a feed or a sitemap.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EntryFacts {
    /// Their element: `item`, `entry`, `url` or `sitemap`.
    pub name: String,
    /// In the whole body.
    pub total: u64,
    /// Complete when the body ends at the earliest edge.
    pub kept_earliest: u64,
    /// Complete when the body ends at the latest edge.
    pub kept_latest: u64,
}

/// The head element as the parser builds it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HeadElement {
    /// Offset at which the head element ends, by its end tag or by what ended it.
    pub end: u64,
    /// The element or text that ended the head element before its end tag, `div` or `#text`; `null` when the end tag (or
    /// the `body` start tag, or the end of the body) did.
    pub ended_by: Option<String>,
    /// Offset of the `</head>` that came too late; `null` when there was none.
    pub late_end_tag: Option<u64>,
    /// Offset of the first `noscript` in the head that holds what ends the head where scripting is off; `null` if none.
    pub noscript_risk: Option<u64>,
}

/// One leaf of the ledger.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LedgerRow {
    /// Stable name, see [`crate::ledger::Category`].
    pub category: String,
    /// Bytes of the body.
    pub bytes: u64,
    /// Of these, before the earliest edge.
    pub bytes_kept_earliest: u64,
}

/// A large single span.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LargeItem {
    /// Stable name, see [`crate::ledger::Category`].
    pub category: String,
    /// First byte.
    pub start: u64,
    /// Byte after the last.
    pub end: u64,
    /// Line of `start`, from 1.
    pub line: u64,
    /// What a developer calls it, `script#__NEXT_DATA__`.
    pub label: String,
}

/// The same bytes seen otherwise.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Breakdown {
    /// Bytes by part of the page; the sum is `page.body_bytes`.
    pub regions: Vec<RegionRow>,
    /// Bytes of menus (`nav`, and a `header` outside the content) before the first content; `null` without content.
    pub menu_bytes_before_content: Option<u64>,
    /// `data:` addresses by media type, largest first.
    pub data_uris: Vec<DataUriRow>,
    /// State kept for hydration by framework, largest first.
    pub states: Vec<StateRow>,
    /// The largest keys of the first two levels of inline data, largest first, at most 20; one of the second level stands in
    /// one of the first.
    #[serde(default)]
    pub state_keys: Vec<StateKeyRow>,
    /// Style sheets of known CSS frameworks that stand in the page whole, largest first.
    pub sheets: Vec<SheetRow>,
    /// Style sheets that the page links, `link[rel=stylesheet]`.
    pub linked_sheets: u64,
    /// What stands in the page more than once: the same blocks, most wasteful first, at most 20; then (kind `markup`) subtrees of
    /// one shape, those that take most first, at most 10. Of these, `bytes` is the average.
    pub repeats: Vec<RepeatRow>,
    /// Visible text that stands again in inline data; `null` when none was found.
    pub paid_twice: Option<PaidTwice>,
    /// JSON-LD blocks that list 100 entries or more, those with most first, at most 20.
    #[serde(default)]
    pub json_ld_lists: Vec<JsonLdListRow>,
}

/// A JSON-LD block that lists many things.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct JsonLdListRow {
    /// Entries of its longest list: of the document itself, a `@graph` or an `itemListElement`.
    pub entries: u64,
    /// Bytes of the block, its tags included.
    pub bytes: u64,
    /// First byte of its start tag.
    pub start: u64,
    /// Line of `start`, from 1.
    pub line: u64,
}

/// One part of the page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RegionRow {
    /// Stable name, see [`crate::ledger::Region`].
    pub region: String,
    /// Bytes of the body.
    pub bytes: u64,
    /// Of these, before the earliest edge.
    pub bytes_kept_earliest: u64,
}

/// A key of inline data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StateKeyRow {
    /// The framework whose state it is, or what a developer calls the script.
    pub script: String,
    /// The key, `props`, or the keys, `props.pageProps`.
    pub key: String,
    /// Bytes of the key and its value.
    pub bytes: u64,
    /// First byte of the key.
    pub start: u64,
}

/// `data:` addresses of one media type.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DataUriRow {
    /// `image/png`.
    pub media_type: String,
    /// How many there are.
    pub count: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// State that one framework keeps in the page for hydration.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StateRow {
    /// `Next.js (app router)`.
    pub name: String,
    /// In how many pieces.
    pub count: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// The style sheet of one CSS framework, inlined.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SheetRow {
    /// `Bootstrap`.
    pub name: String,
    /// In how many `style` elements.
    pub count: u64,
    /// Bytes of these elements' contents.
    pub bytes: u64,
}

/// A block that stands in the page more than once, byte for byte.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RepeatRow {
    /// `style`, `svg` or `data_uri`.
    pub kind: String,
    /// How often it stands there.
    pub count: u64,
    /// Bytes of one copy.
    pub bytes: u64,
    /// Bytes of all copies but the first.
    pub extra_bytes: u64,
    /// Offset of the first copy.
    pub start: u64,
    /// Line of the first copy, from 1.
    pub line: u64,
    /// What a developer calls it.
    pub label: String,
}

/// Visible text that stands again in inline data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PaidTwice {
    /// Pieces of text that were found in both.
    pub pieces: u64,
    /// Their bytes in the text.
    pub bytes: u64,
}

/// What would bring everything back. See [`crate::ledger::what_if`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WhatIf {
    /// Every single change that saves something, largest first.
    pub changes: Vec<Change>,
    /// The fewest changes after which everything is kept, as ids; empty when everything is kept as it is.
    pub proposal: Vec<String>,
    /// Whether these are enough.
    pub enough: bool,
    /// Body bytes after them.
    pub body_bytes: u64,
}

/// One thing to do that takes bytes out of the page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Stable name, see [`crate::ledger::ChangeKind`].
    pub id: String,
    /// What to do, in a few words: `Move 14 style blocks into a stylesheet`.
    pub title: String,
    /// How, and what it costs elsewhere.
    pub fix: String,
    /// How many spans it takes out.
    pub count: u64,
    /// Bytes it takes out.
    pub bytes: u64,
    /// What it takes out, in order; spans of different changes do not overlap.
    pub spans: Vec<(u64, u64)>,
}

/// The body on a byte scale: equal steps, each with the bytes of every ledger group in it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ruler {
    /// Width of one step, in bytes.
    pub step_bytes: u64,
    /// Per step, the group (see [`crate::ledger::Group`]) that takes most of its bytes.
    pub groups: Vec<String>,
}

/// One subresource and its own budget.
///
/// What the page and its measurement tell is stored; `requested`, `earliest`, `latest`, `fate`, `effect` and `parts` follow
/// from that and from the limit, see [`crate::resource::judge`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Resource {
    /// Absolute address without its fragment where it could be resolved; as written where not.
    pub url: String,
    /// What it is used as.
    pub kind: ResourceKind,
    /// What names it first.
    pub found: Found,
    /// Offset of the tag, or of the rule in inline CSS, that names it; `null` when the HTML does not.
    pub start: Option<u64>,
    /// Byte after that tag or rule: it is named only when the cut is not before it.
    pub end: Option<u64>,
    /// Line of `start`, from 1. For one found in a stylesheet file: the line there.
    pub line: Option<u64>,
    /// How it is named, in the page's own words: `module async`, `print`, `preload as=style`, `srcset`; `null` when plain.
    pub detail: Option<String>,
    /// For one found at run time what asked for it, in the words of Resource Timing (`fetch`, `xmlhttprequest`, `script`);
    /// for one found in a stylesheet file the address of that file.
    pub initiator: Option<String>,
    /// For one found in a stylesheet file: the byte of that file after the rule that names it.
    pub initiator_end: Option<u64>,
    /// Whether Google's renderer asks for it.
    pub requested: Requested,
    /// The rule that decides that, as long as the cut does not come first.
    pub rule: RequestRule,
    /// How we know the rule.
    pub basis: Basis,
    /// Decoded bytes; `null` when unknown.
    pub body_bytes: Option<u64>,
    /// Bytes of its response head in HTTP/1.1 form; `null` when unknown.
    pub head_bytes: Option<u64>,
    /// Compressed bytes on the wire; `null` when unknown.
    pub transferred_bytes: Option<u64>,
    /// HTTP status; `null` when unknown.
    pub status: Option<u16>,
    /// `Content-Type` field as sent, or the type that Resource Timing tells.
    pub content_type: Option<String>,
    /// What its first bytes plainly are, where that contradicts what it is used as; else `null`.
    pub looks_like: Option<ContentKind>,
    /// `h2`, `h3`, `http/1.1`; `null` when unknown.
    pub protocol: Option<String>,
    /// Milliseconds from its request to its last byte; `null` when unknown.
    pub duration_ms: Option<u64>,
    /// Strictest edge of its own budget.
    pub earliest: Option<u64>,
    /// Loosest edge of its own budget.
    pub latest: Option<u64>,
    /// What becomes of it; `null` when it is not requested or its size is unknown.
    pub fate: Option<Fate>,
    /// What the cut does to it, in one sentence.
    pub effect: Option<String>,
    /// For a stylesheet that was read: its rules, and how many are left at the edges.
    pub rules: Option<RuleCount>,
    /// For a script that was read: whether it runs.
    pub script: Option<ScriptFacts>,
    /// For a frame that was read: what is left of it.
    pub frame: Option<FrameFacts>,
    /// How many files of its own it must be split into so that each is below the strictest edge; `null` when it fits.
    pub parts: Option<u64>,
    /// Whether robots.txt lets Googlebot fetch it.
    pub robots: Robots,
    /// Line of robots.txt that decides that, from 1; `null` when none does.
    pub robots_line: Option<u64>,
    /// That line, `Disallow: /assets/`.
    pub robots_rule: Option<String>,
    /// Why it could not be read; `null` when it was, or nobody tried.
    pub error: Option<String>,
}

/// Whether robots.txt lets Googlebot fetch an address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Robots {
    /// It does.
    Allowed,
    /// It does not.
    Blocked,
    /// The file was not read.
    #[default]
    Unknown,
}

/// Rules of a stylesheet that Chromium keeps: those at the top, and those in `@media` and other groups too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleCount {
    /// In the whole file.
    pub total: u64,
    /// Left when it ends at `earliest`.
    pub kept_earliest: u64,
    /// Left when it ends at `latest`.
    pub kept_latest: u64,
    /// Edges at which they were counted.
    pub earliest: u64,
    /// See `earliest`.
    pub latest: u64,
}

/// What is left of a document in a frame, which is cut like a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FrameFacts {
    /// Visible words in the whole body.
    pub words_total: u64,
    /// Left when the body ends at its earliest edge.
    pub words_kept: u64,
    /// Links in the whole body.
    pub links_total: u64,
    /// Left when the body ends at its earliest edge.
    pub links_kept: u64,
}

/// One robots.txt and what it means for its host.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RobotsHost {
    /// Scheme, host and port: `https://example.com`.
    pub origin: String,
    /// HTTP status; `null` when the file could not be fetched.
    pub status: Option<u16>,
    /// Decoded bytes; `null` when there is no file or it could not be read.
    pub body_bytes: Option<u64>,
    /// What follows for crawling.
    pub state: RobotsState,
}

/// What Google does with a host, by the answer to its robots.txt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RobotsState {
    /// Its rules apply.
    Read,
    /// 4xx other than 429, or five redirects: as if there were no file (documented).
    Missing,
    /// 5xx: nothing is crawled at first (documented).
    Unreachable,
    /// It could not be read here, or was answered with 429.
    #[default]
    Unknown,
}

/// What reading a script file gave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptFacts {
    /// What came of reading it for hazards.
    pub reading: ScriptReading,
    /// Whether what is left at the earliest edge of its own budget runs; `null` when it ends before that, or it is unknown.
    pub runs_earliest: Option<bool>,
    /// The same at the latest edge.
    pub runs_latest: Option<bool>,
}

/// Code that needs what a stateless renderer does not have.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Hazard {
    /// `localStorage`, `WebSocket` …, see [`crate::hazard`].
    pub api: String,
    /// The page or the address of the file.
    #[serde(rename = "where")]
    pub place: String,
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1, in characters.
    pub column: u64,
    /// Offset of the code in the body of its page or file; `null` where that is not UTF-8.
    pub start: Option<u64>,
    /// The code, on one line and cut where it is long.
    pub snippet: String,
    /// What it does with it.
    pub access: HazardAccess,
    /// Whether the code is ready to do without: `try`, a test for it, a fallback.
    pub guarded: bool,
    /// Whether it runs while the page loads, as far as that shows in the code.
    pub startup: bool,
    /// Always [`Basis::Heuristic`].
    pub basis: Basis,
}

/// What code does with something that a stateless renderer does not have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HazardAccess {
    /// Looks up what an earlier visit left, or takes the object itself.
    #[default]
    Read,
    /// Leaves something for a later visit.
    Write,
    /// Asks for something: a connection, a permission, a worker. Of a click or scroll handler: waits for it.
    Call,
}

/// How bad a finding is. The order is the order in which findings are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Something is lost, or will be under every reading.
    #[default]
    Error,
    /// Something may be lost, or is close to it.
    Warning,
    /// Worth knowing.
    Notice,
    /// Checked, and as it should be.
    Good,
}

/// One sentence about the page, with its reason and its fix.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Permanent name in kebab-case.
    pub id: String,
    /// How bad it is.
    pub severity: Severity,
    /// How we know.
    pub basis: Basis,
    /// Who says so, with the day it was read; what we did, for `measured`; empty for `heuristic`.
    pub source: String,
    /// One sentence.
    pub title: String,
    /// The numbers behind it: offsets, lines, values.
    pub evidence: String,
    /// What to do; empty when nothing needs doing.
    pub fix: String,
}
