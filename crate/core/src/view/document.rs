//! The full report as one file, which needs no other.

use askama::Template;

use super::details::Details;
use super::words::Words;
use crate::report::Report;

/// The style sheet of every page, so that the file needs no other.
const STYLE: &str = include_str!("../../../../extension/style.css");

#[derive(Template)]
#[template(path = "document.html")]
pub(super) struct Document<'a> {
    words: Words<'a>,
    language: String,
    style: &'static str,
    address: &'a str,
    sentence: &'a str,
    details: Details<'a>,
}

impl<'a> Document<'a> {
    pub(super) fn new(report: &'a Report, details: Details<'a>, words: Words<'a>) -> Self {
        Self {
            words,
            language: words.say("popup_language"),
            style: STYLE,
            address: &report.page.url,
            sentence: &report.verdict.sentence,
            details,
        }
    }
}
