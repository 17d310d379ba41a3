//! The answer in one sentence, and the place where the fetch stops.

use askama::Template;

use super::icon::Icon;
use super::words::{Words, fate_name};
use crate::number;
use crate::report::{Fate, Place, Report};

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

#[derive(Template)]
#[template(path = "cut.html")]
pub(super) struct CutView<'a> {
    icon: Icon,
    fate: &'static str,
    summary: String,
    exact: String,
    effect: &'a str,
    path: Option<String>,
    latest: Option<String>,
}

impl<'a> CutView<'a> {
    /// `None` when the whole body is kept.
    pub(super) fn new(report: &'a Report, words: Words) -> Option<Self> {
        let cut = report.cut.as_ref()?;
        let place = &cut.earliest;
        let summary = match report.verdict.fate {
            Some(Fate::Depends) => "view_cut_summary_depends",
            _ => "view_cut_summary",
        };
        let [offset, line, column] = [place.offset, place.line, place.column].map(number::count);
        Some(Self {
            icon: Icon::Fate(Some(Fate::Damaged)),
            fate: fate_name(report.verdict.fate),
            summary: words.with(summary, &[&line, &words.state(place.state)]),
            exact: words.with("view_cut_exact", &[&offset, &line, &column]),
            effect: &place.effect,
            path: (!place.path.is_empty()).then(|| words.with("view_cut_path", &[&place.path])),
            latest: latest(report, &cut.latest, words),
        })
    }
}

fn latest(report: &Report, place: &Place, words: Words) -> Option<String> {
    if report.limit.earliest == report.limit.latest {
        return None;
    }
    if report.page.body_bytes <= place.offset || report.verdict.fate == Some(Fate::Depends) {
        return Some(words.say("view_cut_end"));
    }
    let [offset, line] = [place.offset, place.line].map(number::count);
    Some(words.with("view_cut_latest", &[&offset, &line, &words.state(place.state)]))
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
