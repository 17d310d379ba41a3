//! Lists of a report as comma-separated values (RFC 4180), for spreadsheets.
//!
//! Columns carry the names of schema 1, so that a table and the JSON say the same. A byte order mark stands first: without it
//! Excel takes UTF-8 for something else.

use serde::Serialize;

use crate::report::Report;

/// Stands before a text that a spreadsheet would take for a formula.
const GUARD: char = '\'';

/// The signals, in document order.
#[must_use]
pub fn signals(report: &Report) -> String {
    let rows = report.signals.iter().map(|signal| {
        vec![
            name(&signal.kind),
            text(signal.name.as_deref().unwrap_or_default()),
            text(&signal.value),
            signal.start.to_string(),
            signal.end.to_string(),
            signal.line.to_string(),
            name(&signal.fate),
            name(&signal.placement),
            text(signal.survives.as_deref().unwrap_or_default()),
            signal.valid.to_string(),
        ]
    });
    let columns = ["kind", "name", "value", "start", "end", "line", "fate", "placement", "survives", "valid"];
    table(&columns, rows)
}

/// The ledger, one leaf a line.
#[must_use]
pub fn ledger(report: &Report) -> String {
    let rows = report.ledger.iter();
    let rows = rows.map(|row| vec![text(&row.category), row.bytes.to_string(), row.bytes_kept_earliest.to_string()]);
    table(&["category", "bytes", "bytes_kept_earliest"], rows)
}

/// The subresources. What is not known is an empty cell.
#[must_use]
pub fn resources(report: &Report) -> String {
    let rows = report.resources.iter().map(|resource| {
        vec![
            text(&resource.url),
            name(&resource.kind),
            name(&resource.found),
            number(resource.start),
            number(resource.line),
            name(&resource.requested),
            number(resource.body_bytes),
            number(resource.earliest),
            number(resource.latest),
            resource.fate.as_ref().map(name).unwrap_or_default(),
            text(resource.effect.as_deref().unwrap_or_default()),
            name(&resource.robots),
            number(resource.status.map(u64::from)),
            text(resource.content_type.as_deref().unwrap_or_default()),
            number(resource.head_bytes),
            number(resource.transferred_bytes),
        ]
    });
    let columns = [
        "url",
        "kind",
        "found",
        "start",
        "line",
        "requested",
        "body_bytes",
        "earliest",
        "latest",
        "fate",
        "effect",
        "robots",
        "status",
        "content_type",
        "head_bytes",
        "transferred_bytes",
    ];
    table(&columns, rows)
}

fn table(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let columns = columns.iter().map(|column| (*column).to_owned()).collect();
    let lines = std::iter::once(columns).chain(rows).map(|cells: Vec<String>| cells.join(",") + "\r\n");
    std::iter::once("\u{feff}".to_owned()).chain(lines).collect()
}

/// The name that the JSON has for it.
fn name(value: &impl Serialize) -> String {
    // A value that has no name in the JSON is none of these enums.
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

fn number(value: Option<u64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A cell with a text of the page: in quotes where it needs them, and never a formula.
fn text(value: &str) -> String {
    let is_formula =
        value.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) || value.starts_with(['\t', '\r']);
    let guard = if is_formula { GUARD.to_string() } else { String::new() };
    if is_formula || value.contains([',', '"', '\n', '\r', ';', '\t']) {
        format!("\"{guard}{}\"", value.replace('"', "\"\""))
    } else {
        value.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{SAMPLES, sample};
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for value in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"] {
            let cell = text(value);
            assert!(cell.starts_with("\"'"), "{value}: {cell}");
        }
        assert_eq!(text("plain - text"), "plain - text");
    }

    #[test]
    fn cells_are_quoted_where_they_need_it() {
        assert_eq!(text("a, \"b\"\nc"), "\"a, \"\"b\"\"\nc\"");
        assert_eq!(text(""), "");
    }

    #[test]
    fn every_list_has_a_line_for_each_item() {
        for (name, _) in SAMPLES {
            let report = sample(name);
            for (csv, items) in [
                (signals(&report), report.signals.len()),
                (ledger(&report), report.ledger.len()),
                (resources(&report), report.resources.len()),
            ] {
                // The samples have no line ends in their values.
                assert_eq!(csv.matches("\r\n").count(), items + 1, "{name}");
                assert!(csv.starts_with('\u{feff}'));
            }
        }
    }
}
