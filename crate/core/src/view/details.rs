//! The content of the full report: the panel with everything open, the ledger in full, every signal, every hazard.

use askama::Template;

use super::breakdown::BreakdownView;
use super::hazards::HazardsView;
use super::icon::Icon;
use super::map::MapView;
use super::server::ServerView;
use super::what_if::WhatIfView;
use super::words::{Words, capital, fate_name};
use crate::number;
use crate::report::{Placement, Report, Signal};

/// Signals listed one by one; what is left out is counted.
const ROWS: usize = 5_000;

#[derive(Template)]
#[template(path = "details.html")]
pub(super) struct Details<'a> {
    words: Words<'a>,
    title: &'a str,
    panel: String,
    what_if: Option<WhatIfView<'a>>,
    map: MapView<'a>,
    breakdown: BreakdownView,
    server: Option<ServerView<'a>>,
    rows: Vec<Row<'a>>,
    left_out: Option<String>,
    hazards: Option<HazardsView<'a>>,
}

struct Row<'a> {
    icon: Icon,
    fate: &'static str,
    fate_word: String,
    name: String,
    value: &'a str,
    byte: u64,
    offset: String,
    line: String,
    placement: String,
}

impl<'a> Details<'a> {
    /// `panel` is the report's panel; its folded parts are opened here. What-if needs somebody who computes: it is left out
    /// where there is nobody.
    pub(super) fn new(report: &'a Report, panel: &str, what_if: Option<WhatIfView<'a>>, words: Words<'a>) -> Self {
        let unlisted = report.signals_left_out().iter().map(|row| row.count);
        let left_out = unlisted.fold(report.signals.len().saturating_sub(ROWS) as u64, u64::saturating_add);
        Self {
            words,
            title: report.page.title.as_deref().unwrap_or_default(),
            // Every `<details` is the templates' own: in a value the `<` is escaped.
            panel: panel.replace("<details", "<details open"),
            what_if,
            map: MapView::new(report, words),
            breakdown: BreakdownView::new(report, words),
            server: ServerView::new(report, words),
            rows: report.signals.iter().take(ROWS).map(|signal| row(report, signal, words)).collect(),
            left_out: (left_out > 0).then(|| words.with("view_rows_left_out", &[&number::count(left_out)])),
            hazards: HazardsView::new(report, words),
        }
    }
}

fn row<'a>(report: &Report, signal: &'a Signal, words: Words) -> Row<'a> {
    let fate = report.limit.latest.map(|_| signal.fate);
    let kind = words.signal(signal.kind);
    let name = signal.name.as_deref().filter(|name| !name.eq_ignore_ascii_case(&kind)).unwrap_or_default();
    Row {
        icon: Icon::Fate(fate),
        fate: fate_name(fate),
        fate_word: words.fate(fate),
        name: format!("{} {name}", capital(&kind)).trim_end().to_owned(),
        value: &signal.value,
        byte: signal.start,
        offset: number::count(signal.start),
        line: number::count(signal.line),
        placement: words.say(match signal.placement {
            Placement::Head => "view_placement_head",
            Placement::Body => "view_placement_body",
        }),
    }
}
