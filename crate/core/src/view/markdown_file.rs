//! A report as Markdown, for tickets and wikis. What a page says is escaped: no link, picture, heading or HTML comes of it.

use std::fmt::Write;

use super::markdown;
use super::words::{Words, capital};
use crate::ledger::Category;
use crate::number;
use crate::report::{Fate, Finding, Report, Requested, Signal};

/// Rows of a table; what is left out is counted.
const ROWS: usize = 200;

/// The report in the words of one language.
#[must_use]
pub(super) fn markdown_file(report: &Report, words: Words<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_report(&mut text, report, words);
    text
}

fn write_report(out: &mut String, report: &Report, words: Words<'_>) -> std::fmt::Result {
    writeln!(out, "# {}\n", plain(&report.verdict.sentence))?;
    let shared = super::shared_sentence(report, words).unwrap_or_default();
    let page = &report.page;
    let title = page.title.as_deref().unwrap_or_default();
    for paragraph in [&page.url, title, &report.verdict.detail, &report.limit.reading, &report.limit.source, &shared] {
        if !paragraph.is_empty() {
            writeln!(out, "{}\n", plain(paragraph))?;
        }
    }
    if let Some(cut) = &report.cut {
        let [offset, line, column] = [cut.earliest.offset, cut.earliest.line, cut.earliest.column].map(number::count);
        let place = words.with("view_cut_exact", &[&offset, &line, &column]);
        writeln!(out, "{} {}\n", plain(&place), plain(&cut.earliest.effect))?;
    }
    findings(out, report, words)?;
    changes(out, report, words)?;
    signals(out, report, words)?;
    ledger(out, report, words)?;
    resources(out, report, words)
}

fn findings(out: &mut String, report: &Report, words: Words<'_>) -> std::fmt::Result {
    if report.findings.is_empty() {
        return Ok(());
    }
    heading(out, "view_findings_heading", words)?;
    report.findings.iter().try_for_each(|finding| self::finding(out, finding, words))
}

fn finding(out: &mut String, finding: &Finding, words: Words<'_>) -> std::fmt::Result {
    writeln!(out, "### {}\n", plain(&finding.title))?;
    for paragraph in [&finding.evidence, &finding.fix] {
        if !paragraph.is_empty() {
            writeln!(out, "{}\n", plain(paragraph))?;
        }
    }
    let basis = words.basis(finding.basis);
    let source = if finding.source.is_empty() { basis } else { format!("{basis}: {}", finding.source) };
    writeln!(out, "*{}*\n", plain(&capital(&source)))
}

fn changes(out: &mut String, report: &Report, words: Words<'_>) -> std::fmt::Result {
    if report.what_if.changes.is_empty() {
        return Ok(());
    }
    heading(out, "view_what_if_heading", words)?;
    for change in &report.what_if.changes {
        let mark = if report.what_if.proposal.contains(&change.id) { 'x' } else { ' ' };
        writeln!(out, "- [{mark}] {} ({})", plain(&change.title), number::bytes_saved(change.bytes))?;
    }
    writeln!(out)
}

fn signals(out: &mut String, report: &Report, words: Words<'_>) -> std::fmt::Result {
    let keys = ["view_signal_fate", "view_signal_kind", "view_signal_value", "view_signal_byte", "view_signal_line"];
    let row = |signal: &Signal| {
        let name = signal.name.as_deref().unwrap_or_default();
        let fate = report.limit.latest.map(|_| signal.fate);
        let kind = format!("{} {name}", capital(&words.signal(signal.kind)));
        [words.fate(fate), kind, signal.value.clone(), number::count(signal.start), number::count(signal.line)]
    };
    // What is not kept stands first.
    let (kept, gone): (Vec<&Signal>, Vec<&Signal>) =
        report.signals.iter().partition(|signal| signal.fate == Fate::Kept);
    table(out, "view_all_signals", &keys, gone.into_iter().chain(kept).map(row), words)
}

fn ledger(out: &mut String, report: &Report, words: Words<'_>) -> std::fmt::Result {
    let keys = ["view_ledger_kind", "view_ledger_bytes", "view_ledger_share", "view_map_kept"];
    let rows = report.ledger.iter().filter(|row| row.bytes > 0).map(|row| {
        let category = Category::of_name(&row.category).unwrap_or(Category::Other);
        let share = number::percent_of(row.bytes, report.page.body_bytes);
        let name = capital(&words.say(&format!("category_{}", category.name())));
        [name, number::count(row.bytes), share, number::count(row.bytes_kept_earliest)]
    });
    table(out, "view_ledger_heading", &keys, rows, words)
}

fn resources(out: &mut String, report: &Report, words: Words<'_>) -> std::fmt::Result {
    let keys = ["view_signal_fate", "view_signal_kind", "view_file_address", "view_ledger_bytes"];
    let rows = report.resources.iter().map(|resource| {
        let fate = if resource.requested == Requested::No && resource.fate.is_none() {
            words.say("view_file_not_requested")
        } else {
            words.fate(resource.fate)
        };
        let bytes = resource.body_bytes.map_or_else(|| words.say("view_fact_unknown"), number::count);
        [fate, resource.kind.name().to_owned(), resource.url.clone(), bytes]
    });
    table(out, "view_resources_heading", &keys, rows, words)
}

fn heading(out: &mut String, key: &str, words: Words<'_>) -> std::fmt::Result {
    writeln!(out, "## {}\n", plain(&words.say(key)))
}

/// A table under a heading; nothing where it would be empty.
fn table<const COLUMNS: usize>(
    out: &mut String,
    key: &str,
    columns: &[&str; COLUMNS],
    rows: impl Iterator<Item = [String; COLUMNS]>,
    words: Words<'_>,
) -> std::fmt::Result {
    let rows: Vec<[String; COLUMNS]> = rows.collect();
    let left_out = rows.len().saturating_sub(ROWS) as u64;
    if rows.is_empty() {
        return Ok(());
    }
    heading(out, key, words)?;
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let names: Vec<String> = columns.iter().map(|key| plain(&words.say(key))).collect();
    writeln!(out, "{}", line(&names))?;
    writeln!(out, "{}", line(&vec!["---".to_owned(); COLUMNS]))?;
    for cells in rows.into_iter().take(ROWS) {
        writeln!(out, "{}", line(&cells.map(|cell| plain(&cell))))?;
    }
    if left_out > 0 {
        writeln!(out, "\n{}", words.with("view_rows_left_out", &[&number::count(left_out)]))?;
    }
    writeln!(out)
}

/// A text of the page or about it on one line: nothing in it is Markdown, nothing is HTML, and nothing is hidden.
fn plain(text: &str) -> String {
    let line = markdown::text(text.trim());
    // A line that begins as a list, a quotation or a rule would be one.
    let is_list = line.starts_with(['-', '+', '=']) || {
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < line.len() && digits.starts_with(['.', ')'])
    };
    // An address stays text where addresses become links by themselves.
    let line = line.replace("://", ":&#8203;//").replace("www.", "www&#8203;.");
    if is_list { format!("&#8203;{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{SAMPLES, sample};
    use super::*;
    use crate::message::Messages;

    fn of(name: &str) -> String {
        markdown_file(&sample(name), Words(&Messages::default()))
    }

    #[test]
    fn nothing_that_a_page_says_becomes_markdown_or_html() {
        for (text, line) in [
            ("<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)\\>"),
            ("[a](javascript:alert(1))", "\\[a\\](javascript:alert(1))"),
            ("a\n# b | c", "a \\# b \\| c"),
            ("&lt;script&gt;", "\\&lt;script\\&gt;"),
            ("https://a.example/_b_", "https:&#8203;//a.example/\\_b\\_"),
            ("- item", "&#8203;- item"),
            ("1. item", "&#8203;1. item"),
            ("a\u{202e}b", "a[U+202E]b"),
        ] {
            assert_eq!(plain(text), line);
        }
        let unescaped = of("hostile").replace("\\<", "");
        assert!(!unescaped.contains('<'), "{unescaped}");
    }

    #[test]
    fn every_report_begins_with_its_verdict_and_lists_what_there_is() {
        for (name, _) in SAMPLES {
            let text = of(name);
            assert!(text.starts_with("# "), "{name}: {text}");
            for line in text.lines().filter(|line| line.starts_with("| ")) {
                assert!(line.ends_with(" |"), "{name}: {line}");
            }
        }
        let over = of("over");
        assert!(over.contains("## What to do") && over.contains("## Where the bytes go"), "{over}");
    }
}
