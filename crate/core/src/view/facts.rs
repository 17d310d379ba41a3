//! The numbers behind the verdict: the three sizes that people mix up, the response, where the bytes came from, the limit.

use askama::Template;

use super::words::Words;
use crate::limit::limit_of;
use crate::number;
use crate::report::{BytesSource, ContentKind, Page, Report};

#[derive(Template)]
#[template(path = "facts.html")]
pub(super) struct FactsView<'a> {
    words: Words<'a>,
    decoded: String,
    transferred: String,
    characters: Option<String>,
    response: Vec<String>,
    source: Vec<String>,
    limit: String,
    behind_limit: Vec<String>,
}

impl<'a> FactsView<'a> {
    pub(super) fn new(report: &Report, words: Words<'a>) -> Self {
        let page = &report.page;
        let unknown = || words.say("view_fact_unknown");
        let (limit, behind_limit) = limit(report, words);
        let has_characters = !matches!(
            page.kind,
            ContentKind::Pdf | ContentKind::Image | ContentKind::Media | ContentKind::Font | ContentKind::Other
        );
        Self {
            words,
            decoded: number::bytes_counted(page.body_bytes),
            transferred: page.transferred_bytes.map_or_else(unknown, number::bytes_counted),
            characters: match page.characters {
                Some(characters) => Some(number::count(characters)),
                None => has_characters.then(unknown),
            },
            response: response(page, words),
            source: source(page, words),
            limit,
            behind_limit,
        }
    }
}

fn response(page: &Page, words: Words) -> Vec<String> {
    let status = page.status.map(|status| words.with("view_fact_status", &[&status.to_string()]));
    let head = page.head_bytes.map(|bytes| {
        let key = if page.head_complete == Some(false) { "view_fact_head_partial" } else { "view_fact_head" };
        words.with(key, &[&number::bytes(bytes)])
    });
    let encoding = page.encoding.as_deref().map(|encoding| match page.encoding_source {
        Some(source) => words.with("view_fact_encoding", &[encoding, &words.encoding_source(source)]),
        None => encoding.to_owned(),
    });
    let time = page.response_ms.map(|ms| format!("{} ms", number::count(ms)));
    let facts =
        [status, page.content_type.clone(), encoding, head, page.content_encoding.clone(), page.protocol.clone(), time];
    facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect()
}

fn source(page: &Page, words: Words) -> Vec<String> {
    let mut sentences = vec![words.say(match page.source {
        BytesSource::File => "view_source_file",
        BytesSource::Cache => "view_source_cache",
        BytesSource::SecondRequest => "view_source_second_request",
        BytesSource::Request => "view_source_request",
    })];
    if matches!(page.source, BytesSource::Cache | BytesSource::SecondRequest) {
        sentences.push(match page.screen_body_bytes {
            Some(bytes) if bytes == page.body_bytes => words.say("view_screen_same"),
            Some(bytes) => words.with("view_screen_differs", &[&number::bytes_counted(bytes)]),
            None => words.say("view_screen_unknown"),
        });
        if let Some(status) = page.screen_status.filter(|status| page.status.is_some_and(|other| other != *status)) {
            sentences.push(words.with("view_screen_status", &[&status.to_string()]));
        }
        sentences.push(words.say("view_source_differs"));
    }
    if let Some(url) = &page.requested_url {
        sentences.push(words.with("view_requested", &[url]));
    }
    sentences
}

/// The limit in a few words, and what stands behind them: source, and how the edges come about.
fn limit(report: &Report, words: Words) -> (String, Vec<String>) {
    let limit = &report.limit;
    let written = limit_of(&limit.crawler).map(|known| known.written.to_owned());
    let size = limit.latest.map(|latest| written.unwrap_or_else(|| number::bytes(latest)));
    let basis = words.basis(limit.basis);
    let line = match (size, &limit.read_on) {
        (Some(size), Some(day)) => words.with("view_limit_line", &[&size, &basis, day]),
        (Some(size), None) => words.with("view_limit_line_user", &[&size]),
        (None, Some(day)) => words.with("view_limit_line_unknown", &[day]),
        (None, None) => words.say("view_limit_not_published"),
    };
    let behind = [&limit.reading, &limit.source].into_iter().filter(|text| !text.is_empty()).cloned();
    (line, behind.collect())
}

#[cfg(test)]
mod tests;
