//! The numbers behind the verdict: the three sizes that people mix up, the response, where the bytes came from, the limit.

use askama::Template;

use super::words::Words;
use crate::limit::{Basis, limit_of};
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
    reading: &'a str,
    requested: Option<&'a str>,
}

impl<'a> FactsView<'a> {
    pub(super) fn new(report: &'a Report, words: Words<'a>) -> Self {
        let page = &report.page;
        let unknown = || words.say("view_fact_unknown");
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
            limit: limit(report, words),
            reading: &report.limit.reading,
            requested: page.requested_url.as_deref(),
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
    let facts = [
        status,
        page.content_type.clone(),
        encoding,
        head,
        page.content_encoding.clone(),
        page.protocol.clone(),
        time,
    ];
    facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect()
}

fn source(page: &Page, words: Words) -> Vec<String> {
    let (from, is_in_browser) = match page.source {
        BytesSource::File => ("view_source_file", false),
        BytesSource::Cache => ("view_source_cache", true),
        BytesSource::SecondRequest => ("view_source_second_request", true),
        BytesSource::Request => ("view_source_request", false),
    };
    let mut sentences = vec![words.say(from)];
    if is_in_browser {
        sentences.push(match page.screen_body_bytes {
            Some(bytes) if bytes == page.body_bytes => words.say("view_screen_same"),
            Some(bytes) => words.with("view_screen_differs", &[&number::bytes_counted(bytes)]),
            None => words.say("view_screen_unknown"),
        });
        sentences.push(words.say("view_source_differs"));
    }
    sentences
}

fn limit(report: &Report, words: Words) -> String {
    let limit = &report.limit;
    let written = limit_of(&limit.crawler).map(|known| known.written.to_owned());
    let size = written.or_else(|| limit.latest.map(number::bytes));
    let basis = words.say(match limit.basis {
        Basis::Documented => "view_basis_documented",
        Basis::Measured => "view_basis_measured",
        Basis::Reported => "view_basis_reported",
        Basis::Inferred => "view_basis_inferred",
        Basis::Heuristic => "view_basis_heuristic",
        Basis::Unknown => "view_basis_unknown",
    });
    match (size, &limit.read_on) {
        (Some(size), Some(day)) if limit.latest.is_some() => {
            words.with("view_limit_line", &[&size, &basis, &limit.source, day])
        }
        (Some(size), _) if limit.latest.is_some() => words.with("view_limit_line_user", &[&size]),
        (_, Some(day)) => words.with("view_limit_line_unknown", &[&limit.source, day]),
        _ => words.say("view_limit_not_published"),
    }
}

#[cfg(test)]
mod tests;
