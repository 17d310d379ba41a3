//! Puts what the pass found into the report.

use encoding_rs::Encoding;

use crate::charset::Charset;
use crate::cut;
use crate::ledger::{self, Region};
use crate::message::Messages;
use crate::order;
use crate::report::{
    Breakdown, Change, Cut, DataUriRow, EncodingSource, EntryFacts, Fate, HeadElement, InlineScript, JsonLdListRow,
    LargeItem, LedgerRow, LinkFacts, PaidTwice, Place, RegionRow, RepeatRow, Report, Ruler, SheetRow, Signal,
    SignalKind, StateKeyRow, StateRow, TextFacts, UnlistedRow, WhatIf, fate_of,
};
use crate::scan::plain::PlainFacts;
use crate::scan::resource::NamedResources;
use crate::scan::{HtmlFacts, Prefix, RawSignal, Texts};

/// What is HTML. Gives what it names.
pub(super) fn html(report: &mut Report, facts: HtmlFacts, charset: &Charset, messages: &Messages) -> NamedResources {
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

/// What is not HTML.
pub(super) fn plain(report: &mut Report, facts: PlainFacts, charset: &Charset, messages: &Messages) {
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
