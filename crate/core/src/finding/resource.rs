//! Subresources: their own limits, what keeps Google's renderer from them, and what is essential among them.

use super::say::paragraph;
use super::{Case, Found};
use crate::limit::GOOGLEBOT;
use crate::number;
use crate::report::{ContentKind, Fate, Report, Requested, Resource, ResourceKind, Severity};
use crate::resource::address::{file_name, origin};
use crate::resource::of_file;
use crate::resource::summary::{Summary, is_after_cut, is_blocked, is_in_band, is_over};

/// Share of its limit from which a resource counts as near to it, in percent.
const NEAR_PERCENT: u64 = 90;

fn wanted<'a>(case: &Case<'a>) -> impl Iterator<Item = &'a Resource> + use<'a> {
    case.report.resources.iter().filter(|resource| resource.requested != Requested::No)
}

/// A finding about `resources`, each of them named by `item`; none for none. The title's sentence has a form for one and one
/// for many.
fn about<'a>(
    case: &Case<'_>,
    [title, fix]: [&str; 2],
    severity: Severity,
    resources: impl Iterator<Item = &'a Resource>,
    item: impl Fn(&Resource) -> String,
) -> Option<Found> {
    let named: Vec<String> = resources.map(item).collect();
    if named.is_empty() {
        return None;
    }
    Some(Found {
        severity,
        title: case.say.counted(title, named.len() as u64),
        evidence: case.say.first_few(named.into_iter()) + ".",
        fix: case.say.text(fix),
    })
}

/// "vendor.js, 2.31 MB of its 2.00 MB".
fn sized(case: &Case<'_>, resource: &Resource) -> String {
    let (bytes, edge) = (resource.body_bytes.unwrap_or(0), resource.earliest.unwrap_or(0));
    let (bytes, edge) = number::bytes_apart(bytes, edge);
    case.say.with("finding_resource_sized", &[file_name(&resource.url), &bytes, &edge])
}

fn placed(case: &Case<'_>, resource: &Resource) -> String {
    match (resource.start, resource.line) {
        (Some(start), Some(line)) => {
            let (start, line) = (number::count(start), number::count(line));
            case.say.with("finding_at", &[file_name(&resource.url), &start, &line])
        }
        _ => file_name(&resource.url).to_owned(),
    }
}

/// Files past their own limit under every reading.
///
/// ### What it does
/// Compares the decoded size of each requested resource with the loosest reading of its own limit.
/// ### Why it matters
/// Each file is fetched up to the limit. A cut script is as a rule a syntax error and does not run at all.
/// ### Source
/// GBOT, BLOG26; what a cut does was tried in Chromium.
pub(super) fn over(case: &Case<'_>) -> Option<Found> {
    let over = || wanted(case).filter(|resource| is_over(resource));
    let item = |resource: &Resource| match resource.parts {
        Some(parts) => case.say.with("finding_resource_parts", &[&sized(case, resource), &number::count(parts)]),
        None => sized(case, resource),
    };
    about(case, ["finding_resource_over", "finding_resource_over_fix"], Severity::Error, over(), item)
}

/// Files whose size lies in the band.
///
/// ### What it does
/// Compares the decoded size of each requested resource with both readings of its own limit.
/// ### Why it matters
/// Whether they are cut depends on how Google counts.
/// ### Source
/// BLOG26; the conclusion is ours.
pub(super) fn in_band(case: &Case<'_>) -> Option<Found> {
    let found = wanted(case).filter(|resource| is_in_band(resource));
    about(case, ["finding_resource_in_band", "finding_resource_in_band_fix"], Severity::Warning, found, |resource| {
        sized(case, resource)
    })
}

/// Files that use more than 90 % of their limit.
///
/// ### What it does
/// Compares the decoded size of each requested resource with the strictest reading of its own limit, for Googlebot's 2 MB only.
/// ### Why it matters
/// They are whole, but little may be added.
/// ### Source
/// A commentator's advice.
pub(super) fn near_limit(case: &Case<'_>) -> Option<Found> {
    if of_file(&case.report.limit).1 != GOOGLEBOT.written {
        return None;
    }
    let is_near = |resource: &&Resource| match (resource.body_bytes, resource.earliest) {
        (Some(bytes), Some(edge)) => bytes <= edge && bytes.saturating_mul(100) > edge.saturating_mul(NEAR_PERCENT),
        _ => false,
    };
    let found = wanted(case).filter(is_near);
    about(case, ["finding_resource_near", "finding_resource_near_fix"], Severity::Warning, found, |resource| {
        sized(case, resource)
    })
}

/// What the page names only after its cut.
///
/// ### What it does
/// Compares the place of each tag that names a script, a stylesheet or a frame with the cut of the page, or of the
/// stylesheet that names it.
/// ### Why it matters
/// Nothing asks for it: the tag is not fetched.
/// ### Source
/// The conclusion is ours.
pub(super) fn after_cut(case: &Case<'_>) -> Option<Found> {
    let found = case.report.resources.iter().filter(|resource| is_after_cut(resource));
    about(case, ["finding_resource_after_cut", "finding_resource_after_cut_fix"], Severity::Error, found, |resource| {
        placed(case, resource)
    })
}

/// What the page names inside its band.
///
/// ### What it does
/// Compares the place of each tag that names a resource with both edges.
/// ### Why it matters
/// Whether it is requested depends on how Google counts.
/// ### Source
/// The conclusion is ours.
pub(super) fn named_in_band(case: &Case<'_>) -> Option<Found> {
    let edges = (case.report.limit.earliest?, case.report.limit.latest?);
    let in_band = |resource: &&Resource| resource.end.is_some_and(|end| end > edges.0 && end <= edges.1);
    let found = wanted(case).filter(in_band);
    about(
        case,
        ["finding_resource_named_in_band", "finding_resource_named_in_band_fix"],
        Severity::Warning,
        found,
        |resource| placed(case, resource),
    )
}

/// Resources that robots.txt keeps from Google's renderer.
///
/// ### What it does
/// Matches each requested resource with the robots.txt of its host, as far as that was read.
/// ### Why it matters
/// JavaScript from blocked files is not rendered.
/// ### Source
/// JSBASICS, ROBOTS.
pub(super) fn blocked(case: &Case<'_>) -> Option<Found> {
    let matters = |resource: &&Resource| {
        use ResourceKind::{Fetch, Frame, Script, Stylesheet, Worker};
        is_blocked(resource) && matches!(resource.kind, Script | Stylesheet | Fetch | Frame | Worker)
    };
    let item = |resource: &Resource| match (&resource.robots_rule, resource.robots_line) {
        (Some(rule), Some(line)) => {
            let host = origin(&resource.url).unwrap_or_default();
            let (rule, line) = (case.say.quote(rule), number::count(line));
            case.say.with("finding_resource_blocked_by", &[file_name(&resource.url), &rule, &line, host])
        }
        _ => file_name(&resource.url).to_owned(),
    };
    let found = case.report.resources.iter().filter(matters);
    about(case, ["finding_resource_blocked", "finding_resource_blocked_fix"], Severity::Error, found, item)
}

/// Requested files that were answered with another status than 200.
///
/// ### What it does
/// Looks at the status of each requested resource, as far as it is known.
/// ### Why it matters
/// The content of an error is treated as not existing.
/// ### Source
/// HTTPDOC.
pub(super) fn status(case: &Case<'_>) -> Option<Found> {
    let is_wrong = |resource: &&Resource| resource.status.is_some_and(|status| !matches!(status, 200..=299 | 304));
    let found = wanted(case).filter(is_wrong);
    about(case, ["finding_resource_status", "finding_resource_status_fix"], Severity::Error, found, |resource| {
        let status = resource.status.unwrap_or(0).to_string();
        case.say.with("finding_resource_status_of", &[file_name(&resource.url), &status])
    })
}

/// Scripts and stylesheets whose bytes or type are something else: an HTML page answered for a script.
///
/// ### What it does
/// Compares the type and the first bytes of a resource with what it is used as.
/// ### Why it matters
/// A browser does not use it; a page in the place of a script is a syntax error.
/// ### Source
/// The HTML standard.
pub(super) fn wrong_type(case: &Case<'_>) -> Option<Found> {
    let is_wrong = |resource: &&Resource| {
        let kind = resource.content_type.as_deref().unwrap_or_default().to_ascii_lowercase();
        let is_page = kind.starts_with("text/html");
        match resource.kind {
            ResourceKind::Script | ResourceKind::Worker => {
                is_page || resource.looks_like.is_some_and(|kind| kind != ContentKind::Javascript)
            }
            ResourceKind::Stylesheet => is_page || resource.looks_like.is_some_and(|kind| kind != ContentKind::Css),
            _ => false,
        }
    };
    // An error's page has its own finding.
    let found = wanted(case).filter(|resource| resource.status.is_none_or(|status| status < 300)).filter(is_wrong);
    about(case, ["finding_resource_type", "finding_resource_type_fix"], Severity::Error, found, |resource| {
        let kind = resource.content_type.as_deref().unwrap_or("text/html");
        case.say.with("finding_resource_type_of", &[file_name(&resource.url), kind])
    })
}

/// A script that carries the page's content and does not run whole.
///
/// ### What it does
/// Takes modules, and scripts named as bundlers name entries and frameworks, and looks at their fates.
/// ### Why it matters
/// What such a script renders is missing.
/// ### Source
/// A rule of thumb.
pub(super) fn essential(case: &Case<'_>) -> Option<Found> {
    let is_at_risk = |resource: &&Resource| {
        is_essential(resource)
            && (resource.fate.is_some_and(|fate| fate != Fate::Kept)
                || is_blocked(resource)
                || resource.status.is_some_and(|status| status >= 400))
    };
    let found = case.report.resources.iter().filter(is_at_risk);
    about(case, ["finding_resource_essential", "finding_resource_essential_fix"], Severity::Error, found, |resource| {
        placed(case, resource)
    })
}

fn is_essential(resource: &Resource) -> bool {
    const STEMS: [&str; 12] = [
        "app",
        "bundle",
        "chunk-vendors",
        "client",
        "entry",
        "framework",
        "index",
        "main",
        "runtime",
        "vendor",
        "vendors",
        "webpack",
    ];
    let is_module = resource.detail.as_deref().is_some_and(|detail| detail.split(' ').any(|word| word == "module"));
    let name = file_name(&resource.url).to_ascii_lowercase();
    let stem = name.split(['.', '~', '_']).next().unwrap_or_default();
    // "main-3f2a9c1b" is "main".
    let stem = match stem.rsplit_once('-') {
        Some((start, rest)) if rest.bytes().any(|byte| byte.is_ascii_digit()) => start,
        _ => stem,
    };
    resource.kind == ResourceKind::Script && (is_module || STEMS.contains(&stem))
}

/// The page's own scripts and stylesheets without a fingerprint in their address.
///
/// ### What it does
/// Looks for a hash or a version in the name or the query of those on the page's own site.
/// ### Why it matters
/// Google's renderer keeps JavaScript and CSS for up to 30 days whatever the HTTP cache fields say: a change under the same
/// address may not be seen.
/// ### Source
/// CRAWLDEC, JSBASICS.
pub(super) fn unfingerprinted(case: &Case<'_>) -> Option<Found> {
    let site = site(origin(&case.report.page.url)?);
    let is_plain = |resource: &&Resource| {
        matches!(resource.kind, ResourceKind::Script | ResourceKind::Stylesheet)
            && origin(&resource.url).is_some_and(|other| self::site(other) == site)
            && !is_fingerprinted(&resource.url)
    };
    let found = wanted(case).filter(is_plain);
    about(
        case,
        ["finding_resource_unfingerprinted", "finding_resource_unfingerprinted_fix"],
        Severity::Notice,
        found,
        |resource| file_name(&resource.url).to_owned(),
    )
}

/// The last two labels of a host: near enough to tell one's own site from others'.
fn site(origin: &str) -> &str {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    host.rmatch_indices('.').nth(1).map_or(host, |(dot, _)| &host[dot + 1..])
}

/// Whether an address has a hash or a version in it.
fn is_fingerprinted(url: &str) -> bool {
    let is_hash = |part: &str| {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric();
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        part.len() >= 6 && part.bytes().all(is_word) && (digits >= 2 || part.bytes().any(|b| b.is_ascii_uppercase()))
    };
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let is_version = query.bytes().any(|byte| byte.is_ascii_digit());
    let parts = path.rsplit('/').take(2).flat_map(|name| name.split(['.', '-', '_', '~']));
    is_version || parts.into_iter().any(is_hash)
}

/// Every requested file is measured and fits.
///
/// ### What it does
/// Looks whether all requested resources are of known size, below their own limit and allowed by robots.txt.
/// ### Why it matters
/// Nothing of what the page loads is cut.
/// ### Source
/// GBOT, BLOG26.
pub(super) fn fit(case: &Case<'_>) -> Option<Found> {
    let summary = Summary::of(case.report);
    let largest = largest(case.report)?;
    if summary.over + summary.in_band + summary.blocked + summary.after_cut + summary.unknown > 0 {
        return None;
    }
    Some(Found {
        severity: Severity::Good,
        title: case.say.counted("finding_resource_fit", summary.requested + summary.uncertain),
        evidence: paragraph(&[case.say.with("finding_resource_fit_largest", &[&sized(case, largest)])]),
        fix: String::new(),
    })
}

fn largest(report: &Report) -> Option<&Resource> {
    crate::resource::summary::nearest(report, 1).into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_hashes_and_versions() {
        for url in [
            "https://a.example/main.3f2a9c1b.js",
            "https://a.example/assets/index-BfX3kQ9z.js",
            "https://a.example/_next/static/4Vq8ZtB1/x.js",
            "https://a.example/style.css?ver=6.4.2",
        ] {
            assert!(is_fingerprinted(url), "{url}");
        }
        for url in ["https://a.example/main.js", "https://a.example/js/jquery.min.js", "https://a.example/s.css?x"] {
            assert!(!is_fingerprinted(url), "{url}");
        }
    }

    #[test]
    fn a_site_is_its_last_two_labels() {
        assert_eq!(site("https://cdn.shop.example"), site("https://shop.example"));
        assert_ne!(site("https://cdn.example"), site("https://shop.example"));
    }

    #[test]
    fn entries_and_frameworks_are_essential() {
        let script = |url: &str, detail: Option<&str>| Resource {
            url: url.to_owned(),
            kind: ResourceKind::Script,
            detail: detail.map(str::to_owned),
            ..Resource::default()
        };
        assert!(is_essential(&script("https://a.example/main-3f2a9c1b.js", None)));
        assert!(is_essential(&script("https://a.example/x.js", Some("module async"))));
        assert!(!is_essential(&script("https://a.example/x.js", Some("nomodule"))));
        assert!(!is_essential(&script("https://a.example/analytics.js", None)));
    }
}
