//! Every value of a report in the order in which a link carries it.
//!
//! Columns, not rows, where there are many rows: equal numbers side by side deflate to almost nothing. What follows from
//! other values is not here, see [`super::retell`]; what mostly follows is one number that says so.

use crate::cut::CutSituation;
use crate::ledger::{Category, Group, Region};
use crate::limit::{Basis, LIMITS};
use crate::message::Messages;
use crate::report::{
    AppliedLimit, Breakdown, BytesSource, Change, ContentKind, Cut, CutState, DataUriRow, EncodingSource, Fate,
    Finding, Found, FrameFacts, Hazard, HazardAccess, HeadElement, InlineScript, JsonLdListRow, LargeItem, LeftOut,
    Page, PaidTwice, Place, Placement, Report, RequestRule, Requested, Resource, ResourceKind, Robots, RobotsHost,
    RobotsState, RuleCount, Ruler, ScriptFacts, ScriptReading, Severity, Shared, Signal, SignalCount, SignalKind,
    StateKeyRow, UnlistedRow, fate_of,
};

use super::judgement::{Asked, Judgement, Said};
use super::retell;
use super::wire::{Broken, Reader, Wire, choice, flag, list, maybe, name, near, option, part, text, usually};

const KINDS: [ContentKind; 13] = [
    ContentKind::Html,
    ContentKind::Xml,
    ContentKind::Svg,
    ContentKind::Json,
    ContentKind::Csv,
    ContentKind::Css,
    ContentKind::Javascript,
    ContentKind::Text,
    ContentKind::Pdf,
    ContentKind::Image,
    ContentKind::Media,
    ContentKind::Font,
    ContentKind::Other,
];
const ENCODING_SOURCES: [EncodingSource; 7] = [
    EncodingSource::Header,
    EncodingSource::Bom,
    EncodingSource::Meta,
    EncodingSource::LateMeta,
    EncodingSource::XmlDeclaration,
    EncodingSource::CssCharset,
    EncodingSource::Assumed,
];
const SOURCES: [BytesSource; 4] =
    [BytesSource::File, BytesSource::Cache, BytesSource::SecondRequest, BytesSource::Request];
const BASES: [Basis; 6] =
    [Basis::Documented, Basis::Measured, Basis::Reported, Basis::Inferred, Basis::Heuristic, Basis::Unknown];
const STATES: [CutState; 9] = [
    CutState::Text,
    CutState::Tag,
    CutState::Comment,
    CutState::Script,
    CutState::Json,
    CutState::Style,
    CutState::TitleOrTextarea,
    CutState::Doctype,
    CutState::Other,
];
const FATES: [Fate; 4] = [Fate::Kept, Fate::Depends, Fate::Damaged, Fate::Lost];
const SEVERITIES: [Severity; 4] = [Severity::Error, Severity::Warning, Severity::Notice, Severity::Good];
const PLACEMENTS: [Placement; 2] = [Placement::Head, Placement::Body];

const CONTENT_TYPES: [&str; 4] =
    ["text/html; charset=utf-8", "text/html; charset=UTF-8", "text/html;charset=UTF-8", "text/html"];
const ENCODINGS: [&str; 2] = ["UTF-8", "windows-1252"];
const CONTENT_ENCODINGS: [&str; 4] = ["gzip", "br", "zstd", "deflate"];
const PROTOCOLS: [&str; 3] = ["h2", "h3", "http/1.1"];
const CRAWLERS: [&str; 4] = [LIMITS[0].crawler, "user", LIMITS[1].crawler, LIMITS[2].crawler];
const REPEATS: [&str; 4] = ["svg", "style", "data_uri", "markup"];
const FOUND: [Found; 3] = [Found::Html, Found::Css, Found::Runtime];
const RULES: [RequestRule; 8] = [
    RequestRule::Fetched,
    RequestRule::Media,
    RequestRule::Exotic,
    RequestRule::Reporting,
    RequestRule::NoModule,
    RequestRule::NotLoaded,
    RequestRule::Connection,
    RequestRule::Mapped,
];
const REQUESTED: [Requested; 3] = [Requested::Yes, Requested::No, Requested::Uncertain];
const ROBOTS: [Robots; 3] = [Robots::Unknown, Robots::Allowed, Robots::Blocked];
const ROBOTS_STATES: [RobotsState; 4] =
    [RobotsState::Read, RobotsState::Missing, RobotsState::Unreachable, RobotsState::Unknown];
const READINGS: [ScriptReading; 5] =
    [ScriptReading::Read, ScriptReading::Cut, ScriptReading::TooLong, ScriptReading::TooDeep, ScriptReading::Syntax];
const ACCESS: [HazardAccess; 3] = [HazardAccess::Read, HazardAccess::Write, HazardAccess::Call];
/// What is usual first.
const HAZARD_BASES: [Basis; 6] =
    [Basis::Heuristic, Basis::Documented, Basis::Measured, Basis::Reported, Basis::Inferred, Basis::Unknown];
/// Numbers that a resource takes at least.
const RESOURCE_NUMBERS: usize = 23;
const RESOURCE_TYPES: [&str; 8] = [
    "text/javascript",
    "application/javascript",
    "text/css",
    "application/json",
    "text/javascript; charset=utf-8",
    "application/javascript; charset=utf-8",
    "text/css; charset=utf-8",
    "application/json; charset=utf-8",
];
const CHANGES: [&str; 11] =
    ["styles", "scripts", "data", "images", "fonts", "files", "drawings", "comments", "noscript", "templates", "state"];

/// Reads a report and what to say of it, to the last byte.
pub(super) fn read(reader: &mut Reader<'_>, messages: &Messages) -> Result<(Report, Judgement), Broken> {
    let (mut report, mut judgement) = (Report::empty(), Judgement::default());
    report.shared = Some(Shared { version: super::VERSION, ..Shared::default() });
    walk(reader, &mut report, &mut judgement, messages)?;
    if reader.is_at_end() { Ok((report, judgement)) } else { Err(Broken) }
}

/// Shows every value to `wire`.
pub(super) fn walk(
    wire: &mut dyn Wire,
    report: &mut Report,
    judgement: &mut Judgement,
    messages: &Messages,
) -> Result<(), Broken> {
    page(wire, &mut report.page)?;
    limit(wire, report, messages)?;
    let body_bytes = report.page.body_bytes;
    option(wire, &mut report.cut, |wire, cut| cut_places(wire, cut, &report.limit, body_bytes, messages))?;
    signals(wire, report)?;
    list(wire, &mut report.unlisted, 4, |wire, row: &mut UnlistedRow| {
        choice(wire, &mut row.kind, &SignalKind::ALL)?;
        wire.number(&mut row.count)?;
        part(wire, &mut row.kept_earliest, row.count)?;
        part(wire, &mut row.kept_latest, row.count)
    })?;
    counts(wire, report)?;
    ledger(wire, report)?;
    largest(wire, &mut report.largest)?;
    breakdown(wire, &mut report.breakdown, body_bytes)?;
    list(wire, &mut report.what_if.changes, 4, |wire, change| self::change(wire, change, messages))?;
    ruler(wire, &mut report.ruler)?;
    resources(wire, &mut report.resources, report.page.head_bytes)?;
    wire.number(&mut report.resources_left_out)?;
    list(wire, &mut report.robots, 4, robots_host)?;
    inline_scripts(wire, &mut report.inline_scripts)?;
    hazards(wire, &mut report.hazards)?;
    shared(wire, report.shared.get_or_insert_default())?;
    judgement.walk(wire)
}

fn page(wire: &mut dyn Wire, page: &mut Page) -> Result<(), Broken> {
    wire.text(&mut page.url)?;
    number_u16(wire, &mut page.status)?;
    option(wire, &mut page.content_type, |wire, value| name(wire, value, &CONTENT_TYPES))?;
    choice(wire, &mut page.kind, &KINDS)?;
    optional_choice(wire, &mut page.looks_like, &KINDS)?;
    option(wire, &mut page.root_element, text)?;
    option(wire, &mut page.encoding, |wire, value| name(wire, value, &ENCODINGS))?;
    optional_choice(wire, &mut page.encoding_source, &ENCODING_SOURCES)?;
    maybe(wire, &mut page.encoding_meta_offset)?;
    maybe(wire, &mut page.head_bytes)?;
    optional_choice(wire, &mut page.head_complete, &[false, true])?;
    wire.number(&mut page.body_bytes)?;
    maybe(wire, &mut page.transferred_bytes)?;
    maybe(wire, &mut page.characters)?;
    option(wire, &mut page.content_encoding, |wire, value| name(wire, value, &CONTENT_ENCODINGS))?;
    list(wire, &mut page.x_robots_tag, 1, text)?;
    list(wire, &mut page.link_header, 1, text)?;
    choice(wire, &mut page.source, &SOURCES)?;
    maybe(wire, &mut page.screen_body_bytes)?;
    number_u16(wire, &mut page.screen_status)?;
    maybe(wire, &mut page.response_ms)?;
    option(wire, &mut page.protocol, |wire, value| name(wire, value, &PROTOCOLS))?;
    option(wire, &mut page.requested_url, text)?;
    robots(wire, &mut page.robots, &mut page.robots_line, &mut page.robots_rule)
}

fn number_u16(wire: &mut dyn Wire, value: &mut Option<u16>) -> Result<(), Broken> {
    let mut code = value.map(u64::from);
    maybe(wire, &mut code)?;
    *value = code.map(u16::try_from).transpose().map_err(|_| Broken)?;
    Ok(())
}

fn optional_choice<T: Copy + PartialEq>(wire: &mut dyn Wire, value: &mut Option<T>, all: &[T]) -> Result<(), Broken> {
    let mut code = value.and_then(|value| all.iter().position(|other| *other == value)).map(|index| index as u64);
    maybe(wire, &mut code)?;
    let chosen = code.map(|code| usize::try_from(code).ok().and_then(|code| all.get(code).copied()).ok_or(Broken));
    *value = chosen.transpose()?;
    Ok(())
}

fn limit(wire: &mut dyn Wire, report: &mut Report, messages: &Messages) -> Result<(), Broken> {
    let limit = &mut report.limit;
    name(wire, &mut limit.crawler, &CRAWLERS)?;
    maybe(wire, &mut limit.earliest)?;
    maybe(wire, &mut limit.latest)?;
    let usual = retell::limit(limit, report.page.kind, report.page.head_bytes, messages);
    let AppliedLimit { reading, basis, source, read_on, .. } = limit;
    let mut is_other =
        (&*reading, *basis, &*source, &*read_on) != (&usual.reading, usual.basis, &usual.source, &usual.read_on);
    flag(wire, &mut is_other)?;
    if !is_other {
        (*reading, *basis, *source, *read_on) = (usual.reading, usual.basis, usual.source, usual.read_on);
        return Ok(());
    }
    wire.text(reading)?;
    choice(wire, basis, &BASES)?;
    wire.text(source)?;
    option(wire, read_on, text)
}

fn cut_places(
    wire: &mut dyn Wire,
    cut: &mut Cut,
    limit: &AppliedLimit,
    body_bytes: u64,
    messages: &Messages,
) -> Result<(), Broken> {
    let (earliest, latest) = (limit.earliest.unwrap_or_default(), limit.latest.unwrap_or_default());
    place(wire, &mut cut.earliest, earliest, 0, "", messages)?;
    let first = &cut.earliest;
    place(wire, &mut cut.latest, latest.min(body_bytes), first.line, &first.path, messages)
}

fn place(
    wire: &mut dyn Wire,
    place: &mut Place,
    offset: u64,
    line: u64,
    path: &str,
    messages: &Messages,
) -> Result<(), Broken> {
    near(wire, &mut place.offset, offset)?;
    near(wire, &mut place.line, line)?;
    wire.number(&mut place.column)?;
    choice(wire, &mut place.state, &STATES)?;
    usually(wire, &mut place.path, path)?;
    let items = wire.items(place.situations.len(), 1)?;
    place.situations.resize(items, CutSituation::Text);
    place.situations.iter_mut().try_for_each(|situation| choice(wire, situation, &CutSituation::ALL))?;
    usually(wire, &mut place.effect, &retell::effect(place.situations.as_slice(), messages))
}

fn signals(wire: &mut dyn Wire, report: &mut Report) -> Result<(), Broken> {
    let edges = (report.limit.earliest.unwrap_or(u64::MAX), report.limit.latest.unwrap_or(u64::MAX));
    let signals = &mut report.signals;
    // Kind, flags, start, end, line, and the length of the value.
    let items = wire.items(signals.len(), 6)?;
    signals.resize_with(items, Signal::default);
    signals.iter_mut().try_for_each(|signal| choice(wire, &mut signal.kind, &SignalKind::ALL))?;
    let mut before = 0;
    for signal in signals.iter_mut() {
        near(wire, &mut signal.start, before)?;
        before = signal.start;
    }
    for signal in signals.iter_mut() {
        near(wire, &mut signal.end, signal.start)?;
    }
    let mut before = 1;
    for signal in signals.iter_mut() {
        near(wire, &mut signal.line, before)?;
        before = signal.line;
    }
    for signal in signals.iter_mut() {
        flags(wire, signal, fate_of(signal.kind, signal.start, signal.end, edges))?;
    }
    for signal in signals.iter_mut() {
        if signal.name.is_some() {
            wire.text(signal.name.get_or_insert_default())?;
        }
        wire.text(&mut signal.value)?;
        if signal.survives.is_some() {
            wire.text(signal.survives.get_or_insert_default())?;
        }
    }
    let first_title = signals.iter().find(|signal| signal.kind == SignalKind::Title);
    let usual = first_title.map(|signal| signal.value.clone());
    let mut is_other = report.page.title != usual;
    flag(wire, &mut is_other)?;
    if is_other {
        return option(wire, &mut report.page.title, text);
    }
    report.page.title = usual;
    Ok(())
}

/// What of a signal is mostly the same, as one number.
fn flags(wire: &mut dyn Wire, signal: &mut Signal, usual: Fate) -> Result<(), Broken> {
    let placement = PLACEMENTS.iter().position(|other| *other == signal.placement).unwrap_or_default() as u64;
    let fate = FATES.iter().position(|other| *other == signal.fate).unwrap_or_default() as u64 + 1;
    let mut code = placement
        | u64::from(signal.name.is_some()) << 1
        | u64::from(signal.survives.is_some()) << 2
        | u64::from(!signal.valid) << 3
        | if signal.fate == usual { 0 } else { fate << 4 };
    wire.number(&mut code)?;
    let bit = |place: u32| code >> place & 1 == 1;
    signal.placement = PLACEMENTS[usize::from(bit(0))];
    signal.name = bit(1).then(|| signal.name.take().unwrap_or_default());
    signal.survives = bit(2).then(|| signal.survives.take().unwrap_or_default());
    signal.valid = !bit(3);
    signal.fate = match usize::try_from(code >> 4).map_err(|_| Broken)?.checked_sub(1) {
        None => usual,
        Some(index) => *FATES.get(index).ok_or(Broken)?,
    };
    Ok(())
}

fn counts(wire: &mut dyn Wire, report: &mut Report) -> Result<(), Broken> {
    let words = &mut report.text;
    wire.number(&mut words.words_total)?;
    part(wire, &mut words.words_kept_earliest, words.words_total)?;
    part(wire, &mut words.words_kept_latest, words.words_total)?;
    maybe(wire, &mut words.first_content_offset)?;
    let links = &mut report.links;
    wire.number(&mut links.total)?;
    part(wire, &mut links.kept_earliest, links.total)?;
    part(wire, &mut links.kept_latest, links.total)?;
    option(wire, &mut report.entries, |wire, entries| {
        wire.text(&mut entries.name)?;
        wire.number(&mut entries.total)?;
        part(wire, &mut entries.kept_earliest, entries.total)?;
        part(wire, &mut entries.kept_latest, entries.total)
    })?;
    option(wire, &mut report.head_element, |wire, head: &mut HeadElement| {
        wire.number(&mut head.end)?;
        option(wire, &mut head.ended_by, text)?;
        maybe(wire, &mut head.late_end_tag)?;
        maybe(wire, &mut head.noscript_risk)
    })
}

/// A name that follows the one before it in `known`.
fn next_name(wire: &mut dyn Wire, value: &mut String, known: &[&str], next: &mut usize) -> Result<(), Broken> {
    usually(wire, value, known.get(*next).copied().unwrap_or_default())?;
    *next = known.iter().position(|other| other == value).map_or(*next, |index| index) + 1;
    Ok(())
}

fn ledger(wire: &mut dyn Wire, report: &mut Report) -> Result<(), Broken> {
    let known: Vec<&str> = Category::ALL.iter().map(|category| category.name()).collect();
    let mut next = 0;
    list(wire, &mut report.ledger, 2, |wire, row| next_name(wire, &mut row.category, &known, &mut next))?;
    report.ledger.iter_mut().try_for_each(|row| wire.number(&mut row.bytes))?;
    report.ledger.iter_mut().try_for_each(|row| part(wire, &mut row.bytes_kept_earliest, row.bytes))
}

fn largest(wire: &mut dyn Wire, items: &mut Vec<LargeItem>) -> Result<(), Broken> {
    let known: Vec<&str> = Category::ALL.iter().map(|category| category.name()).collect();
    list(wire, items, 5, |wire, item| {
        name(wire, &mut item.category, &known)?;
        wire.number(&mut item.start)?;
        near(wire, &mut item.end, item.start)?;
        wire.number(&mut item.line)?;
        wire.text(&mut item.label)
    })
}

fn breakdown(wire: &mut dyn Wire, breakdown: &mut Breakdown, body_bytes: u64) -> Result<(), Broken> {
    let known = Region::ALL.map(Region::name);
    let mut next = 0;
    list(wire, &mut breakdown.regions, 3, |wire, row| {
        next_name(wire, &mut row.region, &known, &mut next)?;
        part(wire, &mut row.bytes, body_bytes)?;
        part(wire, &mut row.bytes_kept_earliest, row.bytes)
    })?;
    maybe(wire, &mut breakdown.menu_bytes_before_content)?;
    list(wire, &mut breakdown.data_uris, 3, |wire, row: &mut DataUriRow| {
        wire.text(&mut row.media_type)?;
        wire.number(&mut row.count)?;
        wire.number(&mut row.bytes)
    })?;
    list(wire, &mut breakdown.states, 3, |wire, row| {
        wire.text(&mut row.name)?;
        wire.number(&mut row.count)?;
        wire.number(&mut row.bytes)
    })?;
    list(wire, &mut breakdown.sheets, 3, |wire, row| {
        wire.text(&mut row.name)?;
        wire.number(&mut row.count)?;
        wire.number(&mut row.bytes)
    })?;
    wire.number(&mut breakdown.linked_sheets)?;
    list(wire, &mut breakdown.repeats, 7, |wire, row| {
        name(wire, &mut row.kind, &REPEATS)?;
        wire.number(&mut row.count)?;
        wire.number(&mut row.bytes)?;
        near(wire, &mut row.extra_bytes, row.bytes.saturating_mul(row.count.saturating_sub(1)))?;
        wire.number(&mut row.start)?;
        wire.number(&mut row.line)?;
        wire.text(&mut row.label)
    })?;
    option(wire, &mut breakdown.paid_twice, |wire, twice: &mut PaidTwice| {
        wire.number(&mut twice.pieces)?;
        wire.number(&mut twice.bytes)
    })?;
    list(wire, &mut breakdown.state_keys, 4, |wire, row: &mut StateKeyRow| {
        wire.text(&mut row.script)?;
        wire.text(&mut row.key)?;
        wire.number(&mut row.bytes)?;
        wire.number(&mut row.start)
    })?;
    list(wire, &mut breakdown.json_ld_lists, 4, |wire, row: &mut JsonLdListRow| {
        wire.number(&mut row.entries)?;
        wire.number(&mut row.bytes)?;
        wire.number(&mut row.start)?;
        wire.number(&mut row.line)
    })
}

fn change(wire: &mut dyn Wire, change: &mut Change, messages: &Messages) -> Result<(), Broken> {
    name(wire, &mut change.id, &CHANGES)?;
    let items = wire.items(change.spans.len(), 2)?;
    change.spans.resize(items, (0, 0));
    let mut before = 0;
    for (start, end) in &mut change.spans {
        near(wire, start, before)?;
        near(wire, end, *start)?;
        before = *end;
    }
    let taken = change.spans.iter().fold(0_u64, |sum, (start, end)| sum.saturating_add(end.saturating_sub(*start)));
    near(wire, &mut change.count, change.spans.len() as u64)?;
    near(wire, &mut change.bytes, taken)?;
    let (title, fix) = crate::ledger::sentences(change, messages);
    usually(wire, &mut change.title, &title)?;
    usually(wire, &mut change.fix, &fix)
}

/// Runs of equal steps, as one number each: the group, and how many there are of it.
fn ruler(wire: &mut dyn Wire, ruler: &mut Ruler) -> Result<(), Broken> {
    /// Steps that a reader takes.
    const STEPS: usize = 8_192;
    wire.number(&mut ruler.step_bytes)?;
    let known = Group::ALL.map(Group::name);
    let mut runs: Vec<(String, u64)> = Vec::new();
    for group in &ruler.groups {
        match runs.last_mut() {
            Some((other, count)) if other == group => *count += 1,
            _ => runs.push((group.clone(), 1)),
        }
    }
    list(wire, &mut runs, 1, |wire, (group, count)| {
        let index = known.iter().position(|other| other == group).map_or(0, |index| index as u64 + 1);
        let mut code = count.saturating_sub(1).saturating_mul(16) | index;
        wire.number(&mut code)?;
        *count = (code / 16).saturating_add(1);
        match usize::try_from(code % 16).map_err(|_| Broken)?.checked_sub(1) {
            None => wire.text(group),
            Some(index) => {
                let name = known.get(index).ok_or(Broken)?;
                if group != name {
                    (*name).clone_into(group);
                }
                Ok(())
            }
        }
    })?;
    let steps = runs.iter().fold(0_u64, |sum, (_, count)| sum.saturating_add(*count));
    if steps > STEPS as u64 {
        return Err(Broken);
    }
    ruler.groups = runs.into_iter().flat_map(|(group, count)| std::iter::repeat_n(group, count as usize)).collect();
    Ok(())
}

/// What a page and its measurements tell of its resources; what follows from that is judged again.
fn resources(wire: &mut dyn Wire, resources: &mut Vec<Resource>, head_bytes: Option<u64>) -> Result<(), Broken> {
    list(wire, resources, RESOURCE_NUMBERS, |wire, resource| choice(wire, &mut resource.kind, &ResourceKind::ALL))?;
    let mut all = |describe: &mut dyn FnMut(&mut dyn Wire, &mut Resource) -> Result<(), Broken>| {
        resources.iter_mut().try_for_each(|resource| describe(wire, resource))
    };
    all(&mut |wire, resource| choice(wire, &mut resource.found, &FOUND))?;
    all(&mut |wire, resource| choice(wire, &mut resource.rule, &RULES))?;
    let mut before = 0;
    all(&mut |wire, resource| {
        optional_near(wire, &mut resource.start, before)?;
        before = resource.start.unwrap_or(before);
        optional_near(wire, &mut resource.end, before)
    })?;
    let mut before = 1;
    all(&mut |wire, resource| {
        optional_near(wire, &mut resource.line, before)?;
        before = resource.line.unwrap_or(before);
        Ok(())
    })?;
    all(&mut |wire, resource| option(wire, &mut resource.detail, text))?;
    all(&mut |wire, resource| option(wire, &mut resource.initiator, text))?;
    all(&mut |wire, resource| maybe(wire, &mut resource.initiator_end))?;
    all(&mut |wire, resource| maybe(wire, &mut resource.body_bytes))?;
    all(&mut |wire, resource| optional_near(wire, &mut resource.head_bytes, head_bytes.unwrap_or_default()))?;
    all(&mut |wire, resource| maybe(wire, &mut resource.transferred_bytes))?;
    all(&mut |wire, resource| number_u16(wire, &mut resource.status))?;
    all(&mut |wire, resource| {
        option(wire, &mut resource.content_type, |wire, value| name(wire, value, &RESOURCE_TYPES))
    })?;
    all(&mut |wire, resource| optional_choice(wire, &mut resource.looks_like, &KINDS))?;
    all(&mut |wire, resource| option(wire, &mut resource.protocol, |wire, value| name(wire, value, &PROTOCOLS)))?;
    all(&mut |wire, resource| maybe(wire, &mut resource.duration_ms))?;
    all(&mut |wire, resource| option(wire, &mut resource.rules, rules))?;
    all(&mut |wire, resource| option(wire, &mut resource.frame, frame))?;
    all(&mut |wire, resource| option(wire, &mut resource.script, script))?;
    all(&mut |wire, resource| {
        robots(wire, &mut resource.robots, &mut resource.robots_line, &mut resource.robots_rule)
    })?;
    all(&mut |wire, resource| option(wire, &mut resource.error, text))?;
    all(&mut |wire, resource| wire.text(&mut resource.url))
}

fn rules(wire: &mut dyn Wire, rules: &mut RuleCount) -> Result<(), Broken> {
    wire.number(&mut rules.total)?;
    part(wire, &mut rules.kept_earliest, rules.total)?;
    part(wire, &mut rules.kept_latest, rules.total)?;
    wire.number(&mut rules.earliest)?;
    near(wire, &mut rules.latest, rules.earliest)
}

fn frame(wire: &mut dyn Wire, frame: &mut FrameFacts) -> Result<(), Broken> {
    wire.number(&mut frame.words_total)?;
    part(wire, &mut frame.words_kept, frame.words_total)?;
    wire.number(&mut frame.links_total)?;
    part(wire, &mut frame.links_kept, frame.links_total)
}

fn robots(
    wire: &mut dyn Wire,
    robots: &mut Robots,
    line: &mut Option<u64>,
    rule: &mut Option<String>,
) -> Result<(), Broken> {
    choice(wire, robots, &ROBOTS)?;
    maybe(wire, line)?;
    option(wire, rule, text)
}

fn robots_host(wire: &mut dyn Wire, host: &mut RobotsHost) -> Result<(), Broken> {
    wire.text(&mut host.origin)?;
    number_u16(wire, &mut host.status)?;
    maybe(wire, &mut host.body_bytes)?;
    choice(wire, &mut host.state, &ROBOTS_STATES)
}

/// See [`near`].
fn optional_near(wire: &mut dyn Wire, value: &mut Option<u64>, base: u64) -> Result<(), Broken> {
    option(wire, value, |wire, value| near(wire, value, base))
}

fn inline_scripts(wire: &mut dyn Wire, scripts: &mut Vec<InlineScript>) -> Result<(), Broken> {
    let (mut before, mut line) = (0, 1);
    list(wire, scripts, 5, |wire, script: &mut InlineScript| {
        near(wire, &mut script.start, before)?;
        near(wire, &mut script.end, script.start)?;
        before = script.end;
        near(wire, &mut script.line, line)?;
        line = script.line;
        flag(wire, &mut script.module)?;
        optional_choice(wire, &mut script.reading, &READINGS)
    })
}

fn script(wire: &mut dyn Wire, script: &mut ScriptFacts) -> Result<(), Broken> {
    choice(wire, &mut script.reading, &READINGS)?;
    optional_choice(wire, &mut script.runs_earliest, &[false, true])?;
    optional_choice(wire, &mut script.runs_latest, &[false, true])
}

fn hazards(wire: &mut dyn Wire, hazards: &mut Vec<Hazard>) -> Result<(), Broken> {
    let (mut place, mut line) = (String::new(), 1);
    list(wire, hazards, 8, |wire, hazard: &mut Hazard| {
        wire.text(&mut hazard.api)?;
        usually(wire, &mut hazard.place, &place)?;
        hazard.place.clone_into(&mut place);
        near(wire, &mut hazard.line, line)?;
        line = hazard.line;
        wire.number(&mut hazard.column)?;
        maybe(wire, &mut hazard.start)?;
        wire.text(&mut hazard.snippet)?;
        choice(wire, &mut hazard.access, &ACCESS)?;
        flag(wire, &mut hazard.guarded)?;
        flag(wire, &mut hazard.startup)?;
        choice(wire, &mut hazard.basis, &HAZARD_BASES)
    })
}

fn shared(wire: &mut dyn Wire, shared: &mut Shared) -> Result<(), Broken> {
    let items = wire.items(shared.left_out.len(), 1)?;
    shared.left_out.resize(items, LeftOut::QueryStrings);
    shared.left_out.iter_mut().try_for_each(|left_out| choice(wire, left_out, &LeftOut::ALL))?;
    list(wire, &mut shared.signals, 3, |wire, row: &mut SignalCount| {
        choice(wire, &mut row.kind, &SignalKind::ALL)?;
        choice(wire, &mut row.fate, &FATES)?;
        wire.number(&mut row.count)
    })
}

impl Judgement {
    fn walk(&mut self, wire: &mut dyn Wire) -> Result<(), Broken> {
        option(wire, &mut self.verdict, |wire, verdict: &mut (String, String)| {
            wire.text(&mut verdict.0)?;
            wire.text(&mut verdict.1)
        })?;
        option(wire, &mut self.findings, |wire, findings| {
            list(wire, findings, 2, |wire, said: &mut Said| {
                wire.text(&mut said.id)?;
                option(wire, &mut said.text, finding)
            })
        })?;
        list(wire, &mut self.asked, 4, |wire, asked: &mut Asked| {
            wire.number(&mut asked.index)?;
            choice(wire, &mut asked.requested, &REQUESTED)?;
            optional_choice(wire, &mut asked.fate, &FATES)?;
            option(wire, &mut asked.effect, text)
        })
    }
}

fn finding(wire: &mut dyn Wire, finding: &mut Finding) -> Result<(), Broken> {
    choice(wire, &mut finding.severity, &SEVERITIES)?;
    choice(wire, &mut finding.basis, &BASES)?;
    wire.text(&mut finding.source)?;
    wire.text(&mut finding.title)?;
    wire.text(&mut finding.evidence)?;
    wire.text(&mut finding.fix)
}
