//! What a report from a link lacks.

use askama::Template;

use super::words::Words;
use crate::report::Report;

#[derive(Template)]
#[template(path = "shared.html")]
pub(super) struct SharedView {
    sentence: String,
}

impl SharedView {
    /// `None` for a report that did not come from a link.
    pub(super) fn new(report: &Report, words: Words<'_>) -> Option<Self> {
        Some(Self { sentence: sentence(report, words)? })
    }
}

/// That the report came from a link, and what the link left out; `None` for one that did not.
#[must_use]
pub fn sentence(report: &Report, words: Words<'_>) -> Option<String> {
    let shared = report.shared.as_ref()?;
    let parts: Vec<String> =
        shared.left_out.iter().map(|part| words.say(&format!("view_left_out_{}", part.name()))).collect();
    Some(match parts.as_slice() {
        [] => words.say("view_shared"),
        parts => words.with("view_shared_left_out", &[&words.list(parts)]),
    })
}
