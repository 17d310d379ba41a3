//! What to know and what to do, each with its basis, and the sources by number.

use anstyle::Style;
use crawl_cutoff_core::Report;
use crawl_cutoff_core::report::Finding;
use crawl_cutoff_core::view::advice::Advice;
use crawl_cutoff_core::view::words::Words;

use super::Sheet;
use super::layout::wrap;
use super::style::{SOFT, STRONG, mark_of_severity, of_severity, paint};
use crate::plain::plain;

/// `advice` is what to do about the bytes, where that is said already.
pub(super) fn print(sheet: &mut Sheet, report: &Report, advice: Option<&Advice>, words: Words<'_>) {
    let mut sources = Sources::default();
    if !report.findings.is_empty() {
        sheet.title(&words.say("view_findings_heading"));
    }
    for (index, finding) in report.findings.iter().enumerate() {
        if index > 0 {
            sheet.lines.push(String::new());
        }
        let is_said = advice.is_some_and(|advice| advice.is_fix_of(&finding.id));
        print_one(sheet, finding, is_said, &mut sources, words);
    }
    print_limit(sheet, report, &mut sources, words);
    sources.print(sheet, words);
}

fn print_one(sheet: &mut Sheet, finding: &Finding, is_said: bool, sources: &mut Sources, words: Words<'_>) {
    let mark = paint(of_severity(finding.severity).bold(), mark_of_severity(finding.severity));
    sheet.paragraph(&mark, STRONG, &plain(&finding.title));
    sheet.paragraph("", Style::new(), &plain(&finding.evidence));
    if !finding.fix.is_empty() && !is_said {
        sheet.paragraph("", Style::new(), &words.with("cli_fix", &[&plain(&finding.fix)]));
    }
    let basis = words.basis(finding.basis);
    sheet.paragraph("", SOFT, &sources.cite(&basis, &plain(&finding.source), words));
}

/// How the edges come about.
fn print_limit(sheet: &mut Sheet, report: &Report, sources: &mut Sources, words: Words<'_>) {
    let limit = &report.limit;
    sheet.title(&words.say("view_fact_limit"));
    let mut texts = vec![plain(&limit.reading)];
    // The user's own limit needs no source.
    if let Some(day) = &limit.read_on {
        let source = words.with("cli_source_read", &[&plain(&limit.source), day]);
        texts.push(sources.cite(&words.basis(limit.basis), &source, words));
    }
    for line in texts.iter().flat_map(|text| wrap(text, sheet.columns())).collect::<Vec<_>>() {
        sheet.line(&paint(SOFT, line));
    }
}

/// Sources in the order in which they are first named.
#[derive(Default)]
struct Sources(Vec<String>);

impl Sources {
    /// The basis with the number of its source: `documented [2]`.
    fn cite(&mut self, basis: &str, source: &str, words: Words<'_>) -> String {
        if source.is_empty() {
            return basis.to_owned();
        }
        let index = self.0.iter().position(|known| known == source).unwrap_or_else(|| {
            self.0.push(source.to_owned());
            self.0.len() - 1
        });
        words.with("cli_cited", &[basis, &(index + 1).to_string()])
    }

    fn print(self, sheet: &mut Sheet, words: Words<'_>) {
        if self.0.is_empty() {
            return;
        }
        sheet.title(&words.say("cli_title_sources"));
        for (index, source) in self.0.into_iter().enumerate() {
            let number = format!("[{}] ", index + 1);
            for (line_index, line) in wrap(&source, sheet.columns() - number.len()).into_iter().enumerate() {
                let start = if line_index == 0 { number.clone() } else { " ".repeat(number.len()) };
                sheet.line(&paint(SOFT, format!("{start}{line}")));
            }
        }
    }
}
