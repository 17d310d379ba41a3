//! What to do about the bytes: the changes that bring everything back, or what is worth knowing where everything fits.

use askama::Template;

use super::order;
use super::words::{Words, fate_name};
use crate::ledger::{ChangeKind, plan};
use crate::limit::GOOGLEBOT;
use crate::number;
use crate::report::{ContentKind, Fate, Report};

/// What is worth knowing takes at least this share of the body …
const NOTABLE_PERCENT: u64 = 5;
/// … and at least so many bytes.
const NOTABLE_BYTES: u64 = 10_000;

/// What to do about the bytes of one page, in sentences.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(path = "advice.html")]
pub struct Advice {
    fate: &'static str,
    is_remedy: bool,
    /// What stands before several steps; empty before one.
    pub lead: String,
    /// Title and saving of each change, those that save most first.
    pub steps: Vec<(String, String)>,
    /// What the changes come to.
    pub result: String,
    /// How it is done, and what it costs elsewhere; may be empty.
    pub note: String,
}

impl Advice {
    /// `None` for what is not HTML or has no limit, and for a page that fits and has nothing notable.
    #[must_use]
    pub fn new(report: &Report, words: Words<'_>) -> Option<Self> {
        let earliest = report.limit.earliest?;
        if report.page.kind != ContentKind::Html {
            return None;
        }
        if report.page.body_bytes > earliest {
            Some(remedy(report, earliest, words))
        } else {
            room(report, earliest, words)
        }
    }

    /// Whether it brings something back; else it is about a page that fits.
    #[must_use]
    pub fn is_remedy(&self) -> bool {
        self.is_remedy
    }

    /// Whether the fix of the finding called `id` is this advice.
    #[must_use]
    pub fn is_fix_of(id: &str) -> bool {
        matches!(id, "over-limit" | "in-band")
    }
}

fn remedy(report: &Report, earliest: u64, words: Words<'_>) -> Advice {
    let plan = plan(report, earliest);
    let left = number::bytes(plan.left_bytes);
    let too_much = number::bytes(plan.left_bytes.saturating_sub(earliest));
    let mut steps: Vec<(String, String)> =
        plan.named.iter().map(|change| (change.title.clone(), number::bytes_saved(change.bytes))).collect();
    if plan.smaller > 0 {
        let title = words.with("view_advice_smaller", &[&number::count(plan.smaller)]);
        steps.push((title, number::bytes_saved(plan.smaller_bytes)));
    }
    let (lead, result) = match (steps.len(), plan.fits) {
        (0, _) => ("", words.with("view_advice_none", &[&too_much])),
        (1, true) => ("", words.with("view_advice_one_fits", &[&left])),
        (1, false) => ("", words.with("view_advice_one_leaves", &[&left, &too_much])),
        (_, true) => ("view_advice_lead_fits", words.with("view_advice_several_fit", &[&left])),
        (_, false) => ("view_advice_lead_leaves", words.with("view_advice_several_leave", &[&left, &too_much])),
    };
    let note = match plan.named.as_slice() {
        [] => String::new(),
        [change] => join(&change.fix, &several_files(change.bytes, &change.id, report, words)),
        changes => {
            let largest = changes.iter().map(|change| several_files(change.bytes, &change.id, report, words));
            join(&words.say("view_advice_cost"), &largest.max().unwrap_or_default())
        }
    };
    let fate = if plan.fits { Fate::Kept } else { Fate::Lost };
    let lead = if lead.is_empty() { String::new() } else { words.say(lead) };
    Advice { fate: fate_name(Some(fate)), is_remedy: true, lead, steps, result, note }
}

/// That a file above Googlebot's limit is cut too; nothing where what is moved stays below it.
pub(super) fn several_files(bytes: u64, id: &str, report: &Report, words: Words<'_>) -> String {
    let is_cut =
        report.limit.crawler == GOOGLEBOT.crawler && ChangeKind::is_fetched(id) && bytes > GOOGLEBOT.decimal_bytes;
    if is_cut { words.with("view_advice_several_files", &[GOOGLEBOT.written]) } else { String::new() }
}

fn join(first: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first} {second}") }
}

fn room(report: &Report, earliest: u64, words: Words<'_>) -> Option<Advice> {
    let note = notable(report, words).into_iter().next()?;
    let room = number::bytes(earliest.saturating_sub(report.page.body_bytes));
    let result = words.with("view_advice_room", &[&room]);
    let fate = fate_name(Some(Fate::Kept));
    Some(Advice { fate, is_remedy: false, lead: String::new(), steps: Vec::new(), result, note })
}

/// What takes a notable part of the page without need, a sentence each, the largest first.
#[must_use]
pub fn notable(report: &Report, words: Words<'_>) -> Vec<String> {
    let facts = &report.breakdown;
    let mut sentences: Vec<(u64, String)> = Vec::new();
    if let Some(bytes) = facts.menu_bytes_before_content {
        sentences.push((bytes, words.with("view_notable_menus", &[&number::bytes(bytes)])));
    }
    // Elements of one shape are how lists are made: no waste.
    if let Some(block) = facts.repeats.iter().find(|block| block.kind != "markup") {
        let (count, extra) = (number::count(block.count), number::bytes(block.extra_bytes));
        sentences.push((block.extra_bytes, words.with("view_notable_repeat", &[&block.label, &count, &extra])));
    }
    if let Some(state) = facts.states.first() {
        let share = number::percent_of(state.bytes, report.page.body_bytes);
        let key = if state.count == 1 { "view_notable_state" } else { "view_notable_state_pieces" };
        let arguments = [&*state.name, &*number::bytes(state.bytes), &*share, &*number::count(state.count)];
        sentences.push((state.bytes, words.with(key, &arguments)));
    }
    let embedded = facts
        .data_uris
        .iter()
        .fold((0, 0), |sum: (u64, u64), row| (sum.0.saturating_add(row.count), sum.1.saturating_add(row.bytes)));
    if let Some(largest) = facts.data_uris.first() {
        let arguments = [&*number::count(embedded.0), &*number::bytes(embedded.1), &*largest.media_type];
        let key = if embedded.0 == 1 { "view_notable_data" } else { "view_notable_data_several" };
        sentences.push((embedded.1, words.with(key, &arguments)));
    }
    if let Some(twice) = &facts.paid_twice {
        let bytes = number::bytes(twice.bytes);
        sentences.push((twice.bytes, words.with("view_notable_twice", &[&bytes])));
    }
    let body = report.page.body_bytes;
    sentences.retain(|(bytes, _)| {
        *bytes >= NOTABLE_BYTES && bytes.saturating_mul(100) >= body.saturating_mul(NOTABLE_PERCENT)
    });
    order::by_key(sentences, |(bytes, _)| u64::MAX - bytes).into_iter().map(|(_, sentence)| sentence).collect()
}

#[cfg(test)]
mod tests;
