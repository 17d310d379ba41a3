//! What follows from the facts of a report, said again.

use crate::cut::{self, CutSituation};
use crate::limit::{LimitChoice, Reading, limit_of};
use crate::message::Messages;
use crate::report::{AppliedLimit, ContentKind, Report, WhatIf};
use crate::{finding, ledger, resource};

use super::judgement::Judgement;

/// Puts in what follows from everything else: what becomes of resources, what would bring everything back, verdict and findings.
pub(super) fn retell(report: &mut Report, judgement: &Judgement, messages: &Messages) {
    resource::judge(report, messages);
    judgement.put_resources(report);
    report.what_if = WhatIf { changes: std::mem::take(&mut report.what_if.changes), ..WhatIf::default() };
    ledger::propose(report);
    finding::judge(report, messages);
}

/// How the edges of `limit` come about, as far as that follows from the crawler.
pub(super) fn limit(
    limit: &AppliedLimit,
    kind: ContentKind,
    head_bytes: Option<u64>,
    messages: &Messages,
) -> AppliedLimit {
    let choice = match (limit.crawler.as_str(), limit.earliest) {
        ("user", Some(edge)) => LimitChoice::User(edge),
        (crawler, Some(_)) => limit_of(crawler).map_or(LimitChoice::Googlebot, LimitChoice::Published),
        _ => LimitChoice::Googlebot,
    };
    let reading = match (limit.earliest, limit.latest) {
        (Some(earliest), Some(latest)) if earliest == latest => {
            if limit_of(&limit.crawler).is_some_and(|known| latest == known.binary_bytes) {
                Reading::Loosest
            } else {
                Reading::Strictest
            }
        }
        _ => Reading::Band,
    };
    AppliedLimit::of(choice, kind, head_bytes, messages).counted(reading, head_bytes, messages)
}

/// What a cut through these constructs does.
pub(super) fn effect(situations: &[CutSituation], messages: &Messages) -> String {
    cut::effects(messages, situations)
}
