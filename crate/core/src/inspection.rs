//! One page, from its first byte to its report.

mod fill;

use encoding_rs::Encoding;

use crate::charset::{self, Charset, PRESCAN_BYTES};
use crate::finding;
use crate::ledger;
use crate::limit::{LimitChoice, Reading};
use crate::message::Messages;
use crate::report::{AppliedLimit, BytesSource, ContentKind, EncodingSource, Page, Report};
use crate::resource::{self, RobotsFile, Timing};
use crate::response::{self, Head};
use crate::scan::HtmlScan;
use crate::scan::plain::PlainScan;
use crate::scan::resource::NamedResources;

/// Bytes looked at for UTF-8 where nothing declares an encoding.
const UNDECLARED_BYTES: usize = 65_536;

/// What is known before the first byte of the body.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Address of the body after redirects; empty when unknown.
    pub url: String,
    /// The response head, if there is one.
    pub head: Option<Head>,
    /// The limit to apply.
    ///
    /// Default: Googlebot's for the kind of content.
    pub limit: LimitChoice,
    /// How a published limit is counted.
    ///
    /// Default: both ways, as a band.
    pub reading: Reading,
    /// Language of the report's sentences.
    ///
    /// Default: English.
    pub messages: Messages,
}

/// What is known only after the last byte.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// Where the bytes came from.
    pub source: BytesSource,
    /// Compressed bytes on the wire.
    pub transferred_bytes: Option<u64>,
    /// Decoded size of the response on screen.
    pub screen_body_bytes: Option<u64>,
    /// HTTP status of the response on screen.
    pub screen_status: Option<u16>,
    /// Milliseconds the server needed for the response on screen.
    pub response_ms: Option<u64>,
    /// Protocol of the response on screen.
    pub protocol: Option<String>,
    /// Address that was asked for, when redirects led elsewhere.
    pub requested_url: Option<String>,
    /// What Resource Timing told about the page as it ran.
    pub runtime: Vec<Timing>,
    /// The robots.txt files of the hosts, as far as they were read.
    pub robots: Vec<RobotsFile>,
}

/// Inspects one body, chunk by chunk. Any split of the body into chunks gives the same report.
pub struct Inspection {
    options: Options,
    body_bytes: u64,
    stage: Stage,
}

enum Stage {
    /// The first bytes are collected until kind and encoding are known.
    Start(Vec<u8>),
    Scan(Box<Scanning>),
}

struct Scanning {
    kind: ContentKind,
    looks_like: Option<ContentKind>,
    charset: Charset,
    limit: AppliedLimit,
    scan: Scan,
}

enum Scan {
    Html(Box<HtmlScan>),
    Plain(Box<PlainScan>),
}

impl Inspection {
    /// Starts an inspection.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, body_bytes: 0, stage: Stage::Start(Vec::new()) }
    }

    /// Takes the next bytes of the decoded body.
    pub fn push(&mut self, chunk: &[u8]) {
        self.body_bytes += chunk.len() as u64;
        match &mut self.stage {
            Stage::Scan(scanning) => scanning.push(chunk),
            Stage::Start(first) => {
                first.extend_from_slice(chunk);
                if first.len() >= PRESCAN_BYTES {
                    let first = std::mem::take(first);
                    self.start(first, false);
                }
            }
        }
    }

    /// Decoded body bytes taken so far.
    #[must_use]
    pub const fn body_bytes(&self) -> u64 {
        self.body_bytes
    }

    /// Decides how to read the body and reads `first`, or waits for more of it.
    fn start(&mut self, first: Vec<u8>, is_last: bool) {
        let head = self.options.head.as_ref();
        let mime = head.and_then(Head::mime);
        let prescan = &first[..first.len().min(PRESCAN_BYTES)];
        let kind = response::content_kind(mime.as_deref(), &self.options.url, prescan);
        let mut charset = charset::sniff(head.and_then(Head::charset).as_deref(), prescan, kind);
        if charset.source == EncodingSource::Assumed && kind == ContentKind::Html {
            if first.len() < UNDECLARED_BYTES && !is_last {
                self.stage = Stage::Start(first);
                return;
            }
            let sample = &first[..first.len().min(UNDECLARED_BYTES)];
            let is_utf8 = Encoding::utf8_valid_up_to(sample) + 4 > sample.len() && !sample.is_ascii();
            if is_utf8 {
                charset.encoding = encoding_rs::UTF_8;
            }
        }
        let head_bytes = head.and_then(|head| head.bytes);
        let messages = &self.options.messages;
        let limit = AppliedLimit::of(self.options.limit, kind, head_bytes, messages);
        let limit = limit.counted(self.options.reading, head_bytes, messages);
        let probes: Vec<u64> = limit.earliest.into_iter().chain(limit.latest).collect();
        let bom_bytes = u64::from(charset.bom_bytes);
        let scan = if kind == ContentKind::Html {
            let is_tentative = charset.source == EncodingSource::Assumed;
            Scan::Html(Box::new(HtmlScan::new(
                charset.encoding,
                is_tentative,
                bom_bytes,
                limit.earliest.unwrap_or(u64::MAX),
                &probes,
            )))
        } else {
            let mut probes = probes;
            probes.dedup();
            Scan::Plain(Box::new(PlainScan::new(kind, charset.encoding, bom_bytes, &probes)))
        };
        let looks_like = mime.and_then(|mime| response::contradicted_by(&mime, prescan));
        let mut scanning = Scanning { kind, looks_like, charset, limit, scan };
        scanning.push(&first);
        self.stage = Stage::Scan(Box::new(scanning));
    }

    /// Ends the body and gives the report.
    #[must_use]
    pub fn finish(mut self, mut context: Context) -> Report {
        while let Stage::Start(first) = &mut self.stage {
            let first = std::mem::take(first);
            self.start(first, true);
        }
        let mut report = Report::empty();
        let runtime = std::mem::take(&mut context.runtime);
        let robots = std::mem::take(&mut context.robots);
        let mut named = NamedResources::default();
        report.page = page(&self.options, context, self.body_bytes);
        if let Stage::Scan(scanning) = self.stage {
            let Scanning { kind, looks_like, charset, limit, scan } = *scanning;
            report.page.kind = kind;
            report.page.looks_like = looks_like;
            report.limit = limit;
            match scan {
                Scan::Html(scan) => {
                    let facts = scan.finish(self.body_bytes);
                    named = fill::html(&mut report, facts, &charset, &self.options.messages);
                }
                Scan::Plain(scan) => fill::plain(&mut report, scan.finish(), &charset, &self.options.messages),
            }
        }
        resource::collect(&mut report, named, &runtime);
        resource::robots::apply(&mut report, &robots);
        resource::judge(&mut report, &self.options.messages);
        ledger::propose(&mut report);
        finding::judge(&mut report, &self.options.messages);
        report
    }
}

impl Scanning {
    fn push(&mut self, chunk: &[u8]) {
        match &mut self.scan {
            Scan::Html(scan) => scan.push(chunk),
            Scan::Plain(scan) => scan.push(chunk),
        }
    }
}

fn page(options: &Options, context: Context, body_bytes: u64) -> Page {
    let head = options.head.as_ref();
    let fields = |name: &str| -> Vec<String> {
        head.map(|head| head.fields_named(name).map(str::to_owned).collect()).unwrap_or_default()
    };
    Page {
        url: options.url.clone(),
        status: head.and_then(|head| head.status),
        content_type: head.and_then(Head::content_type),
        head_bytes: head.and_then(|head| head.bytes),
        head_complete: head.map(|head| head.complete),
        body_bytes,
        transferred_bytes: context.transferred_bytes,
        content_encoding: head.and_then(|head| head.field("content-encoding")).map(str::to_owned),
        x_robots_tag: fields("x-robots-tag"),
        link_header: fields("link"),
        retry_after: head.and_then(|head| head.field("retry-after")).map(str::to_owned),
        source: context.source,
        screen_body_bytes: context.screen_body_bytes,
        screen_status: context.screen_status,
        response_ms: context.response_ms,
        protocol: context.protocol,
        requested_url: context.requested_url,
        ..Page::default()
    }
}
