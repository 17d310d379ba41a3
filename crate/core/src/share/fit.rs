//! Detail that goes, step by step, until a link is short enough.

use super::include::{ELLIPSIS, Take, blank, change_texts};
use super::judgement::Judgement;
use super::{Link, retell, write};
use crate::Report;
use crate::message::Messages;
use crate::report::{Fate, LeftOut, Requested, Resource, Ruler, SignalCount, SignalKind};

/// Longest link, viewer included, in characters. Everything that a browser, a chat or an issue tracker takes is longer.
pub const LINK_CHARACTERS: usize = 8_000;

/// A length that old mail programs and address bars take too. Detail that nobody acts on goes where that is enough for it.
pub const COMFORTABLE_CHARACTERS: usize = 2_000;

/// Lengths to aim at, one after the other: detail that would not make the difference stays.
const GOALS: [usize; 3] = [COMFORTABLE_CHARACTERS, 4_000, LINK_CHARACTERS];

/// One step of leaving out.
struct Step {
    left_out: LeftOut,
    /// Whether it takes what somebody acts on: only the last goal allows it.
    is_needed: bool,
    take: Take,
}

/// What goes, in this order.
const STEPS: &[Step] = &[
    Step { left_out: LeftOut::InlineScripts, is_needed: false, take: inline_scripts },
    Step { left_out: LeftOut::RulerSteps, is_needed: false, take: ruler_steps::<128> },
    Step { left_out: LeftOut::LongValues, is_needed: false, take: long_values },
    Step { left_out: LeftOut::SkippedAddresses, is_needed: false, take: skipped_addresses },
    Step { left_out: LeftOut::SmallPieces, is_needed: false, take: small_pieces::<10> },
    Step { left_out: LeftOut::KeptAddresses, is_needed: false, take: kept_addresses },
    Step { left_out: LeftOut::MinorValues, is_needed: false, take: minor_values },
    Step { left_out: LeftOut::ChangeSpans, is_needed: true, take: change_spans },
    Step { left_out: LeftOut::Addresses, is_needed: true, take: addresses },
    Step { left_out: LeftOut::Hazards, is_needed: true, take: hazards::<20> },
    Step { left_out: LeftOut::Signals, is_needed: true, take: signals::<500> },
    Step { left_out: LeftOut::Signals, is_needed: true, take: signals::<200> },
    Step { left_out: LeftOut::Signals, is_needed: true, take: signals::<50> },
    Step { left_out: LeftOut::Resources, is_needed: true, take: resources::<200> },
    Step { left_out: LeftOut::LongTexts, is_needed: true, take: long_texts::<400> },
    Step { left_out: LeftOut::RulerSteps, is_needed: true, take: ruler_steps::<32> },
    Step { left_out: LeftOut::SmallPieces, is_needed: true, take: small_pieces::<5> },
    Step { left_out: LeftOut::Signals, is_needed: true, take: signals::<10> },
    Step { left_out: LeftOut::Resources, is_needed: true, take: resources::<20> },
    Step { left_out: LeftOut::Hazards, is_needed: true, take: hazards::<5> },
    Step { left_out: LeftOut::LongTexts, is_needed: true, take: long_texts::<80> },
    Step { left_out: LeftOut::Signals, is_needed: true, take: signals::<2> },
    Step { left_out: LeftOut::LongTexts, is_needed: true, take: long_texts::<20> },
];

/// The link to `report`, of which `judgement` is to be said, with as much detail as fits.
pub(super) fn fit(report: &Report, judgement: &Judgement, viewer: &str, messages: &Messages) -> Link {
    let [first, second, last] = GOALS;
    let to = |goal: usize| reduce(report, judgement.clone(), goal, viewer, messages);
    let is_reached = |link: &Link, goal: usize| !link.text.is_empty() && link.characters() <= goal;
    Some(to(first))
        .filter(|link| is_reached(link, first))
        .or_else(|| Some(to(second)).filter(|link| is_reached(link, second)))
        .unwrap_or_else(|| to(last))
}

/// Takes step after step until the link is no longer than `goal`, or no step is left.
fn reduce(report: &Report, mut judgement: Judgement, goal: usize, viewer: &str, messages: &Messages) -> Link {
    let mut report = report.clone();
    let mut steps = STEPS.iter().filter(|step| !step.is_needed || goal == LINK_CHARACTERS);
    loop {
        retell::retell(&mut report, &Judgement::default(), messages);
        let mut beside = judgement.beside_resources(&report);
        retell::retell(&mut report, &beside, messages);
        beside.add_beside(&judgement, &report);
        // One that no reader takes is longer than any.
        let text = write(&mut report, &mut beside, viewer, messages);
        let is_long = text.as_ref().is_none_or(|text| text.chars().count() > goal);
        match steps.find(|step| is_long && (step.take)(&mut report, messages)) {
            Some(step) => note(&mut report, step.left_out),
            None if is_long && goal == LINK_CHARACTERS && judgement.shorten() => {
                note(&mut report, LeftOut::LongTexts);
            }
            None => {
                beside.put_findings(&mut report);
                return Link { text: text.unwrap_or_default(), report };
            }
        }
    }
}

/// Says in the report itself that something is left out.
fn note(report: &mut Report, left_out: LeftOut) {
    let shared = report.shared.get_or_insert_default();
    shared.left_out =
        LeftOut::ALL.into_iter().filter(|part| *part == left_out || shared.left_out.contains(part)).collect();
}

/// The list; what reading them found stays.
fn inline_scripts(report: &mut Report, _: &Messages) -> bool {
    shorten(&mut report.inline_scripts, 0)
}

/// Takes several steps as one, of the group that most of them have.
fn ruler_steps<const STEPS: usize>(report: &mut Report, _: &Messages) -> bool {
    let Ruler { step_bytes, groups } = &mut report.ruler;
    if groups.len() <= STEPS {
        return false;
    }
    let together = groups.len().div_ceil(STEPS);
    let common = |steps: &[String]| {
        let count = |group: &String| steps.iter().filter(|other| *other == group).count();
        // The first of several that are as common.
        let best = steps.iter().map(count).max().unwrap_or_default();
        steps.iter().find(|group| count(group) == best).cloned().unwrap_or_default()
    };
    *groups = groups.chunks(together).map(common).collect();
    *step_bytes = step_bytes.saturating_mul(together as u64);
    true
}

/// Cuts values where sentences do.
fn long_values(report: &mut Report, _: &Messages) -> bool {
    let values = report.signals.iter_mut().flat_map(|signal| signal.survives.iter_mut().chain([&mut signal.value]));
    let texts = values.chain(&mut report.page.title);
    any(texts.map(cut::<80>))
}

/// Cuts a text after so many characters; whether it was longer.
fn cut<const CHARACTERS: usize>(text: &mut String) -> bool {
    let end = text.char_indices().nth(CHARACTERS).map(|(end, _)| end);
    match end.filter(|&end| &text[end..] != ELLIPSIS) {
        None => false,
        Some(end) => {
            text.truncate(end);
            text.push_str(ELLIPSIS);
            true
        }
    }
}

/// Whether one is; all are done.
fn any(done: impl Iterator<Item = bool>) -> bool {
    done.fold(false, |one, other| one | other)
}

fn blank_addresses(report: &mut Report, is_meant: fn(&Resource) -> bool) -> bool {
    let meant = report.resources.iter_mut().filter(|resource| is_meant(resource));
    any(meant.flat_map(|resource| [&mut resource.url].into_iter().chain(&mut resource.initiator)).map(blank))
}

fn skipped_addresses(report: &mut Report, _: &Messages) -> bool {
    blank_addresses(report, |resource| resource.requested == Requested::No && resource.fate.is_none())
}

fn kept_addresses(report: &mut Report, _: &Messages) -> bool {
    blank_addresses(report, |resource| matches!(resource.fate, None | Some(Fate::Kept)))
}

fn addresses(report: &mut Report, _: &Messages) -> bool {
    blank_addresses(report, |_| true)
}

fn small_pieces<const ROWS: usize>(report: &mut Report, _: &Messages) -> bool {
    let facts = &mut report.breakdown;
    any([
        shorten(&mut report.largest, ROWS),
        shorten(&mut facts.repeats, ROWS / 2),
        shorten(&mut facts.data_uris, ROWS / 2),
        shorten(&mut facts.states, ROWS / 2),
        shorten(&mut facts.sheets, ROWS / 2),
        shorten(&mut facts.json_ld_lists, ROWS / 2),
        shorten(&mut facts.state_keys, ROWS / 2),
    ]
    .into_iter())
}

/// Whether the list was longer.
fn shorten<T>(list: &mut Vec<T>, items: usize) -> bool {
    let is_longer = list.len() > items;
    list.truncate(items);
    is_longer
}

fn minor_values(report: &mut Report, _: &Messages) -> bool {
    use SignalKind::{Alternate, Heading, Hreflang, JsonLd, Microdata, OpenGraph, Rdfa, Twitter, Verification};
    let is_minor = |kind| {
        matches!(kind, Alternate | Heading | Hreflang | JsonLd | Microdata | OpenGraph | Rdfa | Twitter | Verification)
    };
    any(report.signals.iter_mut().filter(|signal| is_minor(signal.kind)).map(|signal| blank(&mut signal.value)))
}

fn change_spans(report: &mut Report, _: &Messages) -> bool {
    any(report.what_if.changes.iter_mut().map(|change| shorten(&mut change.spans, 0)))
}

fn hazards<const ROWS: usize>(report: &mut Report, _: &Messages) -> bool {
    shorten(&mut report.hazards, ROWS)
}

fn resources<const ROWS: usize>(report: &mut Report, _: &Messages) -> bool {
    let before = report.resources.len();
    let is_longer = shorten(&mut report.resources, ROWS);
    let left_out = (before - report.resources.len()) as u64;
    report.resources_left_out = report.resources_left_out.saturating_add(left_out);
    is_longer
}

/// Keeps the first ones of each kind and counts the others.
fn signals<const OF_A_KIND: usize>(report: &mut Report, _: &Messages) -> bool {
    let mut seen = [0; SignalKind::ALL.len()];
    let mut counts = report.shared.take().unwrap_or_default();
    let before = report.signals.len();
    report.signals.retain(|signal| {
        let seen = &mut seen[signal.kind as usize];
        *seen += 1;
        if *seen > OF_A_KIND {
            let is_same = |row: &&mut SignalCount| row.kind == signal.kind && row.fate == signal.fate;
            match counts.signals.iter_mut().find(is_same) {
                Some(row) => row.count += 1,
                None => counts.signals.push(SignalCount { kind: signal.kind, fate: signal.fate, count: 1 }),
            }
        }
        *seen <= OF_A_KIND
    });
    report.shared = Some(counts);
    report.signals.len() < before
}

/// Cuts every text, and every list that is short in any report of a page.
fn long_texts<const CHARACTERS: usize>(report: &mut Report, messages: &Messages) -> bool {
    /// More than there are categories, regions or changes.
    const ROWS: usize = 40;
    let cut_lists = any([
        shorten(&mut report.page.x_robots_tag, ROWS / 4),
        shorten(&mut report.page.link_header, ROWS / 4),
        shorten(&mut report.robots, ROWS / 4),
        shorten(&mut report.ledger, ROWS),
        shorten(&mut report.breakdown.regions, ROWS),
        shorten(&mut report.what_if.changes, ROWS),
    ]
    .into_iter());
    let places = report.cut.iter_mut().flat_map(|cut| [&mut cut.earliest, &mut cut.latest]);
    let cut_places = any(places.map(|place| shorten(&mut place.situations, ROWS / 4)));
    let cut_texts = change_texts(report, messages, |text| {
        let mut other = text.to_owned();
        cut::<CHARACTERS>(&mut other).then_some(other)
    });
    cut_lists | cut_places | cut_texts
}
