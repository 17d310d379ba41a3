//! The head element: what stands in it, what ended it, and what it misses.

use super::say::{capital, paragraph};
use super::{Case, Found, address};

use crate::number;
use crate::report::{Fate, HeadElement, Placement, Severity, Signal, SignalKind};

/// Signals that count in the head only.
const HEAD_ONLY: [SignalKind; 3] = [SignalKind::Canonical, SignalKind::Hreflang, SignalKind::Alternate];

/// Canonicals that Google may see: those before the latest edge.
fn canonicals<'a>(case: &Case<'a>) -> impl Iterator<Item = &'a Signal> + Clone {
    case.signals(SignalKind::Canonical).filter(|signal| matches!(signal.fate, Fate::Kept | Fate::Depends))
}

/// Canonicals that can do their work.
fn valid_canonicals<'a>(case: &Case<'a>) -> impl Iterator<Item = &'a Signal> + Clone {
    canonicals(case).filter(|signal| signal.valid)
}

/// Whether a canonical of the page or of the response head counts.
fn has_canonical(case: &Case<'_>) -> bool {
    valid_canonicals(case).next().is_some() || !address::header_canonicals(&case.report.page.link_header).is_empty()
}

/// The signals, those in the band in a sentence that says so.
fn listed(signals: &[&Signal], case: &Case<'_>) -> String {
    let say = case.say;
    let (depends, sure): (Vec<&Signal>, Vec<&Signal>) =
        signals.iter().copied().partition(|signal| signal.fate == Fate::Depends);
    let named = |signals: &[&Signal]| say.first_few(signals.iter().map(|signal| say.signal(signal)));
    let depends = match depends[..] {
        [] => String::new(),
        _ => say.with("finding_depends", &[&named(&depends)]) + ".",
    };
    let sure = if sure.is_empty() { String::new() } else { capital(&named(&sure)) + "." };
    paragraph(&[sure, depends])
}

/// "The head ends at byte 812, with <div>."
fn head_end_note(case: &Case<'_>) -> String {
    match &case.report.head_element {
        Some(HeadElement { end, ended_by: Some(tag), .. }) if tag == "#text" => {
            case.say.with("finding_evidence_head_text", &[&number::count(*end)])
        }
        Some(HeadElement { end, ended_by: Some(tag), .. }) => {
            case.say.with("finding_evidence_head_tag", &[&number::count(*end), tag])
        }
        _ => String::new(),
    }
}

fn in_body(kind: SignalKind, key: &str, severity: Severity, case: &Case<'_>) -> Option<Found> {
    let signals: Vec<&Signal> = case.signals(kind).filter(|signal| signal.placement == Placement::Body).collect();
    if signals.is_empty() {
        return None;
    }
    Some(Found {
        severity,
        title: case.say.counted(key, signals.len() as u64),
        evidence: paragraph(&[listed(&signals, case), head_end_note(case)]),
        fix: case.say.text("finding_fix_into_head"),
    })
}

/// A canonical in the body.
///
/// ### What it does
/// Looks where the parser puts `link rel=canonical`, whatever its author meant.
/// ### Why it matters
/// Google takes a canonical from the head only; without one it picks one itself. Where another canonical counts, it is a notice.
/// ### Source
/// CANON, HEAD.
pub(super) fn canonical_in_body(case: &Case<'_>) -> Option<Found> {
    let (severity, key) = if has_canonical(case) {
        (Severity::Notice, "finding_canonical_also_in_body")
    } else {
        (Severity::Error, "finding_canonical_in_body")
    };
    in_body(SignalKind::Canonical, key, severity, case)
}

/// Hreflang links in the body.
///
/// ### What it does
/// Looks where the parser puts `link rel=alternate hreflang`.
/// ### Why it matters
/// They count inside a well-formed head only.
/// ### Source
/// LOCAL, HEAD.
pub(super) fn hreflang_in_body(case: &Case<'_>) -> Option<Found> {
    in_body(SignalKind::Hreflang, "finding_hreflang_in_body", Severity::Error, case)
}

/// A canonical that carries `hreflang`, `lang`, `media` or `type`.
///
/// ### What it does
/// Looks for canonicals in the head that are not lost, have an address and do not count.
/// ### Why it matters
/// Google does not take such a link for a canonical. Where another canonical counts, it is a notice.
/// ### Source
/// CANON.
pub(super) fn canonical_with_attributes(case: &Case<'_>) -> Option<Found> {
    let signals: Vec<&Signal> = canonicals(case)
        .filter(|signal| signal.placement == Placement::Head && !signal.valid && !signal.value.is_empty())
        .collect();
    if signals.is_empty() {
        return None;
    }
    Some(Found {
        severity: if has_canonical(case) { Severity::Notice } else { Severity::Error },
        title: case.say.text("finding_canonical_with_attributes"),
        evidence: listed(&signals, case),
        fix: case.say.text("finding_canonical_with_attributes_fix"),
    })
}

/// An address of the page as far as findings compare them.
pub(super) fn full(address: &str, case: &Case<'_>) -> String {
    address::absolute(address.trim(), &case.report.page.url)
}

/// Several canonicals with different addresses.
///
/// ### What it does
/// Compares the addresses of the canonicals that count and are not lost.
/// ### Why it matters
/// Only one can be meant; which one Google takes is unknown.
/// ### Source
/// None: a rule of thumb.
pub(super) fn canonicals_differ(case: &Case<'_>) -> Option<Found> {
    let signals: Vec<&Signal> = valid_canonicals(case).collect();
    let addresses = crate::order::distinct(signals.iter().map(|signal| full(&signal.value, case)));
    if addresses.len() < 2 {
        return None;
    }
    Some(Found {
        severity: Severity::Warning,
        title: case.say.with("finding_canonicals_differ", &[&number::count(addresses.len() as u64)]),
        evidence: listed(&signals, case),
        fix: case.say.text("finding_canonicals_differ_fix"),
    })
}

fn header_evidence(header: &str, signal: &Signal, case: &Case<'_>) -> String {
    case.say.with("finding_evidence_header_and_page", &[&case.say.quote(header), &case.say.signal(signal)])
}

/// A `Link` field that names another canonical than the page.
///
/// ### What it does
/// Compares `rel=canonical` in the response head with the first canonical of the page that counts, where that one is kept.
/// ### Why it matters
/// Both count, and they contradict each other.
/// ### Source
/// CANON.
pub(super) fn canonical_header_differs(case: &Case<'_>) -> Option<Found> {
    let signal = valid_canonicals(case).find(|signal| signal.fate == Fate::Kept)?;
    let header = address::header_canonicals(&case.report.page.link_header);
    let other = header.into_iter().find(|header| full(header, case) != full(&signal.value, case))?;
    Some(Found {
        severity: Severity::Warning,
        title: case.say.text("finding_canonical_header_differs"),
        evidence: header_evidence(other, signal, case),
        fix: case.say.text("finding_canonicals_differ_fix"),
    })
}

/// A `Link` field that names the canonical too, or instead of the page.
///
/// ### What it does
/// Looks for `rel=canonical` in the response head that no canonical of the page contradicts.
/// ### Why it matters
/// It counts as well, and a cut in the body does not touch it.
/// ### Source
/// CANON.
pub(super) fn canonical_in_header(case: &Case<'_>) -> Option<Found> {
    let header = *address::header_canonicals(&case.report.page.link_header).first()?;
    if canonical_header_differs(case).is_some() {
        return None;
    }
    let evidence = match valid_canonicals(case).next() {
        Some(signal) if signal.fate == Fate::Kept => header_evidence(header, signal, case),
        _ => case.say.with("finding_evidence_link_header", &[&case.say.quote(header)]),
    };
    Some(Found {
        severity: Severity::Good,
        title: case.say.text("finding_canonical_in_header"),
        evidence,
        fix: String::new(),
    })
}

/// What ended the head early, with the signals that stand in the body because of it.
fn ended_by<'a>(case: &Case<'a>) -> Option<(&'a str, &'a HeadElement, Vec<&'a Signal>)> {
    let head = case.report.head_element.as_ref()?;
    let tag = head.ended_by.as_deref()?;
    let moved = HEAD_ONLY
        .into_iter()
        .chain([SignalKind::Title, SignalKind::Description, SignalKind::Base, SignalKind::Verification])
        .flat_map(|kind| case.signals(kind))
        .filter(|signal| signal.placement == Placement::Body && signal.start >= head.end)
        // After the end tag that came too late its author meant the body.
        .filter(|signal| head.late_end_tag.is_none_or(|end| signal.start < end))
        .collect();
    Some((tag, head, moved))
}

fn ended(title: String, head: &HeadElement, moved: Vec<&Signal>, case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    if moved.is_empty() && head.late_end_tag.is_none() {
        return None;
    }
    let moved = crate::order::by_key(moved, |signal| signal.start);
    let severity = if moved.iter().any(|signal| HEAD_ONLY.contains(&signal.kind)) {
        Severity::Error
    } else if moved.is_empty() {
        Severity::Notice
    } else {
        Severity::Warning
    };
    let late = head
        .late_end_tag
        .map_or_else(String::new, |offset| say.with("finding_evidence_late_end_tag", &[&number::count(offset)]));
    let follows = if moved.is_empty() {
        say.text("finding_evidence_nothing_moved")
    } else {
        say.with("finding_evidence_moved", &[&say.first_few(moved.iter().map(|signal| say.signal(signal)))])
    };
    Some(Found {
        severity,
        title,
        evidence: paragraph(&[head_end_note(case), follows, late]),
        fix: say.text("finding_head_ended_fix"),
    })
}

/// A head that an element ended which does not belong there.
///
/// ### What it does
/// Tells which element ended the head before its end tag, and what stands in the body because of it.
/// ### Why it matters
/// In a head only `title meta link script style base noscript template` are valid. Any other element ends it, and canonical and
/// hreflang after it are ignored. A robots `meta` is not: it counts in the body too.
/// ### Source
/// HEAD.
pub(super) fn ended_early(case: &Case<'_>) -> Option<Found> {
    let (tag, head, moved) = ended_by(case)?;
    if tag == "#text" {
        return None;
    }
    ended(case.say.with("finding_head_ended_early", &[tag]), head, moved, case)
}

/// A head that text ended.
///
/// ### What it does
/// As [`ended_early`], for text between the elements of the head.
/// ### Why it matters
/// The parser begins the body there, so canonical and hreflang after it stand in the body.
/// ### Source
/// HTML standard; that Google's parser does the same is our conclusion.
pub(super) fn ended_by_text(case: &Case<'_>) -> Option<Found> {
    let (tag, head, moved) = ended_by(case)?;
    if tag != "#text" {
        return None;
    }
    ended(case.say.text("finding_head_ended_by_text"), head, moved, case)
}

/// A `noscript` in the head that ends the head where scripting is off.
///
/// ### What it does
/// Looks for canonical and hreflang after a `noscript` that holds an element not valid in a head.
/// ### Why it matters
/// Where scripting is off, the head ends there. Which mode Google's first parse uses is unknown: a risk, not an error.
/// ### Source
/// Measured in Chromium 156.
pub(super) fn noscript_risk(case: &Case<'_>) -> Option<Found> {
    let offset = case.report.head_element.as_ref()?.noscript_risk?;
    let behind: Vec<&Signal> = HEAD_ONLY
        .into_iter()
        .flat_map(|kind| case.signals(kind))
        .filter(|signal| signal.placement == Placement::Head && signal.start > offset)
        .collect();
    if behind.is_empty() {
        return None;
    }
    let behind = case.say.first_few(behind.iter().map(|signal| case.say.signal(signal)));
    Some(Found {
        severity: Severity::Warning,
        title: case.say.text("finding_noscript_risk"),
        evidence: case.say.with("finding_evidence_noscript", &[&number::count(offset), &behind]),
        fix: case.say.text("finding_noscript_risk_fix"),
    })
}

/// Whether the page is a document that should have a title.
fn wants_title(case: &Case<'_>) -> bool {
    case.is_html() && case.report.page.body_bytes > 0
}

/// A page without a title.
///
/// ### What it does
/// Looks for a `title` element.
/// ### Why it matters
/// Google then builds the title from other text.
/// ### Source
/// FACTS §3: documented for titles in general, our conclusion for a missing one.
pub(super) fn title_missing(case: &Case<'_>) -> Option<Found> {
    let has_title = case.report.page.title.is_some() || case.signals(SignalKind::Title).next().is_some();
    (wants_title(case) && !has_title).then(|| Found {
        severity: Severity::Warning,
        title: case.say.text("finding_title_missing"),
        evidence: case.say.text("finding_title_missing_evidence"),
        fix: case.say.text("finding_title_fix"),
    })
}

/// A title without text.
///
/// ### What it does
/// Looks whether the first `title` element holds more than white space.
/// ### Why it matters
/// As for a missing one.
/// ### Source
/// As for a missing one.
pub(super) fn title_empty(case: &Case<'_>) -> Option<Found> {
    let first = case.signals(SignalKind::Title).next()?;
    (wants_title(case) && first.fate != Fate::Lost && first.value.trim().is_empty()).then(|| Found {
        severity: Severity::Warning,
        title: case.say.text("finding_title_empty"),
        evidence: case
            .say
            .with("finding_title_empty_evidence", &[&number::count(first.start), &number::count(first.line)]),
        fix: case.say.text("finding_title_fix"),
    })
}
