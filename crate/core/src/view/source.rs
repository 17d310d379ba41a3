//! The raw page as its server sent it, row by row: line numbers, the cut at its byte, what is lost, where signals stand.
//!
//! A row is a line, or a piece of a line that is longer than the window is wide, so that one line of megabytes costs no more
//! than many short ones. Rows are found in one walk over the bytes; of every 256th the place is kept, and what lies between
//! is walked again when it is shown. So memory does not grow with what is shown, and any row is shown in the time of a few.
//!
//! All offsets are body offsets. A row ends where a line, a cut or the room ends, and never inside a character, unless the
//! cut is.

use std::fmt::Write;

use askama::filters::Escaper;
use encoding_rs::Encoding;

use super::escape::Escape;
use super::words::{Words, capital, fate_name};
use crate::decode::decode;
use crate::message::Messages;
use crate::number;
use crate::report::{Fate, Report, SignalKind};

mod character;
mod row;
mod search;
#[cfg(test)]
mod tests;

use row::{Row, Step, Walk};

/// Rows between two places that are kept.
const KEPT_EVERY: u64 = 256;

/// Most bytes of a start tag that are looked at for its end.
const TAG_BYTES: usize = 2_000;

/// One body, to be shown in rows.
pub struct Source {
    body: Vec<u8>,
    encoding: &'static Encoding,
    columns: usize,
    /// Earliest and latest edge.
    band: Option<(u64, u64)>,
    stops: Vec<Stop>,
    marks: Vec<Mark>,
    kept: Vec<Walk>,
    rows: u64,
    hits: Vec<(u64, u64)>,
}

/// A place where a fetch stops.
struct Stop {
    offset: u64,
    label: String,
}

/// Something a search engine takes, where it stands. No two overlap.
struct Mark {
    start: u64,
    end: u64,
    fate: &'static str,
    label: String,
}

/// A place worth jumping to.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Jump {
    /// What the places beside it have in common.
    pub group: String,
    /// What stands there.
    pub label: String,
    /// Body offset.
    pub offset: u64,
}

impl Source {
    /// The body of `report`'s page; `columns` is the room of a row, in characters of one width.
    #[must_use]
    pub fn new(body: Vec<u8>, report: &Report, columns: usize, messages: &Messages) -> Self {
        let label = report.page.encoding.as_deref().unwrap_or_default();
        let mut source = Self {
            body,
            encoding: Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::WINDOWS_1252),
            columns: columns.max(1),
            band: None,
            stops: Vec::new(),
            marks: Vec::new(),
            kept: Vec::new(),
            rows: 0,
            hits: Vec::new(),
        };
        source.show(report, messages);
        source
    }

    /// Shows another report on the same body.
    pub fn show(&mut self, report: &Report, messages: &Messages) {
        let words = Words(messages);
        self.band = report.limit.earliest.zip(report.limit.latest);
        self.stops = stops(report, words);
        self.marks = marks(&self.body, report, words);
        self.index();
    }

    /// Gives rows another room.
    pub fn set_columns(&mut self, columns: usize) {
        self.columns = columns.max(1);
        self.index();
    }

    /// Rows of the whole body, those that say where the fetch stops included.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// The row that holds the byte at `offset`, or the last one.
    #[must_use]
    pub fn row_of(&self, offset: u64) -> u64 {
        let after = self.kept.partition_point(|walk| walk.offset <= offset).max(1);
        let mut walk = self.kept[after - 1];
        let mut number = (after as u64 - 1) * KEPT_EVERY;
        while let Some(step) = walk.next(self) {
            if matches!(step, Step::Row(row) if row.end > offset) || number + 1 >= self.rows {
                break;
            }
            number += 1;
        }
        number
    }

    /// Rows `first` to `first + count` as HTML, escaped. `current` is the search result to stand out.
    #[must_use]
    pub fn html(&self, first: u64, count: u64, current: Option<usize>) -> String {
        let mut html = String::new();
        let Some(mut walk) = self.kept.get((first / KEPT_EVERY) as usize).copied() else { return html };
        for _ in 0..first % KEPT_EVERY {
            walk.next(self);
        }
        for _ in 0..count {
            match walk.next(self) {
                Some(Step::Row(row)) => self.write_row(&mut html, &row, current),
                Some(Step::Stop(index)) => self.write_stop(&mut html, index),
                None => break,
            }
        }
        html
    }

    /// Finds `query` everywhere, in either case of ASCII letters; gives how often, at most [`search::MOST`].
    pub fn search(&mut self, query: &str) -> usize {
        self.hits = search::find(&self.body, self.encoding, query);
        self.hits.len()
    }

    /// Offset of the search result with this index.
    #[must_use]
    pub fn hit(&self, index: usize) -> Option<u64> {
        self.hits.get(index).map(|(start, _)| *start)
    }

    fn index(&mut self) {
        let mut kept = Vec::new();
        let mut rows = 0;
        let mut walk = Walk::default();
        loop {
            let before = walk;
            if walk.next(self).is_none() {
                break;
            }
            if rows % KEPT_EVERY == 0 {
                kept.push(before);
            }
            rows += 1;
        }
        if kept.is_empty() {
            kept.push(Walk::default());
        }
        self.kept = kept;
        self.rows = rows;
    }

    fn fate_at(&self, offset: u64) -> &'static str {
        match self.band {
            Some((_, latest)) if offset >= latest => "lost",
            Some((earliest, _)) if offset >= earliest => "depends",
            _ => "kept",
        }
    }

    fn write_stop(&self, html: &mut String, index: usize) {
        let stop = &self.stops[index];
        let _ = write!(
            html,
            r#"<div class="row stop" data-fate="{}"><span class="line"></span><b>"#,
            self.fate_at(stop.offset)
        );
        escape(html, &stop.label);
        html.push_str("</b></div>");
    }

    fn write_row(&self, html: &mut String, row: &Row, current: Option<usize>) {
        let _ = write!(html, r#"<div class="row" data-fate="{}"><span class="line">"#, self.fate_at(row.start));
        if let Some(line) = row.line {
            html.push_str(&number::count(line));
        }
        html.push_str("</span><code>");
        let end = self.without_line_end(row);
        let mut at = row.start;
        while at < end {
            let mark = self.marks.partition_point(|mark| mark.end <= at);
            let mark = self.marks.get(mark).filter(|mark| mark.start < end);
            let hit_index = self.hits.partition_point(|(_, hit_end)| *hit_end <= at);
            let hit = self.hits.get(hit_index).filter(|(start, _)| *start < end);
            let inside = mark.filter(|mark| mark.start <= at);
            let inside_hit = hit.filter(|(start, _)| *start <= at);
            let mut next = end;
            next = next.min(mark.map_or(end, |mark| if mark.start > at { mark.start } else { mark.end }));
            next = next.min(hit.map_or(end, |(start, stop)| if *start > at { *start } else { *stop }));
            if let Some(mark) = inside {
                let _ = write!(html, r#"<mark data-fate="{}" title=""#, mark.fate);
                escape(html, &mark.label);
                html.push_str(r#"">"#);
            }
            if inside_hit.is_some() {
                let class = if current == Some(hit_index) { "hit current" } else { "hit" };
                let _ = write!(html, r#"<mark class="{class}">"#);
            }
            self.write_text(html, at, next);
            html.push_str(if inside_hit.is_some() { "</mark>" } else { "" });
            html.push_str(if inside.is_some() { "</mark>" } else { "" });
            at = next;
        }
        html.push_str("</code></div>");
    }

    /// The end of a row's text: its line feed and the carriage return before it are not shown.
    fn without_line_end(&self, row: &Row) -> u64 {
        let bytes = self.bytes(row.start, row.end);
        let shown = character::trim_line_end(bytes, self.encoding);
        row.start + shown as u64
    }

    fn write_text(&self, html: &mut String, start: u64, end: u64) {
        let bytes = self.bytes(start, end);
        if self.encoding != encoding_rs::UTF_8 {
            escape(html, &decode(self.encoding, bytes));
            return;
        }
        for chunk in bytes.utf8_chunks() {
            escape(html, chunk.valid());
            if !chunk.invalid().is_empty() {
                html.push_str(r#"<i class="invalid">"#);
                for byte in chunk.invalid() {
                    let _ = write!(html, r"\x{byte:02X}");
                }
                html.push_str("</i>");
            }
        }
    }

    fn bytes(&self, start: u64, end: u64) -> &[u8] {
        self.body.get(start as usize..end as usize).unwrap_or_default()
    }
}

fn escape(html: &mut String, text: &str) {
    // Writing to a string cannot fail.
    let _ = Escape.write_escaped_str(html, text);
}

fn stops(report: &Report, words: Words) -> Vec<Stop> {
    let body = report.page.body_bytes;
    let (Some(earliest), Some(latest)) = (report.limit.earliest, report.limit.latest) else { return Vec::new() };
    let stop = |offset: u64, key: &str| Stop { offset, label: words.with(key, &[&number::count(offset)]) };
    let only = if report.limit.crawler == "user" { "view_source_stop_user" } else { "view_source_stop" };
    let stops = if earliest == latest {
        vec![stop(earliest, only)]
    } else {
        vec![stop(earliest, "view_source_stop_earliest"), stop(latest, "view_source_stop_latest")]
    };
    stops.into_iter().filter(|stop| stop.offset < body).collect()
}

fn marks(body: &[u8], report: &Report, words: Words) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for signal in crate::order::by_key(report.signals.iter().collect(), |signal| signal.start) {
        let is_region = matches!(
            signal.kind,
            SignalKind::Landmark | SignalKind::Microdata | SignalKind::Rdfa | SignalKind::HtmlLang
        );
        // Of what holds half a page only the start tag is marked.
        let tag = body.get(signal.start as usize..).unwrap_or_default();
        let tag_end = memchr::memchr(b'>', &tag[..tag.len().min(TAG_BYTES)]).map_or(1, |at| at as u64 + 1);
        let end = if is_region { signal.end.min(signal.start + tag_end) } else { signal.end }.min(body.len() as u64);
        let start = signal.start.max(marks.last().map_or(0, |mark| mark.end));
        if start >= end {
            continue;
        }
        let fate = report.limit.latest.map(|_| signal.fate);
        marks.push(Mark { start, end, fate: fate_name(fate), label: mark_label(report, signal, words) });
    }
    marks
}

fn mark_label(report: &Report, signal: &crate::report::Signal, words: Words) -> String {
    let fate = report.limit.latest.map(|_| signal.fate);
    words.with("view_source_mark", &[&signal_name(signal, words), &words.fate(fate)])
}

fn signal_name(signal: &crate::report::Signal, words: Words) -> String {
    let kind = words.signal(signal.kind);
    let name = signal.name.as_deref().filter(|name| !name.eq_ignore_ascii_case(&kind)).unwrap_or_default();
    format!("{} {name}", capital(&kind)).trim_end().to_owned()
}

/// Places worth jumping to: where the fetch stops, where the content starts, the largest pieces, the signals.
#[must_use]
pub fn jumps(report: &Report, messages: &Messages) -> Vec<Jump> {
    /// Signals listed; a page with more is searched.
    const SIGNALS: usize = 500;
    let words = Words(messages);
    let jump = |group: &str, label: String, offset: u64| Jump { group: words.say(group), label, offset };
    let at = |label: &str, offset: u64| words.with("view_source_at", &[label, &number::count(offset)]);
    let mut jumps: Vec<Jump> =
        stops(report, words).into_iter().map(|stop| jump("view_source_places", stop.label, stop.offset)).collect();
    if let Some(offset) = report.text.first_content_offset {
        jumps.push(jump("view_source_places", at(&words.say("view_source_first_content"), offset), offset));
    }
    for large in &report.largest {
        let label = words.with("view_source_piece", &[&large.label, &number::bytes(large.end - large.start)]);
        jumps.push(jump("view_source_largest", at(&label, large.start), large.start));
    }
    let (lost, kept): (Vec<_>, Vec<_>) = report.signals.iter().partition(|signal| signal.fate != Fate::Kept);
    for (group, signals) in [("view_source_lost", lost), ("view_source_kept", kept)] {
        jumps.extend(signals.into_iter().take(SIGNALS).map(|signal| {
            let name = signal_name(signal, words);
            let value: String = signal.value.chars().take(60).collect();
            jump(group, at(format!("{name} {value}").trim_end(), signal.start), signal.start)
        }));
    }
    jumps
}
