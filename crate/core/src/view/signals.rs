//! What is lost, damaged or depends, worst first; or, when nothing is, what is kept.

use askama::Template;

use super::icon::Icon;
use super::words::{Words, capital, fate_name};
use crate::amount::{Amount, Unit};
use crate::number;
use crate::report::{ContentKind, Fate, Report, Severity, Signal, SignalKind};

/// Rows shown at once; the others stand behind a line that says how many they are.
const SHOWN: usize = 4;

/// Kinds by what their loss costs, dearest first. Source: FACTS §3, the order is ours.
const BY_COST: [SignalKind; 21] = [
    SignalKind::Robots,
    SignalKind::Canonical,
    SignalKind::Title,
    SignalKind::JsonLd,
    SignalKind::Description,
    SignalKind::Refresh,
    SignalKind::Hreflang,
    SignalKind::Alternate,
    SignalKind::Heading,
    SignalKind::NextPrev,
    SignalKind::Microdata,
    SignalKind::Rdfa,
    SignalKind::Verification,
    SignalKind::OpenGraph,
    SignalKind::Twitter,
    SignalKind::Base,
    SignalKind::Charset,
    SignalKind::HtmlLang,
    SignalKind::Viewport,
    SignalKind::Landmark,
    SignalKind::Doctype,
];
/// Where entries, text and links stand among [`BY_COST`]: before the headings.
const TEXT_COST: usize = 8;

#[derive(Template)]
#[template(path = "signals.html")]
pub(super) struct SignalsView {
    heading: String,
    shown: Vec<Row>,
    more: String,
    hidden: Vec<Row>,
}

struct Row {
    icon: Icon,
    /// Name and value of the data attribute that colours the shape.
    meaning: (&'static str, &'static str),
    spoken: String,
    what: String,
    /// The page's own words, shown in quotation marks; may be empty.
    value: String,
    place: String,
}

impl SignalsView {
    pub(super) fn new(report: &Report, words: Words) -> Self {
        let is_published = report.limit.latest.is_some();
        let mut shown = if is_published { at_risk(report, words) } else { Vec::new() };
        let worst = shown.iter().map(|row| row.icon).filter_map(Icon::fate).max();
        let heading = match worst {
            Some(Fate::Lost | Fate::Damaged) => "view_signals_lost",
            Some(Fate::Depends) => "view_signals_depends",
            _ if is_published => "view_signals_kept",
            _ => "view_signals_unknown",
        };
        if worst.is_none() {
            shown.extend(kept(report, words));
        }
        let hidden = if shown.len() > SHOWN + 1 { shown.split_off(SHOWN) } else { Vec::new() };
        let more = words.with("view_signals_more", &[&number::count(hidden.len() as u64)]);
        Self { heading: words.say(heading), shown, more, hidden }
    }
}

/// Rows for everything that is not kept: what is gone before what depends, then by cost, then by place.
fn at_risk(report: &Report, words: Words) -> Vec<Row> {
    let mut totals = [0_u64; BY_COST.len()];
    let mut groups: Vec<[Vec<&Signal>; 3]> = BY_COST.iter().map(|_| Default::default()).collect();
    for signal in &report.signals {
        let Some(cost) = BY_COST.iter().position(|kind| *kind == signal.kind) else { continue };
        totals[cost] += 1;
        match signal.fate {
            Fate::Kept => {}
            Fate::Damaged => groups[cost][0].push(signal),
            Fate::Lost => groups[cost][1].push(signal),
            Fate::Depends => groups[cost][2].push(signal),
        }
    }
    let mut unlisted = [[0_u64; 3]; BY_COST.len()];
    for row in report.signals_left_out() {
        let Some(cost) = BY_COST.iter().position(|kind| *kind == row.kind) else { continue };
        totals[cost] = totals[cost].saturating_add(row.count);
        let place = match row.fate {
            Fate::Kept => continue,
            Fate::Damaged => 0,
            Fate::Lost => 1,
            Fate::Depends => 2,
        };
        unlisted[cost][place] = unlisted[cost][place].saturating_add(row.count);
    }
    let counted = counted(report, words);
    let (gone, doubtful): (Vec<Row>, Vec<Row>) =
        counted.into_iter().partition(|row| row.icon.fate() == Some(Fate::Lost));
    let mut rows = Vec::new();
    for (fates, mut counted) in [(0..2, gone), (2..3, doubtful)] {
        for (cost, groups) in groups.iter().enumerate() {
            if cost == TEXT_COST {
                rows.append(&mut counted);
            }
            for (signals, more) in groups[fates.clone()].iter().zip(&unlisted[cost][fates.clone()]) {
                push_signals(&mut rows, signals, *more, totals[cost], words);
            }
        }
    }
    if rows.is_empty() {
        rows.extend(bytes_past(report, words));
    }
    rows
}

/// One row for each of a few signals of one kind and fate, one row for many. `more` of them are not listed.
fn push_signals(rows: &mut Vec<Row>, signals: &[&Signal], more: u64, total: u64, words: Words) {
    let count = more.saturating_add(signals.len() as u64);
    match signals {
        [first, ..] if count > 2 => {
            let what = words.signals(first.kind, count, total);
            let place = words.with("view_place_first", &[&number::count(first.start)]);
            rows.push(row(Some(first.fate), capital(&what), place, words));
        }
        few => rows.extend(few.iter().map(|signal| single(signal, words))),
    }
}

fn row(fate: Option<Fate>, what: String, place: String, words: Words) -> Row {
    Row {
        icon: Icon::Fate(fate),
        meaning: ("fate", fate_name(fate)),
        spoken: words.fate(fate),
        what,
        value: String::new(),
        place,
    }
}

fn single(signal: &Signal, words: Words) -> Row {
    let name = signal.name.as_deref().unwrap_or_default();
    let (what, value) = match signal.kind {
        SignalKind::Heading if !name.is_empty() => (name.to_owned(), signal.value.as_str()),
        SignalKind::Title | SignalKind::Robots | SignalKind::Heading => {
            (capital(&words.signal(signal.kind)), signal.value.as_str())
        }
        kind => (format!("{} {name}", capital(&words.signal(kind))).trim_end().to_owned(), ""),
    };
    let (offset, line) = (number::count(signal.start), number::count(signal.line));
    let place = match (signal.fate, signal.kind) {
        (Fate::Damaged, SignalKind::JsonLd) if signal.survives.is_none() => words.say("view_place_damaged_json"),
        (Fate::Damaged, _) => words.with("view_place_damaged", &[&line]),
        (Fate::Depends, _) => words.with("view_place_band", &[&offset]),
        _ => words.with("view_place", &[&offset, &line]),
    };
    let value = if value.is_empty() { String::new() } else { words.with("view_quoted", &[value]) };
    Row { value, ..row(Some(signal.fate), what, place, words) }
}

/// Entries, text and links are counted, not listed.
fn counted(report: &Report, words: Words) -> Vec<Row> {
    let amounts = [Amount::entries(report), Some(Amount::text(report)), Some(Amount::links(report))];
    let row_of = |amount: Amount| {
        let (fate, gone) = (amount.fate()?, amount.gone());
        let share = number::percent_range(gone, amount.total);
        let (what, place) = match amount.unit {
            Unit::Entries => {
                let name = report.entries.as_ref().map_or("", |entries| entries.name.as_str());
                let (part, whole) = (number::count_range(gone), number::count(amount.total));
                (words.with("view_entries_part", &[&part, &whole, name]), share)
            }
            Unit::Words => (words.with("view_text_share", &[&share]), words.range("view_words", gone, amount.total)),
            Unit::Bytes => (words.with("view_text_share", &[&share]), number::bytes_range(gone.0, gone.1)),
            Unit::Links => (words.range("view_links", gone, amount.total), share),
        };
        Some(row(Some(fate), what, place, words))
    };
    amounts.into_iter().flatten().filter_map(row_of).collect()
}

/// For a body that is cut without losing a signal, and for what is not HTML: the bytes themselves.
fn bytes_past(report: &Report, words: Words) -> Option<Row> {
    let body = report.page.body_bytes;
    let fate = if body > report.limit.latest? { Fate::Lost } else { Fate::Depends };
    let past = body.checked_sub(report.limit.earliest?).filter(|past| *past > 0)?;
    let what = words.with("view_bytes_past", &[&number::bytes(past)]);
    Some(row(Some(fate), what, number::percent_of(past, body), words))
}

fn kept(report: &Report, words: Words) -> Vec<Row> {
    let fate = report.limit.latest.map(|_| Fate::Kept);
    let mut rows: Vec<Row> = Vec::new();
    let valid = |kind: SignalKind| report.signals.iter().filter(move |signal| signal.kind == kind && signal.valid);
    let leading = [SignalKind::Title, SignalKind::Description, SignalKind::Canonical, SignalKind::Robots];
    let present: Vec<SignalKind> = leading.into_iter().filter(|kind| valid(*kind).next().is_some()).collect();
    if let Some(end) = present.iter().flat_map(|kind| valid(*kind).take(1)).map(|signal| signal.end).max() {
        let names: Vec<String> = present.iter().map(|kind| words.signal(*kind)).collect();
        let place = words.with("view_place_within", &[&number::bytes(end)]);
        rows.push(row(fate, capital(&words.list(&names)), place, words));
    }
    let counted = [SignalKind::JsonLd, SignalKind::Heading].into_iter().filter_map(|kind| {
        let unlisted = report.signals_left_out().iter().filter(|row| row.kind == kind).map(|row| row.count);
        let count = unlisted.fold(valid(kind).count() as u64, u64::saturating_add);
        (count > 0).then(|| words.signals(kind, count, count))
    });
    let links = (report.links.total > 0).then(|| words.counted("view_links", report.links.total));
    let counts: Vec<String> = counted.chain(links).collect();
    if !counts.is_empty() {
        rows.push(row(fate, capital(&words.list(&counts)), words.say("view_place_all"), words));
    }
    if report.text.words_total > 0 {
        let offset = report.text.first_content_offset;
        let place =
            offset.map(|offset| words.with("view_place_content", &[&number::bytes(offset)])).unwrap_or_default();
        rows.push(row(fate, words.counted("view_words", report.text.words_total), place, words));
    }
    if let Some(entries) = &report.entries {
        let what = words.with("view_entries", &[&number::count(entries.total), &entries.name]);
        rows.push(row(fate, what, words.say("view_place_all"), words));
    }
    rows.extend(report.signals.iter().filter(|signal| !signal.valid).take(SHOWN).map(|signal| invalid(signal, words)));
    if rows.is_empty() {
        let (what, place) = match (report.page.kind, fate) {
            (_, None) => (words.say("view_signals_whole_file_unknown"), words.say("view_fact_unknown")),
            (ContentKind::Html, _) => (words.say("view_signals_none"), String::new()),
            _ => (words.say("view_signals_whole_file"), number::bytes(report.page.body_bytes)),
        };
        rows.push(row(fate, what, place, words));
    }
    rows
}

/// A signal that arrives but cannot do its work where it stands.
fn invalid(signal: &Signal, words: Words) -> Row {
    let what = match signal.kind {
        SignalKind::JsonLd => words.say("view_invalid_json_ld"),
        kind => words.with("view_invalid", &[&capital(&words.signal(kind))]),
    };
    Row {
        icon: Icon::Severity(Severity::Warning),
        meaning: ("severity", "warning"),
        spoken: words.say("view_severity_warning"),
        what,
        value: String::new(),
        place: words.with("view_place_line", &[&number::count(signal.line)]),
    }
}

#[cfg(test)]
mod tests;
