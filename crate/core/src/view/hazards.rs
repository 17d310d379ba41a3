//! What a stateless renderer will miss, as a table.

use askama::Template;

use super::words::Words;
use crate::number;
use crate::report::{Hazard, HazardAccess, Report};
use crate::resource::address;

/// Rows of the table; what is left out is counted.
const ROWS: usize = 500;

#[derive(Template)]
#[template(path = "hazards.html")]
pub(super) struct HazardsView<'a> {
    words: Words<'a>,
    rows: Vec<Row<'a>>,
    left_out: Option<String>,
}

struct Row<'a> {
    hazard: &'a Hazard,
    access: String,
    when: String,
    guard: String,
    file: &'a str,
    line: String,
}

impl<'a> HazardsView<'a> {
    /// `None` where none were found.
    pub(super) fn new(report: &'a Report, words: Words<'a>) -> Option<Self> {
        let mut hazards: Vec<&Hazard> = report.hazards.iter().collect();
        hazards.sort_by_key(|hazard| (hazard.guarded, !hazard.startup));
        let left_out = hazards.len().saturating_sub(ROWS) as u64;
        let rows: Vec<Row<'_>> = hazards.into_iter().take(ROWS).map(|hazard| row(hazard, words)).collect();
        (!rows.is_empty()).then(|| Self {
            words,
            rows,
            left_out: (left_out > 0).then(|| words.with("view_rows_left_out", &[&number::count(left_out)])),
        })
    }
}

fn row<'a>(hazard: &'a Hazard, words: Words<'_>) -> Row<'a> {
    Row {
        hazard,
        access: words.say(match hazard.access {
            HazardAccess::Read => "view_hazard_read",
            HazardAccess::Write => "view_hazard_write",
            HazardAccess::Call => "view_hazard_call",
        }),
        when: words.say(if hazard.startup { "view_hazard_startup" } else { "view_hazard_later" }),
        guard: words.say(if hazard.guarded { "view_hazard_guarded" } else { "view_hazard_bare" }),
        file: address::file_name(&hazard.place),
        line: number::count(hazard.line),
    }
}
