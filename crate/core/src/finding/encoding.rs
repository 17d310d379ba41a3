//! How the page declares its character encoding.

use encoding_rs::Encoding;

use super::{Case, Found};
use crate::charset;
use crate::number;
use crate::report::{EncodingSource, Severity, Signal, SignalKind};

/// The `charset` parameter of the `Content-Type` field as sent.
fn header_label(case: &Case<'_>) -> Option<String> {
    let sent = case.report.page.content_type.as_deref()?;
    let (_, value) = sent
        .split(';')
        .skip(1)
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
    Some(value.trim().trim_matches('"').to_owned())
}

/// The first declaration in a `meta` element.
fn first_meta<'a>(case: &Case<'a>) -> Option<&'a Signal> {
    case.signals(SignalKind::Charset).next()
}

/// The encoding that a `meta` element declares, whichever of its two forms it has.
fn declared_by(meta: &Signal) -> Option<&'static Encoding> {
    charset::of_meta_label(meta.value.trim()).or_else(|| charset::of_meta_content(&meta.value))
}

/// A `charset` in the response head that no encoding is called.
///
/// ### What it does
/// Looks the label up in the Encoding standard.
/// ### Why it matters
/// A label that names no encoding counts for nothing, so something else decides.
/// ### Source
/// HTML standard.
pub(super) fn unknown(case: &Case<'_>) -> Option<Found> {
    let label = header_label(case).filter(|label| Encoding::for_label(label.as_bytes()).is_none())?;
    let used = case.report.page.encoding.as_deref()?;
    Some(Found {
        severity: Severity::Warning,
        title: case.say.with("finding_charset_unknown", &[&case.say.quote(&label)]),
        evidence: case.say.with("finding_charset_unknown_evidence", &[used]),
        fix: case.say.text("finding_charset_unknown_fix"),
    })
}

/// A declaration after the first 1,024 bytes that is the only one.
///
/// ### What it does
/// Looks at the offset of the `meta` element, where neither the response head nor a byte order mark decides.
/// ### Why it matters
/// The standard wants it within the first 1,024 bytes; a parser that meets it later has to begin again, or gets the text wrong.
/// ### Source
/// HTML standard. What Google does is unknown.
pub(super) fn late(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    let offset = page.encoding_meta_offset.filter(|_| page.encoding_source == Some(EncodingSource::LateMeta))?;
    Some(Found {
        severity: Severity::Warning,
        title: case.say.text("finding_charset_late"),
        evidence: case.say.with("finding_charset_late_evidence", &[&number::count(offset)]),
        fix: case.say.text("finding_fix_charset"),
    })
}

/// A `meta` declaration that the response head or a byte order mark overrules.
///
/// ### What it does
/// Compares the encoding that was used with the one that the first `meta` declares.
/// ### Why it matters
/// The head and the mark win; whoever reads the page from a file goes by the `meta` and gets the text wrong.
/// ### Source
/// HTML standard.
pub(super) fn contradicts(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    let winner = match page.encoding_source? {
        EncodingSource::Header => "finding_charset_winner_header",
        EncodingSource::Bom => "finding_charset_winner_bom",
        _ => return None,
    };
    let meta = first_meta(case)?;
    let used = page.encoding.as_deref()?;
    let declared = declared_by(meta)?;
    // A declaration that can be read at all is not in UTF-16, so it says nothing against it.
    if Encoding::for_label(used.as_bytes()) == Some(declared) || used.starts_with("UTF-16") {
        return None;
    }
    Some(Found {
        severity: Severity::Notice,
        title: case.say.with("finding_charset_contradicts", &[declared.name(), used]),
        evidence: case.say.with(winner, &[&case.say.signal(meta)]),
        fix: case.say.text("finding_charset_contradicts_fix"),
    })
}

/// An encoding that nothing declares.
///
/// ### What it does
/// Says what was assumed.
/// ### Why it matters
/// Another reader may assume something else, and then reads other text.
/// ### Source
/// HTML standard. What Google assumes is unknown.
pub(super) fn assumed(case: &Case<'_>) -> Option<Found> {
    let page = &case.report.page;
    let used = page.encoding.as_deref()?;
    (case.is_html() && page.body_bytes > 0 && page.encoding_source == Some(EncodingSource::Assumed)).then(|| Found {
        severity: Severity::Notice,
        title: case.say.with("finding_charset_assumed", &[used]),
        evidence: case.say.text("finding_charset_assumed_evidence"),
        fix: case.say.text("finding_fix_charset"),
    })
}
