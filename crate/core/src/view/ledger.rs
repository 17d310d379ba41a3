//! Where the bytes go: the largest groups with bars, what to do about them, every category and the largest pieces behind a
//! line.

use askama::Template;

use super::advice::Advice;
use super::scale::Share;
use super::words::Words;
use crate::ledger::{Category, Group};
use crate::number;
use crate::order;
use crate::report::{ContentKind, LargeItem, LedgerRow, Report};

/// Bars shown at once.
const BARS: usize = 5;
/// A group below this share of the body, in percent, gets no bar.
const SMALLEST_PERCENT: u64 = 1;
/// Largest pieces listed.
const PIECES: usize = 8;

#[derive(Template)]
#[template(path = "ledger.html")]
pub(super) struct LedgerView<'a> {
    words: Words<'a>,
    bars: Vec<Bar>,
    advice: Option<Advice>,
    has_table: bool,
    rows: Vec<Row>,
    has_past: bool,
    pieces: Vec<Piece>,
}

struct Bar {
    group: &'static str,
    name: String,
    whole: Share,
    kept: Share,
    size: String,
    spoken: String,
}

struct Row {
    name: String,
    size: String,
    share: String,
    past: String,
}

struct Piece {
    group: &'static str,
    label: String,
    place: String,
    size: String,
}

impl<'a> LedgerView<'a> {
    pub(super) fn new(report: &Report, words: Words<'a>, advice: Option<Advice>, has_table: bool) -> Self {
        let rows = rows(report, words);
        Self {
            words,
            bars: bars(report, words),
            advice,
            has_table,
            has_past: rows.iter().any(|row| !row.past.is_empty()),
            rows,
            pieces: pieces(report, words),
        }
    }
}

fn bars(report: &Report, words: Words) -> Vec<Bar> {
    let mut sums = [(0_u64, 0_u64); Group::ALL.len()];
    for row in &report.ledger {
        let sum = &mut sums[group_index(&row.category)];
        *sum = (sum.0.saturating_add(row.bytes), sum.1.saturating_add(row.bytes_kept_earliest));
    }
    let groups = Group::ALL.into_iter().zip(sums).map(|(group, (bytes, kept))| (group, bytes, kept)).collect();
    let groups = order::by_key(groups, |(_, bytes, _)| u64::MAX - bytes);
    let body = report.page.body_bytes;
    let largest = groups.first().map_or(0, |(_, bytes, _)| *bytes);
    let is_worth_a_bar =
        |bytes: u64| bytes == largest || bytes.saturating_mul(100) >= body.saturating_mul(SMALLEST_PERCENT);
    let shown = groups.into_iter().filter(|(_, bytes, _)| *bytes > 0 && is_worth_a_bar(*bytes)).take(BARS);
    shown
        .map(|(group, bytes, kept)| {
            let past = bytes.saturating_sub(kept);
            let share = number::percent_of(bytes, body);
            Bar {
                group: group.name(),
                name: match (group, report.page.kind) {
                    (Group::Rest, kind) if kind != ContentKind::Html && bytes == body => words.kind(kind),
                    _ => words.say(&format!("group_{}", group.name())),
                },
                whole: Share::of(bytes, largest),
                kept: Share::of(kept, largest),
                size: number::bytes(bytes),
                spoken: match past {
                    0 => words.with("view_ledger_spoken", &[&share]),
                    _ => words.with("view_ledger_spoken_past", &[&share, &number::bytes(past)]),
                },
            }
        })
        .collect()
}

fn group_index(category: &str) -> usize {
    let group = Category::of_name(category).map_or(Group::Rest, Category::group);
    Group::ALL.iter().position(|other| *other == group).unwrap_or_default()
}

fn rows(report: &Report, words: Words) -> Vec<Row> {
    let ledger = report.ledger.iter().filter(|row| row.bytes > 0).collect();
    let ledger = order::by_key(ledger, |row: &&LedgerRow| u64::MAX - row.bytes);
    let row = |row: &&LedgerRow| {
        let past = row.bytes.saturating_sub(row.bytes_kept_earliest);
        Row {
            name: category_name(&row.category, words),
            size: number::bytes(row.bytes),
            share: number::percent_of(row.bytes, report.page.body_bytes),
            past: if past == 0 { String::new() } else { number::bytes(past) },
        }
    };
    ledger.iter().map(row).collect()
}

fn category_name(category: &str, words: Words) -> String {
    let category = Category::of_name(category).unwrap_or(Category::Other);
    words.say(&format!("category_{}", category.name()))
}

fn pieces(report: &Report, words: Words) -> Vec<Piece> {
    let piece = |item: &LargeItem| Piece {
        group: Group::ALL[group_index(&item.category)].name(),
        label: if item.label.is_empty() { category_name(&item.category, words) } else { item.label.clone() },
        place: words.with("view_place_line", &[&number::count(item.line)]),
        size: number::bytes(item.end.saturating_sub(item.start)),
    };
    report.largest.iter().take(PIECES).map(piece).collect()
}

#[cfg(test)]
mod tests;
