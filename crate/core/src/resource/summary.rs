//! The resources of a page in a few numbers.

use super::rule;
use crate::order;
use crate::report::{Fate, Report, Requested, Resource, Robots};

/// How many resources there are of each sort. The sorts overlap: one over its limit is also requested.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Google's renderer asks for them.
    pub requested: u64,
    /// It may: Google does not say, or it depends on where the cut falls.
    pub uncertain: u64,
    /// Larger than their own limit under every reading.
    pub over: u64,
    /// Their size lies in the band.
    pub in_band: u64,
    /// It would ask for them, but robots.txt forbids it.
    pub blocked: u64,
    /// Named only after a cut.
    pub after_cut: u64,
    /// Requested, at least perhaps, and of unknown size.
    pub unknown: u64,
    /// Never fetched, whatever their size: images, media, fonts and the like.
    pub skipped: u64,
}

impl Summary {
    /// Counts the resources of a report.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        let mut summary = Self::default();
        for resource in &report.resources {
            let wanted = resource.requested != Requested::No;
            let counts = [
                (&mut summary.requested, resource.requested == Requested::Yes),
                (&mut summary.uncertain, resource.requested == Requested::Uncertain),
                (&mut summary.over, is_over(resource)),
                (&mut summary.in_band, is_in_band(resource)),
                (&mut summary.blocked, is_blocked(resource)),
                (&mut summary.after_cut, is_after_cut(resource)),
                (&mut summary.unknown, wanted && resource.body_bytes.is_none()),
                (&mut summary.skipped, is_skipped(resource)),
            ];
            for (count, _) in counts.into_iter().filter(|(_, applies)| *applies) {
                *count += 1;
            }
        }
        summary
    }
}

/// Whether its own limit cuts it under every reading.
#[must_use]
pub fn is_over(resource: &Resource) -> bool {
    resource.requested != Requested::No && resource.body_bytes > resource.latest && resource.latest.is_some()
}

/// Whether its size lies in its own band.
#[must_use]
pub fn is_in_band(resource: &Resource) -> bool {
    resource.requested != Requested::No
        && resource.earliest.is_some()
        && resource.body_bytes > resource.earliest
        && !is_over(resource)
}

/// Whether Google's renderer would ask for it and robots.txt forbids that.
#[must_use]
pub fn is_blocked(resource: &Resource) -> bool {
    resource.robots == Robots::Blocked && !is_skipped(resource) && !is_after_cut(resource)
}

/// Whether it is named only after a cut.
#[must_use]
pub fn is_after_cut(resource: &Resource) -> bool {
    resource.requested == Requested::No && resource.fate == Some(Fate::Lost)
}

/// Whether Google's renderer never asks for its kind, or for one named as it is.
#[must_use]
pub fn is_skipped(resource: &Resource) -> bool {
    rule::requested(resource.rule) == Requested::No
}

/// The requested resources of known size that are nearest to their limit or furthest past it, at most `count`.
#[must_use]
pub fn nearest(report: &Report, count: usize) -> Vec<&Resource> {
    let measured = |resource: &&Resource| resource.requested != Requested::No && resource.body_bytes.is_some();
    let measured: Vec<&Resource> = report.resources.iter().filter(measured).collect();
    // In parts of a million of its limit, so that those with a limit of another size compare.
    let used = |resource: &&Resource| {
        let (bytes, edge) = (resource.body_bytes.unwrap_or(0), resource.earliest.unwrap_or(u64::MAX).max(1));
        u64::try_from(u128::from(bytes) * 1_000_000 / u128::from(edge)).unwrap_or(u64::MAX)
    };
    let mut measured = order::by_key(measured, |resource| u64::MAX - used(resource));
    measured.truncate(count);
    measured
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Messages;
    use crate::report::ResourceKind;
    use crate::{Context, Inspection, Options};

    #[test]
    fn each_sort_is_counted_and_the_nearest_to_the_limit_come_first() {
        let one = |name: &str, kind, body_bytes, robots| Resource {
            url: format!("https://a.example/{name}"),
            kind,
            rule: rule::of_kind(kind),
            body_bytes,
            robots,
            ..Resource::default()
        };
        let mut report = Inspection::new(Options::default()).finish(Context::default());
        report.resources = vec![
            one("over.js", ResourceKind::Script, Some(3_000_000), Robots::Allowed),
            one("band.css", ResourceKind::Stylesheet, Some(2_050_000), Robots::Unknown),
            one("small.js", ResourceKind::Script, Some(10), Robots::Allowed),
            one("unknown.js", ResourceKind::Script, None, Robots::Unknown),
            one("blocked.js", ResourceKind::Script, Some(10), Robots::Blocked),
            one("image.png", ResourceKind::Image, Some(9_000_000), Robots::Blocked),
            one("app.webmanifest", ResourceKind::Manifest, None, Robots::Unknown),
            Resource { end: Some(5_000_000), ..one("late.js", ResourceKind::Script, None, Robots::Unknown) },
        ];
        super::super::judge(&mut report, &Messages::default());
        let expected = Summary {
            requested: 4,
            uncertain: 1,
            over: 1,
            in_band: 1,
            blocked: 1,
            after_cut: 1,
            unknown: 2,
            skipped: 1,
        };
        assert_eq!(Summary::of(&report), expected);
        let names: Vec<&str> = nearest(&report, 2).iter().map(|resource| resource.url.as_str()).collect();
        assert_eq!(names, ["https://a.example/over.js", "https://a.example/band.css"]);
    }
}
