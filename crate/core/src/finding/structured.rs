//! Signals that are broken whether or not they are cut, and those that are too many to be listed.

use super::{Case, Found};
use crate::number;
use crate::report::{Severity, Signal, SignalKind};

/// JSON-LD that does not parse even whole.
///
/// ### What it does
/// Parses every block of the whole body as JSON.
/// ### Why it matters
/// A block that does not parse says nothing.
/// ### Source
/// The bytes of the page.
pub(super) fn json_ld_invalid(case: &Case<'_>) -> Option<Found> {
    let broken: Vec<&Signal> = case.signals(SignalKind::JsonLd).filter(|signal| !signal.valid).collect();
    (!broken.is_empty()).then(|| Found {
        severity: Severity::Warning,
        title: case.say.counted("finding_json_ld_invalid", broken.len() as u64),
        evidence: case.say.sentence(broken.iter().map(|signal| case.say.signal(signal))),
        fix: case.say.text("finding_json_ld_invalid_fix"),
    })
}

/// More signals than a report lists.
///
/// ### What it does
/// Says how many signals are counted only, by kind, and how many of them stand before the cut.
/// ### Why it matters
/// What is not listed has no fate of its own here, and must not be taken for absent.
/// ### Source
/// The bytes of the page.
pub(super) fn unlisted(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let rows = &case.report.unlisted;
    let total = rows.iter().map(|row| row.count).fold(0, u64::saturating_add);
    let each = rows.iter().map(|row| {
        let kind = say.text(&format!("signal_{}", row.kind.name()));
        say.with("finding_unlisted_each", &[&kind, &number::count(row.count), &number::count(row.kept_earliest)])
    });
    (total > 0).then(|| Found {
        severity: Severity::Notice,
        title: say.counted("finding_unlisted", total),
        evidence: say.sentence(each),
        fix: String::new(),
    })
}
