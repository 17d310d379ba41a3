//! Where the bytes go: the ledger's largest leaves with bars, the largest single pieces, and what takes much without need.

use crawl_cutoff_core::ledger::{Category, Group};
use crawl_cutoff_core::report::{LargeItem, LedgerRow};
use crawl_cutoff_core::{Report, number};
use textwrap::core::display_width;

use super::Sheet;
use super::layout::{left, right, shorten_middle, wrap};
use super::style::{SOFT, of_group, paint};
use crate::plain::plain;
use crawl_cutoff_core::view::advice;
use crawl_cutoff_core::view::words::Words;

/// Leaves that are listed; the rest is the sum of what is left.
const ROWS: usize = 8;

/// Single pieces that are listed.
const PIECES: usize = 4;

/// A piece smaller than this share of the body says nothing, in percent.
const PIECE_PERCENT: u64 = 2;

pub(super) fn print(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    let mut leaves: Vec<&LedgerRow> = report.ledger.iter().filter(|row| row.bytes > 0).collect();
    if leaves.len() < 2 {
        return;
    }
    leaves.sort_by_key(|row| std::cmp::Reverse(row.bytes));
    let (shown, rest) = leaves.split_at(leaves.len().min(ROWS));
    let mut rows: Vec<(String, Group, u64)> = shown.iter().map(|row| described(row, words)).collect();
    let rest_bytes: u64 = rest.iter().map(|row| row.bytes).sum();
    if rest_bytes > 0 {
        rows.push((words.say("cli_rest"), Group::Rest, rest_bytes));
    }
    sheet.title(&words.say("view_ledger_heading"));
    bars(sheet, &rows, report.page.body_bytes);
    pieces(sheet, report, words);
    keys(sheet, report, words);
    notable(sheet, report, words);
}

/// Menus, copies, state and embedded files that take a notable part of the page.
fn notable(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    let sentences = advice::notable(report, words);
    if !sentences.is_empty() {
        sheet.lines.push(String::new());
    }
    for line in sentences.iter().flat_map(|sentence| wrap(&plain(sentence), sheet.columns())).collect::<Vec<_>>() {
        sheet.line(&line);
    }
}

fn described(row: &LedgerRow, words: Words<'_>) -> (String, Group, u64) {
    let (name, group) = match Category::of_name(&row.category) {
        Some(category) => (words.say(&format!("category_{}", category.name())), category.group()),
        None => (plain(&row.category), Group::Rest),
    };
    (name, group, row.bytes)
}

fn bars(sheet: &mut Sheet, rows: &[(String, Group, u64)], body_bytes: u64) {
    let name_columns = rows.iter().map(|(name, ..)| display_width(name)).max().unwrap_or(0);
    let size_columns = rows.iter().map(|&(.., bytes)| number::bytes(bytes).len()).max().unwrap_or(0);
    let share_columns = "99.9 %".len();
    let bar_columns = sheet.columns().saturating_sub(name_columns + size_columns + share_columns + 6).clamp(8, 60);
    let largest = rows.iter().map(|&(.., bytes)| bytes).max().unwrap_or(0).max(1);
    for (name, group, bytes) in rows {
        let eighths = usize::try_from(u128::from(*bytes) * 8 * bar_columns as u128 / u128::from(largest)).unwrap_or(0);
        let bar = paint(of_group(*group), bar_of_eighths(eighths.max(1)));
        let gap = " ".repeat(bar_columns - eighths.max(1).div_ceil(8));
        let size = right(&number::bytes(*bytes), size_columns);
        let share = right(&number::percent_of(*bytes, body_bytes), share_columns);
        sheet.line(&format!("{}  {bar}{gap}  {size}  {}", left(name, name_columns), paint(SOFT, share)));
    }
}

fn bar_of_eighths(eighths: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

fn pieces(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    let at_least = report.page.body_bytes / 100 * PIECE_PERCENT;
    let pieces: Vec<_> = report.largest.iter().filter(|piece| bytes_of(piece) > at_least).take(PIECES).collect();
    if pieces.is_empty() {
        return;
    }
    sheet.title(&words.say("view_ledger_largest"));
    let sizes: Vec<String> = pieces.iter().map(|piece| number::bytes(bytes_of(piece))).collect();
    let size_columns = sizes.iter().map(String::len).max().unwrap_or(0);
    for (piece, size) in pieces.into_iter().zip(sizes) {
        let place = words.with("view_place", &[&number::count(piece.start), &number::count(piece.line)]);
        let label_columns = sheet.columns().saturating_sub(size_columns + display_width(&place) + 4);
        let label = left(&shorten_middle(&plain(&piece.label), label_columns), label_columns);
        sheet.line(&format!("{}  {label}  {}", right(&size, size_columns), paint(SOFT, place)));
    }
}

/// The largest keys of inline data.
fn keys(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    let at_least = report.page.body_bytes / 100 * PIECE_PERCENT;
    let keys: Vec<_> = report.breakdown.state_keys.iter().filter(|key| key.bytes > at_least).take(PIECES).collect();
    if keys.is_empty() {
        return;
    }
    sheet.title(&words.say("view_state_keys_heading"));
    let sizes: Vec<String> = keys.iter().map(|key| number::bytes(key.bytes)).collect();
    let size_columns = sizes.iter().map(String::len).max().unwrap_or(0);
    for (key, size) in keys.into_iter().zip(sizes) {
        let columns = sheet.columns().saturating_sub(size_columns + 2);
        let label = shorten_middle(&plain(&format!("{}, {}", key.key, key.script)), columns);
        sheet.line(&format!("{}  {label}", right(&size, size_columns)));
    }
}

fn bytes_of(piece: &LargeItem) -> u64 {
    piece.end.saturating_sub(piece.start)
}
