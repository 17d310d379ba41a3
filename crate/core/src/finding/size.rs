//! Whether the body fits the limit, and how far there is to go.

use super::say::{capital, paragraph};
use super::{Case, Found, address, order, remedy};
use crate::limit::GOOGLEBOT;
use crate::number;
use crate::report::{ContentKind, Fate, Severity};

/// From here on a commentator advises caution, in bytes. Source: FACTS §3, reported.
const CAUTION_BYTES: u64 = 1_800_000;
/// Bytes of robots.txt that are read. Source: ROBOTS.
const ROBOTS_TXT_BYTES: u64 = 512_000;
/// Bytes of a sitemap that are read, under the loosest reading of 50 MB. Source: FACTS §1, documented.
const SITEMAP_BYTES: u64 = 52_428_800;
/// Addresses in a sitemap. Source: FACTS §1, documented.
const SITEMAP_URLS: u64 = 50_000;

/// What is not known about the response head, which a strict reading takes off the limit.
fn head_note(case: &Case<'_>) -> String {
    let page = &case.report.page;
    if case.report.limit.crawler == "user" {
        return String::new();
    }
    match (page.head_bytes, page.head_complete) {
        (None, _) => case.say.text("finding_evidence_head_unknown"),
        (Some(head), Some(false)) => case.say.with("finding_evidence_head_incomplete", &[&number::bytes(head)]),
        (Some(_), _) => String::new(),
    }
}

/// Where the fetch stops and what that does there, at both edges.
fn cut_note(case: &Case<'_>) -> String {
    let Some(cut) = &case.report.cut else { return String::new() };
    let earliest = paragraph(&[capital(&case.say.place(&cut.earliest)), cut.earliest.effect.clone()]);
    if cut.latest.offset == cut.earliest.offset || cut.latest.offset >= case.report.page.body_bytes {
        return earliest;
    }
    paragraph(&[
        earliest,
        case.say.with("finding_evidence_latest", &[&case.say.place(&cut.latest), &cut.latest.effect]),
    ])
}

/// A body past the latest edge.
///
/// ### What it does
/// Compares the decoded body with the loosest reading of the limit.
/// ### Why it matters
/// Bytes past the limit are not fetched, rendered or indexed.
/// ### Source
/// The source of the limit itself.
pub(super) fn over_limit(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let severity = match case.report.verdict.fate? {
        Fate::Kept | Fate::Depends => return None,
        // Only code and markup of a page are past it.
        Fate::Damaged if case.is_html() => Severity::Warning,
        // As a sitemap it may still be read to its end.
        _ if sitemap_entries(case).is_some() => Severity::Warning,
        Fate::Damaged | Fate::Lost => Severity::Error,
    };
    let earliest = case.report.limit.earliest?;
    let body = case.report.page.body_bytes;
    let body_exact = say.with("finding_evidence_body", &[&number::bytes_exact(body)]);
    Some(Found {
        severity,
        title: say.with("finding_over_limit", &[&number::bytes(body.saturating_sub(earliest))]),
        evidence: paragraph(&[body_exact, cut_note(case), head_note(case)]),
        fix: remedy::to_fit(earliest, case),
    })
}

/// A body that ends between the edges.
///
/// ### What it does
/// Compares the decoded body with both readings of the limit.
/// ### Why it matters
/// Google does not say whether 2 MB is 2,000,000 or 2,097,152 bytes and whether the response head counts.
/// ### Source
/// BLOG26 counts the head, GBOT does not say; the band is our reading.
pub(super) fn in_band(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    if case.report.verdict.fate != Some(Fate::Depends) {
        return None;
    }
    let earliest = case.report.limit.earliest?;
    let body = case.report.page.body_bytes;
    let over = number::bytes(body.saturating_sub(earliest));
    // The reading says already that no head is known.
    let head = if case.report.page.head_bytes.is_some() { head_note(case) } else { String::new() };
    let body_exact = say.with("finding_evidence_body", &[&number::bytes_exact(body)]);
    Some(Found {
        severity: Severity::Warning,
        title: say.with("finding_in_band", &[&over]),
        evidence: paragraph(&[body_exact, case.report.limit.reading.clone(), cut_note(case), head]),
        fix: remedy::to_fit(earliest, case),
    })
}

/// A body not far below Googlebot's limit.
///
/// ### What it does
/// Warns from 1.8 MB on, for Googlebot's 2 MB only.
/// ### Why it matters
/// Pages grow, and the response head may count.
/// ### Source
/// A commentator's advice, not Google's.
pub(super) fn near_limit(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let report = case.report;
    let body = report.page.body_bytes;
    if report.limit.crawler != GOOGLEBOT.crawler || report.verdict.fate != Some(Fate::Kept) || body < CAUTION_BYTES {
        return None;
    }
    let earliest = report.limit.earliest?;
    let body_exact = say.with("finding_evidence_body", &[&number::bytes_exact(body)]);
    Some(Found {
        severity: Severity::Warning,
        title: say.with("finding_near_limit", &[&number::bytes(earliest.saturating_sub(body))]),
        evidence: paragraph(&[body_exact, say.text("finding_evidence_caution"), head_note(case)]),
        fix: remedy::to_fit(CAUTION_BYTES, case),
    })
}

/// How much of the limit a body takes that fits.
///
/// ### What it does
/// Gives the room that is left below the strictest reading, where it is not small.
/// ### Why it matters
/// It tells how far there is to go.
/// ### Source
/// The source of the limit itself.
pub(super) fn limit_share(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let earliest = case.report.limit.earliest?;
    let body = case.report.page.body_bytes;
    if case.report.verdict.fate != Some(Fate::Kept) || body == 0 || near_limit(case).is_some() {
        return None;
    }
    let body_exact = say.with("finding_evidence_body", &[&number::bytes_exact(body)]);
    Some(Found {
        severity: Severity::Good,
        title: say.with(
            "finding_limit_share",
            &[&number::bytes(earliest - body.min(earliest)), &number::percent_of(body, earliest)],
        ),
        evidence: paragraph(&[body_exact, largest_groups(case), head_note(case)]),
        fix: String::new(),
    })
}

/// "Most of it: inline styles 141 KB, attributes 126 KB": the two groups that take most bytes; nothing for what is not HTML.
fn largest_groups(case: &Case<'_>) -> String {
    if !case.is_html() {
        return String::new();
    }
    let groups = order::groups_by_size(case, |row| row.bytes);
    let named: Vec<String> = groups
        .into_iter()
        .take(2)
        .map(|(bytes, group)| {
            case.say.with("finding_group_bytes", &[&order::group_name(group, case), &number::bytes(bytes)])
        })
        .collect();
    if named.is_empty() { named.concat() } else { case.say.with("finding_evidence_groups", &[&case.say.list(&named)]) }
}

/// A body for which Google publishes no limit.
///
/// ### What it does
/// Says so, instead of a number.
/// ### Why it matters
/// 2 MB is not the limit of images, video, audio and fonts.
/// ### Source
/// BLOG26: a wide range; JSFIX: the renderer does not fetch fonts.
pub(super) fn limit_not_published(case: &Case<'_>) -> Option<Found> {
    if case.report.verdict.fate.is_some() {
        return None;
    }
    Some(Found {
        severity: Severity::Notice,
        title: case.say.text("finding_limit_not_published"),
        evidence: case.report.limit.reading.clone(),
        fix: String::new(),
    })
}

/// A robots.txt file, which has a limit of its own.
///
/// ### What it does
/// Looks at the path of the address and compares the body with 512,000 bytes.
/// ### Why it matters
/// Rules past 500 KiB are ignored.
/// ### Source
/// ROBOTS.
pub(super) fn robots_txt_limit(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    if address::path(&page.url) != "/robots.txt" {
        return None;
    }
    let is_over = page.body_bytes > ROBOTS_TXT_BYTES;
    let (severity, title, fix) = if is_over {
        (Severity::Error, "finding_robots_txt_over", case.say.text("finding_robots_txt_fix"))
    } else {
        (Severity::Notice, "finding_robots_txt", String::new())
    };
    Some(Found {
        severity,
        title: case.say.text(title),
        evidence: case.say.with("finding_evidence_body", &[&number::bytes_exact(page.body_bytes)]),
        fix,
    })
}

/// Entries of a sitemap or sitemap index; `None` for anything else.
fn sitemap_entries(case: &Case<'_>) -> Option<u64> {
    let entries = case.report.entries.as_ref()?;
    (case.report.page.kind == ContentKind::Xml && matches!(entries.name.as_str(), "url" | "sitemap"))
        .then_some(entries.total)
}

/// For the verdict on a sitemap: that it has a limit of its own.
pub(super) fn sitemap_note(case: &Case<'_>) -> String {
    if sitemap_entries(case).is_some() { case.say.text("finding_sitemap") + "." } else { String::new() }
}

/// A sitemap, which has a limit of its own.
///
/// ### What it does
/// Looks for a `urlset` or `sitemapindex` root and compares bytes and entries with 50 MB and 50,000.
/// ### Why it matters
/// A sitemap that is larger must be split.
/// ### Source
/// Google's documentation on sitemaps.
pub(super) fn sitemap_limit(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let entries = sitemap_entries(case)?;
    let body = case.report.page.body_bytes;
    let is_over = entries > SITEMAP_URLS || body > SITEMAP_BYTES;
    let (severity, title, fix) = if is_over {
        (Severity::Error, "finding_sitemap_over", say.text("finding_sitemap_fix"))
    } else {
        (Severity::Notice, "finding_sitemap", String::new())
    };
    let counted = say.counted("finding_entries", entries);
    let body = say.with("finding_evidence_body", &[&number::bytes_exact(body)]);
    Some(Found { severity, title: say.text(title), evidence: paragraph(&[capital(&counted) + ".", body]), fix })
}
