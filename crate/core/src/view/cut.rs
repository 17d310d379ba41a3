//! The place where the fetch stops, in the source's own terms: line, element, effect.

use askama::Template;

use super::icon::Icon;
use super::words::{Words, fate_name};
use crate::number;
use crate::report::{Fate, Place, Report};

#[derive(Template)]
#[template(path = "cut.html")]
pub(super) struct CutView {
    icon: Icon,
    fate: &'static str,
    summary: String,
    exact: String,
    effect: String,
    path: Option<String>,
    latest: Option<String>,
}

impl CutView {
    /// `None` when the whole body is kept.
    pub(super) fn new(report: &Report, words: Words) -> Option<Self> {
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
            effect: place.effect.clone(),
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
