//! The answer in one sentence, and what it costs in a second one.

use super::say::paragraph;
use super::{Case, Found, loss, order, resource_robots, response, robots, size};
use crate::amount::Amount;
use crate::limit::limit_of;
use crate::number;
use crate::report::{ContentKind, Fate, Report, SignalKind, Verdict};

/// Signals that the second sentence names first, in its order; the others only when none of these is past the cut.
const ESSENTIAL: [SignalKind; 5] =
    [SignalKind::Title, SignalKind::Description, SignalKind::Canonical, SignalKind::Hreflang, SignalKind::JsonLd];

/// The verdict on a page.
pub(super) fn of(case: &Case<'_>) -> Verdict {
    let &Case { report, say, .. } = case;
    let body = report.page.body_bytes;
    let fate = fate(report);
    let (sentence, detail) = match (fate, report.limit.earliest, report.limit.latest) {
        (None, ..) | (_, None, _) | (.., None) => (unpublished(case), report.limit.reading.clone()),
        _ if body == 0 => (say.text("verdict_empty"), String::new()),
        (Some(Fate::Kept), Some(earliest), _) => kept(earliest, case),
        (Some(Fate::Depends), Some(earliest), Some(latest)) => depends(earliest, latest, case),
        (Some(Fate::Damaged | Fate::Lost), Some(earliest), _) => {
            let (at, of) = number::bytes_apart(earliest, body);
            (say.with(Voice::of(report).stops(), &[&at, &of]), past(case))
        }
    };
    Verdict { fate, used_percent: used_percent(report), sentence, detail: paragraph(&[not_taken(case), detail]) }
}

/// Why Google takes none of this body, whatever its size; empty where nothing says so.
fn not_taken(case: &Case<'_>) -> String {
    let reasons: [fn(&Case<'_>) -> Option<Found>; 4] = [
        resource_robots::page_blocked,
        response::status_client_error,
        response::status_redirect,
        response::status_not_modified,
    ];
    reasons.iter().find_map(|reason| reason(case)).map_or_else(String::new, |found| found.title + ".")
}

/// Kept up to the earliest edge, in the band it depends, and past the latest edge the body is lost when a signal, word, link
/// or entry is, else damaged. `None` where the limit is not published.
fn fate(report: &Report) -> Option<Fate> {
    let (earliest, latest) = (report.limit.earliest?, report.limit.latest?);
    let body = report.page.body_bytes;
    Some(if body <= earliest {
        Fate::Kept
    } else if body <= latest {
        Fate::Depends
    } else if loss::anything_is_lost(report) {
        Fate::Lost
    } else {
        Fate::Damaged
    })
}

/// `None` also for an edge of 0 bytes, of which nothing is a share.
fn used_percent(report: &Report) -> Option<f64> {
    let earliest = report.limit.earliest.filter(|&earliest| earliest > 0)?;
    Some((report.page.body_bytes as f64 * 1_000.0 / earliest as f64).round() / 10.0)
}

/// Who stops, in the sentences.
#[derive(Clone, Copy)]
enum Voice {
    Googlebot,
    GooglebotPdf,
    GoogleDefault,
    User,
}

impl Voice {
    fn of(report: &Report) -> Self {
        match report.limit.crawler.as_str() {
            "googlebot-pdf" => Self::GooglebotPdf,
            "google-default" => Self::GoogleDefault,
            "user" => Self::User,
            _ => Self::Googlebot,
        }
    }

    const fn stops(self) -> &'static str {
        match self {
            Self::Googlebot => "verdict_stops_googlebot",
            Self::GooglebotPdf => "verdict_stops_googlebot_pdf",
            Self::GoogleDefault => "verdict_stops_google_default",
            Self::User => "verdict_stops_user",
        }
    }

    const fn reads_all(self) -> &'static str {
        match self {
            Self::Googlebot => "verdict_kept_googlebot",
            Self::GooglebotPdf => "verdict_kept_googlebot_pdf",
            Self::GoogleDefault => "verdict_kept_google_default",
            Self::User => "verdict_kept_user",
        }
    }
}

fn kept(earliest: u64, case: &Case<'_>) -> (String, String) {
    let body = case.report.page.body_bytes;
    let written =
        limit_of(&case.report.limit.crawler).map_or_else(|| number::bytes(earliest), |limit| limit.written.to_owned());
    // Just below the limit the short form would print the limit itself.
    let (size, _) = number::bytes_apart(body, earliest);
    let share = case.say.with("verdict_share", &[&number::percent_of(body, earliest)]);
    let sentence = case.say.with(Voice::of(case.report).reads_all(), &[&size, &written]);
    (sentence, paragraph(&[share, order::what_comes_first(case)]))
}

fn depends(earliest: u64, latest: u64, case: &Case<'_>) -> (String, String) {
    let say = case.say;
    let body = number::bytes_counted(case.report.page.body_bytes);
    let limit = limit_of(&case.report.limit.crawler);
    let written = limit.map_or_else(|| number::bytes(earliest), |limit| limit.written.to_owned());
    let strict = number::bytes_counted(limit.map_or(earliest, |limit| limit.decimal_bytes));
    let strict = match case.report.page.head_bytes {
        Some(_) => say.with("verdict_reading_with_head", &[&strict]),
        None => strict,
    };
    let missed = match past_earliest(case) {
        items if items.is_empty() => nothing(case),
        items => say.list(&items),
    };
    let sentence = say.with("verdict_depends", &[&written, &body]);
    let detail = say
        .with("verdict_depends_detail", &[&strict, &number::count(earliest), &missed, &number::bytes_counted(latest)]);
    (sentence, detail)
}

/// What is past the earliest edge.
fn past(case: &Case<'_>) -> String {
    let say = case.say;
    let groups = order::groups_past_earliest(case);
    let items = match past_earliest(case) {
        items if items.is_empty() && !groups.is_empty() => {
            let bytes = number::bytes(bytes_past_earliest(case));
            say.with("verdict_past_only", &[&nothing(case), &bytes, &groups])
        }
        items if items.is_empty() => say.with("verdict_past", &[&nothing(case)]),
        items => say.with("verdict_past", &[&say.list(&items)]),
    };
    let effect = match &case.report.cut {
        Some(cut) if !case.is_html() => cut.earliest.effect.clone(),
        _ => String::new(),
    };
    paragraph(&[items, effect, size::sitemap_note(case)])
}

/// "no whole word, link or signal"; "the last 6.1 MB" of what has none of these.
fn nothing(case: &Case<'_>) -> String {
    if case.is_html() {
        case.say.text("verdict_nothing")
    } else {
        case.say.with("verdict_rest", &[&number::bytes(bytes_past_earliest(case))])
    }
}

fn bytes_past_earliest(case: &Case<'_>) -> u64 {
    case.report.page.body_bytes.saturating_sub(case.report.limit.earliest.unwrap_or_default())
}

/// What is not kept at the earliest edge, the weightiest first.
fn past_earliest(case: &Case<'_>) -> Vec<String> {
    let signals = |kinds: &[SignalKind]| -> Vec<String> {
        kinds.iter().filter_map(|&kind| loss::Loss::of(kind)?.past_earliest(case)).collect()
    };
    let mut items: Vec<String> = robots::past_earliest(case).into_iter().collect();
    items.extend(signals(&ESSENTIAL));
    let amounts = [Amount::entries(case.report), Some(Amount::links(case.report)), Some(Amount::text(case.report))];
    items.extend(amounts.iter().flatten().filter_map(|amount| loss::amount_past_earliest(amount, case)));
    if items.is_empty() {
        items = signals(&[
            SignalKind::Heading,
            SignalKind::Microdata,
            SignalKind::Rdfa,
            SignalKind::Alternate,
            SignalKind::NextPrev,
            SignalKind::Verification,
            SignalKind::Refresh,
            SignalKind::Base,
            SignalKind::Charset,
            SignalKind::Viewport,
            SignalKind::OpenGraph,
            SignalKind::Twitter,
        ]);
    }
    if items.is_empty() {
        items.extend(lesser(case));
    }
    items
}

/// "lesser signals (landmark)": kinds of which something is past the earliest edge although no loss of it is counted, because
/// another one stands for it or it could not do its work anyway.
fn lesser(case: &Case<'_>) -> Option<String> {
    let kinds: Vec<String> = SignalKind::ALL
        .into_iter()
        .filter(|&kind| case.signals(kind).any(|signal| signal.fate != Fate::Kept))
        .map(|kind| case.say.text(&format!("signal_{}", kind.name())))
        .collect();
    (!kinds.is_empty()).then(|| case.say.with("verdict_lesser", &[&case.say.list(&kinds)]))
}

fn unpublished(case: &Case<'_>) -> String {
    let key = match case.report.page.kind {
        ContentKind::Image => "verdict_unknown_image",
        ContentKind::Media => "verdict_unknown_media",
        ContentKind::Font => "verdict_unknown_font",
        _ => "verdict_unknown",
    };
    case.say.with(key, &[&number::bytes(case.report.page.body_bytes)])
}
