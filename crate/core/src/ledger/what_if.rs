//! What a page would be without some of its bytes: a pure function of a report, without another look at the page.

use crate::report::{Fate, Report, Signal, WhatIf, fate_of};

/// What a page would be after some changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Body bytes that are left.
    pub body_bytes: u64,
    /// Where the changed page would be cut at the earliest, as an offset in the page as it is: what stands before it and
    /// is not taken out adds up to the earliest edge, and the byte there is the first that the changed page loses. `None`
    /// when the changed page would fit.
    pub cut: Option<u64>,
    /// The page as a whole. Words and links past the cut count as lost when anything is past the latest edge.
    pub fate: Option<Fate>,
    /// One for each signal of the report.
    pub signals: Vec<Fate>,
    /// Whether it is known where each change takes something out. Where a link left that out and the page would not fit,
    /// `cut` and `signals` are those of the page as it is.
    pub is_placed: bool,
}

/// What the page of `report` would be after the changes with these ids. An unknown id changes nothing.
///
/// Exact: spans are only such that the rest is parsed as before. (Where a `frameset` takes the place of the body, fates are
/// those of the page as it is.)
///
/// Only bytes of the page are counted: what is moved into a file costs a request there, and has a limit of its own.
#[must_use]
pub fn what_if(report: &Report, ids: &[&str]) -> Outcome {
    let chosen = || report.what_if.changes.iter().filter(|change| ids.contains(&change.id.as_str()));
    let removed: Vec<(u64, u64)> = chosen().flat_map(|change| change.spans.iter().copied()).collect();
    let removed = crate::order::by_key(removed, |(start, _)| *start);
    let mut before = Vec::with_capacity(removed.len());
    let mut total = 0;
    for (start, end) in &removed {
        before.push(total);
        total = end.saturating_sub(*start).saturating_add(total);
    }
    let moved = |offset: u64| {
        let index = removed.partition_point(|(start, _)| *start < offset);
        match index.checked_sub(1) {
            None => offset,
            Some(last) => {
                let (start, end) = removed[last];
                offset.saturating_sub(before[last]).saturating_sub(end.min(offset).saturating_sub(start))
            }
        }
    };
    // A link may leave out where: the size is known, and what stands where only when everything fits.
    let unplaced = chosen().filter(|change| change.spans.is_empty()).map(|change| change.bytes);
    let unplaced_bytes = unplaced.fold(0, u64::saturating_add);
    let total = unplaced_bytes.saturating_add(total);
    let body_bytes = report.page.body_bytes.saturating_sub(total);
    let edges = (report.limit.earliest.unwrap_or(u64::MAX), report.limit.latest.unwrap_or(u64::MAX));
    let fits = body_bytes <= edges.0;
    let is_placed = fits || unplaced_bytes == 0;
    let fate_after = |signal: &Signal| match (unplaced_bytes, fits) {
        (0, _) => fate_of(signal.kind, moved(signal.start), moved(signal.end), edges),
        (_, true) => Fate::Kept,
        (_, false) => signal.fate,
    };
    let signals: Vec<Fate> = report.signals.iter().map(fate_after).collect();
    let cut = (!fits).then(|| {
        let mut offset = edges.0;
        for (start, end) in &removed {
            if *start > offset {
                break;
            }
            offset = end.saturating_sub(*start).saturating_add(offset);
        }
        offset
    });
    let fate = report.limit.earliest.map(|_| {
        if fits {
            Fate::Kept
        } else if body_bytes <= edges.1 {
            Fate::Depends
        } else if signals.contains(&Fate::Lost) || report.text.words_total > 0 {
            Fate::Lost
        } else {
            Fate::Damaged
        }
    });
    Outcome { body_bytes, cut, fate, signals, is_placed }
}

/// The fewest changes after which everything is kept, those that save most first. `what_if.enough` tells whether there
/// are any such; if not, all changes worth making are proposed.
pub fn propose(report: &mut Report) {
    let Some(earliest) = report.limit.earliest else { return };
    let mut body_bytes = report.page.body_bytes;
    let mut proposal = Vec::new();
    // Changes stand in the order of what they save.
    for change in &report.what_if.changes {
        if body_bytes <= earliest {
            break;
        }
        body_bytes = body_bytes.saturating_sub(change.bytes);
        proposal.push(change.id.clone());
    }
    // The last one may save far more than is needed, but no smaller one alone would do: the order is by size.
    let WhatIf { proposal: slot, enough, body_bytes: left, .. } = &mut report.what_if;
    *enough = body_bytes <= earliest;
    *left = body_bytes;
    *slot = proposal;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Inspection, Options};

    fn report(page: &str, limit: u64) -> Report {
        let limit = crate::limit::LimitChoice::User(limit);
        let mut inspection = Inspection::new(Options { limit, ..Options::default() });
        inspection.push(page.as_bytes());
        inspection.finish(Context::default())
    }

    #[test]
    fn taking_out_what_is_proposed_gives_exactly_what_is_promised() {
        let style = ".a{color:red}".repeat(40);
        let script = "call();".repeat(30);
        let page = format!(
            "<!doctype html><title>t</title><style>{style}</style><script>{script}</script><h1>One</h1>\
             <script type=application/ld+json>{{\"@type\":\"Thing\"}}</script><h2>Two</h2>"
        );
        let before = report(&page, 400);
        assert_eq!(
            (before.what_if.proposal.as_slice(), before.what_if.enough),
            (["styles".to_owned()].as_slice(), true)
        );
        assert_eq!(report(&page, 150).what_if.proposal, ["styles", "scripts"]);
        assert!(!report(&page, 100).what_if.enough);
        let all: Vec<String> = before.what_if.changes.iter().map(|change| change.id.clone()).collect();
        let ids: Vec<&str> = all.iter().map(String::as_str).collect();
        for ids in [&ids[..1], &ids[..]] {
            let promised = what_if(&before, ids);
            let mut changed = page.clone();
            let mut spans: Vec<(u64, u64)> = before
                .what_if
                .changes
                .iter()
                .filter(|change| ids.contains(&change.id.as_str()))
                .flat_map(|change| change.spans.clone())
                .collect();
            spans.sort_unstable();
            for (start, end) in spans.into_iter().rev() {
                changed.replace_range(start as usize..end as usize, "");
            }
            let after = report(&changed, 400);
            assert_eq!(after.page.body_bytes, promised.body_bytes);
            assert_eq!(after.verdict.fate, promised.fate);
            let fates: Vec<Fate> = after.signals.iter().map(|signal| signal.fate).collect();
            assert_eq!(fates, promised.signals);
        }
    }

    #[test]
    fn spans_of_a_hostile_report_do_not_overflow() {
        let mut hostile = report("<title>t</title><h1>One</h1>", 5);
        let spans = vec![(u64::MAX, 0), (3, u64::MAX), (0, u64::MAX), (9, 4)];
        let (id, title, fix) = ("x".to_owned(), String::new(), String::new());
        hostile.what_if.changes = vec![crate::report::Change { id, title, fix, count: 4, bytes: u64::MAX, spans }];
        propose(&mut hostile);
        assert_eq!(what_if(&hostile, &["x"]).body_bytes, 0);
    }
}
