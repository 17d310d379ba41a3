//! What the server said: the response around the bytes, each fact with what it means to Google's crawlers.

use askama::Template;

use super::words::Words;
use crate::number;
use crate::report::{Page, Report};

/// Content encodings that Google lists (documented, “Overview of Google crawlers and fetchers”, read 2026-11-30).
const LISTED: [&str; 3] = ["gzip", "deflate", "br"];

#[derive(Template)]
#[template(path = "server.html")]
pub(super) struct ServerView<'a> {
    words: Words<'a>,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    /// One for each field of this name.
    values: Vec<String>,
    note: String,
}

impl<'a> ServerView<'a> {
    /// `None` for what came from no server.
    pub(super) fn new(report: &Report, words: Words<'a>) -> Option<Self> {
        let page = &report.page;
        page.head_bytes?;
        Some(Self { words, rows: rows(page, words) })
    }
}

fn rows(page: &Page, words: Words) -> Vec<Row> {
    let unknown = || words.say("view_fact_unknown");
    let field = |value: &Option<String>| value.clone().unwrap_or_else(|| words.say("view_server_not_sent"));
    let fields = |values: &[String]| match values {
        [] => vec![words.say("view_server_not_sent")],
        _ => values.to_vec(),
    };
    let row = |key: &str, values: Vec<String>, note: String| Row { name: words.say(key), values, note };
    let one = |key: &str, value: String, note: String| row(key, vec![value], note);
    let none = String::new;
    let asked = page.requested_url.as_ref();
    let encoding = page.encoding.as_ref().map_or_else(unknown, |encoding| match page.encoding_source {
        Some(source) => words.with("view_fact_encoding", &[encoding, &words.encoding_source(source)]),
        None => encoding.clone(),
    });
    let head_note = if page.head_complete == Some(false) { "view_server_head_partial" } else { "view_server_head" };
    let canonicals = page.link_header.iter().any(|link| link.to_ascii_lowercase().contains("canonical"));
    vec![
        one(
            "view_server_status",
            page.status.map_or_else(unknown, |status| status.to_string()),
            match (page.status, page.screen_status) {
                (Some(read), Some(screen)) if read != screen => {
                    words.with("view_screen_status", &[&screen.to_string()])
                }
                _ => none(),
            },
        ),
        one(
            "view_server_redirects",
            asked.map_or_else(|| words.say("view_server_no_redirect"), |url| format!("{url} → {}", page.url)),
            asked.map_or_else(none, |_| words.say("view_server_redirect_note")),
        ),
        one("view_server_protocol", page.protocol.clone().unwrap_or_else(unknown), none()),
        one(
            "view_server_time",
            page.response_ms.map_or_else(unknown, |ms| format!("{} ms", number::count(ms))),
            words.say("view_server_time_note"),
        ),
        one(
            "view_server_head_bytes",
            page.head_bytes.map_or_else(unknown, number::bytes_counted),
            words.say(head_note),
        ),
        one("view_server_type", field(&page.content_type), words.say("view_server_type_note")),
        one("view_server_encoding", encoding, none()),
        one("view_server_content_encoding", field(&page.content_encoding), content_encoding_note(page, words)),
        one("view_server_transferred", page.transferred_bytes.map_or_else(unknown, number::bytes_exact), none()),
        row("view_server_robots", fields(&page.x_robots_tag), words.say("view_server_robots_note")),
        row(
            "view_server_link",
            fields(&page.link_header),
            if canonicals { words.say("view_server_link_note") } else { none() },
        ),
        one("view_server_retry_after", field(&page.retry_after), words.say("view_server_retry_after_note")),
    ]
}

fn content_encoding_note(page: &Page, words: Words) -> String {
    let Some(sent) = &page.content_encoding else { return String::new() };
    let is_listed = |name: &str| LISTED.iter().any(|listed| listed.eq_ignore_ascii_case(name.trim()));
    words.say(if sent.split(',').all(is_listed) { "view_server_listed" } else { "view_server_unlisted" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Messages;

    fn shown(change: impl FnOnce(&mut Page)) -> Option<String> {
        let mut report = super::super::sample::sample("over");
        report.page.head_bytes = Some(400);
        change(&mut report.page);
        ServerView::new(&report, Words(&Messages::default())).map(|view| view.render().unwrap())
    }

    #[test]
    fn what_was_sent_is_told_from_what_was_not_and_from_what_is_unknown() {
        let html = shown(|page| {
            page.retry_after = Some("120".to_owned());
            page.x_robots_tag = vec!["noindex".to_owned(), "googlebot: nofollow".to_owned()];
            page.link_header = Vec::new();
            page.protocol = None;
        })
        .unwrap();
        assert!(html.contains("<bdi>120</bdi>") && html.contains("2026-10-06"), "{html}");
        assert!(html.contains("<bdi>noindex</bdi><br><bdi>googlebot: nofollow</bdi>"), "{html}");
        assert!(html.contains("not sent") && html.contains("unknown"), "{html}");
    }

    #[test]
    fn zstd_is_said_not_to_be_on_the_list() {
        let note = |encoding: &str| shown(|page| page.content_encoding = Some(encoding.to_owned())).unwrap();
        assert!(note("zstd").contains("not on Google’s list"));
        assert!(!note("gzip, BR").contains("not on Google’s list"));
    }

    #[test]
    fn a_file_came_from_no_server() {
        assert!(shown(|page| page.head_bytes = None).is_none());
    }
}
