//! The same bytes seen otherwise: parts of the page, its largest pieces, what is embedded, kept as state, or there twice.

use askama::Template;

use super::words::Words;
use crate::ledger::{Category, Region};
use crate::number;
use crate::report::Report;

#[derive(Template)]
#[template(path = "breakdown.html")]
pub(super) struct BreakdownView {
    tables: Vec<Table>,
}

struct Table {
    heading: String,
    sentence: String,
    columns: Vec<String>,
    /// The first cell of a row is its name.
    rows: Vec<Vec<String>>,
}

impl BreakdownView {
    pub(super) fn new(report: &Report, words: Words<'_>) -> Self {
        let mut tables = vec![
            regions(report, words),
            largest(report, words),
            data_uris(report, words),
            states(report, words),
            state_keys(report, words),
            sheets(report, words),
            repeats(report, words),
        ];
        if let Some(twice) = &report.breakdown.paid_twice {
            let sentence =
                words.with("view_twice", &[&words.counted("view_pieces", twice.pieces), &number::bytes(twice.bytes)]);
            let heading = words.say("view_twice_heading");
            tables.push(Table { heading, sentence, columns: Vec::new(), rows: Vec::new() });
        }
        tables.retain(|table| !table.rows.is_empty() || !table.sentence.is_empty());
        Self { tables }
    }
}

fn table(heading: &str, columns: &[&str], rows: Vec<Vec<String>>, words: Words<'_>) -> Table {
    let columns = columns.iter().map(|key| words.say(key)).collect();
    Table { heading: words.say(heading), sentence: String::new(), columns, rows }
}

fn regions(report: &Report, words: Words<'_>) -> Table {
    let facts = &report.breakdown;
    let has_cut = report.limit.earliest.is_some_and(|earliest| report.page.body_bytes > earliest);
    let columns = ["view_region", "view_ledger_bytes", "view_ledger_share", "view_map_kept"];
    let columns = &columns[..if has_cut { 4 } else { 3 }];
    let rows = facts.regions.iter().filter(|row| row.bytes > 0).map(|row| {
        let region = Region::ALL.into_iter().find(|region| region.name() == row.region).unwrap_or_default();
        let share = number::percent_of(row.bytes, report.page.body_bytes);
        let mut cells = vec![words.say(&format!("region_{}", region.name())), number::count(row.bytes), share];
        if has_cut {
            cells.push(number::count(row.bytes_kept_earliest));
        }
        cells
    });
    let mut table = table("view_regions_heading", columns, rows.collect(), words);
    if let Some(bytes) = facts.menu_bytes_before_content.filter(|bytes| *bytes > 0) {
        table.sentence = words.with("view_notable_menus", &[&number::bytes(bytes)]);
    }
    table
}

fn largest(report: &Report, words: Words<'_>) -> Table {
    let rows = report.largest.iter().map(|item| {
        let category = Category::of_name(&item.category).unwrap_or(Category::Other);
        let name = words.say(&format!("category_{}", category.name()));
        let label = if item.label.is_empty() { name.clone() } else { item.label.clone() };
        let bytes = number::count(item.end.saturating_sub(item.start));
        vec![label, name, bytes, number::count(item.start), number::count(item.line)]
    });
    let columns = ["view_piece", "view_ledger_kind", "view_ledger_bytes", "view_from_byte", "view_signal_line"];
    table("view_ledger_largest", &columns, rows.collect(), words)
}

fn data_uris(report: &Report, words: Words<'_>) -> Table {
    let rows = report.breakdown.data_uris.iter().map(|row| {
        let media_type =
            if row.media_type.is_empty() { words.say("view_media_types_other") } else { row.media_type.clone() };
        vec![media_type, number::count(row.count), number::count(row.bytes)]
    });
    let columns = ["view_media_type", "view_count", "view_ledger_bytes"];
    table("view_data_uris_heading", &columns, rows.collect(), words)
}

fn states(report: &Report, words: Words<'_>) -> Table {
    let rows = report.breakdown.states.iter();
    let rows = rows.map(|row| vec![row.name.clone(), number::count(row.count), number::count(row.bytes)]);
    let columns = ["view_framework", "view_count", "view_ledger_bytes"];
    table("view_states_heading", &columns, rows.collect(), words)
}

fn state_keys(report: &Report, words: Words<'_>) -> Table {
    let rows = report.breakdown.state_keys.iter().map(|row| {
        let share = number::percent_of(row.bytes, report.page.body_bytes);
        vec![row.key.clone(), row.script.clone(), number::count(row.bytes), share]
    });
    let columns = ["view_key", "view_script", "view_ledger_bytes", "view_ledger_share"];
    table("view_state_keys_heading", &columns, rows.collect(), words)
}

fn sheets(report: &Report, words: Words<'_>) -> Table {
    let rows = report.breakdown.sheets.iter();
    let rows = rows.map(|row| vec![row.name.clone(), number::count(row.count), number::count(row.bytes)]);
    let columns = ["view_framework", "view_count", "view_ledger_bytes"];
    table("view_sheets_heading", &columns, rows.collect(), words)
}

fn repeats(report: &Report, words: Words<'_>) -> Table {
    let rows = report.breakdown.repeats.iter().map(|row| {
        let [count, bytes, extra, line] = [row.count, row.bytes, row.extra_bytes, row.line].map(number::count);
        vec![row.label.clone(), count, bytes, extra, line]
    });
    let columns = ["view_piece", "view_times_there", "view_bytes_each", "view_bytes_extra", "view_first_line"];
    table("view_repeats_heading", &columns, rows.collect(), words)
}

#[cfg(test)]
mod tests;
