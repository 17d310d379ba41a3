//! What the robots.txt files mean: for the page itself, and for each host.

use super::{Case, Found};
use crate::number;
use crate::report::{Robots, RobotsHost, RobotsState, Severity};
use crate::resource::address::origin;

/// Bytes of robots.txt that are read. Source: ROBOTS.
const FILE_BYTES: u64 = 512_000;

/// robots.txt forbids the page itself.
///
/// ### What it does
/// Matches the page's address with the robots.txt of its host.
/// ### Why it matters
/// A forbidden page is not crawled, and its JavaScript not rendered. Crawling, the index and access are three matters.
/// ### Source
/// ROBOTS, JSBASICS.
pub(super) fn page_blocked(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    if page.robots != Robots::Blocked {
        return None;
    }
    // Where no line decides, the host's own finding says why.
    let (rule, line) = (page.robots_rule.as_ref()?, page.robots_line?);
    let host = origin(&page.url).unwrap_or_default();
    Some(Found {
        severity: Severity::Error,
        title: case.say.text("finding_page_blocked"),
        evidence: case.say.with("finding_page_blocked_by", &[&case.say.quote(rule), &number::count(line), host]),
        fix: case.say.text("finding_page_blocked_fix"),
    })
}

/// A host whose robots.txt answers 5xx.
///
/// ### What it does
/// Looks at the status of each robots.txt that was read.
/// ### Why it matters
/// Google crawls nothing of that host at first, then by the last good copy.
/// ### Source
/// ROBOTS.
pub(super) fn unreachable(case: &Case<'_>) -> Option<Found> {
    let is_out = |host: &&RobotsHost| host.state == RobotsState::Unreachable;
    let hosts: Vec<&RobotsHost> = case.report.robots.iter().filter(is_out).collect();
    let item = |host: &&RobotsHost| {
        let status = host.status.map(|status| status.to_string()).unwrap_or_default();
        case.say.with("finding_robots_unreachable_host", &[&host.origin, &status])
    };
    (!hosts.is_empty()).then(|| Found {
        severity: Severity::Error,
        title: case.say.counted("finding_robots_unreachable", hosts.len() as u64),
        evidence: case.say.first_few(hosts.iter().map(item)) + ".",
        fix: case.say.text("finding_robots_unreachable_fix"),
    })
}

/// A robots.txt that is larger than Google reads.
///
/// ### What it does
/// Compares the size of each robots.txt that was read with 512,000 bytes.
/// ### Why it matters
/// The rest is ignored: its rules do not apply.
/// ### Source
/// ROBOTS.
pub(super) fn file_over_limit(case: &Case<'_>) -> Option<Found> {
    let bytes = |host: &RobotsHost| host.body_bytes.filter(|&bytes| bytes > FILE_BYTES);
    let hosts: Vec<&RobotsHost> = case.report.robots.iter().filter(|host| bytes(host).is_some()).collect();
    let item = |host: &&RobotsHost| {
        let size = number::bytes(host.body_bytes.unwrap_or(0));
        case.say.with("finding_robots_over_host", &[&host.origin, &size])
    };
    (!hosts.is_empty()).then(|| Found {
        severity: Severity::Warning,
        title: case.say.counted("finding_robots_over", hosts.len() as u64),
        evidence: case.say.first_few(hosts.iter().map(item)) + ".",
        fix: case.say.text("finding_robots_over_fix"),
    })
}
