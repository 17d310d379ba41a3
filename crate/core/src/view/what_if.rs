//! What the page would be after some changes: all of them to choose from, and what the chosen ones come to.

use askama::Template;

use super::advice::several_files;
use super::icon::Icon;
use super::words::{Words, capital, fate_name};
use crate::ledger::{ChangeKind, Outcome, what_if};
use crate::number;
use crate::report::{Change, Fate, Report, SignalKind};

/// The changes, those of the proposal ticked.
#[derive(Template)]
#[template(path = "what_if.html")]
pub(super) struct WhatIfView<'a> {
    words: Words<'a>,
    choices: Vec<Choice<'a>>,
    result: ResultView,
}

struct Choice<'a> {
    change: &'a Change,
    saving: String,
    is_proposed: bool,
}

impl<'a> WhatIfView<'a> {
    /// `None` where there is nothing to change.
    pub(super) fn new(report: &'a Report, words: Words<'a>) -> Option<Self> {
        if report.what_if.changes.is_empty() {
            return None;
        }
        let proposal: Vec<&str> = report.what_if.proposal.iter().map(String::as_str).collect();
        let choice = |change: &'a Change| Choice {
            change,
            saving: number::bytes_saved(change.bytes),
            is_proposed: proposal.contains(&change.id.as_str()),
        };
        let choices = report.what_if.changes.iter().map(choice).collect();
        Some(Self { words, choices, result: ResultView::new(report, &proposal, words) })
    }
}

/// What the chosen changes come to.
#[derive(Template)]
#[template(path = "what_if_result.html")]
pub(super) struct ResultView {
    icon: Icon,
    fate: &'static str,
    size: String,
    sentence: String,
    rows: Vec<Row>,
    notes: Vec<String>,
}

struct Row {
    icon: Icon,
    fate: &'static str,
    what: String,
    becomes: String,
}

impl ResultView {
    pub(super) fn new(report: &Report, ids: &[&str], words: Words<'_>) -> Self {
        let outcome = what_if(report, ids);
        Self {
            icon: Icon::Fate(outcome.fate),
            fate: fate_name(outcome.fate),
            size: number::bytes_exact(outcome.body_bytes),
            sentence: sentence(report, &outcome, words),
            rows: rows(report, &outcome, words),
            notes: notes(report, ids, words),
        }
    }
}

fn sentence(report: &Report, outcome: &Outcome, words: Words<'_>) -> String {
    let Some(earliest) = report.limit.earliest else { return words.say("view_what_if_no_limit") };
    let Some(cut) = outcome.cut else {
        return words.with("view_what_if_fits", &[&number::bytes(earliest.saturating_sub(outcome.body_bytes))]);
    };
    let past = number::bytes(outcome.body_bytes.saturating_sub(earliest));
    if !outcome.is_placed {
        return words.with("view_what_if_unplaced", &[&past]);
    }
    let key = if outcome.fate == Some(Fate::Depends) { "view_what_if_depends" } else { "view_what_if_cut" };
    words.with(key, &[&past, &number::count(cut)])
}

/// Signals whose fate changes, those of one kind and one change together, in order of the body.
fn rows(report: &Report, outcome: &Outcome, words: Words<'_>) -> Vec<Row> {
    if report.limit.earliest.is_none() {
        return Vec::new();
    }
    let mut moves: Vec<((SignalKind, Fate, Fate), u64)> = Vec::new();
    for (signal, &after) in report.signals.iter().zip(&outcome.signals) {
        let moved = (signal.kind, signal.fate, after);
        if signal.fate == after {
            continue;
        }
        match moves.iter_mut().find(|(other, _)| *other == moved) {
            Some((_, count)) => *count += 1,
            None => moves.push((moved, 1)),
        }
    }
    let row = |((kind, before, after), count)| Row {
        icon: Icon::Fate(Some(after)),
        fate: fate_name(Some(after)),
        what: capital(&words.signals(kind, count, count)),
        becomes: words.with("view_what_if_becomes", &[&words.fate(Some(before)), &words.fate(Some(after))]),
    };
    moves.into_iter().map(row).chain(text_and_links(report, outcome, words)).collect()
}

/// Words and links, which are counted and not placed: known where everything is kept after the changes.
fn text_and_links(report: &Report, outcome: &Outcome, words: Words<'_>) -> Vec<Row> {
    if outcome.fate != Some(Fate::Kept) {
        return Vec::new();
    }
    let counts = [
        ("view_words", report.text.words_kept_earliest, report.text.words_total),
        ("view_links", report.links.kept_earliest, report.links.total),
    ];
    let row = |(key, kept, total): (&str, u64, u64)| Row {
        icon: Icon::Fate(Some(Fate::Kept)),
        fate: fate_name(Some(Fate::Kept)),
        what: words.counted(key, total),
        becomes: words
            .with("view_what_if_becomes", &[&number::percent_of(kept, total), &number::percent_of(total, total)]),
    };
    counts.into_iter().filter(|(_, kept, total)| kept < total).map(row).collect()
}

/// That nothing which moves is free.
fn notes(report: &Report, ids: &[&str], words: Words<'_>) -> Vec<String> {
    let chosen: Vec<&Change> =
        report.what_if.changes.iter().filter(|change| ids.contains(&change.id.as_str())).collect();
    let mut notes = Vec::new();
    if chosen.iter().any(|change| !ChangeKind::is_removal(&change.id)) {
        notes.push(words.say("view_advice_cost"));
    }
    let several = chosen.iter().map(|change| several_files(change.bytes, &change.id, report, words)).max();
    notes.extend(several.filter(|note| !note.is_empty()));
    notes
}

#[cfg(test)]
mod tests;
