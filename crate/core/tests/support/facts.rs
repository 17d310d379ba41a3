//! What a report says is kept of a page, in the shape that the oracle compares (`Facts` in `tests/oracle/facts.js`).

use crawl_cutoff_core::Report;
use crawl_cutoff_core::report::{Fate, Placement, Signal, SignalKind};
use serde::Serialize;

/// Characters of a text that are compared.
const TEXT_CHARACTERS: usize = 200;

/// Lists are in document order. Texts have their white space collapsed and are cut to 200 characters; a title or heading
/// without text is none.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    pub(crate) titles: Vec<(String, Placement)>,
    pub(crate) canonicals: Vec<(String, Placement)>,
    pub(crate) robots: Vec<(String, String, Placement)>,
    pub(crate) descriptions: Vec<(String, Placement)>,
    pub(crate) hreflangs: Vec<(String, String, Placement)>,
    /// The blocks that parse.
    pub(crate) json_ld: Vec<String>,
    pub(crate) headings: Vec<(String, String)>,
    pub(crate) links: u64,
    pub(crate) words: u64,
}

/// What is left of a report's signals, words and links at its earliest edge.
pub(crate) fn kept(report: &Report) -> Facts {
    let mut facts =
        Facts { links: report.links.kept_earliest, words: report.text.words_kept_earliest, ..Facts::default() };
    for signal in &report.signals {
        let Some(value) = value_kept(signal) else { continue };
        let value = tidy(value);
        let name = signal.name.clone().unwrap_or_default();
        match signal.kind {
            SignalKind::Title if !value.is_empty() => facts.titles.push((value, signal.placement)),
            SignalKind::Canonical => facts.canonicals.push((value, signal.placement)),
            SignalKind::Robots if matches!(name.as_str(), "robots" | "googlebot") => {
                facts.robots.push((name, value, signal.placement))
            }
            SignalKind::Description => facts.descriptions.push((value, signal.placement)),
            SignalKind::Hreflang => facts.hreflangs.push((name, value, signal.placement)),
            // What survives of a block parses, even if the whole of it does not.
            SignalKind::JsonLd if signal.valid || signal.fate == Fate::Damaged => facts.json_ld.push(value),
            SignalKind::Heading if !value.is_empty() => facts.headings.push((name, value)),
            _ => {}
        }
    }
    facts
}

/// `None` when nothing of the signal is left.
fn value_kept(signal: &Signal) -> Option<&str> {
    match signal.fate {
        Fate::Kept => Some(&signal.value),
        Fate::Damaged => signal.survives.as_deref(),
        Fate::Depends | Fate::Lost => None,
    }
}

/// White space (as JavaScript's `\s` has it) collapsed, at most 200 characters.
pub(crate) fn tidy(text: &str) -> String {
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(TEXT_CHARACTERS).collect()
}

/// JavaScript's `\s`.
pub(crate) fn is_space(character: char) -> bool {
    character == '\u{feff}' || (character.is_whitespace() && character != '\u{85}')
}
