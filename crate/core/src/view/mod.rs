//! Report → HTML. Escaped by compile-time templates; no script, no style attribute, no address of another host.
//!
//! One file for each part of the panel, its template beside it. A part turns a report into the words and shapes it shows; the
//! template arranges them. What looks how is in `extension/style.css`.

use askama::Template;

use crate::message::Messages;
use crate::report::Report;

mod cut;
mod document;
mod escape;
mod facts;
mod findings;
mod icon;
mod ledger;
mod order;
mod resources;
mod ruler;
#[cfg(test)]
mod sample;
mod scale;
mod signals;
mod verdict;
pub mod words;

pub use escape::is_unseen;
use words::Words;

/// The popup's content: everything between header and actions, as HTML.
///
/// It uses only the elements and attributes that the sanitiser of `extension/panel.js` lets through; a test compares them.
#[must_use]
pub fn panel(report: &Report, messages: &Messages) -> String {
    let words = Words(messages);
    let panel = Panel {
        verdict: verdict::VerdictView::new(report, words),
        ruler: ruler::RulerView::new(report, words),
        signals: signals::SignalsView::new(report, words),
        ledger: ledger::LedgerView::new(report, words),
        findings: findings::FindingsView::new(report, words),
        resources: resources::ResourcesView::new(report, words),
        facts: facts::FactsView::new(report, words),
    };
    // Writing to a string cannot fail.
    panel.render().unwrap_or_default()
}

/// The full report as one self-contained HTML file: no script, no other file, light and dark, and fit for paper.
#[must_use]
pub fn document(report: &Report, messages: &Messages) -> String {
    let document = document::Document::new(report, &panel(report, messages), Words(messages));
    // Writing to a string cannot fail.
    document.render().unwrap_or_default()
}

#[derive(Template)]
#[template(path = "panel.html")]
struct Panel<'a> {
    verdict: verdict::VerdictView<'a>,
    ruler: ruler::RulerView,
    signals: signals::SignalsView,
    ledger: ledger::LedgerView<'a>,
    findings: findings::FindingsView<'a>,
    resources: Option<resources::ResourcesView>,
    facts: facts::FactsView<'a>,
}

#[cfg(test)]
mod tests;
