//! Several inputs on one page: a row each, and a sum.

use crawl_cutoff_core::report::{Fate, Severity};
use crawl_cutoff_core::{Report, number};
use textwrap::core::display_width;

use super::Paper;
use super::layout::{left, right, shorten_middle};
use super::style::{SOFT, STRONG, mark_of_fate, of_fate, paint};
use crawl_cutoff_core::view::words::Words;

/// One input.
pub(crate) struct Row {
    name: String,
    /// `None`: it could not be checked.
    facts: Option<Facts>,
}

struct Facts {
    fate: Option<Fate>,
    body_bytes: u64,
    edge: Option<u64>,
    words_total: u64,
    words_lost: u64,
    signals_gone: usize,
    errors: usize,
    warnings: usize,
}

impl Row {
    pub(crate) fn of_report(name: String, report: &Report) -> Self {
        let found = |severity| report.findings.iter().filter(|finding| finding.severity == severity).count();
        let facts = Facts {
            fate: report.verdict.fate,
            body_bytes: report.page.body_bytes,
            edge: report.limit.earliest,
            words_total: report.text.words_total,
            words_lost: report.text.words_total.saturating_sub(report.text.words_kept_earliest),
            signals_gone: report.signals.iter().filter(|signal| signal.fate != Fate::Kept).count(),
            errors: found(Severity::Error),
            warnings: found(Severity::Warning),
        };
        Self { name, facts: Some(facts) }
    }

    pub(crate) fn of_failure(name: String) -> Self {
        Self { name, facts: None }
    }

    /// The columns right of the name.
    fn cells(&self, words: Words<'_>) -> [String; COLUMNS] {
        let Some(facts) = &self.facts else {
            return [
                words.say("cli_not_checked"),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
            ];
        };
        let unless_zero = |n: usize| if n == 0 { "–".to_owned() } else { number::count(n as u64) };
        [
            words.fate(facts.fate),
            number::bytes(facts.body_bytes),
            facts.edge.map_or_else(|| "–".to_owned(), |edge| number::percent_of(facts.body_bytes, edge)),
            if facts.words_lost == 0 {
                "–".to_owned()
            } else {
                number::percent_of(facts.words_lost, facts.words_total)
            },
            unless_zero(facts.signals_gone),
            match (facts.errors, facts.warnings) {
                (0, 0) => "–".to_owned(),
                (errors, warnings) => format!("{errors} + {warnings}"),
            },
        ]
    }
}

const COLUMNS: usize = 6;
const TITLES: [&str; COLUMNS] = [
    "cli_column_fate",
    "cli_column_size",
    "cli_column_used",
    "cli_column_words",
    "cli_column_signals",
    "cli_column_findings",
];

/// The table of all inputs and the line that sums them up.
pub(crate) fn table(rows: &[Row], words: Words<'_>, paper: Paper) -> String {
    let titles = TITLES.map(|key| words.say(key));
    let cells: Vec<[String; COLUMNS]> = rows.iter().map(|row| row.cells(words)).collect();
    let widths: Vec<usize> = (0..COLUMNS)
        .map(|column| {
            cells
                .iter()
                .map(|cells| display_width(&cells[column]))
                .max()
                .unwrap_or(0)
                .max(display_width(&titles[column]))
        })
        .collect();
    // The mark, two spaces before each column.
    let taken = 2 + widths.iter().map(|width| width + 2).sum::<usize>();
    let folder = common_folder(rows);
    let longest = rows.iter().map(|row| display_width(&row.name[folder.len()..])).max().unwrap_or(0);
    // What is not for a terminal has no edge that a name must stay within.
    let room = if paper.is_terminal { paper.columns.saturating_sub(taken) } else { usize::MAX };
    let name_columns = longest.clamp(5, room.max(12));

    let mut text = String::new();
    if !folder.is_empty() {
        text.push_str(&format!("{}\n", paint(SOFT, shorten_middle(folder, paper.columns))));
    }
    let title = format!("  {}", aligned(&words.say("cli_column_input"), &titles, name_columns, &widths));
    text.push_str(&format!("{}\n", paint(STRONG, title.trim_end())));
    for (row, cells) in rows.iter().zip(&cells) {
        let (style, mark) = match &row.facts {
            Some(facts) => (of_fate(facts.fate), mark_of_fate(facts.fate)),
            None => (of_fate(Some(Fate::Lost)), "!"),
        };
        let line = aligned(&row.name[folder.len()..], cells, name_columns, &widths);
        text.push_str(&format!("{} {}\n", paint(style, mark), line.trim_end()));
    }
    text.push_str(&format!("{}\n", paint(SOFT, sum(rows, words))));
    text
}

/// The folder that all names begin with, up to its last slash; it is said once.
fn common_folder(rows: &[Row]) -> &str {
    let Some(first) = rows.first() else { return "" };
    let mut folder = first.name.rfind('/').map_or("", |slash| &first.name[..=slash]);
    while !rows.iter().all(|row| row.name.starts_with(folder)) {
        let parent = folder[..folder.len() - 1].rfind('/').map_or(0, |slash| slash + 1);
        folder = &folder[..parent];
    }
    folder
}

fn aligned(name: &str, cells: &[String; COLUMNS], name_columns: usize, widths: &[usize]) -> String {
    let mut line = left(&shorten_middle(name, name_columns), name_columns);
    for (column, (cell, &width)) in cells.iter().zip(widths).enumerate() {
        line.push_str("  ");
        line.push_str(&if column == 0 { left(cell, width) } else { right(cell, width) });
    }
    line
}

fn sum(rows: &[Row], words: Words<'_>) -> String {
    let mut parts = vec![words.counted("cli_checked", rows.iter().filter(|row| row.facts.is_some()).count() as u64)];
    for fate in [Some(Fate::Kept), Some(Fate::Depends), Some(Fate::Damaged), Some(Fate::Lost), None] {
        let count = rows.iter().filter(|row| row.facts.as_ref().is_some_and(|facts| facts.fate == fate)).count();
        if count > 0 {
            parts.push(format!("{} {}", number::count(count as u64), words.fate(fate)));
        }
    }
    let failed = rows.iter().filter(|row| row.facts.is_none()).count();
    if failed > 0 {
        parts.push(format!("{} {}", number::count(failed as u64), words.say("cli_not_checked")));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_folder_is_said_once() {
        let folder = |names: &[&str]| {
            let rows: Vec<Row> = names.iter().map(|name| Row::of_failure((*name).to_owned())).collect();
            common_folder(&rows).to_owned()
        };
        assert_eq!(folder(&["a/b/x.html", "a/b/c/y.html"]), "a/b/");
        assert_eq!(folder(&["a/b/x.html", "a/bc/y.html"]), "a/");
        assert_eq!(folder(&["/x.html", "/y.html"]), "/");
        assert_eq!(folder(&["a/x.html", "-"]), "");
        assert_eq!(folder(&[]), "");
    }
}
