//! A report for people, as text for a terminal: verdict, ruler, what is lost, where the bytes go, what would bring it back,
//! what to do.
//!
//! Everything is made of strings with ANSI styles; the stream that they are written to strips the styles where there are no
//! colours. Nothing is told by colour alone.

mod bytes;
mod findings;
mod layout;
mod losses;
mod remedy;
mod resources;
mod ruler;
mod style;
pub(crate) mod table;

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use crawl_cutoff_core::report::{Fate, Page, Place};
use crawl_cutoff_core::{Report, number};

use crate::check::Checked;
use crate::plain::plain;
use crawl_cutoff_core::view::advice::Advice;
use crawl_cutoff_core::view::words::{Words, capital};
use layout::{shorten_middle, wrap, wrap_items};
use style::{SOFT, STRONG, mark_of_fate, of_fate, paint};

/// What is printed on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paper {
    /// Columns of a line.
    pub(crate) columns: usize,
    /// Whether it is a terminal, whose lines end somewhere.
    pub(crate) is_terminal: bool,
    /// Whether colours can be told apart.
    pub(crate) has_colours: bool,
}

impl Paper {
    /// Standard output: the terminal's width within what is good to read; 100 columns where it is no terminal.
    pub(crate) fn of_standard_output() -> Self {
        let output = io::stdout();
        let columns = terminal_size::terminal_size_of(&output).map_or(100, |(width, _)| usize::from(width.0));
        Self {
            columns: columns.clamp(48, 120),
            is_terminal: output.is_terminal(),
            has_colours: AutoStream::choice(&output) != ColorChoice::Never,
        }
    }
}

/// One line about one of several inputs: mark, name, verdict.
pub(crate) fn line(report: &Report, name: &str) -> String {
    let fate = report.verdict.fate;
    let mark = paint(of_fate(fate), mark_of_fate(fate));
    format!("{mark} {}  {}", paint(STRONG, name), plain(&report.verdict.sentence))
}

/// Everything about one input.
pub(crate) fn report(checked: &Checked, name: &str, words: Words<'_>, paper: Paper) -> String {
    let report = &checked.report;
    let mut sheet = Sheet { lines: Vec::new(), paper };
    heading(&mut sheet, checked, name, words);
    ruler::print(&mut sheet, report, words);
    cut(&mut sheet, report, words);
    losses::print(&mut sheet, report, words);
    bytes::print(&mut sheet, report, words);
    // Where everything fits, what is notable stands with the bytes.
    let advice = Advice::new(report, words).filter(|advice| advice.is_remedy());
    if let Some(advice) = &advice {
        remedy::print(&mut sheet, advice, words);
    }
    resources::print(&mut sheet, report, words);
    findings::print(&mut sheet, report, advice.as_ref(), words);
    sheet.lines.join("\n") + "\n"
}

/// Lines of a report as they are put together.
struct Sheet {
    lines: Vec<String>,
    paper: Paper,
}

/// What stands left of the content of a section.
const INDENT: &str = "  ";

/// Columns of a mark and the space after it.
const MARK_COLUMNS: usize = 2;

impl Sheet {
    /// Columns between the indent and the right edge.
    fn columns(&self) -> usize {
        self.paper.columns - INDENT.len()
    }

    fn title(&mut self, title: &str) {
        self.lines.push(String::new());
        self.lines.push(paint(STRONG, title));
    }

    fn line(&mut self, line: &str) {
        self.lines.push(format!("{INDENT}{line}").trim_end().to_owned());
    }

    /// A paragraph behind a mark, or behind spaces where `mark` is empty; nothing for no text.
    fn paragraph(&mut self, mark: &str, style: Style, text: &str) {
        if text.is_empty() {
            return;
        }
        for (index, line) in wrap(text, self.columns() - MARK_COLUMNS).into_iter().enumerate() {
            let mark = if index == 0 && !mark.is_empty() { format!("{mark} ") } else { " ".repeat(MARK_COLUMNS) };
            self.line(&format!("{mark}{}", paint(style, line)));
        }
    }
}

fn heading(sheet: &mut Sheet, checked: &Checked, name: &str, words: Words<'_>) {
    let Report { verdict, page, .. } = &checked.report;
    let columns = sheet.paper.columns;
    let shown = if page.url.is_empty() { name.to_owned() } else { plain(&page.url) };
    sheet.lines.push(paint(SOFT, shorten_middle(&shown, columns)));
    sheet.lines.push(String::new());
    let (style, mark) = (of_fate(verdict.fate), mark_of_fate(verdict.fate));
    for (index, line) in wrap(&plain(&verdict.sentence), columns - 2).into_iter().enumerate() {
        let mark = if index == 0 { mark } else { " " };
        sheet.lines.push(format!("{} {}", paint(style.bold(), mark), paint(STRONG, line)));
    }
    if !verdict.detail.is_empty() {
        for line in wrap(&plain(&verdict.detail), columns - INDENT.len()) {
            sheet.line(&line);
        }
    }
    for items in [facts(page, words), sizes(checked, words)] {
        for line in wrap_items(&items, " · ", columns - INDENT.len()) {
            sheet.line(&paint(SOFT, line));
        }
    }
}

/// Kind, encoding, status and head.
fn facts(page: &Page, words: Words<'_>) -> Vec<String> {
    let mut facts = vec![words.kind(page.kind)];
    if let Some(encoding) = &page.encoding {
        let source = page.encoding_source.map(|source| words.encoding_source(source)).unwrap_or_default();
        facts.push(words.with("view_fact_encoding", &[&plain(encoding), &source]));
    }
    if let Some(status) = page.status {
        facts.push(words.with("view_fact_status", &[&status.to_string()]));
    }
    if let Some(head_bytes) = page.head_bytes {
        facts.push(words.with("cli_head", &[&number::bytes(head_bytes)]));
    }
    facts
}

/// The numbers that people mix up, the one that counts first.
fn sizes(checked: &Checked, words: Words<'_>) -> Vec<String> {
    let page = &checked.report.page;
    let decoded = number::bytes_exact(page.body_bytes);
    let mut sizes = vec![words.with(if checked.was_gzip { "cli_size_gzip" } else { "cli_size" }, &[&decoded])];
    if let Some(transferred_bytes) = page.transferred_bytes {
        sizes.push(words.with("cli_size_transferred", &[&number::bytes(transferred_bytes)]));
    }
    if let Some(characters) = page.characters {
        sizes.push(words.counted("cli_characters", characters));
    }
    sizes
}

fn cut(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    let Some(cut) = &report.cut else { return };
    // Lines and columns are for what is text.
    let is_text = report.page.encoding.is_some();
    let earliest = position(&cut.earliest, is_text, words);
    sheet.title(&words.say("cli_title_cut"));
    if cut.latest.offset == cut.earliest.offset {
        return place(sheet, &cut.earliest, &capital(&earliest));
    }
    place(sheet, &cut.earliest, &words.with("cli_place_earliest", &[&earliest]));
    if cut.latest.offset < report.page.body_bytes {
        let latest = position(&cut.latest, is_text, words);
        place(sheet, &cut.latest, &words.with("cli_place_latest", &[&latest]));
    } else {
        sheet.paragraph("", Style::new(), &words.say("view_cut_end"));
    }
}

fn position(place: &Place, is_text: bool, words: Words<'_>) -> String {
    let [offset, line, column] = [place.offset, place.line, place.column].map(number::count);
    if is_text {
        words.with("cli_position", &[&offset, &line, &column, &words.state(place.state)])
    } else {
        words.with("cli_position_byte", &[&offset])
    }
}

fn place(sheet: &mut Sheet, place: &Place, position: &str) {
    sheet.paragraph(&paint(of_fate(Some(Fate::Lost)), "✂"), STRONG, position);
    let path = shorten_middle(&plain(&place.path), sheet.columns() - MARK_COLUMNS);
    sheet.paragraph("", SOFT, &path);
    sheet.paragraph("", Style::new(), &plain(&place.effect));
}
