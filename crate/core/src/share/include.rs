//! What the sender of a link lets it carry.

use super::codec;
use super::judgement::Judgement;
use super::wire::Texts;
use crate::message::Messages;
use crate::report::{LeftOut, Report, Signal, SignalKind};

/// Stands for what was left out.
pub(super) const ELLIPSIS: &str = "…";

/// Takes something out of a report; whether there was any.
pub(super) type Take = fn(&mut Report, &Messages) -> bool;

/// What the sender of a link lets it carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Include {
    /// The part of addresses after `?`. Default: no.
    pub query_strings: bool,
    /// Titles, descriptions and other values of signals. Default: yes.
    pub values: bool,
    /// Addresses of subresources after their host. Default: yes.
    pub file_names: bool,
    /// Pieces of code. Default: no.
    pub snippets: bool,
}

impl Default for Include {
    fn default() -> Self {
        Self { query_strings: false, values: true, file_names: true, snippets: false }
    }
}

impl Include {
    /// Takes the rest out of `report`; gives what there was of it.
    pub(super) fn apply(self, report: &mut Report, messages: &Messages) -> Vec<LeftOut> {
        let parts: [(bool, LeftOut, Take); 4] = [
            (self.query_strings, LeftOut::QueryStrings, without_queries),
            (self.values, LeftOut::Values, without_values),
            (self.file_names, LeftOut::FileNames, without_file_names),
            (self.snippets, LeftOut::Snippets, without_snippets),
        ];
        parts.into_iter().filter(|(is_in, _, take)| !is_in && take(report, messages)).map(|(_, part, _)| part).collect()
    }
}

/// Changes every text of `report` that is no sentence; whether one became another.
pub(super) fn change_texts(report: &mut Report, messages: &Messages, change: impl Fn(&str) -> Option<String>) -> bool {
    let mut has_changed = false;
    let mut texts = Texts(|text: &mut String| {
        if let Some(other) = change(text) {
            *text = other;
            has_changed = true;
        }
    });
    // Nothing is read, so nothing is broken.
    let _ = codec::walk(&mut texts, report, &mut Judgement::default(), messages);
    has_changed
}

fn without_queries(report: &mut Report, messages: &Messages) -> bool {
    let mut has_changed = change_texts(report, messages, |text| without_query(text, false));
    let addresses = report.signals.iter_mut().filter(|signal| holds_address(signal));
    for signal in addresses {
        if let Some(other) = without_query(&signal.value, true) {
            signal.value = other;
            has_changed = true;
        }
    }
    has_changed
}

fn holds_address(signal: &Signal) -> bool {
    use SignalKind::{Alternate, Base, Canonical, Hreflang, NextPrev, Refresh};
    matches!(signal.kind, Canonical | Hreflang | Alternate | NextPrev | Base | Refresh)
}

/// Writes `?…` for the query of every address in `text`; `None` where there is none. Where not all of it `is_address`, a word is
/// one when it has a scheme or begins at the root.
fn without_query(text: &str, is_address: bool) -> Option<String> {
    const ENDS: [char; 7] = ['"', '\'', '<', '>', '`', '(', ')'];
    if !text.contains('?') {
        return None;
    }
    let mut changed = String::with_capacity(text.len());
    for word in text.split_inclusive(|character: char| character.is_whitespace() || ENDS.contains(&character)) {
        let end = word.chars().next_back().filter(|last| last.is_whitespace() || ENDS.contains(last));
        let address = &word[..word.len() - end.map_or(0, char::len_utf8)];
        let cut = address.split_once('?').filter(|(before, query)| {
            let is_one = is_address || before.starts_with('/') || before.contains("//") || before.contains("\\/");
            is_one && !query.is_empty() && *query != ELLIPSIS
        });
        match cut {
            None => changed.push_str(word),
            Some((before, _)) => {
                changed.push_str(before);
                changed.push('?');
                changed.push_str(ELLIPSIS);
                changed.extend(end);
            }
        }
    }
    (changed != text).then_some(changed)
}

fn without_values(report: &mut Report, _: &Messages) -> bool {
    let mut has_changed = false;
    for signal in &mut report.signals {
        if !says_what_it_does(signal.kind) {
            has_changed |= blank(&mut signal.value);
            has_changed |= signal.survives.as_mut().is_some_and(blank);
        }
    }
    has_changed |= report.page.title.as_mut().is_some_and(blank);
    has_changed | report.page.link_header.iter_mut().map(blank).fold(false, |one, other| one | other)
}

/// Whether the value is what a signal is for, and nothing of what the page is about.
fn says_what_it_does(kind: SignalKind) -> bool {
    use SignalKind::{Charset, Doctype, HtmlLang, Landmark, Robots, Viewport};
    matches!(kind, Charset | Doctype | HtmlLang | Landmark | Robots | Viewport)
}

/// Writes `…` for a text; whether it was another before.
pub(super) fn blank(text: &mut String) -> bool {
    let is_other = !text.is_empty() && text != ELLIPSIS;
    if is_other {
        ELLIPSIS.clone_into(text);
    }
    is_other
}

fn without_file_names(report: &mut Report, _: &Messages) -> bool {
    let hazards = report.hazards.iter_mut().map(|hazard| &mut hazard.place).filter(|place| place.contains("//"));
    let named = report.resources.iter_mut().flat_map(|resource| {
        let file = resource.initiator.iter_mut().filter(|initiator| initiator.contains("//"));
        file.chain([&mut resource.url])
    });
    let addresses = named.chain(hazards);
    addresses.map(without_path).fold(false, |one, other| one | other)
}

/// Keeps scheme and host of an address; whether there was more.
fn without_path(address: &mut String) -> bool {
    let host = address.split_once("//").and_then(|(scheme, rest)| {
        let host = rest.split(['/', '?', '#']).next().filter(|host| !host.is_empty())?;
        Some(format!("{scheme}//{host}/"))
    });
    let Some(host) = host else { return blank(address) };
    let is_longer = address.len() > host.len() && !address.ends_with(&format!("/{ELLIPSIS}"));
    if is_longer {
        *address = host + ELLIPSIS;
    }
    is_longer
}

fn without_snippets(report: &mut Report, _: &Messages) -> bool {
    report.hazards.iter_mut().map(|hazard| blank(&mut hazard.snippet)).fold(false, |one, other| one | other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_go_wherever_an_address_stands() {
        for (text, without) in [
            ("https://a.example/b?c=d#e", Some("https://a.example/b?…")),
            ("/b?c", Some("/b?…")),
            ("//a.example/?c", Some("//a.example/?…")),
            ("<https://a.example/?c=d>; rel=canonical", Some("<https://a.example/?…>; rel=canonical")),
            (
                r#"{"url":"https:\/\/a.example\/?c=d","name":"why?"}"#,
                Some(r#"{"url":"https:\/\/a.example\/?…","name":"why?"}"#),
            ),
            ("url(https://a.example/x?y)", Some("url(https://a.example/x?…)")),
            ("Is it? Yes", None),
            ("https://a.example/b?", None),
            ("https://a.example/b?…", None),
            ("page?c=d", None),
        ] {
            assert_eq!(without_query(text, false).as_deref(), without, "{text}");
        }
        assert_eq!(without_query("page?c=d", true).as_deref(), Some("page?…"));
        assert_eq!(without_query("5; url=/x?y", true).as_deref(), Some("5; url=/x?…"));
    }

    #[test]
    fn without_file_names_the_host_is_left() {
        for (address, left) in [
            ("https://cdn.example/a/b.js?v=1", "https://cdn.example/…"),
            ("https://cdn.example/", "https://cdn.example/"),
            ("//cdn.example/a", "//cdn.example/…"),
            ("/a/b.js", "…"),
            ("https://cdn.example/…", "https://cdn.example/…"),
        ] {
            let mut text = address.to_owned();
            let is_other = without_path(&mut text);
            assert_eq!((text.as_str(), is_other), (left, left != address), "{address}");
        }
    }
}
