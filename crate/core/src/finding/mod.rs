//! Verdict and findings: what a report means, each sentence with its basis.

mod limit;

use crate::message::Messages;
use crate::report::Report;

/// Fills `report.verdict` and `report.findings` from everything else in the report.
pub fn judge(report: &mut Report, messages: &Messages) {
    let _ = (report, messages);
}
