//! Subresources: how many of each sort, and the requested ones, those nearest to their limits first.

use crawl_cutoff_core::report::{Fate, Requested, Resource};
use crawl_cutoff_core::resource::address::file_name;
use crawl_cutoff_core::resource::summary::{is_after_cut, is_blocked};
use crawl_cutoff_core::view::resources::{counts, note, state};
use crawl_cutoff_core::view::words::Words;
use crawl_cutoff_core::{Report, number};
use textwrap::core::display_width;

use super::Sheet;
use super::layout::{left, right, shorten_middle, wrap, wrap_items};
use super::style::{SOFT, mark_of_fate, of_fate, paint};
use crate::plain::plain;

/// Resources listed one by one; those that are cut, blocked or lost are always.
const ROWS: usize = 12;

pub(super) fn print(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    if report.resources.is_empty() {
        return;
    }
    sheet.title(&words.say("view_resources_heading"));
    for line in wrap_items(&counts(report, words), " · ", sheet.columns()) {
        sheet.line(&line);
    }
    let wanted =
        |resource: &&Resource| resource.requested != Requested::No || is_after_cut(resource) || is_blocked(resource);
    let mut rows: Vec<&Resource> = report.resources.iter().filter(wanted).collect();
    rows.sort_by_key(|resource| (!is_told(resource), std::cmp::Reverse(resource.body_bytes)));
    let told = rows.iter().filter(|resource| is_told(resource)).count();
    let hidden = rows.len().saturating_sub(told.max(ROWS));
    rows.truncate(told.max(ROWS));
    let cells: Vec<[String; 3]> = rows.iter().map(|resource| cells(resource, words)).collect();
    let width = |column: usize| cells.iter().map(|cells| display_width(&cells[column])).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let name_columns = sheet.columns().saturating_sub(2 + widths.iter().map(|width| width + 2).sum::<usize>()).max(16);
    for (resource, cells) in rows.iter().zip(&cells) {
        let fate = if is_blocked(resource) { Some(Fate::Lost) } else { resource.fate };
        let name = left(&shorten_middle(&plain(file_name(&resource.url)), name_columns), name_columns);
        let [size, used, word] = cells;
        let (size, used) = (right(size, widths[0]), right(used, widths[1]));
        let mark = paint(of_fate(fate), mark_of_fate(fate));
        sheet.line(&format!("{mark} {name}  {size}  {used}  {word}"));
        let note = if is_told(resource) { plain(&note(resource, words)) } else { String::new() };
        if !note.is_empty() {
            for line in wrap(&note, sheet.columns() - 2) {
                sheet.line(&format!("  {}", paint(SOFT, line)));
            }
        }
    }
    let left_out = report.resources_left_out.saturating_add(hidden as u64);
    if left_out > 0 {
        sheet.line(&paint(SOFT, words.with("view_resources_left_out", &[&number::count(left_out)])));
    }
}

/// Whether something is to be said of it.
fn is_told(resource: &Resource) -> bool {
    is_blocked(resource) || resource.error.is_some() || resource.fate.is_some_and(|fate| fate != Fate::Kept)
}

/// Size, share of its limit, and what becomes of it.
fn cells(resource: &Resource, words: Words<'_>) -> [String; 3] {
    let unknown = || words.say("view_resource_unknown");
    let used = resource.body_bytes.zip(resource.earliest).map(|(bytes, edge)| number::percent_of(bytes, edge));
    [
        resource.body_bytes.map_or_else(unknown, number::bytes),
        used.unwrap_or_else(|| "–".to_owned()),
        state(resource, words),
    ]
}
