//! What the server says: status, content type, content encoding.

use super::say::paragraph;
use super::{Case, Found};
use crate::report::{ContentKind, Severity};
use crate::response::named_by_rule;

/// Content codings that Google lists, the old name of one, and none at all. Source: OVERVIEW.
const CODINGS: [&str; 6] = ["gzip", "x-gzip", "deflate", "br", "identity", ""];

/// A finding about the status when `applies`, with `finding_<key>`, `…_evidence` and `…_fix` as its sentences.
fn status(applies: impl Fn(u16) -> bool, severity: Severity, keys: [&str; 3], case: &Case<'_>) -> Option<Found> {
    let status = case.report.page.status.filter(|&status| applies(status))?.to_string();
    let [title, evidence, fix] = keys;
    Some(Found {
        severity,
        title: case.say.with(title, &[&status]),
        evidence: case.say.text(evidence),
        fix: case.say.text(fix),
    })
}

/// Status 500, 503 or 429.
///
/// ### What it does
/// Looks at the status.
/// ### Why it matters
/// In numbers, these lower the crawl rate for the whole hostname; lasting longer than a day or two, addresses may be dropped.
/// ### Source
/// RATE, HTTPDOC.
pub(super) fn status_rate(case: &Case<'_>) -> Option<Found> {
    let keys = ["finding_status_rate", "finding_status_rate_evidence", "finding_status_rate_fix"];
    status(|status| matches!(status, 500 | 503 | 429), Severity::Error, keys, case)
}

/// Any other status from 400 to 499, except 421.
///
/// ### What it does
/// Looks at the status.
/// ### Why it matters
/// The content is treated as not existing, whatever its size. The crawl rate is not affected.
/// ### Source
/// HTTPDOC.
pub(super) fn status_client_error(case: &Case<'_>) -> Option<Found> {
    let keys =
        ["finding_status_client_error", "finding_status_client_error_evidence", "finding_status_client_error_fix"];
    status(|status| (400..500).contains(&status) && !matches!(status, 421 | 429), Severity::Error, keys, case)
}

/// Status 421.
///
/// ### What it does
/// Looks at the status.
/// ### Why it matters
/// To Googlebot it refuses HTTP/2.
/// ### Source
/// OVERVIEW.
pub(super) fn status_misdirected(case: &Case<'_>) -> Option<Found> {
    let keys = ["finding_status_misdirected", "finding_status_misdirected_evidence", "finding_status_misdirected_fix"];
    status(|status| status == 421, Severity::Warning, keys, case)
}

/// A redirect that was not followed.
///
/// ### What it does
/// Looks at the status.
/// ### Why it matters
/// The content of a redirecting address is ignored.
/// ### Source
/// HTTPDOC.
pub(super) fn status_redirect(case: &Case<'_>) -> Option<Found> {
    let keys = ["finding_status_redirect", "finding_status_redirect_evidence", "finding_status_redirect_fix"];
    status(|status| (300..400).contains(&status) && status != 304, Severity::Warning, keys, case)
}

/// Status 304.
///
/// ### What it does
/// Looks at the status.
/// ### Why it matters
/// Google then uses the version it has stored, not these bytes.
/// ### Source
/// HTTPDOC.
pub(super) fn status_not_modified(case: &Case<'_>) -> Option<Found> {
    let keys =
        ["finding_status_not_modified", "finding_status_not_modified_evidence", "finding_status_not_modified_fix"];
    status(|status| status == 304, Severity::Notice, keys, case)
}

/// Status 204.
///
/// ### What it does
/// Looks at the status.
/// ### Why it matters
/// It may be taken for a soft 404.
/// ### Source
/// HTTPDOC.
pub(super) fn status_no_content(case: &Case<'_>) -> Option<Found> {
    let keys = ["finding_status_no_content", "finding_body_empty_evidence", "finding_body_empty_fix"];
    status(|status| status == 204, Severity::Error, keys, case)
}

/// Every other status than 200.
///
/// ### What it does
/// Looks at the status, where no other finding speaks of it.
/// ### Why it matters
/// Rendering might be skipped.
/// ### Source
/// JSBASICS.
pub(super) fn status_not_200(case: &Case<'_>) -> Option<Found> {
    let keys = ["finding_status_not_200", "finding_status_not_200_evidence", "finding_status_not_200_fix"];
    let is_other = |status: u16| match status {
        200 | 204 | 500 | 503 => false,
        status => !(300..500).contains(&status),
    };
    status(is_other, Severity::Warning, keys, case)
}

/// A body of no bytes.
///
/// ### What it does
/// Looks at the size, where the status does not tell it already.
/// ### Why it matters
/// There is nothing to index, and it may be taken for a soft 404.
/// ### Source
/// HTTPDOC.
pub(super) fn body_empty(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    (page.body_bytes == 0 && matches!(page.status, None | Some(200))).then(|| Found {
        severity: Severity::Error,
        title: case.say.text("finding_body_empty"),
        evidence: case.say.text("finding_body_empty_evidence"),
        fix: case.say.text("finding_body_empty_fix"),
    })
}

/// The media type without parameters, lower-cased; `None` when there is no `Content-Type`.
fn essence(case: &Case<'_>) -> Option<String> {
    let sent = case.report.page.content_type.as_deref()?;
    Some(sent.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

fn kind_name(kind: ContentKind, case: &Case<'_>) -> String {
    case.say.text(match kind {
        ContentKind::Html => "finding_kind_html",
        ContentKind::Xml => "finding_kind_xml",
        ContentKind::Svg => "finding_kind_svg",
        ContentKind::Json => "finding_kind_json",
        ContentKind::Csv => "finding_kind_csv",
        ContentKind::Css => "finding_kind_css",
        ContentKind::Javascript => "finding_kind_javascript",
        ContentKind::Text => "finding_kind_text",
        ContentKind::Pdf => "finding_kind_pdf",
        ContentKind::Image => "finding_kind_image",
        ContentKind::Media => "finding_kind_media",
        ContentKind::Font => "finding_kind_font",
        ContentKind::Other => "finding_kind_other",
    })
}

/// A content type that the content contradicts.
///
/// ### What it does
/// Compares the `Content-Type` with how the body begins; only plain contradictions count.
/// ### Why it matters
/// Google goes by the `Content-Type` when it decides which limit applies and how to read the file.
/// ### Source
/// GBOT.
pub(super) fn content_type_contradicts(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    let (sent, shown) = (page.content_type.as_deref()?, page.looks_like?);
    Some(Found {
        severity: Severity::Warning,
        title: case.say.with("finding_content_type_contradicts", &[&case.say.quote(sent), &kind_name(shown, case)]),
        evidence: case.say.text("finding_content_type_contradicts_evidence"),
        fix: case.say.text("finding_content_type_contradicts_fix"),
    })
}

/// A response without `Content-Type`.
///
/// ### What it does
/// Looks for the field, where the response head is known.
/// ### Why it matters
/// The limit is decided by it.
/// ### Source
/// GBOT.
pub(super) fn content_type_missing(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    let is_known = page.status.is_some() && page.head_bytes.is_some();
    (is_known && page.content_type.is_none() && page.body_bytes > 0).then(|| Found {
        severity: Severity::Warning,
        title: case.say.text("finding_content_type_missing"),
        evidence: case.say.text("finding_content_type_evidence"),
        fix: case.say.text("finding_content_type_missing_fix"),
    })
}

/// A content type that the rule of 2 MB does not name.
///
/// ### What it does
/// Compares the media type with csv, kml, gpx, html, svg, tex, text and source code, wml, xml and pdf. Images, media and fonts have a
/// finding of their own.
/// ### Why it matters
/// Style sheets, scripts and data have the same limit as resources of a page. For other types nothing is published.
/// ### Source
/// GBOT.
pub(super) fn content_type_unlisted(case: &Case<'_>) -> Option<Found> {
    let essence = essence(case).filter(|essence| !essence.is_empty())?;
    let evidence = match case.report.page.kind {
        ContentKind::Pdf | ContentKind::Image | ContentKind::Media | ContentKind::Font => return None,
        _ if named_by_rule(&essence) => return None,
        ContentKind::Css | ContentKind::Javascript | ContentKind::Json => "finding_content_type_resource",
        _ => "finding_content_type_unknown",
    };
    Some(Found {
        severity: Severity::Notice,
        title: case.say.with("finding_content_type_unlisted", &[&case.say.quote(&essence)]),
        evidence: paragraph(&[case.say.text("finding_content_type_evidence"), case.say.text(evidence)]),
        fix: String::new(),
    })
}

/// A content encoding that Google does not list.
///
/// ### What it does
/// Compares the codings of `Content-Encoding` with gzip, deflate and br.
/// ### Why it matters
/// Google's crawlers do not say that they read others, so they may receive other bytes than this browser.
/// ### Source
/// OVERVIEW lists gzip, deflate and br.
pub(super) fn content_encoding_unlisted(case: &Case<'_>) -> Option<Found> {
    let sent = case.report.page.content_encoding.as_deref()?;
    let unlisted =
        sent.split(',').map(str::trim).find(|coding| !CODINGS.contains(&coding.to_ascii_lowercase().as_str()))?;
    Some(Found {
        severity: Severity::Notice,
        title: case.say.with("finding_content_encoding_unlisted", &[&case.say.quote(unlisted)]),
        evidence: case.say.text("finding_content_encoding_evidence"),
        fix: case.say.text("finding_content_encoding_fix"),
    })
}
