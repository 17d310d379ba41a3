//! What to know and what to do, each with its basis.

use anstyle::Style;
use crawl_cutoff_core::Report;
use crawl_cutoff_core::report::Finding;

use super::Sheet;
use super::style::{SOFT, STRONG, mark_of_severity, of_severity, paint};
use crate::plain::plain;
use crawl_cutoff_core::view::words::Words;

pub(super) fn print(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    if report.findings.is_empty() {
        return;
    }
    sheet.title(&words.say("view_findings_heading"));
    for (index, finding) in report.findings.iter().enumerate() {
        if index > 0 {
            sheet.lines.push(String::new());
        }
        print_one(sheet, finding, words);
    }
}

fn print_one(sheet: &mut Sheet, finding: &Finding, words: Words<'_>) {
    let mark = paint(of_severity(finding.severity).bold(), mark_of_severity(finding.severity));
    sheet.paragraph(&mark, STRONG, &plain(&finding.title));
    sheet.paragraph("", Style::new(), &plain(&finding.evidence));
    if !finding.fix.is_empty() {
        sheet.paragraph("", Style::new(), &words.with("cli_fix", &[&plain(&finding.fix)]));
    }
    let basis = words.basis(finding.basis);
    let source = match finding.source.as_str() {
        "" => basis,
        source => words.with("cli_source", &[&basis, &plain(source)]),
    };
    sheet.paragraph("", SOFT, &source);
}
