//! The answer in one sentence.

use askama::Template;

use super::icon::Icon;
use super::words::{Words, fate_name};
use crate::report::Report;

#[derive(Template)]
#[template(path = "verdict.html")]
pub(super) struct VerdictView<'a> {
    icon: Icon,
    fate: &'static str,
    spoken: String,
    sentence: Vec<Piece<'a>>,
    detail: &'a str,
}

/// A part of a sentence. A number and its unit never stand on two lines.
struct Piece<'a> {
    text: &'a str,
    is_number: bool,
}

impl<'a> VerdictView<'a> {
    pub(super) fn new(report: &'a Report, words: Words) -> Self {
        let verdict = &report.verdict;
        Self {
            icon: Icon::Fate(verdict.fate),
            fate: fate_name(verdict.fate),
            spoken: words.fate(verdict.fate),
            sentence: pieces(&verdict.sentence),
            detail: &verdict.detail,
        }
    }
}

/// Splits a sentence before every number that a unit follows, and after that unit.
fn pieces(sentence: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = sentence;
    let mut searched = 0;
    while let Some(space) = rest[searched..].find(' ').map(|found| found + searched) {
        let start = rest[..space]
            .rfind(|c: char| !c.is_ascii_digit() && !".,".contains(c))
            .map_or(0, |before| before + rest[before..].chars().next().map_or(1, char::len_utf8));
        let unit =
            ["bytes", "byte", "KB", "MB", "GB", "%"].into_iter().find(|unit| rest[space + 1..].starts_with(unit));
        match unit {
            Some(unit) if rest[start..space].starts_with(|c: char| c.is_ascii_digit()) => {
                let end = space + 1 + unit.len();
                pieces.push(Piece { text: &rest[..start], is_number: false });
                pieces.push(Piece { text: &rest[start..end], is_number: true });
                (rest, searched) = (&rest[end..], 0);
            }
            _ => searched = space + 1,
        }
    }
    pieces.push(Piece { text: rest, is_number: false });
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stays_with_its_unit_and_the_sentence_stays_whole() {
        let sentence = "Googlebot stops at 2.00 MB of 3.15 MB: 61 % of 1,204 words, あ12 KB";
        let numbers: Vec<&str> =
            pieces(sentence).iter().filter(|piece| piece.is_number).map(|piece| piece.text).collect();
        assert_eq!(numbers, ["2.00 MB", "3.15 MB", "61 %", "12 KB"]);
        assert_eq!(pieces(sentence).iter().map(|piece| piece.text).collect::<String>(), sentence);
        assert!(pieces("").is_empty());
        assert_eq!(pieces("the MB of a, KB").iter().filter(|piece| piece.is_number).count(), 0);
    }
}
