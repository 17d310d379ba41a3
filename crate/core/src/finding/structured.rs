//! Structured data that is broken whether or not it is cut.

use super::{Case, Found};
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
