//! The changes that a page needs, as many as a person reads.

use crate::report::{Change, Report};

/// Changes that are named one by one.
const NAMED: usize = 3;
/// A change that saves less than this share of the body is not worth a name of its own.
const WORTH: u64 = 100;

/// What to change so that a body comes down to a goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan<'a> {
    /// The changes worth a name, those that save most first; empty when none is worth making.
    pub named: Vec<&'a Change>,
    /// How many smaller ones there are besides.
    pub smaller: u64,
    /// Bytes that those save.
    pub smaller_bytes: u64,
    /// Body bytes after all of them.
    pub left_bytes: u64,
    /// Whether that is as little as the goal.
    pub fits: bool,
}

/// How to bring the body of `report` down to `goal` bytes: the proposal of the report where the body is past the limit,
/// else the changes that save most.
#[must_use]
pub fn plan(report: &Report, goal: u64) -> Plan<'_> {
    let what_if = &report.what_if;
    let body_bytes = report.page.body_bytes;
    let mut left_bytes = body_bytes;
    let mut taken: Vec<&Change> = Vec::new();
    for change in &what_if.changes {
        let is_wanted =
            if report.limit.earliest == Some(goal) { what_if.proposal.contains(&change.id) } else { left_bytes > goal };
        if is_wanted {
            left_bytes = left_bytes.saturating_sub(change.bytes);
            taken.push(change);
        }
    }
    let fits = left_bytes <= goal;
    let is_worth = |bytes: u64| bytes.saturating_mul(WORTH) >= body_bytes;
    if !fits && !is_worth(body_bytes - left_bytes) {
        return Plan { named: Vec::new(), smaller: 0, smaller_bytes: 0, left_bytes: body_bytes, fits };
    }
    // Where it does not fit anyway, changes that all together would not be seen are left out.
    if !fits {
        while let Some(last) = taken.last().filter(|last| !is_worth(last.bytes)) {
            let rest = taken.iter().filter(|change| !is_worth(change.bytes));
            if is_worth(rest.map(|change| change.bytes).fold(0, u64::saturating_add)) {
                break;
            }
            left_bytes = left_bytes.saturating_add(last.bytes);
            taken.pop();
        }
    }
    let worth = taken.iter().take(NAMED).filter(|change| is_worth(change.bytes)).count();
    // A single last change is named, however small: counting it takes as many words.
    let named = if taken.len() <= worth.max(1) + 1 { taken.len() } else { worth.max(1) };
    let smaller = taken.split_off(named);
    Plan {
        named: taken,
        smaller: smaller.len() as u64,
        smaller_bytes: smaller.iter().map(|change| change.bytes).fold(0, u64::saturating_add),
        left_bytes,
        fits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(body_bytes: u64, earliest: u64, bytes: &[u64]) -> Report {
        let mut report = Report::empty();
        report.page.body_bytes = body_bytes;
        report.limit.earliest = Some(earliest);
        let change = |(index, &bytes): (usize, &u64)| Change {
            id: format!("change-{index}"),
            title: String::new(),
            fix: String::new(),
            count: 1,
            bytes,
            spans: Vec::new(),
        };
        report.what_if.changes = bytes.iter().enumerate().map(change).collect();
        crate::ledger::propose(&mut report);
        report
    }

    fn numbers(report: &Report, goal: u64) -> (usize, u64, u64, u64, bool) {
        let plan = plan(report, goal);
        (plan.named.len(), plan.smaller, plan.smaller_bytes, plan.left_bytes, plan.fits)
    }

    #[test]
    fn only_what_is_proposed_is_named_and_the_small_rest_is_counted() {
        assert_eq!(numbers(&report(1_000, 600, &[500, 300]), 600), (1, 0, 0, 500, true));
        assert_eq!(numbers(&report(1_000, 200, &[400, 300, 200, 90, 10]), 200), (3, 0, 0, 100, true));
        assert_eq!(numbers(&report(1_000, 10, &[400, 300, 90, 9, 8]), 10), (3, 2, 17, 193, false));
        assert_eq!(numbers(&report(1_000, 100, &[895, 9]), 100), (2, 0, 0, 96, true));
        assert_eq!(numbers(&report(1_000, 10, &[400, 9]), 10), (1, 0, 0, 600, false));
    }

    #[test]
    fn what_would_not_matter_is_not_named() {
        assert_eq!(numbers(&report(10_000, 10, &[40, 30]), 10), (0, 0, 0, 10_000, false));
    }

    #[test]
    fn another_goal_than_the_limit_takes_the_largest_first() {
        assert_eq!(numbers(&report(1_000, 1_100, &[500, 300]), 700), (1, 0, 0, 500, true));
    }

    #[test]
    fn a_hostile_report_does_not_overflow() {
        let report = report(10, 5, &[u64::MAX, u64::MAX]);
        assert!(plan(&report, 5).fits);
    }
}
