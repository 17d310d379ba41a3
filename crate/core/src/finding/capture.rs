//! Which answer was looked at, and how it may differ from the one that counts.

use super::say::paragraph;
use super::{Case, Found, address};
use crate::number;
use crate::report::{BytesSource, Severity};

/// Sizes and statuses in which the answer that was read differs from the one on screen, as sentences.
fn differences(case: &Case<'_>) -> Vec<String> {
    let page = &case.report.page;
    let size = page.screen_body_bytes.filter(|&screen| screen != page.body_bytes).map(|screen| {
        let (read, shown) = number::bytes_apart(page.body_bytes, screen);
        case.say.with("finding_second_answer_size", &[&read, &shown])
    });
    let status =
        page.screen_status.zip(page.status).filter(|(screen, read)| screen != read).map(|(screen, read)| {
            case.say.with("finding_second_answer_status", &[&read.to_string(), &screen.to_string()])
        });
    size.into_iter().chain(status).collect()
}

/// Bytes that are not those on screen.
///
/// ### What it does
/// Compares size and status of the answer that was read with what the browser tells of the one on screen.
/// ### Why it matters
/// Everything here is about the answer that was read.
/// ### Source
/// The two answers.
pub(super) fn second_answer_differs(case: &Case<'_>) -> Option<Found> {
    let differences = differences(case);
    (!differences.is_empty()).then(|| Found {
        severity: Severity::Warning,
        title: case.say.text("finding_second_answer_differs"),
        evidence: paragraph(&differences),
        fix: case.say.text("finding_second_answer_fix"),
    })
}

/// Bytes of a second request.
///
/// ### What it does
/// Says that the page was asked for again, and whether its size equals the one on screen.
/// ### Why it matters
/// A server may answer twice with different pages.
/// ### Source
/// The two answers.
pub(super) fn second_request(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    if page.source != BytesSource::SecondRequest || !differences(case).is_empty() {
        return None;
    }
    let evidence = match page.screen_body_bytes {
        Some(_) => "finding_second_request_same",
        None => "finding_second_request_unknown",
    };
    Some(Found {
        severity: Severity::Notice,
        title: case.say.text("finding_second_request"),
        evidence: case.say.text(evidence),
        fix: String::new(),
    })
}

/// An address that led elsewhere.
///
/// ### What it does
/// Compares the address that was asked for with the one of the body.
/// ### Why it matters
/// The content of a redirecting address is ignored, and Googlebot follows up to 10 hops. Another host is often a login.
/// ### Source
/// HTTPDOC.
pub(super) fn redirected(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    let requested = page.requested_url.as_deref().filter(|&requested| !page.url.is_empty() && requested != page.url)?;
    let is_other_site = !address::host(requested).eq_ignore_ascii_case(address::host(&page.url));
    let (severity, title) = if is_other_site {
        (Severity::Warning, "finding_redirected_away")
    } else {
        (Severity::Notice, "finding_redirected")
    };
    Some(Found {
        severity,
        title: case.say.text(title),
        evidence: case
            .say
            .with("finding_redirected_evidence", &[&case.say.quote(requested), &case.say.quote(&page.url)]),
        fix: if is_other_site { case.say.text("finding_redirected_fix") } else { String::new() },
    })
}

/// Bytes that Googlebot may not get.
///
/// ### What it does
/// Stands beside every report whose bytes came over the network.
/// ### Why it matters
/// Cookies, a login, tests and the country make servers answer differently.
/// ### Source
/// FACTS §6.
pub(super) fn googlebot_may_differ(case: &Case<'_>) -> Option<Found> {
    let evidence = match case.report.page.source {
        BytesSource::File => return None,
        BytesSource::Cache | BytesSource::SecondRequest => "finding_googlebot_may_differ_browser",
        BytesSource::Request => "finding_googlebot_may_differ_request",
    };
    Some(Found {
        severity: Severity::Notice,
        title: case.say.text("finding_googlebot_may_differ"),
        evidence: case.say.text(evidence),
        fix: String::new(),
    })
}
