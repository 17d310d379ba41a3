//! Verdict and findings: what a report means, each sentence with its basis.
//!
//! [`judge`] is a pure function of the rest of the report, so a report that came from a link is judged anew and by the same
//! rules. One file holds one family of findings; [`table`] lists them all. What a finding may say stands in FACTS.

mod address;
mod bloat;
mod capture;
mod encoding;
mod hazard;
mod head;
mod limit;
mod loss;
mod order;
mod remedy;
mod resource;
mod resource_robots;
mod response;
mod robots;
mod say;
mod size;
mod source;
mod structured;
mod table;
mod verdict;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

use crate::limit::Basis;
use crate::message::Messages;
use crate::report::{ContentKind, Finding, Report, Severity, Signal, SignalKind};
use say::Say;
use source::Source;

/// Fills `report.verdict` and `report.findings` from everything else in the report.
///
/// Findings are sorted by severity, the most severe first; findings of one severity keep the order of the table.
pub fn judge(report: &mut Report, messages: &Messages) {
    let say = Say(messages);
    let by_kind = ByKind::of(&report.signals);
    report.verdict = verdict::of(&Case { report, by_kind: &by_kind, say });
    let case = Case { report, by_kind: &by_kind, say };
    let findings: Vec<Finding> = table::TABLE.iter().flat_map(|row| row.findings(&case)).collect();
    report.findings = crate::order::by_key(findings, |finding| finding.severity as u64);
}

/// What a rule looks at: a report with its verdict, and the language to speak.
struct Case<'a> {
    report: &'a Report,
    by_kind: &'a ByKind,
    say: Say<'a>,
}

/// Where the signals of each kind are in the list of all, in document order: forty rules ask for them.
struct ByKind([Vec<usize>; SignalKind::ALL.len()]);

impl ByKind {
    fn of(signals: &[Signal]) -> Self {
        let mut by_kind = Self([const { Vec::new() }; SignalKind::ALL.len()]);
        for (index, signal) in signals.iter().enumerate() {
            by_kind.0[signal.kind as usize].push(index);
        }
        by_kind
    }
}

impl<'a> Case<'a> {
    fn is_html(&self) -> bool {
        self.report.page.kind == ContentKind::Html
    }

    fn signals(&self, kind: SignalKind) -> impl Iterator<Item = &'a Signal> + Clone {
        let signals = &self.report.signals;
        self.by_kind.0[kind as usize].iter().map(|&index| &signals[index])
    }
}

/// A finding before it gets its id, its basis and its source from the table.
struct Found {
    severity: Severity,
    title: String,
    evidence: String,
    fix: String,
}

/// One kind of finding.
struct Rule {
    /// Permanent name in kebab-case.
    id: &'static str,
    basis: Basis,
    /// Empty for `heuristic`.
    sources: &'static [Source],
    check: fn(&Case<'_>) -> Option<Found>,
}

/// A row of the table.
enum Row {
    /// At most one finding.
    Rule(Rule),
    /// What the cut does to signals of one kind: at most one finding for what is lost, and one for what depends.
    Loss(loss::Loss),
}

impl Row {
    fn findings(&self, case: &Case<'_>) -> Vec<Finding> {
        match self {
            Self::Rule(rule) => (rule.check)(case)
                .map(|found| finished(rule.id, rule.basis, rule.sources, found, case))
                .into_iter()
                .collect(),
            Self::Loss(loss) => loss.findings(case),
        }
    }
}

fn finished(id: &str, basis: Basis, sources: &[Source], found: Found, case: &Case<'_>) -> Finding {
    let limit = &case.report.limit;
    let is_about_the_cut = sources.iter().any(|source| matches!(source, Source::Limit | Source::Cut));
    // Where a limit of the user's own cuts, Google has said nothing.
    let (basis, source) = if limit.crawler == "user" && is_about_the_cut {
        (limit.basis, limit.source.clone())
    } else {
        (basis, source::describe(sources, case))
    };
    Finding {
        id: id.to_owned(),
        severity: found.severity,
        basis,
        source,
        title: found.title,
        evidence: found.evidence,
        fix: found.fix,
    }
}
