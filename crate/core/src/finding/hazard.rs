//! Code that a stateless renderer fails. What is found in code is a rule of thumb; what the renderer lacks is Google's own word
//! (FACTS §2: "Fix search-related JavaScript problems", "Fix lazy-loaded content").

use super::say::{capital, paragraph};
use super::{Case, Found};
use crate::number;
use crate::report::{Hazard, HazardAccess, ScriptReading, Severity};

/// What is left of an earlier visit: nothing. Source: JSFIX, for storage and cookies.
const STATE: [&str; 6] = ["localStorage", "sessionStorage", "document.cookie", "cookieStore", "IndexedDB", "Cache API"];

/// Of these, what Google's current documents are silent about.
const UNSURE: [&str; 2] = ["IndexedDB", "Cache API"];

/// Connections that are no HTTP requests. Source: JSFIX, which names WebSocket and WebRTC; the third is our reading.
const CONNECTIONS: [&str; 3] = ["WebSocket", "WebRTC", "WebTransport"];

/// An HTTP request whose answer does not end.
const STREAM: &str = "EventSource";

/// What waits for a visitor.
const HANDLERS: [&str; 4] = ["click handler", "scroll handler", "key handler", "pointer handler"];

const WORKER: &str = "service worker";

fn is_permission(hazard: &Hazard) -> bool {
    let api = hazard.api.as_str();
    api != WORKER && api != STREAM && !STATE.contains(&api) && !CONNECTIONS.contains(&api) && !HANDLERS.contains(&api)
}

/// The finding about the hazards without guard that `is_one` picks, by the keys of its title and its fix: a warning where one of them runs at the start and
/// `warns`, else a notice.
fn about(case: &Case<'_>, keys: [&str; 2], warns: bool, is_one: impl Fn(&Hazard) -> bool) -> Option<Found> {
    let found: Vec<&Hazard> = case.report.hazards.iter().filter(|hazard| !hazard.guarded && is_one(hazard)).collect();
    let at_start = found.iter().any(|hazard| hazard.startup);
    let severity = if warns && at_start { Severity::Warning } else { Severity::Notice };
    told(case, keys, severity, found)
}

fn told(case: &Case<'_>, [title, fix]: [&str; 2], severity: Severity, found: Vec<&Hazard>) -> Option<Found> {
    let say = case.say;
    let found = crate::order::by_key(found, |hazard| u64::from(!hazard.startup));
    let mut names: Vec<String> = Vec::new();
    for hazard in &found {
        if !names.contains(&hazard.api) {
            names.push(hazard.api.clone());
        }
    }
    if names.is_empty() {
        return None;
    }
    let places = found.iter().map(|hazard| {
        let file = crate::resource::address::file_name(&hazard.place);
        say.with("finding_hazard_at", &[&hazard.snippet, file, &number::count(hazard.line)])
    });
    Some(Found {
        severity,
        title: say.with(title, &[&say.list(&names)]),
        evidence: capital(&say.first_few(places)) + ".",
        fix: say.text(fix),
    })
}

/// Code that reads what an earlier visit left.
///
/// ### What it does
/// Finds reading of storage and cookies without a guard; a warning where it runs while the page loads.
/// ### Why it matters
/// Google's renderer clears storage and cookies before every page; of other stores no current document speaks.
pub(super) fn state(case: &Case<'_>) -> Option<Found> {
    let keys = ["finding_hazard_state", "finding_hazard_state_unsure", "finding_hazard_state_fix"];
    of_state(case, keys, true, |hazard| hazard.access != HazardAccess::Write)
}

/// As [`about`], for state; the second title where one of it is not documented.
fn of_state(
    case: &Case<'_>,
    [sure, unsure, fix]: [&str; 3],
    warns: bool,
    is_one: impl Fn(&Hazard) -> bool,
) -> Option<Found> {
    let is_of = |hazard: &Hazard, state: &[&str]| state.contains(&hazard.api.as_str()) && is_one(hazard);
    let is_unsure = case.report.hazards.iter().any(|hazard| !hazard.guarded && is_of(hazard, &UNSURE));
    about(case, [if is_unsure { unsure } else { sure }, fix], warns, |hazard| is_of(hazard, &STATE))
}

/// Code that opens a connection which the renderer does not.
///
/// ### What it does
/// Finds WebSocket, WebRTC and WebTransport without a guard.
/// ### Why it matters
/// Google's renderer fetches over HTTP only; content that comes another way is not there.
pub(super) fn connection(case: &Case<'_>) -> Option<Found> {
    about(case, ["finding_hazard_connection", "finding_hazard_connection_fix"], true, |hazard| {
        CONNECTIONS.contains(&hazard.api.as_str())
    })
}

/// Code that waits for an answer which does not end.
///
/// ### What it does
/// Finds EventSource without a guard.
/// ### Why it matters
/// It is HTTP, which Google's renderer fetches. That it may not wait for what comes late is our rule of thumb.
pub(super) fn stream(case: &Case<'_>) -> Option<Found> {
    about(case, ["finding_hazard_stream", "finding_hazard_connection_fix"], true, |hazard| hazard.api == STREAM)
}

/// Code that asks for a permission.
///
/// ### What it does
/// Finds requests for permissions without a guard.
/// ### Why it matters
/// Google's renderer declines every one.
pub(super) fn permission(case: &Case<'_>) -> Option<Found> {
    about(case, ["finding_hazard_permission", "finding_hazard_permission_fix"], true, is_permission)
}

/// Content that waits for a click or a scroll.
///
/// ### What it does
/// Finds handlers that fetch something or put it in the page.
/// ### Why it matters
/// Google's renderer neither clicks nor scrolls.
pub(super) fn interaction(case: &Case<'_>) -> Option<Found> {
    about(case, ["finding_hazard_interaction", "finding_hazard_interaction_fix"], false, |hazard| {
        HANDLERS.contains(&hazard.api.as_str())
    })
}

/// Code that needs a service worker.
///
/// ### What it does
/// Finds use of service workers without a guard.
/// ### Why it matters
/// Old documents of Google say that its renderer has none, current ones are silent.
pub(super) fn worker(case: &Case<'_>) -> Option<Found> {
    about(case, ["finding_hazard_worker", "finding_hazard_worker_fix"], false, |hazard| hazard.api == WORKER)
}

/// Code that writes for a later visit.
///
/// ### What it does
/// Finds writing to storage and cookies without a guard.
/// ### Why it matters
/// What is written is gone with the next page.
pub(super) fn written(case: &Case<'_>) -> Option<Found> {
    let keys = ["finding_hazard_written", "finding_hazard_written_unsure", "finding_hazard_written_fix"];
    of_state(case, keys, false, |hazard| hazard.access == HazardAccess::Write)
}

/// Code that is ready to do without.
///
/// ### What it does
/// Finds what stands in a `try`, behind a test, or has a fallback.
/// ### Why it matters
/// It does not fail; what it does instead is what Google sees.
pub(super) fn guarded(case: &Case<'_>) -> Option<Found> {
    let found = case.report.hazards.iter().filter(|hazard| hazard.guarded).collect();
    told(case, ["finding_hazard_guarded", "finding_hazard_guarded_fix"], Severity::Notice, found)
}

/// Scripts that could not be read.
///
/// ### What it does
/// Counts scripts that are no JavaScript, too long, or nest too deep.
/// ### Why it matters
/// Nothing is known of what they need.
pub(super) fn unread(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let inline = case.report.inline_scripts.iter().filter_map(|script| script.reading);
    let files = case.report.resources.iter().filter_map(|resource| Some(resource.script?.reading));
    let (mut syntax, mut too_much) = (0, 0);
    for reading in inline.chain(files) {
        match reading {
            ScriptReading::Syntax => syntax += 1,
            ScriptReading::TooLong | ScriptReading::TooDeep => too_much += 1,
            ScriptReading::Read | ScriptReading::Cut => {}
        }
    }
    if syntax + too_much == 0 {
        return None;
    }
    let counted = |key: &str, n: u64| if n == 0 { String::new() } else { say.counted(key, n) };
    Some(Found {
        severity: Severity::Notice,
        title: say.counted("finding_hazard_unread", syntax + too_much),
        evidence: paragraph(&[
            counted("finding_hazard_unread_syntax", syntax),
            counted("finding_hazard_unread_too_much", too_much),
        ]),
        fix: say.text("finding_hazard_unread_fix"),
    })
}
