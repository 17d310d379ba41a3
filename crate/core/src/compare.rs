//! Two reports side by side: did the change help?
//!
//! [`compare`] is a pure function and says only what differs. What belongs together is found by what it is, not by where it
//! stands: bytes move when a page is changed.

use std::collections::BTreeMap;

use crate::report::{Fate, Finding, Report, Resource, Severity, Signal, SignalKind};

/// A number before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair<T> {
    /// In the first report.
    pub before: T,
    /// In the second.
    pub after: T,
}

impl<T: PartialEq> Pair<T> {
    /// Whether the two differ.
    pub fn differs(&self) -> bool {
        self.before != self.after
    }
}

/// What differs between two reports.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Whether both are about one address.
    pub is_same_page: bool,
    /// Whether both apply one limit, counted in one way.
    pub is_same_limit: bool,
    /// Decoded body bytes.
    pub body_bytes: Pair<u64>,
    /// Fate of the page.
    pub fate: Pair<Option<Fate>>,
    /// Where the fetch stops under the strictest reading; `None` where everything is kept.
    pub cut: Pair<Option<u64>>,
    /// Words kept at the earliest edge, and of how many.
    pub words: Pair<(u64, u64)>,
    /// Links kept at the earliest edge, and of how many.
    pub links: Pair<(u64, u64)>,
    /// Signals with another fate, new ones and ones that are gone, in the order of their kinds.
    pub signals: Vec<SignalChange>,
    /// Categories of the ledger with another number of bytes, the largest difference first.
    pub ledger: Vec<LedgerChange>,
    /// Subresources with another size or fate, new ones and ones that are gone.
    pub resources: Vec<ResourceChange>,
    /// Errors and warnings that are gone.
    pub solved: Vec<Finding>,
    /// Errors and warnings that are new.
    pub new: Vec<Finding>,
}

/// A signal that fares otherwise; `None` where it is not there.
#[derive(Debug, Clone, PartialEq)]
pub struct SignalChange {
    /// What it is.
    pub kind: SignalKind,
    /// What tells it from others of its kind.
    pub name: Option<String>,
    /// Its value, of the second report where it is there.
    pub value: String,
    /// What becomes of it.
    pub fate: Pair<Option<Fate>>,
}

/// Bytes of one category of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerChange {
    /// Stable name, see [`crate::ledger::Category`].
    pub category: String,
    /// Bytes of the body.
    pub bytes: Pair<u64>,
}

/// A subresource; `None` where it is not there, or its size is unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceChange {
    /// Its address.
    pub url: String,
    /// Whether it is there.
    pub there: Pair<bool>,
    /// Decoded bytes.
    pub body_bytes: Pair<Option<u64>>,
    /// What becomes of it.
    pub fate: Pair<Option<Fate>>,
}

/// What differs between an earlier report and a later one.
#[must_use]
pub fn compare(before: &Report, after: &Report) -> Comparison {
    let limit = |report: &Report| {
        (report.limit.crawler.clone(), report.limit.latest, report.limit.earliest == report.limit.latest)
    };
    Comparison {
        is_same_page: before.page.url == after.page.url,
        is_same_limit: limit(before) == limit(after),
        body_bytes: pair(before, after, |report| report.page.body_bytes),
        fate: pair(before, after, |report| report.verdict.fate),
        cut: pair(before, after, |report| report.cut.as_ref().map(|cut| cut.earliest.offset)),
        words: pair(before, after, |report| (report.text.words_kept_earliest, report.text.words_total)),
        links: pair(before, after, |report| (report.links.kept_earliest, report.links.total)),
        signals: signals(before, after),
        ledger: ledger(before, after),
        resources: resources(before, after),
        solved: only_in(before, after),
        new: only_in(after, before),
    }
}

fn pair<T>(before: &Report, after: &Report, value: impl Fn(&Report) -> T) -> Pair<T> {
    Pair { before: value(before), after: value(after) }
}

/// The two of everything that has one key: the values of the first report, then those of the second, each in its order.
fn by_key<'a, K: Ord, T>(before: &'a [T], after: &'a [T], key: impl Fn(&'a T) -> K) -> BTreeMap<K, Pair<Vec<&'a T>>> {
    let mut found: BTreeMap<K, Pair<Vec<&T>>> = BTreeMap::new();
    let nothing = || Pair { before: Vec::new(), after: Vec::new() };
    for value in before {
        found.entry(key(value)).or_insert_with(nothing).before.push(value);
    }
    for value in after {
        found.entry(key(value)).or_insert_with(nothing).after.push(value);
    }
    found
}

fn signals(before: &Report, after: &Report) -> Vec<SignalChange> {
    let mut changes = Vec::new();
    for ((kind, name), Pair { before, after }) in
        by_key(&before.signals, &after.signals, |signal| (signal.kind, signal.name.clone()))
    {
        for (before, after) in matched(before, after) {
            let fate = Pair { before: before.map(|signal| signal.fate), after: after.map(|signal| signal.fate) };
            if let Some(signal) = after.or(before).filter(|_| fate.differs()) {
                changes.push(SignalChange { kind, name: name.clone(), value: signal.value.clone(), fate });
            }
        }
    }
    changes
}

/// Signals of one kind and name in two reports: those of one value belong together, the rest in their order.
fn matched<'a>(before: Vec<&'a Signal>, mut after: Vec<&'a Signal>) -> Vec<(Option<&'a Signal>, Option<&'a Signal>)> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, signal) in after.iter().enumerate().rev() {
        places.entry(&signal.value).or_default().push(index);
    }
    let mut taken = vec![false; after.len()];
    let mut pairs = Vec::new();
    let mut alone = Vec::new();
    for signal in before {
        match places.get_mut(signal.value.as_str()).and_then(Vec::pop) {
            Some(index) => {
                taken[index] = true;
                pairs.push((Some(signal), Some(after[index])));
            }
            None => alone.push(signal),
        }
    }
    let mut is_taken = taken.into_iter();
    after.retain(|_| !is_taken.next().unwrap_or(false));
    for index in 0..alone.len().max(after.len()) {
        pairs.push((alone.get(index).copied(), after.get(index).copied()));
    }
    pairs
}

fn ledger(before: &Report, after: &Report) -> Vec<LedgerChange> {
    let bytes = |rows: &[&crate::report::LedgerRow]| rows.iter().map(|row| row.bytes).sum::<u64>();
    let changes: Vec<LedgerChange> = by_key(&before.ledger, &after.ledger, |row| row.category.clone())
        .into_iter()
        .map(|(category, rows)| LedgerChange {
            category,
            bytes: Pair { before: bytes(&rows.before), after: bytes(&rows.after) },
        })
        .filter(|change| change.bytes.differs())
        .collect();
    crate::order::by_key(changes, |change| u64::MAX - change.bytes.before.abs_diff(change.bytes.after))
}

fn resources(before: &Report, after: &Report) -> Vec<ResourceChange> {
    let first = |rows: &[&Resource]| rows.first().map(|resource| (resource.body_bytes, resource.fate));
    by_key(&before.resources, &after.resources, |resource| resource.url.clone())
        .into_iter()
        .filter_map(|(url, rows)| {
            let (before, after) = (first(&rows.before), first(&rows.after));
            (before != after).then(|| ResourceChange {
                url,
                there: Pair { before: before.is_some(), after: after.is_some() },
                body_bytes: Pair { before: before.and_then(|found| found.0), after: after.and_then(|found| found.0) },
                fate: Pair { before: before.and_then(|found| found.1), after: after.and_then(|found| found.1) },
            })
        })
        .collect()
}

/// Errors and warnings of one report that the other does not have.
fn only_in(one: &Report, other: &Report) -> Vec<Finding> {
    let is_bad = |finding: &&Finding| matches!(finding.severity, Severity::Error | Severity::Warning);
    let is_missing = |finding: &&Finding| other.findings.iter().filter(is_bad).all(|there| there.id != finding.id);
    one.findings.iter().filter(is_bad).filter(is_missing).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::LimitChoice;
    use crate::{Context, Inspection, Options};

    fn report(body: &str, limit: u64) -> Report {
        let url = "https://a.example/".to_owned();
        let mut inspection = Inspection::new(Options { url, limit: LimitChoice::User(limit), ..Options::default() });
        inspection.push(body.as_bytes());
        inspection.finish(Context::default())
    }

    fn before() -> Report {
        let style = "a{color:red}".repeat(20);
        report(
            &format!("<title>A</title><style>{style}</style><link rel=canonical href=/a><h2>One</h2><h2>Two</h2>"),
            200,
        )
    }

    fn after() -> Report {
        report("<title>A</title><link rel=canonical href=/a><h2>One</h2><h2>Two</h2><h2>Three</h2>", 200)
    }

    #[test]
    fn a_fix_that_works_is_seen_in_every_part() {
        let comparison = compare(&before(), &after());
        assert!(comparison.is_same_page && comparison.is_same_limit);
        assert_eq!((comparison.fate.before, comparison.fate.after), (Some(Fate::Lost), Some(Fate::Kept)));
        assert_eq!((comparison.cut.before, comparison.cut.after), (Some(200), None));
        let canonical = comparison.signals.iter().find(|change| change.kind == SignalKind::Canonical).unwrap();
        assert_eq!((canonical.fate.before, canonical.fate.after), (Some(Fate::Lost), Some(Fate::Kept)));
        let three = comparison.signals.iter().find(|change| change.value == "Three").unwrap();
        assert_eq!((three.fate.before, three.fate.after), (None, Some(Fate::Kept)));
        assert_eq!(comparison.ledger[0].category, "style");
        assert!(comparison.solved.iter().any(|finding| finding.id == "canonical-lost"));
        assert!(comparison.new.is_empty());
    }

    #[test]
    fn turned_round_everything_is_turned_round() {
        let (there, back) = (compare(&before(), &after()), compare(&after(), &before()));
        assert_eq!(there.solved, back.new);
        assert_eq!(there.ledger.len(), back.ledger.len());
        assert_eq!(there.signals.len(), back.signals.len());
        assert_eq!(there.body_bytes.before, back.body_bytes.after);
    }

    #[test]
    fn nothing_differs_from_itself() {
        let report = before();
        let Comparison { signals, ledger, resources, solved, new, .. } = compare(&report, &report);
        assert!(signals.is_empty() && ledger.is_empty() && resources.is_empty() && solved.is_empty() && new.is_empty());
    }

    #[test]
    fn another_limit_is_noticed() {
        assert!(!compare(&report("a", 10), &report("a", 20)).is_same_limit);
    }
}
