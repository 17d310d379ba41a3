//! Sentences out of messages: lists, plurals, places and values.

use crate::message::Messages;
use crate::number;
use crate::report::{Place, Signal, SignalKind};

/// Characters of a value that a sentence shows.
const VALUE_CHARACTERS: usize = 80;
/// Elements of a path that a sentence shows.
const PATH_ELEMENTS: usize = 5;
/// Items that a sentence names before it counts the rest.
const ITEMS: usize = 5;

/// The sentences of one language.
#[derive(Clone, Copy)]
pub(super) struct Say<'a>(pub(super) &'a Messages);

impl Say<'_> {
    /// The sentence `key`.
    pub(super) fn text(self, key: &str) -> String {
        self.0.text(key, &[])
    }

    /// The sentence `key` with its arguments.
    pub(super) fn with(self, key: &str, arguments: &[&str]) -> String {
        self.0.text(key, arguments)
    }

    /// `key_one` for one, `key_many` with the count for any other number.
    pub(super) fn counted(self, key: &str, n: u64) -> String {
        match n {
            1 => self.text(&format!("{key}_one")),
            _ => self.with(&format!("{key}_many"), &[&number::count(n)]),
        }
    }

    /// `part` of `whole` things: `key_the` where there is only one ("the canonical"), `key_both`, `key_all` ("all 3 links")
    /// or `key_part` ("2 of 3 links").
    pub(super) fn part(self, key: &str, part: u64, whole: u64) -> String {
        match (part, whole) {
            (1, 1) => self.text(&format!("{key}_the")),
            (2, 2) => self.text(&format!("{key}_both")),
            _ if part == whole => self.with(&format!("{key}_all"), &[&number::count(whole)]),
            _ => self.with(&format!("{key}_part"), &[&number::count(part), &number::count(whole)]),
        }
    }

    /// As [`Say::part`] for a part that is known as a range: "328–361 of 434 links".
    pub(super) fn range(self, key: &str, part: (u64, u64), whole: u64) -> String {
        if part.0 == part.1 {
            return self.part(key, part.1, whole);
        }
        self.with(&format!("{key}_part"), &[&number::count_range(part), &number::count(whole)])
    }

    /// "a", "a and b", "a, b and c"; nothing for nothing.
    pub(super) fn list(self, items: &[String]) -> String {
        let Some((last, before)) = items.split_last() else { return String::new() };
        let Some((first, between)) = before.split_first() else { return last.clone() };
        let start =
            between.iter().fold(first.clone(), |list, item| self.with("finding_list_comma", &[list.as_str(), item]));
        self.with("finding_list_and", &[start.as_str(), last])
    }

    /// "a; b; c", for items that have commas of their own.
    pub(super) fn series(self, items: &[String]) -> String {
        items.join(&self.text("finding_series_separator"))
    }

    /// The first few of `items`, and how many more there are.
    pub(super) fn first_few(self, items: impl ExactSizeIterator<Item = String>) -> String {
        let more = items.len().saturating_sub(ITEMS) as u64;
        let mut named: Vec<String> = items.take(ITEMS).collect();
        if more > 0 {
            named.push(self.with("finding_more", &[&number::count(more)]));
        }
        self.series(&named)
    }

    /// The first few of `items` as a sentence of their own.
    pub(super) fn sentence(self, items: impl ExactSizeIterator<Item = String>) -> String {
        let list = self.first_few(items);
        // `h2` and `og:title` are names, not words.
        let is_word = list.split(' ').next().is_some_and(|first| first.chars().all(char::is_alphabetic));
        if is_word { capital(&list) + "." } else { list + "." }
    }

    /// "canonical “https://…” at byte 2,391,204 (line 8,112)".
    pub(super) fn signal(self, signal: &Signal) -> String {
        self.with(
            "finding_at",
            &[&self.signal_label(signal), &number::count(signal.start), &number::count(signal.line)],
        )
    }

    /// What a signal is and says: "canonical “https://…”", "h2 “Reviews”", "JSON-LD Product".
    fn signal_label(self, signal: &Signal) -> String {
        use SignalKind::{Heading, JsonLd, NextPrev, OpenGraph, Robots, Twitter, Verification};
        let noun = self.text(&format!("signal_{}", signal.kind.name()));
        let name = signal.name.as_deref().filter(|name| !name.is_empty()).map(shorten);
        let mut label = match (signal.kind, name) {
            (_, None) => noun,
            // Their names say what they are.
            (Heading | OpenGraph | Twitter | Robots | NextPrev | Verification, Some(name)) => name,
            (_, Some(name)) => format!("{noun} {name}"),
        };
        // A block of JSON is no value for a sentence.
        if signal.kind != JsonLd && !signal.value.trim().is_empty() {
            label = format!("{label} {}", self.quote(&signal.value));
        }
        label
    }

    /// A value of the page in quotes, cut where it is long.
    pub(super) fn quote(self, value: &str) -> String {
        self.with("finding_quote", &[&shorten(value)])
    }

    /// "cut at byte …, line …, column …, in html > body."
    pub(super) fn place(self, place: &Place) -> String {
        let offset = number::count(place.offset);
        let line = number::count(place.line);
        let column = number::count(place.column);
        if place.path.is_empty() {
            return self.with("finding_cut_at", &[&offset, &line, &column]);
        }
        self.with("finding_cut_in", &[&offset, &line, &column, &innermost(&place.path)])
    }
}

/// The innermost elements of a path, `… > div > p > a`.
fn innermost(path: &str) -> String {
    const SEPARATOR: &str = " > ";
    let elements: Vec<&str> = path.split(SEPARATOR).collect();
    match elements.len().checked_sub(PATH_ELEMENTS).filter(|&left_out| left_out > 0) {
        Some(left_out) => format!("…{SEPARATOR}{}", elements[left_out..].join(SEPARATOR)),
        None => path.to_owned(),
    }
}

/// `value` on one line, at most [`VALUE_CHARACTERS`] characters.
fn shorten(value: &str) -> String {
    let mut line = String::new();
    for (count, character) in value.trim().chars().enumerate() {
        if count == VALUE_CHARACTERS {
            line.push('…');
            break;
        }
        line.push(if character.is_control() { ' ' } else { character });
    }
    line
}

/// Several sentences, one after the other; empty ones are left out.
pub(super) fn paragraph(sentences: &[String]) -> String {
    let spoken: Vec<&str> = sentences.iter().map(String::as_str).filter(|sentence| !sentence.is_empty()).collect();
    spoken.join(" ")
}

/// The sentence with its first letter in upper case.
pub(super) fn capital(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[&str]) -> String {
        let items: Vec<String> = items.iter().map(|&item| item.to_owned()).collect();
        Say(&Messages::default()).list(&items)
    }

    #[test]
    fn lists_read_as_english() {
        assert_eq!(list(&[]), "");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b"]), "a and b");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a", "b", "c", "d"]), "a, b, c and d");
    }

    #[test]
    fn parts_tell_the_only_one_from_all_and_from_some() {
        let messages = Messages::default();
        let say = Say(&messages);
        assert_eq!(say.part("finding_what_json_ld", 1, 1), "the JSON-LD block");
        assert_eq!(say.part("finding_what_json_ld", 2, 2), "both JSON-LD blocks");
        assert_eq!(say.part("finding_what_json_ld", 3, 3), "all 3 JSON-LD blocks");
        assert_eq!(say.part("finding_what_json_ld", 1, 3), "1 of 3 JSON-LD blocks");
        assert_eq!(say.part("finding_what_links", 1_324, 4_310), "1,324 of 4,310 links");
    }

    #[test]
    fn a_long_series_names_five_and_counts_the_rest() {
        let messages = Messages::default();
        let say = Say(&messages);
        let items = |n: u32| (0..n).map(|i| i.to_string()).collect::<Vec<_>>().into_iter();
        assert_eq!(say.first_few(items(5)), "0; 1; 2; 3; 4");
        assert_eq!(say.first_few(items(7)), "0; 1; 2; 3; 4; 2 more");
    }

    #[test]
    fn a_list_that_begins_with_a_name_keeps_it() {
        let messages = Messages::default();
        let say = Say(&messages);
        let sentence = |first: &str| say.sentence([first.to_owned()].into_iter());
        assert_eq!(sentence("canonical at byte 1"), "Canonical at byte 1.");
        assert_eq!(sentence("h2 at byte 1"), "h2 at byte 1.");
        assert_eq!(sentence("og:title at byte 1"), "og:title at byte 1.");
    }

    #[test]
    fn a_long_path_shows_its_end() {
        assert_eq!(innermost("html > body > main > p > a"), "html > body > main > p > a");
        assert_eq!(innermost("html > body > main > div > p > a"), "… > body > main > div > p > a");
    }

    #[test]
    fn values_are_cut_at_characters_and_kept_on_one_line() {
        assert_eq!(shorten(" a\nb "), "a b");
        assert_eq!(shorten(&"é".repeat(81)), format!("{}…", "é".repeat(80)));
        assert_eq!(shorten(&"é".repeat(80)), "é".repeat(80));
    }
}
