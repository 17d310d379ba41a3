//! What comes first: the content and the signals, and what stands before them.

use super::loss::Loss;
use super::say::paragraph;
use super::{Case, Found};
use crate::ledger::{Category, Group};
use crate::number;
use crate::report::{Fate, LargeItem, LedgerRow, Severity, Signal, SignalKind};

/// Where a commentator wants the essentials to be, in bytes. Source: FACTS §3, reported.
const ESSENTIALS_BYTES: u64 = 100_000;

/// Fewer words than these, and less text, are no content.
const FEW_WORDS: u64 = 20;
const FEW_TEXT_BYTES: u64 = 400;

/// Signals that count as essentials.
const ESSENTIALS: [SignalKind; 6] = [
    SignalKind::Title,
    SignalKind::Description,
    SignalKind::Robots,
    SignalKind::Canonical,
    SignalKind::Hreflang,
    SignalKind::JsonLd,
];

/// What a group of ledger categories is called.
pub(super) fn group_name(group: Group, case: &Case<'_>) -> String {
    case.say.text(match group {
        Group::Text => "finding_group_text",
        Group::Structured => "finding_group_structured",
        Group::Markup => "finding_group_markup",
        Group::Attributes => "finding_group_attributes",
        Group::DataUri => "finding_group_data_uri",
        Group::Script => "finding_group_script",
        Group::Data => "finding_group_data",
        Group::Style => "finding_group_style",
        Group::Svg => "finding_group_svg",
        Group::Rest => "finding_group_rest",
    })
}

/// "mostly inline styles and attributes": the groups that lead most steps of the ruler before `offset`; nothing where the
/// ruler does not tell.
fn mostly(offset: u64, case: &Case<'_>) -> Option<String> {
    let ruler = &case.report.ruler;
    let steps = usize::try_from(offset.checked_div(ruler.step_bytes)?).unwrap_or(usize::MAX).min(ruler.groups.len());
    let led: Vec<(usize, Group)> = Group::ALL
        .into_iter()
        .map(|group| (ruler.groups[..steps].iter().filter(|name| *name == group.name()).count(), group))
        // Text before the content is not what delays it.
        .filter(|&(led, group)| led * 5 >= steps.max(1) && group != Group::Text)
        .collect();
    let led = crate::order::by_key(led, |&(led, _)| u64::MAX - led as u64);
    let names: Vec<String> = led.into_iter().take(2).map(|(_, group)| group_name(group, case)).collect();
    (!names.is_empty()).then(|| case.say.list(&names))
}

/// Groups of the ledger and `bytes_of` their rows, the largest first; those with nothing are left out.
pub(super) fn groups_by_size(case: &Case<'_>, bytes_of: impl Fn(&LedgerRow) -> u64) -> Vec<(u64, Group)> {
    let sum = |group: Group| {
        let is_in = |row: &&LedgerRow| Category::of_name(&row.category).map(Category::group) == Some(group);
        case.report.ledger.iter().filter(is_in).map(&bytes_of).fold(0, u64::saturating_add)
    };
    let groups = Group::ALL.into_iter().map(|group| (sum(group), group)).filter(|&(bytes, _)| bytes > 0).collect();
    crate::order::by_key(groups, |&(bytes, _)| u64::MAX - bytes)
}

/// "page data", "inline CSS and attributes": what takes at least a fifth of what is past the earliest edge, two groups at most.
pub(super) fn groups_past_earliest(case: &Case<'_>) -> String {
    let groups = groups_by_size(case, |row| row.bytes.saturating_sub(row.bytes_kept_earliest));
    let total: u64 = groups.iter().map(|(bytes, _)| bytes).fold(0, |sum, bytes| sum.saturating_add(*bytes));
    let most = groups.iter().take(2).filter(|(bytes, _)| bytes.saturating_mul(5) >= total);
    case.say.list(&most.map(|&(_, group)| group_name(group, case)).collect::<Vec<_>>())
}

/// For the verdict on a page that fits: where its content starts.
pub(super) fn what_comes_first(case: &Case<'_>) -> String {
    let Some(offset) = case.report.text.first_content_offset.filter(|_| case.is_html()) else { return String::new() };
    let size = number::bytes(offset);
    if offset <= ESSENTIALS_BYTES {
        return case.say.with("verdict_content_starts", &[&size]);
    }
    match mostly(offset, case) {
        Some(groups) => case.say.with("verdict_content_late_mostly", &[&size, &groups]),
        None => case.say.with("verdict_content_late", &[&size]),
    }
}

/// "It starts at byte 1,330,000; 67 % of the limit is spent before it."
fn content_evidence(offset: u64, case: &Case<'_>) -> String {
    let spent = match case.report.limit.earliest {
        Some(earliest) if offset <= earliest => number::percent_of(offset, earliest),
        _ => return case.say.with("finding_evidence_content", &[&number::count(offset)]),
    };
    case.say.with("finding_evidence_content_spent", &[&number::count(offset), &spent])
}

/// Content that starts late.
///
/// ### What it does
/// Takes the first `h1` or run of 20 visible words, whichever comes first, and says how much of the limit is spent before it.
/// ### Why it matters
/// A page that grows loses its end first; content that stands early is safe.
/// ### Source
/// A commentator's advice to have the essentials in the first 100 KB. It is not Google's.
pub(super) fn content_late(case: &Case<'_>) -> Option<Found> {
    let offset = case.report.text.first_content_offset.filter(|&offset| case.is_html() && offset > ESSENTIALS_BYTES)?;
    let before = mostly(offset, case).map(|groups| case.say.with("finding_evidence_before", &[&groups]));
    Some(Found {
        severity: Severity::Notice,
        title: case.say.with("finding_content_late", &[&number::bytes(offset)]),
        evidence: paragraph(&[
            content_evidence(offset, case),
            before.unwrap_or_default(),
            case.say.text("finding_evidence_essentials"),
        ]),
        fix: case.say.text("finding_content_late_fix"),
    })
}

/// Content that starts early.
///
/// ### What it does
/// As [`content_late`], for content within the first 100 KB, if it starts before the cut.
/// ### Why it matters
/// As there.
/// ### Source
/// The bytes of the page.
pub(super) fn content_early(case: &Case<'_>) -> Option<Found> {
    let is_early =
        |offset: &u64| *offset <= ESSENTIALS_BYTES && case.report.limit.earliest.is_none_or(|edge| *offset < edge);
    let offset = case.report.text.first_content_offset.filter(|offset| case.is_html() && is_early(offset))?;
    Some(Found {
        severity: Severity::Good,
        title: case.say.with("finding_content_early", &[&number::bytes(offset)]),
        evidence: content_evidence(offset, case),
        fix: String::new(),
    })
}

/// A page without content in its HTML.
///
/// ### What it does
/// Looks for an `h1`, for 20 visible words and, as not every script puts white space between words, for 400 bytes of text.
/// ### Why it matters
/// What a script adds later is not in these bytes; it hangs on that script, which has a limit of its own.
/// ### Source
/// None: a rule of thumb.
pub(super) fn content_missing(case: &Case<'_>) -> Option<Found> {
    let text = &case.report.text;
    let text_bytes = case.report.leaf(Category::Text).map_or(0, |row| row.bytes);
    let has_content =
        text.first_content_offset.is_some() || text.words_total >= FEW_WORDS || text_bytes >= FEW_TEXT_BYTES;
    (case.is_html() && case.report.page.body_bytes > 0 && !has_content).then(|| Found {
        severity: Severity::Notice,
        title: case.say.text("finding_content_missing"),
        evidence: case.say.counted("finding_content_missing_evidence", text.words_total),
        fix: case.say.text("finding_content_missing_fix"),
    })
}

/// Essentials that stand late, in document order. Those that are lost have a finding of their own, and of a title or
/// description that is repeated only the first counts.
fn late_essentials<'a>(case: &Case<'a>) -> Vec<&'a Signal> {
    let mut late = Vec::new();
    for kind in ESSENTIALS {
        let each = matches!(kind, SignalKind::Hreflang | SignalKind::JsonLd);
        let counted = case.signals(kind).take(if each { usize::MAX } else { 1 });
        late.extend(counted.filter(|signal| {
            signal.end > ESSENTIALS_BYTES && signal.valid && matches!(signal.fate, Fate::Kept | Fate::Depends)
        }));
    }
    crate::order::by_key(late, |signal| signal.start)
}

/// The one block that takes at least half of what stands before a signal.
fn block_before<'a>(signal: &Signal, case: &Case<'a>) -> Option<&'a LargeItem> {
    let largest = case.report.largest.iter().filter(|item| item.end <= signal.start && item.start < item.end);
    largest.max_by_key(|item| item.end - item.start).filter(|item| item.end - item.start >= signal.start / 2)
}

/// Essentials behind one large block.
///
/// ### What it does
/// Looks for signals after 100 KB that have a single block before them which takes at least half of these bytes.
/// ### Why it matters
/// Order matters: meta, title, link, canonical and essential structured data belong high up. Moving one element is enough.
/// ### Source
/// BLOG26. When a block is large is a rule of thumb.
pub(super) fn behind_large_block(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let essentials = late_essentials(case);
    let block = essentials.iter().find_map(|signal| block_before(signal, case))?;
    let behind: Vec<&Signal> = essentials
        .into_iter()
        .filter(|signal| block_before(signal, case).is_some_and(|other| other.start == block.start))
        .collect();
    let label = match Category::of_name(&block.category) {
        _ if !block.label.is_empty() => block.label.clone(),
        Some(category) => group_name(category.group(), case),
        None => block.category.clone(),
    };
    let size = number::bytes(block.end - block.start);
    let at = say.with("finding_evidence_block", &[&label, &number::count(block.start), &number::count(block.line)]);
    let signals = say.sentence(behind.iter().map(|signal| say.signal(signal)));
    Some(Found {
        severity: Severity::Notice,
        title: say.with("finding_behind_large_block", &[&kinds(&behind, case), &size]),
        evidence: paragraph(&[at, signals]),
        fix: say.text("finding_behind_large_block_fix"),
    })
}

/// "the title, the canonical and 2 JSON-LD blocks".
fn kinds(signals: &[&Signal], case: &Case<'_>) -> String {
    let named: Vec<String> = ESSENTIALS
        .into_iter()
        .filter_map(|kind| {
            let of_kind = signals.iter().filter(|signal| signal.kind == kind).count() as u64;
            if of_kind == 0 {
                return None;
            }
            Some(match Loss::of(kind) {
                Some(loss) => loss.named(of_kind, case.signals(kind).count() as u64, case.say),
                None => case.say.text("finding_what_robots"),
            })
        })
        .collect();
    case.say.list(&named)
}

/// Essentials after the first 100 KB.
///
/// ### What it does
/// Looks for title, description, robots, canonical, hreflang and JSON-LD that end after 100,000 bytes and are not lost.
/// ### Why it matters
/// Order matters; a page that grows loses its end first.
/// ### Source
/// That 100 KB is the mark is a commentator's advice, not Google's.
pub(super) fn essentials_late(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let late: Vec<&Signal> =
        late_essentials(case).into_iter().filter(|signal| block_before(signal, case).is_none()).collect();
    if late.is_empty() {
        return None;
    }
    let signals = say.sentence(late.iter().map(|signal| say.signal(signal)));
    let is_data = late.iter().all(|signal| signal.kind == SignalKind::JsonLd);
    Some(Found {
        severity: Severity::Notice,
        title: say.with("finding_essentials_late", &[&kinds(&late, case)]),
        evidence: paragraph(&[signals, say.text("finding_evidence_essentials")]),
        fix: say.text(if is_data { "finding_fix_move_up_data" } else { "finding_fix_move_up" }),
    })
}
