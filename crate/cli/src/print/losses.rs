//! What is lost, damaged or depends; on a page that is kept, what there is.

use crawl_cutoff_core::amount::{Amount, Unit};
use crawl_cutoff_core::report::{Fate, Signal, SignalKind};
use crawl_cutoff_core::{Report, number};
use textwrap::core::display_width;

use super::Sheet;
use super::layout::{left, shorten, wrap};
use super::style::{SOFT, mark_of_fate, of_fate, paint};
use crate::plain::plain;
use crawl_cutoff_core::view::words::{Words, capital};

/// More signals of a kind than this are counted on one line.
const SINGLE_LINES: usize = 3;

/// Kinds in the order of what their loss costs.
const KINDS: [SignalKind; 21] = [
    SignalKind::Robots,
    SignalKind::Canonical,
    SignalKind::Title,
    SignalKind::Description,
    SignalKind::Hreflang,
    SignalKind::JsonLd,
    SignalKind::Heading,
    SignalKind::Microdata,
    SignalKind::Rdfa,
    SignalKind::Refresh,
    SignalKind::Base,
    SignalKind::Alternate,
    SignalKind::NextPrev,
    SignalKind::Verification,
    SignalKind::OpenGraph,
    SignalKind::Twitter,
    SignalKind::Viewport,
    SignalKind::Charset,
    SignalKind::HtmlLang,
    SignalKind::Doctype,
    SignalKind::Landmark,
];

pub(super) fn print(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    let losses = losses(report, words);
    if losses.is_empty() {
        return print_kept(sheet, report, words);
    }
    let is_certain = losses.iter().any(|loss| loss.fate > Fate::Depends);
    sheet.title(&words.say(if is_certain { "view_signals_lost" } else { "view_signals_depends" }));
    let detail_columns = losses.iter().map(|loss| display_width(&loss.detail)).max().unwrap_or(0);
    let label_columns = sheet.columns().saturating_sub(detail_columns + "✕ ".chars().count() + 2).max(16);
    for loss in losses {
        let mark = paint(of_fate(Some(loss.fate)), mark_of_fate(Some(loss.fate)));
        let label = left(&shorten(&loss.label, label_columns), label_columns);
        sheet.line(&format!("{mark} {label}  {}", paint(SOFT, loss.detail)));
    }
}

struct Loss {
    fate: Fate,
    label: String,
    detail: String,
}

fn losses(report: &Report, words: Words<'_>) -> Vec<Loss> {
    let mut losses = Vec::new();
    for kind in KINDS {
        let all: Vec<&Signal> = report.signals.iter().filter(|signal| signal.kind == kind).collect();
        let gone: Vec<&Signal> = all.iter().copied().filter(|signal| signal.fate != Fate::Kept).collect();
        // A link may leave out all but the first ones.
        let (mut more, mut more_gone) = (0_u64, 0_u64);
        for row in report.signals_left_out().iter().filter(|row| row.kind == kind) {
            more = more.saturating_add(row.count);
            more_gone = more_gone.saturating_add(if row.fate == Fate::Kept { 0 } else { row.count });
        }
        match gone.as_slice() {
            [] => {}
            [first, ..] if gone.len() > SINGLE_LINES || more_gone > 0 => losses.push(Loss {
                fate: gone.iter().map(|signal| signal.fate).max().unwrap_or(Fate::Lost),
                label: capital(&words.signals(
                    kind,
                    more_gone.saturating_add(gone.len() as u64),
                    more.saturating_add(all.len() as u64),
                )),
                detail: words.with("cli_from_byte", &[&number::count(first.start), &number::count(first.line)]),
            }),
            few => losses.extend(few.iter().map(|signal| single(signal, words))),
        }
    }
    for amount in [Amount::links(report), Amount::text(report)] {
        let Some(fate) = amount.fate() else { continue };
        let (gone, total) = (amount.gone(), amount.total);
        let label = match amount.unit {
            Unit::Links => words.range("view_links", gone, total),
            Unit::Bytes => words.with("cli_text_bytes", &[&number::bytes_range(gone.0, gone.1), &number::bytes(total)]),
            Unit::Words | Unit::Entries => words.range("view_words", gone, total),
        };
        losses.push(Loss { fate, label, detail: number::percent_range(gone, total) });
    }
    if losses.is_empty() {
        losses.extend(bytes_past(report, words));
    }
    losses
}

/// For a body that is cut without losing a signal, and for what is not HTML: the bytes themselves.
fn bytes_past(report: &Report, words: Words<'_>) -> Option<Loss> {
    let past_bytes = report.page.body_bytes.checked_sub(report.limit.earliest?).filter(|&bytes| bytes > 0)?;
    let is_certain = report.limit.latest.is_some_and(|latest| report.page.body_bytes > latest);
    Some(Loss {
        fate: if is_certain { Fate::Lost } else { Fate::Depends },
        label: words.with("view_bytes_past", &[&number::bytes(past_bytes)]),
        detail: number::percent_of(past_bytes, report.page.body_bytes),
    })
}

fn single(signal: &Signal, words: Words<'_>) -> Loss {
    let kind = words.signal(signal.kind);
    let name = signal.name.as_deref().map(plain).filter(|name| !name.is_empty() && *name != kind);
    let value = plain(&signal.value);
    let what = match (signal.kind, name) {
        // `h2` says that it is a heading.
        (SignalKind::Heading, Some(name)) => name,
        (_, Some(name)) => format!("{kind} {name}"),
        (_, None) => kind,
    };
    let label = match signal.kind {
        // The value of a JSON-LD block is its whole code.
        SignalKind::JsonLd => what,
        _ if value.is_empty() => what,
        _ => words.with("cli_signal_value", &[&what, &value]),
    };
    let [start, line] = [signal.start, signal.line].map(number::count);
    let detail = match signal.fate {
        Fate::Depends => words.with("cli_in_band", &[&start, &line]),
        Fate::Damaged => words.with("cli_damaged", &[&start, &line]),
        Fate::Kept | Fate::Lost => words.with("view_place", &[&start, &line]),
    };
    Loss { fate: signal.fate, label: capital(&label), detail }
}

fn print_kept(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    let mut kept = Vec::new();
    for kind in KINDS {
        let count = report.signals.iter().filter(|signal| signal.kind == kind).count() as u64;
        if count > 0 {
            kept.push(words.signals(kind, count, count));
        }
    }
    for (key, count) in [("view_links", report.links.total), ("view_words", report.text.words_total)] {
        if count > 0 {
            kept.push(words.counted(key, count));
        }
    }
    if kept.is_empty() || report.verdict.fate != Some(Fate::Kept) {
        return;
    }
    sheet.title(&words.say("view_signals_kept"));
    let mark = paint(of_fate(Some(Fate::Kept)), mark_of_fate(Some(Fate::Kept)));
    for (index, line) in wrap(&capital(&words.list(&kept)), sheet.columns() - 2).into_iter().enumerate() {
        sheet.line(&format!("{} {line}", if index == 0 { mark.as_str() } else { " " }));
    }
}
