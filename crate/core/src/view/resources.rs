//! Subresources: how many of each sort, those nearest to their limits as bars, and in the full report all of them.

use askama::Template;

use super::icon::Icon;
use super::scale::Share;
use super::words::{Words, fate_name};
use crate::number;
use crate::order;
use crate::report::{Fate, Found, Report, RequestRule, Requested, Resource, Robots};
use crate::resource::address::file_name;
use crate::resource::summary::{self, Summary, is_after_cut, is_blocked, is_skipped};

/// Bars shown.
const BARS: usize = 5;

#[derive(Template)]
#[template(path = "resources.html")]
pub(super) struct ResourcesView<'a> {
    words: Words<'a>,
    counts: String,
    bars: Vec<Bar<'a>>,
    is_full: bool,
    rows: Vec<Row<'a>>,
    left_out: String,
}

struct Bar<'a> {
    fate: &'static str,
    name: &'a str,
    url: &'a str,
    whole: Share,
    kept: Share,
    size: String,
    spoken: String,
}

pub(super) struct Row<'a> {
    rank: u64,
    icon: Icon,
    fate: &'static str,
    fate_word: String,
    name: &'a str,
    folder: &'a str,
    url: &'a str,
    note: String,
    kind: &'static str,
    kind_word: String,
    detail: &'a str,
    requested: &'static str,
    requested_word: String,
    size: String,
    transferred: String,
    bytes: String,
    used: String,
    /// In parts of a million of its limit, to sort by.
    used_parts: String,
    status: String,
    answer: String,
    robots: &'static str,
    robots_word: String,
    start: String,
    byte: Option<u64>,
    place: String,
    found: &'static str,
}

impl<'a> ResourcesView<'a> {
    /// `None` when no resource is known. `rows` makes the table of the full report: [`rows`], or `None` for none.
    pub(super) fn new(report: &'a Report, words: Words<'a>, rows: Option<Rows>) -> Option<Self> {
        if report.resources.is_empty() {
            return None;
        }
        let left_out = report.resources_left_out;
        Some(Self {
            words,
            counts: counts(report, words).join(&words.say("view_counts_separator")),
            bars: bars(report, words),
            is_full: rows.is_some(),
            rows: rows.map(|rows| rows(report, words)).unwrap_or_default(),
            left_out: match left_out {
                0 => String::new(),
                _ => words.with("view_resources_left_out", &[&number::count(left_out)]),
            },
        })
    }
}

/// Makes the rows of the table. A pointer, so that the popup's module, which shows none, does not hold what makes them.
pub(super) type Rows = for<'a> fn(&'a Report, Words<'_>) -> Vec<Row<'a>>;

/// A row for each resource: those that the cut harms first, those that nobody asks for last, else as the page names them.
pub(super) fn rows<'a>(report: &'a Report, words: Words<'_>) -> Vec<Row<'a>> {
    let resources = order::by_key(report.resources.iter().collect(), |resource| rank(resource));
    resources.into_iter().map(|resource| row(resource, words)).collect()
}

/// From 0, what the cut harms, to 5, what nobody asks for.
fn rank(resource: &Resource) -> u64 {
    match (resource.fate, resource.requested) {
        _ if is_blocked(resource) => 1,
        _ if is_skipped(resource) => 5,
        (Some(Fate::Lost | Fate::Damaged), _) => 0,
        (Some(Fate::Depends), _) => 2,
        (_, Requested::Yes) => 3,
        _ => 4,
    }
}

/// How many there are of each sort, the sorts of which there are none left out: `38 requested`, `1 over its limit`.
#[must_use]
pub fn counts(report: &Report, words: Words<'_>) -> Vec<String> {
    let summary = Summary::of(report);
    let sorts = [
        ("view_resources_requested", summary.requested),
        ("view_resources_uncertain", summary.uncertain),
        ("view_resources_over", summary.over),
        ("view_resources_in_band", summary.in_band),
        ("view_resources_after_cut", summary.after_cut),
        ("view_resources_blocked", summary.blocked),
        ("view_resources_unknown", summary.unknown),
        ("view_resources_skipped", summary.skipped),
    ];
    let is_said = |(index, count): (usize, u64)| index == 0 || count > 0;
    let said = sorts.into_iter().enumerate().filter(|(index, (_, count))| is_said((*index, *count)));
    said.map(|(_, (key, count))| words.counted(key, count)).collect()
}

fn bars<'a>(report: &'a Report, words: Words<'a>) -> Vec<Bar<'a>> {
    let nearest = summary::nearest(report, BARS);
    let edges = nearest.iter().map(|resource| resource.body_bytes.max(resource.earliest).unwrap_or(0));
    let scale = edges.max().unwrap_or(0);
    let bar = |resource: &&'a Resource| {
        let (bytes, edge) = (resource.body_bytes.unwrap_or(0), resource.earliest.unwrap_or(0));
        let used = number::percent_of(bytes, edge);
        Bar {
            fate: fate_name(resource.fate),
            name: file_name(&resource.url),
            url: &resource.url,
            whole: Share::of(bytes, scale),
            kept: Share::of(bytes.min(edge), scale),
            size: number::bytes(bytes),
            spoken: words.with("view_resource_spoken", &[&used, &words.fate(resource.fate)]),
        }
    };
    nearest.iter().map(bar).collect()
}

fn row<'a>(resource: &'a Resource, words: Words<'_>) -> Row<'a> {
    let name = file_name(&resource.url);
    let used = resource.body_bytes.zip(resource.earliest).filter(|_| resource.requested != Requested::No);
    let unknown = || words.say("view_resource_unknown");
    let kind_word = words.say(&format!("view_resource_kind_{}", resource.kind.name()));
    Row {
        rank: rank(resource),
        icon: if is_skipped(resource) { Icon::Nothing } else { Icon::Fate(resource.fate) },
        fate: fate_name(resource.fate),
        fate_word: state(resource, words),
        name,
        folder: resource.url.split_once(name).map_or("", |(folder, _)| folder),
        url: &resource.url,
        note: note(resource, words),
        kind: resource.kind.name(),
        detail: resource.detail.as_deref().filter(|detail| *detail != kind_word).unwrap_or_default(),
        kind_word,
        requested: requested_name(resource.requested),
        requested_word: words.say(&format!("view_requested_{}", requested_name(resource.requested))),
        size: resource.body_bytes.map_or_else(unknown, number::bytes),
        transferred: resource
            .transferred_bytes
            .map_or_else(String::new, |bytes| words.with("view_resource_transferred", &[&number::bytes(bytes)])),
        bytes: plain(resource.body_bytes),
        used: used.map_or_else(|| "–".to_owned(), |(bytes, edge)| number::percent_of(bytes, edge)),
        used_parts: plain(used.map(|(bytes, edge)| bytes.saturating_mul(1_000_000) / edge.max(1))),
        status: plain(resource.status.map(u64::from)),
        answer: answer(resource, words),
        robots: robots_name(resource.robots),
        robots_word: match (resource.robots, resource.robots_line) {
            (Robots::Blocked, Some(line)) => words.with("view_robots_blocked_line", &[&number::count(line)]),
            (robots, _) => words.say(&format!("view_robots_{}", robots_name(robots))),
        },
        start: plain(resource.start),
        byte: resource.start,
        place: place(resource, words),
        found: match resource.found {
            Found::Html => "html",
            Found::Css => "css",
            Found::Runtime => "runtime",
        },
    }
}

/// What becomes of it in a word: its fate, or why it has none.
#[must_use]
pub fn state(resource: &Resource, words: Words<'_>) -> String {
    if is_blocked(resource) {
        words.say("view_robots_blocked")
    } else if is_skipped(resource) {
        words.say("view_resource_not_fetched")
    } else {
        words.fate(resource.fate)
    }
}

/// What to know of it: why it could not be read, what the cut does to it, and why it is not asked for.
#[must_use]
pub fn note(resource: &Resource, words: Words<'_>) -> String {
    let rule = (resource.requested != Requested::Yes && !is_after_cut(resource) && !is_blocked(resource)).then(|| {
        let rule = words.say(rule_key(resource.rule));
        words.with("view_rule_known", &[&rule, &words.basis(resource.basis)])
    });
    let parts = resource.parts.filter(|_| resource.requested != Requested::No);
    let parts = parts.map(|parts| words.with("view_resource_parts", &[&number::count(parts)]));
    let blocked = resource.robots_rule.as_ref().zip(resource.robots_line).filter(|_| is_blocked(resource));
    let blocked = blocked.map(|(rule, line)| words.with("view_robots_by", &[rule, &number::count(line)]));
    let sentences = [resource.error.clone(), resource.effect.clone(), blocked, parts, rule];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Where it is named.
#[must_use]
pub fn place(resource: &Resource, words: Words<'_>) -> String {
    let line = number::count(resource.line.unwrap_or(0));
    match (resource.found, &resource.initiator) {
        (Found::Runtime, Some(initiator)) => words.with("view_resource_at_run_time", &[initiator]),
        (Found::Runtime, None) => words.say("view_resource_at_run_time_only"),
        (Found::Css, Some(file)) => words.with("view_resource_in_file", &[file_name(file), &line]),
        _ => words.with("view_resource_at_line", &[&line]),
    }
}

/// Status, type, protocol and time, as far as they are known.
fn answer(resource: &Resource, words: Words<'_>) -> String {
    let status = resource.status.map_or_else(|| words.say("view_resource_unknown"), |status| status.to_string());
    let kind = resource.content_type.as_deref().and_then(|kind| kind.split(';').next()).map(str::to_owned);
    let time = resource.duration_ms.map(|ms| words.with("view_resource_time", &[&number::count(ms)]));
    let parts = [Some(status), kind, resource.protocol.clone(), time];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn plain(value: Option<u64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

const fn requested_name(requested: Requested) -> &'static str {
    match requested {
        Requested::Yes => "yes",
        Requested::No => "no",
        Requested::Uncertain => "uncertain",
    }
}

const fn robots_name(robots: Robots) -> &'static str {
    match robots {
        Robots::Allowed => "allowed",
        Robots::Blocked => "blocked",
        Robots::Unknown => "unknown",
    }
}

const fn rule_key(rule: RequestRule) -> &'static str {
    match rule {
        RequestRule::Fetched => "view_rule_fetched",
        RequestRule::Media => "view_rule_media",
        RequestRule::Exotic => "view_rule_exotic",
        RequestRule::Reporting => "view_rule_reporting",
        RequestRule::NoModule => "view_rule_no_module",
        RequestRule::NotLoaded => "view_rule_not_loaded",
        RequestRule::Connection => "view_rule_connection",
        RequestRule::Mapped => "view_rule_mapped",
    }
}
