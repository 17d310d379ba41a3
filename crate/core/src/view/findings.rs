//! What to do: the findings, most severe first, each with its basis; evidence and source behind a line.

use askama::Template;

use super::advice::Advice;
use super::icon::Icon;
use super::words::Words;
use crate::number;
use crate::order;
use crate::report::{Finding, Report, Severity};

/// Findings shown at once; the others stand behind a line that says how many they are.
const SHOWN: usize = 4;

#[derive(Template)]
#[template(path = "findings.html")]
pub(super) struct FindingsView<'a> {
    words: Words<'a>,
    heading: &'static str,
    shown: Vec<Item<'a>>,
    more: String,
    hidden: Vec<Item<'a>>,
}

struct Item<'a> {
    icon: Icon,
    severity: &'static str,
    spoken: String,
    basis: String,
    basis_means: String,
    /// Empty where there is none, or where the advice about the bytes says it already.
    fix: &'a str,
    finding: &'a Finding,
}

impl<'a> FindingsView<'a> {
    pub(super) fn new(report: &'a Report, words: Words<'a>, advice: Option<&Advice>) -> Self {
        let mut findings =
            order::by_key(report.findings.iter().collect(), |finding: &&Finding| finding.severity as u64);
        // What is as it should be never stands before what is not read yet: it is shown only when there is nothing else.
        let urgent = findings.iter().filter(|finding| finding.severity != Severity::Good).count();
        let shown = match urgent {
            0 => findings.len().min(SHOWN),
            _ if findings.len() == urgent && urgent == SHOWN + 1 => urgent,
            _ => urgent.min(SHOWN),
        };
        let has_fix = findings.iter().any(|finding| !finding.fix.is_empty());
        let hidden = findings.split_off(shown);
        Self {
            words,
            heading: if has_fix { "view_findings_heading" } else { "view_findings_heading_good" },
            more: words.with("view_findings_more", &[&number::count(hidden.len() as u64)]),
            shown: findings.into_iter().map(|finding| item(finding, advice, words)).collect(),
            hidden: hidden.into_iter().map(|finding| item(finding, advice, words)).collect(),
        }
    }
}

fn item<'a>(finding: &'a Finding, advice: Option<&Advice>, words: Words) -> Item<'a> {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Notice => "notice",
        Severity::Good => "good",
    };
    Item {
        icon: Icon::Severity(finding.severity),
        severity,
        spoken: words.say(&format!("view_severity_{severity}")),
        basis: words.basis(finding.basis),
        basis_means: words.basis_means(finding.basis),
        fix: if advice.is_some_and(|advice| advice.is_fix_of(&finding.id)) { "" } else { &finding.fix },
        finding,
    }
}
