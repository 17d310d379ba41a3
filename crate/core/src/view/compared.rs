//! Two reports side by side, for whoever asks whether a change helped.

use askama::Template;

use super::icon::Icon;
use super::words::{Words, capital, fate_name};
use crate::compare::{Comparison, Pair};
use crate::number;
use crate::report::{Fate, Finding};

/// Changes listed one by one in each table.
const ROWS: usize = 200;

#[derive(Template)]
#[template(path = "compared.html")]
pub(super) struct ComparedView<'a> {
    words: Words<'a>,
    fate: &'static str,
    icon: Icon,
    sentence: String,
    notes: Vec<String>,
    numbers: Vec<NumberRow>,
    changes: Vec<(String, Vec<ChangeRow>)>,
    findings: Vec<(String, (&'static str, Icon), &'a [Finding])>,
}

struct NumberRow {
    name: String,
    before: String,
    after: String,
    change: String,
}

struct ChangeRow {
    what: String,
    sides: [(&'static str, Icon, String); 2],
}

impl<'a> ComparedView<'a> {
    pub(super) fn new(comparison: &'a Comparison, words: Words<'a>) -> Self {
        let Pair { before, after } = comparison.body_bytes;
        let change = number::bytes_changed(difference(before, after));
        let fate = |fate: Option<Fate>| words.fate(fate);
        let sentence = if comparison.fate.differs() {
            let fates = [fate(comparison.fate.before), fate(comparison.fate.after)];
            words.with("view_compared_fates", &[&fates[0], &fates[1], &change])
        } else if comparison.body_bytes.differs() {
            words.with("view_compared_fate", &[&fate(comparison.fate.after), &change])
        } else {
            words.with("view_compared_same", &[&fate(comparison.fate.after)])
        };
        let notes = [
            (!comparison.is_same_page, "view_compared_other_page"),
            (!comparison.is_same_limit, "view_compared_other_limit"),
        ];
        let changes = [
            (words.say("view_compared_signals"), signals(comparison, words)),
            (words.say("view_compared_resources"), resources(comparison, words)),
        ];
        let findings = [
            ("view_compared_solved", Fate::Kept, comparison.solved.as_slice()),
            ("view_compared_new", Fate::Lost, comparison.new.as_slice()),
        ];
        Self {
            words,
            fate: fate_name(comparison.fate.after),
            icon: Icon::Fate(comparison.fate.after),
            sentence,
            notes: notes.into_iter().filter(|(applies, _)| *applies).map(|(_, key)| words.say(key)).collect(),
            numbers: numbers(comparison, words),
            changes: changes.into_iter().filter(|(_, rows)| !rows.is_empty()).collect(),
            findings: findings
                .into_iter()
                .filter(|(_, _, list)| !list.is_empty())
                .map(|(key, fate, list)| (words.say(key), (fate_name(Some(fate)), Icon::Fate(Some(fate))), list))
                .collect(),
        }
    }
}

fn difference(before: u64, after: u64) -> i64 {
    i64::try_from(after).unwrap_or(i64::MAX).saturating_sub(i64::try_from(before).unwrap_or(i64::MAX))
}

fn numbers(comparison: &Comparison, words: Words) -> Vec<NumberRow> {
    let size = |name: String, Pair { before, after }: Pair<u64>| NumberRow {
        name,
        before: number::bytes(before),
        after: number::bytes(after),
        change: number::bytes_changed(difference(before, after)),
    };
    let part = |key: &str, Pair { before, after }: Pair<(u64, u64)>| {
        let text =
            |(part, whole): (u64, u64)| words.with("view_compared_of", &[&number::count(part), &number::count(whole)]);
        NumberRow { name: words.say(key), before: text(before), after: text(after), change: String::new() }
    };
    let cut = |offset: Option<u64>| offset.map_or_else(|| words.say("view_compared_no_cut"), number::bytes_counted);
    let mut rows = vec![
        size(words.say("view_compared_size"), comparison.body_bytes),
        NumberRow {
            name: words.say("view_compared_cut"),
            before: cut(comparison.cut.before),
            after: cut(comparison.cut.after),
            change: String::new(),
        },
        part("view_compared_words", comparison.words),
        part("view_compared_links", comparison.links),
    ];
    rows.extend(
        comparison.ledger.iter().map(|change| size(words.say(&format!("category_{}", change.category)), change.bytes)),
    );
    rows
}

fn signals(comparison: &Comparison, words: Words) -> Vec<ChangeRow> {
    let rows = comparison.signals.iter().take(ROWS).map(|change| {
        let kind = words.signal(change.kind);
        let name = change.name.as_deref().filter(|name| !name.eq_ignore_ascii_case(&kind)).unwrap_or_default();
        let side = |fate: Option<Fate>| match fate {
            Some(_) => (fate_name(fate), Icon::Fate(fate), words.fate(fate)),
            None => (fate_name(None), Icon::Fate(None), words.say("view_compared_absent")),
        };
        let parts = [capital(&kind), name.to_owned(), change.value.clone()];
        let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        ChangeRow { what: parts.join(" "), sides: [side(change.fate.before), side(change.fate.after)] }
    });
    rows.collect()
}

fn resources(comparison: &Comparison, words: Words) -> Vec<ChangeRow> {
    let rows = comparison.resources.iter().take(ROWS).map(|change| {
        let side = |is_there: bool, bytes: Option<u64>, fate: Option<Fate>| {
            let text = match bytes {
                _ if !is_there => words.say("view_compared_absent"),
                Some(bytes) => number::bytes(bytes),
                None => words.say("view_fact_unknown"),
            };
            (fate_name(fate), Icon::Fate(fate), text)
        };
        ChangeRow {
            what: change.url.clone(),
            sides: [
                side(change.there.before, change.body_bytes.before, change.fate.before),
                side(change.there.after, change.body_bytes.after, change.fate.after),
            ],
        }
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::sample;
    use crate::message::Messages;
    use crate::view::compared;

    #[test]
    fn both_sides_and_the_change_are_told() {
        let (before, mut after) = (sample("over"), sample("kept"));
        after.page.url = "https://other.example/".to_owned();
        let html = compared(&before, &after, &Messages::default());
        assert!(html.contains("The page was lost and is now kept"), "{html}");
        assert!(html.contains("These reports are about different pages."));
        assert!(html.contains("Solved"));
    }

    #[test]
    fn hostile_reports_stay_text() {
        let html = compared(&sample("hostile"), &sample("over"), &Messages::default());
        assert!(!html.contains("<img") && !html.contains("<script"), "{html}");
    }
}
