//! Report → HTML, Markdown and tables. Escaped by compile-time templates; no script, no style attribute, no address of another host.
//!
//! One file for each part of the panel, its template beside it. A part turns a report into the words and shapes it shows; the
//! template arranges them. What looks how is in `extension/style.css`.

use askama::Template;

use crate::compare::compare;
use crate::message::Messages;
use crate::report::Report;

pub mod advice;
mod breakdown;
mod compared;
pub mod csv;
mod cut;
mod details;
mod document;
mod escape;
mod facts;
mod findings;
mod hazards;
mod icon;
mod ledger;
mod map;
mod markdown;
mod markdown_file;
pub mod resources;
mod ruler;
#[cfg(test)]
mod sample;
mod scale;
mod server;
mod shared;
mod signals;
pub mod source;
mod ticket;
mod verdict;
mod what_if;
pub mod words;

pub use escape::is_unseen;
pub use shared::sentence as shared_sentence;
pub use ticket::ticket;
use words::Words;

/// The popup's content: everything between header and actions, as HTML.
///
/// It uses only the elements and attributes that the sanitiser of `extension/panel.js` lets through; a test compares them.
#[must_use]
pub fn panel(report: &Report, messages: &Messages) -> String {
    parts(report, Words(messages), None)
}

/// The content of the report tab: the panel and all that it leaves out, nothing folded, and what-if to try.
///
/// Whoever shows it puts [`what_if`] into `#what-if-result` when a change is ticked.
#[must_use]
pub fn report(report: &Report, messages: &Messages) -> String {
    let words = Words(messages);
    let what_if = what_if::WhatIfView::new(report, words);
    rendered(&details::Details::new(report, &parts(report, words, Some(resources::rows)), what_if, words))
}

/// What the page would be after the changes with these ids, as HTML. An unknown id changes nothing.
#[must_use]
pub fn what_if(report: &Report, ids: &[&str], messages: &Messages) -> String {
    rendered(&what_if::ResultView::new(report, ids, Words(messages)))
}

/// The ruler between two body offsets, larger, as HTML: in the place of `#ruler`.
#[must_use]
pub fn ruler(report: &Report, from: u64, to: u64, messages: &Messages) -> String {
    rendered(&ruler::RulerView::of(report, ruler::Window::between(report, from, to), Words(messages)))
}

/// What differs between an earlier report and a later one, as HTML.
#[must_use]
pub fn compared(before: &Report, after: &Report, messages: &Messages) -> String {
    rendered(&compared::ComparedView::new(&compare(before, after), Words(messages)))
}

/// The full report as one self-contained HTML file: no script, no other file, light and dark, and fit for paper.
#[must_use]
pub fn document(report: &Report, messages: &Messages) -> String {
    let words = Words(messages);
    let details = details::Details::new(report, &parts(report, words, Some(resources::rows)), None, words);
    rendered(&document::Document::new(report, details, words))
}

/// The full report as Markdown.
#[must_use]
pub fn markdown(report: &Report, messages: &Messages) -> String {
    markdown_file::markdown_file(report, Words(messages))
}

/// Verdict to numbers. In the full report, the one with `rows`, the ledger's own table is left out: the map's stands below.
fn parts(report: &Report, words: Words<'_>, rows: Option<resources::Rows>) -> String {
    let advice = advice::Advice::new(report, words);
    rendered(&Panel {
        verdict: verdict::VerdictView::new(report, words),
        shared: shared::SharedView::new(report, words),
        ruler: ruler::RulerView::new(report, words),
        signals: signals::SignalsView::new(report, words),
        findings: findings::FindingsView::new(report, words, advice.as_ref()),
        ledger: ledger::LedgerView::new(report, words, advice, rows.is_none()),
        resources: resources::ResourcesView::new(report, words, rows),
        facts: facts::FactsView::new(report, words),
    })
}

fn rendered(view: &impl Template) -> String {
    // Writing to a string cannot fail.
    view.render().unwrap_or_default()
}

#[derive(Template)]
#[template(path = "panel.html")]
struct Panel<'a> {
    verdict: verdict::VerdictView<'a>,
    shared: Option<shared::SharedView>,
    ruler: ruler::RulerView,
    signals: signals::SignalsView,
    ledger: ledger::LedgerView<'a>,
    findings: findings::FindingsView<'a>,
    resources: Option<resources::ResourcesView<'a>>,
    facts: facts::FactsView<'a>,
}

#[cfg(test)]
mod tests;
