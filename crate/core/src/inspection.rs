//! One page, from its first byte to its report.

use encoding_rs::Encoding;

use crate::charset::{self, Charset, PRESCAN_BYTES};
use crate::cut;
use crate::finding;
use crate::ledger;
use crate::ledger::Region;
use crate::limit::{LimitChoice, Reading};
use crate::message::Messages;
use crate::order;
use crate::report::{
    AppliedLimit, Breakdown, BytesSource, Change, ContentKind, Cut, DataUriRow, EncodingSource, EntryFacts, Fate,
    HeadElement, InlineScript, JsonLdListRow, LargeItem, LedgerRow, LinkFacts, Page, PaidTwice, Place, RegionRow,
    RepeatRow, Report, Ruler, SheetRow, Signal, SignalKind, StateKeyRow, StateRow, TextFacts, UnlistedRow, WhatIf,
    fate_of,
};
use crate::resource::{self, RobotsFile, Timing};
use crate::response::{self, Head};
use crate::scan::plain::{PlainFacts, PlainScan};
use crate::scan::resource::NamedResources;
use crate::scan::{HtmlFacts, HtmlScan, Prefix, RawSignal, Texts};

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
                    named = fill_html(&mut report, facts, &charset, &self.options.messages);
                }
                Scan::Plain(scan) => fill_plain(&mut report, scan.finish(), &charset, &self.options.messages),
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

fn fill_html(report: &mut Report, facts: HtmlFacts, charset: &Charset, messages: &Messages) -> NamedResources {
    let mut encoding = charset.encoding;
    report.page.encoding_source = Some(charset.source);
    report.page.encoding_meta_offset = charset.meta_offset.or(facts.declared_charset.map(|(_, offset)| offset));
    if let (EncodingSource::Assumed, Some((declared, _))) = (charset.source, facts.declared_charset) {
        encoding = declared;
        report.page.encoding_source = Some(EncodingSource::LateMeta);
    }
    report.page.encoding = Some(encoding.name().to_owned());
    report.page.characters = facts.characters;
    let band = (report.limit.earliest.unwrap_or(u64::MAX), report.limit.latest.unwrap_or(u64::MAX));
    let at = |edge: u64| facts.prefixes.iter().find(|prefix| prefix.offset == edge);
    let (earliest, latest) = (at(band.0), at(band.1));
    if let Some(earliest) = earliest {
        report.cut =
            Some(Cut { earliest: place(earliest, messages), latest: place(latest.unwrap_or(&facts.whole), messages) });
    }
    report.text = TextFacts {
        words_total: facts.words,
        words_kept_earliest: earliest.map_or(facts.words, |prefix| prefix.words),
        words_kept_latest: latest.map_or(facts.words, |prefix| prefix.words),
        first_content_offset: facts.first_content.map(|offset| facts.offsets.body(offset)),
    };
    report.links = LinkFacts {
        total: facts.links,
        kept_earliest: earliest.map_or(facts.links, |prefix| prefix.links),
        kept_latest: latest.map_or(facts.links, |prefix| prefix.links),
    };
    report.head_element = facts.head.as_ref().map(|head| HeadElement {
        end: facts.offsets.body(head.end),
        ended_by: head.ended_by.clone(),
        late_end_tag: head.late_end_tag.map(|offset| facts.offsets.body(offset)),
        noscript_risk: facts.noscript_risk.map(|offset| facts.offsets.body(offset)),
    });
    let mut signals: Vec<&RawSignal> = facts.signals.iter().collect();
    if facts.is_body_replaced {
        signals.extend(earliest.into_iter().flat_map(|prefix| &prefix.signals));
        signals = order::by_key(signals, |signal| signal.start * 64 + signal.kind as u64);
        signals.dedup_by_key(|signal| (signal.start, signal.kind));
    }
    report.signals = signals
        .into_iter()
        .map(|signal| {
            let texts = Texts::of(signal, encoding);
            let start = facts.offsets.body(signal.start);
            let end = facts.offsets.body(signal.end.unwrap_or(u64::MAX));
            let fate = fate_of(signal.kind, start, end, band);
            let survives = (fate == Fate::Damaged).then(|| survivor(signal, earliest, encoding)).flatten();
            Signal {
                kind: signal.kind,
                name: texts.name,
                value: texts.value,
                start,
                end,
                line: signal.line,
                fate,
                placement: signal.placement,
                survives,
                valid: texts.valid,
            }
        })
        .collect();
    let body = |narrow: u64| facts.offsets.body(narrow);
    let scripts = facts.scripts.iter();
    report.inline_scripts =
        scripts.map(|script| InlineScript { start: body(script.start), end: body(script.end), ..*script }).collect();
    report.unlisted = SignalKind::ALL
        .into_iter()
        .map(|kind| {
            let of = |prefix: Option<&Prefix>| prefix.map_or(&facts.unlisted, |prefix| &prefix.unlisted)[kind as usize];
            let count = facts.unlisted[kind as usize];
            UnlistedRow { kind, count, kept_earliest: of(earliest).min(count), kept_latest: of(latest).min(count) }
        })
        .filter(|row| row.count > 0)
        .collect();
    report.page.title =
        report.signals.iter().find(|signal| signal.kind == SignalKind::Title).map(|signal| signal.value.clone());
    report.ledger = facts
        .ledger()
        .map(|(category, bytes, kept)| LedgerRow {
            category: category.name().to_owned(),
            bytes,
            bytes_kept_earliest: kept,
        })
        .collect();
    report.largest = facts
        .tally
        .largest()
        .iter()
        .map(|large| LargeItem {
            category: large.category.name().to_owned(),
            start: body(large.start),
            end: body(large.end),
            line: large.line,
            label: large.label.clone(),
        })
        .collect();
    report.breakdown = breakdown(&facts);
    report.what_if = WhatIf { changes: changes(&facts, messages), ..WhatIf::default() };
    let (step, groups) = facts.tally.ruler();
    report.ruler = Ruler {
        step_bytes: step * facts.offsets.stride(),
        groups: groups.into_iter().map(|group| group.name().to_owned()).collect(),
    };
    facts.references.decode(encoding, facts.offsets)
}

fn breakdown(facts: &HtmlFacts) -> Breakdown {
    const ROWS: usize = 20;
    const JSON_LD_ENTRIES: u64 = 100;
    let body = |narrow: u64| facts.offsets.body(narrow);
    let stride = facts.offsets.stride();
    let tally = &facts.tally;
    let (untold, untold_kept) = facts.untold();
    let data_uris: Vec<DataUriRow> = tally
        .data_uri_rows()
        .map(|(media_type, count, bytes)| DataUriRow {
            media_type: media_type.to_owned(),
            count,
            bytes: bytes * stride,
        })
        .collect();
    let data_uris = order::by_key(data_uris, |row| u64::MAX - row.bytes);
    let states: Vec<StateRow> = tally
        .state_rows()
        .map(|(name, count, bytes)| StateRow { name: name.to_owned(), count, bytes: bytes * stride })
        .collect();
    let states = order::by_key(states, |row| u64::MAX - row.bytes);
    let state_keys = tally
        .state_keys()
        .iter()
        .map(|key| StateKeyRow {
            script: key.script.clone(),
            key: key.path.clone(),
            bytes: key.bytes * stride,
            start: body(key.start),
        })
        .collect();
    let sheets: Vec<SheetRow> = tally
        .sheet_rows()
        .map(|(name, count, bytes)| SheetRow { name: name.to_owned(), count, bytes: bytes * stride })
        .collect();
    let sheets = order::by_key(sheets, |row| u64::MAX - row.bytes);
    let repeats: Vec<RepeatRow> = tally
        .repeats()
        .map(|block| {
            let bytes = block.bytes / block.count * stride;
            RepeatRow {
                kind: block.kind.to_owned(),
                count: block.count,
                bytes,
                extra_bytes: bytes * (block.count - 1),
                start: body(block.start),
                line: block.line,
                label: block.label.clone(),
            }
        })
        .collect();
    let repeats = order::by_key(repeats, |repeat| repeat.start);
    let mut repeats = order::by_key(repeats, |repeat| u64::MAX - repeat.extra_bytes);
    repeats.truncate(ROWS);
    repeats.extend(facts.shapes.told().into_iter().map(|shape| {
        let bytes = shape.bytes / shape.count * stride;
        RepeatRow {
            kind: "markup".to_owned(),
            count: shape.count,
            bytes,
            extra_bytes: bytes * (shape.count - 1),
            start: body(shape.start),
            line: shape.line(),
            label: shape.label(),
        }
    }));
    let lists: Vec<JsonLdListRow> = facts
        .signals
        .iter()
        .filter_map(|signal| {
            let entries = signal.json_ld_entries()?;
            let (start, end) = (body(signal.start), body(signal.end.unwrap_or(u64::MAX)));
            (entries >= JSON_LD_ENTRIES).then_some(JsonLdListRow {
                entries,
                bytes: end - start,
                start,
                line: signal.line,
            })
        })
        .collect();
    let mut json_ld_lists = order::by_key(lists, |row| u64::MAX - row.entries);
    json_ld_lists.truncate(ROWS);
    let (pieces, bytes) = facts.paid_twice;
    Breakdown {
        regions: tally
            .region_rows()
            .map(|(region, bytes, kept)| {
                let is_other = region == Region::Other;
                RegionRow {
                    region: region.name().to_owned(),
                    bytes: bytes * stride + if is_other { untold } else { 0 },
                    bytes_kept_earliest: kept * stride + if is_other { untold_kept } else { 0 },
                }
            })
            .collect(),
        menu_bytes_before_content: facts.menu_bytes_before_content.map(|bytes| bytes * stride),
        data_uris,
        states,
        state_keys,
        sheets,
        linked_sheets: facts.linked_sheets,
        repeats,
        paid_twice: (pieces > 0).then_some(PaidTwice { pieces, bytes: bytes * stride }),
        json_ld_lists,
    }
}

fn changes(facts: &HtmlFacts, messages: &Messages) -> Vec<Change> {
    let body = |narrow: u64| facts.offsets.body(narrow);
    let changes: Vec<Change> = facts
        .tally
        .changes()
        .map(|(kind, spans)| {
            let spans: Vec<(u64, u64)> = spans.iter().map(|(start, end)| (body(*start), body(*end))).collect();
            let bytes = spans.iter().map(|(start, end)| end - start).sum();
            let count = spans.len() as u64;
            let (id, title, fix) = (kind.id(), String::new(), String::new());
            let mut change = Change { id, title, fix, count, bytes, spans };
            (change.title, change.fix) = ledger::sentences(&change, messages);
            change
        })
        .collect();
    order::by_key(changes, |change| u64::MAX - change.bytes)
}

/// What is left of a damaged signal at the earliest edge.
fn survivor(signal: &RawSignal, earliest: Option<&Prefix>, encoding: &'static Encoding) -> Option<String> {
    let left = earliest?.signals.iter().find(|left| left.kind == signal.kind && left.start == signal.start)?;
    let texts = Texts::of(left, encoding);
    texts.usable.then_some(texts.value)
}

fn place(prefix: &Prefix, messages: &Messages) -> Place {
    Place {
        offset: prefix.offset,
        line: prefix.line,
        column: prefix.column,
        state: prefix.situations.first().copied().map(cut::state).unwrap_or_default(),
        path: prefix.path.clone(),
        situations: prefix.situations.clone(),
        effect: cut::effects(messages, &prefix.situations),
    }
}

fn fill_plain(report: &mut Report, facts: PlainFacts, charset: &Charset, messages: &Messages) {
    if facts.characters.is_some() {
        report.page.encoding = Some(charset.encoding.name().to_owned());
        report.page.encoding_source = Some(charset.source);
    }
    report.page.characters = facts.characters;
    report.page.root_element = facts.root;
    let total = report.page.body_bytes;
    let at = |edge: Option<u64>| {
        edge.filter(|edge| *edge < total).and_then(|edge| facts.places.iter().find(|place| place.offset == edge))
    };
    let (earliest, latest) = (at(report.limit.earliest), at(report.limit.latest));
    if let Some(earliest) = earliest {
        let place = |place: &crate::scan::plain::PlainPlace| Place {
            offset: place.offset,
            line: place.line,
            column: place.column,
            state: place.state,
            path: place.path.clone(),
            situations: place.situations.clone(),
            effect: cut::effects(messages, &place.situations),
        };
        let end = latest.or_else(|| facts.places.last()).unwrap_or(earliest);
        report.cut = Some(Cut { earliest: place(earliest), latest: place(end) });
    }
    let words = facts.words.unwrap_or(0);
    report.text = TextFacts {
        words_total: words,
        words_kept_earliest: earliest.and_then(|place| place.words).unwrap_or(words),
        words_kept_latest: latest.and_then(|place| place.words).unwrap_or(words),
        first_content_offset: None,
    };
    if let Some(entries) = facts.entries {
        report.entries = Some(EntryFacts {
            name: entries.name,
            total: entries.total,
            kept_earliest: earliest.map_or(entries.total, |place| place.entries),
            kept_latest: latest.map_or(entries.total, |place| place.entries),
        });
    }
    let kept = report.limit.earliest.map_or(total, |edge| edge.min(total));
    report.ledger = vec![LedgerRow { category: "other".to_owned(), bytes: total, bytes_kept_earliest: kept }];
    let region = Region::Other.name().to_owned();
    report.breakdown.regions = vec![RegionRow { region, bytes: total, bytes_kept_earliest: kept }];
    let step_bytes = total.div_ceil(100).max(1);
    report.ruler = Ruler { step_bytes, groups: vec!["rest".to_owned(); total.div_ceil(step_bytes) as usize] };
}
