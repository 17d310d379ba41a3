//! What to do about the bytes: the changes that bring everything back, or what is worth knowing where everything fits.

use askama::Template;

use super::words::{Words, fate_name};
use crate::ledger::{ChangeKind, plan};
use crate::number;
use crate::order;
use crate::report::{ContentKind, Fate, Report};
use crate::resource::of_file;

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
    /// Ids of the changes that are named.
    changes: Vec<String>,
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

    /// Whether this says what the fix of the finding called `id` says.
    #[must_use]
    pub fn is_fix_of(&self, id: &str) -> bool {
        match id {
            "over-limit" | "in-band" => self.is_remedy,
            "state-printed" => self.changes.iter().any(|change| change.starts_with("state:")),
            "framework-inlined" => self.changes.iter().any(|change| change == "styles"),
            "fonts-inlined" => self.changes.iter().any(|change| change == "fonts"),
            _ => false,
        }
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
    let changes = plan.named.iter().map(|change| change.id.clone()).collect();
    let lead = if lead.is_empty() { String::new() } else { words.say(lead) };
    Advice { fate: fate_name(Some(fate)), is_remedy: true, changes, lead, steps, result, note }
}

/// That a file above its own limit is cut too; nothing where what is moved stays below it.
pub(super) fn several_files(bytes: u64, id: &str, report: &Report, words: Words<'_>) -> String {
    let (fits, written) = of_file(&report.limit);
    let is_cut = ChangeKind::is_fetched(id) && bytes > fits;
    if is_cut { words.with("view_advice_several_files", &[&written]) } else { String::new() }
}

fn join(first: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first} {second}") }
}

fn room(report: &Report, earliest: u64, words: Words<'_>) -> Option<Advice> {
    let note = notable(report, words).into_iter().next()?;
    let room = number::bytes(earliest.saturating_sub(report.page.body_bytes));
    let result = words.with("view_advice_room", &[&room]);
    let fate = fate_name(Some(Fate::Kept));
    let (lead, steps, changes) = (String::new(), Vec::new(), Vec::new());
    Some(Advice { fate, is_remedy: false, changes, lead, steps, result, note })
}

/// What takes a notable part of the page without need and no finding says, a sentence each, the largest first.
#[must_use]
pub fn notable(report: &Report, words: Words<'_>) -> Vec<String> {
    let body = report.page.body_bytes;
    let is_said = |finding: &str| report.findings.iter().any(|other| other.id == finding);
    let mut notes = notes(report, words);
    notes.retain(|note| {
        let is_much = note.bytes.saturating_mul(100) >= body.saturating_mul(NOTABLE_PERCENT);
        note.bytes >= NOTABLE_BYTES && is_much && !is_said(note.finding)
    });
    order::by_key(notes, |note| u64::MAX - note.bytes).into_iter().map(|note| note.sentence).collect()
}

/// One thing that takes bytes.
struct Note {
    bytes: u64,
    /// The finding that says the same, and how to change it.
    finding: &'static str,
    sentence: String,
}

fn notes(report: &Report, words: Words<'_>) -> Vec<Note> {
    let facts = &report.breakdown;
    let mut notes = Vec::new();
    let mut note = |bytes, finding, sentence| notes.push(Note { bytes, finding, sentence });
    if let Some(bytes) = facts.menu_bytes_before_content {
        note(bytes, "menus-first", words.with("view_notable_menus", &[&number::bytes(bytes)]));
    }
    // Elements of one shape are how lists are made: no waste.
    if let Some(block) = facts.repeats.iter().find(|block| block.kind != "markup") {
        let finding = match block.kind.as_str() {
            "style" => "styles-repeated",
            "svg" => "drawings-repeated",
            _ => "addresses-repeated",
        };
        let (count, extra) = (number::count(block.count), number::bytes(block.extra_bytes));
        note(block.extra_bytes, finding, words.with("view_notable_repeat", &[&block.label, &count, &extra]));
    }
    if let Some(state) = facts.states.first() {
        let share = number::percent_of(state.bytes, report.page.body_bytes);
        let key = if state.count == 1 { "view_notable_state" } else { "view_notable_state_pieces" };
        let arguments = [&*state.name, &*number::bytes(state.bytes), &*share, &*number::count(state.count)];
        note(state.bytes, "state-printed", words.with(key, &arguments));
    }
    if let Some(largest) = facts.data_uris.first() {
        let rows = facts.data_uris.iter();
        let (count, bytes) = rows.fold((0_u64, 0_u64), |(count, bytes), row| {
            (count.saturating_add(row.count), bytes.saturating_add(row.bytes))
        });
        let finding = if largest.media_type.contains("font") { "fonts-inlined" } else { "tiny-images" };
        let key = if count == 1 { "view_notable_data" } else { "view_notable_data_several" };
        let arguments = [&*number::count(count), &*number::bytes(bytes), &*largest.media_type];
        note(bytes, finding, words.with(key, &arguments));
    }
    if let Some(twice) = &facts.paid_twice {
        let sentence = words.with("view_notable_twice", &[&number::bytes(twice.bytes)]);
        note(twice.bytes, "paid-twice", sentence);
    }
    notes
}

#[cfg(test)]
mod tests;
