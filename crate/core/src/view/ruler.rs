//! The body on a byte scale: what it is made of, where the fetch stops, where the signals stand.
//!
//! The scale is the body, or the limit's latest edge where the body is shorter: the empty part is then the room that is left.
//! A window on it shows a part of the scale larger.

use std::cmp::Reverse;

use askama::Template;

use super::cut::CutView;
use super::scale::Share;
use super::words::{Words, fate_name};
use crate::ledger::Group;
use crate::number;
use crate::order;
use crate::report::{Fate, Report, SignalKind};

mod label;
use label::{Anchor, Extent, Labels, Side, text_pixels};

/// Narrowest width of the drawing, in pixels: a window of 380 less its margins and a scroll bar. Labels that keep apart here
/// keep apart in any wider window, because each has a fixed distance to its tick.
const NARROWEST: f64 = 332.0;
/// Ticks closer than this, in pixels at the narrowest, become one.
const MERGED: f64 = 6.0;
/// Most rectangles drawn per ruler; finer steps would not be seen.
const STEPS: usize = 512;
/// Most ticks that get a label.
const LABELLED: usize = 6;
/// Most names in one label.
const NAMES: usize = 3;

const BAR_TOP: u32 = 18;
const BAR_BOTTOM: u32 = 36;
const TICK_BOTTOM: u32 = 42;
const FIRST_ROW: u32 = 53;
const ROW: u32 = 14;

#[derive(Template)]
#[template(path = "ruler.html")]
pub(super) struct RulerView {
    heading: String,
    fate: &'static str,
    spoken: String,
    height: u32,
    bar_top: u32,
    bar_height: u32,
    bar_bottom: u32,
    paints: Vec<Paint>,
    edges: Option<Edges>,
    captions: Vec<Caption>,
    ticks: Vec<Tick>,
    cut: Option<CutView>,
}

/// All rectangles of one ledger group.
struct Paint {
    group: &'static str,
    name: String,
    rectangles: Vec<(Share, Share)>,
}

/// The limit on the scale.
struct Edges {
    cut: Share,
    band: Share,
    /// What of the body lies in the band: it depends on the reading.
    doubtful: Share,
    /// From the latest edge to the end of the body: lost under every reading.
    lost: (Share, Share),
}

/// A text above the bar.
struct Caption {
    class: &'static str,
    x: Share,
    anchor: Anchor,
    text: String,
}

/// A mark under the bar, with a label if there is room for one.
struct Tick {
    x: Share,
    fate: &'static str,
    tip: String,
    bottom: u32,
    label: Option<(Anchor, u32, String)>,
}

/// Something worth a tick.
struct Mark {
    offset: u64,
    name: String,
    fate: Fate,
    /// Small for what matters most.
    rank: u64,
    /// Place on the narrowest drawing.
    pixels: f64,
    /// As a sentence part with its place and fate.
    spoken: String,
}

/// The part of the scale that is drawn: offsets from the first to before the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    from: u64,
    to: u64,
}

impl Window {
    /// The whole scale of `report`.
    pub(super) fn whole(report: &Report) -> Self {
        Self { from: 0, to: report.page.body_bytes.max(report.limit.latest.unwrap_or(0)).max(1) }
    }

    /// From `from` to `to`, as far as the scale of `report` goes.
    pub(super) fn between(report: &Report, from: u64, to: u64) -> Self {
        let whole = Self::whole(report);
        let to = to.clamp(1, whole.to);
        Self { from: from.min(to - 1), to }
    }

    /// Where on the drawing an offset lies; what lies beside the window is at its edge.
    fn share(self, offset: u64) -> Share {
        Share::of(offset.saturating_sub(self.from), self.to - self.from)
    }

    fn holds(self, offset: u64) -> bool {
        (self.from..=self.to).contains(&offset)
    }
}

impl RulerView {
    pub(super) fn new(report: &Report, words: Words) -> Self {
        Self::of(report, Window::whole(report), words)
    }

    /// The part of the scale in `scale`; a part has a tick for every signal in it.
    pub(super) fn of(report: &Report, scale: Window, words: Words) -> Self {
        let marks = if scale == Window::whole(report) { marks(report, words) } else { all_marks(report, scale, words) };
        let spoken = spoken(report, &marks, words);
        let ticks = ticks(marks, scale);
        let rows = ticks.iter().filter_map(|tick| tick.label.as_ref().map(|(_, y, _)| *y)).max();
        Self {
            heading: words.say("view_ruler_heading"),
            fate: fate_name(report.verdict.fate),
            spoken,
            height: rows.map_or(TICK_BOTTOM, |y| y + 4),
            bar_top: BAR_TOP,
            bar_height: BAR_BOTTOM - BAR_TOP,
            bar_bottom: BAR_BOTTOM,
            paints: paints(report, scale, words),
            edges: edges(report, scale),
            captions: captions(report, scale, words),
            ticks,
            cut: CutView::new(report, words),
        }
    }
}

fn paints(report: &Report, scale: Window, words: Words) -> Vec<Paint> {
    let ruler = &report.ruler;
    let body = report.page.body_bytes;
    let mut paints: Vec<Paint> = Group::ALL
        .into_iter()
        .map(|group| Paint {
            group: group.name(),
            name: words.say(&format!("group_{}", group.name())),
            rectangles: Vec::new(),
        })
        .collect();
    let mut paint = |name: &str, start: u64, end: u64| {
        let index = Group::ALL.iter().position(|group| group.name() == name).unwrap_or(Group::ALL.len() - 1);
        let (x, end) = (scale.share(start), scale.share(end));
        if !x.to(end).is_nothing() {
            paints[index].rectangles.push((x, x.to(end)));
        }
    };
    if ruler.groups.is_empty() || ruler.step_bytes == 0 {
        paint(Group::Rest.name(), 0, body);
    }
    let stride = ruler.groups.len().div_ceil(STEPS).max(1);
    let step = ruler.step_bytes.saturating_mul(stride as u64);
    let steps: Vec<&str> = ruler.groups.iter().step_by(stride).map(String::as_str).collect();
    let mut start = 0_u64;
    for run in steps.chunk_by(|a, b| a == b) {
        let end = start.saturating_add(step.saturating_mul(run.len() as u64)).min(body);
        paint(run[0], start, end);
        start = end;
    }
    paints.retain(|paint| !paint.rectangles.is_empty());
    paints
}

fn edges(report: &Report, scale: Window) -> Option<Edges> {
    let (earliest, latest) = (report.limit.earliest?, report.limit.latest?);
    if !scale.holds(earliest) && !scale.holds(latest) && scale.from < earliest {
        return None;
    }
    let (cut, end) = (scale.share(earliest), scale.share(latest));
    let body = scale.share(report.page.body_bytes);
    Some(Edges { cut, band: cut.to(end), doubtful: cut.to(body.min(end)), lost: (end, end.to(body)) })
}

fn captions(report: &Report, scale: Window, words: Words) -> Vec<Caption> {
    let body = report.page.body_bytes;
    let limit = match (report.limit.earliest, report.limit.latest) {
        (Some(earliest), Some(latest)) => (earliest, number::bytes_range(earliest, latest)),
        _ => (scale.from, words.say("view_limit_not_published")),
    };
    let end = (body, number::bytes(body));
    let mut captions = Vec::new();
    let mut taken: Option<Extent> = None;
    for (class, (offset, text)) in [("limit", limit), ("end", end)] {
        if !scale.holds(offset) {
            continue;
        }
        let x = scale.share(offset);
        let extent = Extent::around(x.pixels(NARROWEST), text_pixels(&text), NARROWEST);
        if taken.is_some_and(|taken| taken.touches(&extent)) {
            continue;
        }
        taken = Some(extent);
        captions.push(Caption { class, x, anchor: extent.anchor(x.pixels(NARROWEST)), text });
    }
    captions
}

/// What gets a tick, in document order: the first of each leading kind, JSON-LD blocks, the first content. What is kept gets
/// one only where it is a landmark on every page.
fn marks(report: &Report, words: Words) -> Vec<Mark> {
    const KINDS: [(SignalKind, bool); 7] = [
        (SignalKind::Canonical, true),
        (SignalKind::Title, true),
        (SignalKind::Robots, false),
        (SignalKind::JsonLd, true),
        (SignalKind::Description, false),
        (SignalKind::Hreflang, false),
        (SignalKind::Heading, false),
    ];
    const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
    let mut marks = Vec::new();
    for (rank, (kind, is_landmark)) in (0..).zip(KINDS) {
        let of_kind = report.signals.iter().filter(|signal| signal.kind == kind);
        let (kept, at_risk): (Vec<_>, Vec<_>) = of_kind.partition(|signal| signal.fate == Fate::Kept);
        let (landmarks, most) = (usize::from(is_landmark), if kind == SignalKind::JsonLd { 4 } else { 1 });
        for signal in kept.into_iter().take(landmarks).chain(at_risk.into_iter().take(most)) {
            let level = signal.name.as_deref().filter(|name| HEADINGS.contains(name));
            let name = level.map_or_else(|| words.signal(kind), str::to_owned);
            marks.push(mark(name, signal.start, signal.fate, rank, words));
        }
    }
    if let Some(offset) = report.text.first_content_offset {
        let name = words.with("view_first_content", &[&number::bytes(offset)]);
        marks.push(mark(name, offset, fate_of_offset(report, offset), 1, words));
    }
    order::by_key(marks, |mark| mark.offset)
}

/// Every signal in a window, and the first content: what is drawn larger shows more.
fn all_marks(report: &Report, window: Window, words: Words) -> Vec<Mark> {
    /// Marks of one drawing; the ticks of more would touch.
    const MOST: usize = 500;
    let signals = report.signals.iter().filter(|signal| window.holds(signal.start)).take(MOST);
    let mut marks: Vec<Mark> = signals
        .map(|signal| {
            let rank = if signal.kind == SignalKind::Heading { 5 } else { 1 };
            let name = match (signal.kind, signal.name.as_deref()) {
                (SignalKind::Heading, Some(name)) => name.to_owned(),
                (kind, _) => words.signal(kind),
            };
            mark(name, signal.start, signal.fate, rank, words)
        })
        .collect();
    if let Some(offset) = report.text.first_content_offset.filter(|offset| window.holds(*offset)) {
        let name = words.with("view_first_content", &[&number::bytes(offset)]);
        marks.push(mark(name, offset, fate_of_offset(report, offset), 1, words));
    }
    order::by_key(marks, |mark| mark.offset)
}

fn mark(name: String, offset: u64, fate: Fate, rank: u64, words: Words) -> Mark {
    let rank = if fate == Fate::Kept { rank + 10 } else { rank };
    let spoken = words.with("view_ruler_tick", &[&name, &number::bytes(offset), &words.fate(Some(fate))]);
    Mark { offset, name, fate, rank, pixels: 0.0, spoken }
}

fn fate_of_offset(report: &Report, offset: u64) -> Fate {
    match (report.limit.earliest, report.limit.latest) {
        (Some(earliest), Some(latest)) if offset >= earliest => {
            if offset < latest {
                Fate::Depends
            } else {
                Fate::Lost
            }
        }
        _ => Fate::Kept,
    }
}

fn ticks(marks: Vec<Mark>, scale: Window) -> Vec<Tick> {
    let mut clusters: Vec<Vec<Mark>> = Vec::new();
    for mut mark in marks {
        mark.pixels = scale.share(mark.offset).pixels(NARROWEST);
        match clusters.last_mut() {
            Some(cluster) if mark.pixels - cluster[0].pixels < MERGED => cluster.push(mark),
            _ => clusters.push(vec![mark]),
        }
    }
    let placed = layout(&clusters);
    let drawn = clusters.iter().zip(placed);
    drawn
        .map(|(cluster, label)| {
            let label = label.map(|(anchor, row, text)| (anchor, FIRST_ROW + ROW * row as u32, text));
            let spoken: Vec<&str> = cluster.iter().map(|mark| mark.spoken.as_str()).collect();
            Tick {
                x: scale.share(cluster[0].offset),
                fate: fate_name(cluster.iter().map(|mark| mark.fate).max()),
                tip: spoken.join("\n"),
                bottom: label.as_ref().map_or(TICK_BOTTOM, |(_, y, _)| TICK_BOTTOM.max(y - 10)),
                label,
            }
        })
        .collect()
}

/// A label's anchor, row and text for each cluster that has one.
type Layout = Vec<Option<(Anchor, usize, String)>>;

/// The best of a few layouts: most labels, then most names in them, then fewest rows.
fn layout(clusters: &[Vec<Mark>]) -> Layout {
    let mut by_rank =
        order::ascending(clusters.iter().map(|cluster| cluster.iter().map(|mark| mark.rank).min().unwrap_or(0)));
    by_rank.truncate(LABELLED);
    let from_left: Vec<usize> = (0..clusters.len()).filter(|index| by_rank.contains(index)).collect();
    let from_right: Vec<usize> = from_left.iter().rev().copied().collect();
    let mut best: (Option<(usize, usize, Reverse<usize>)>, Layout) = (None, Vec::new());
    for names_shown in 1..=NAMES {
        for order in [&by_rank, &from_left, &from_right] {
            for sides in [Side::CENTRE_FIRST, Side::RIGHT_FIRST] {
                let mut labels = Labels::new(NARROWEST, sides);
                let mut layout: Layout = vec![None; clusters.len()];
                for &index in order {
                    let text = name(&clusters[index], names_shown);
                    let place = labels.place(clusters[index][0].pixels, text_pixels(&text));
                    layout[index] = place.map(|(anchor, row)| (anchor, row, text));
                }
                let score = Some((labels.count(), names_shown, Reverse(labels.rows())));
                if score > best.0 {
                    best = (score, layout);
                }
            }
        }
    }
    best.1
}

/// The text for one tick: its most important names in document order, and how many more there are.
fn name(cluster: &[Mark], shown: usize) -> String {
    let mut names: Vec<(u64, &str)> = Vec::new();
    for mark in cluster {
        if names.iter().all(|(_, name)| *name != mark.name) {
            names.push((mark.rank, &mark.name));
        }
    }
    let mut by_rank = order::ascending(names.iter().map(|(rank, _)| *rank));
    by_rank.truncate(shown);
    let kept = names.iter().enumerate().filter(|(index, _)| by_rank.contains(index));
    let text: Vec<&str> = kept.map(|(_, (_, name))| *name).collect();
    match names.len() - text.len() {
        0 => text.join(", "),
        rest => format!("{} +{rest}", text.join(", ")),
    }
}

fn spoken(report: &Report, marks: &[Mark], words: Words) -> String {
    let body = report.page.body_bytes;
    let limit = match (report.limit.earliest, report.limit.latest) {
        (Some(earliest), Some(latest)) => {
            let (from, to) = number::bytes_apart(earliest, latest);
            match (body, earliest == latest) {
                (body, true) if body > latest => words.with("view_ruler_edge_over", &[&from]),
                (_, true) => words.with("view_ruler_edge_under", &[&from]),
                (body, _) if body > latest => words.with("view_ruler_band_over", &[&from, &to]),
                (body, _) if body > earliest => words.with("view_ruler_band_inside", &[&from, &to]),
                _ => words.with("view_ruler_band_under", &[&from, &to]),
            }
        }
        _ => words.say("view_ruler_no_limit"),
    };
    let mut sentences = vec![words.with("view_ruler_page", &[&number::bytes(body)]), limit];
    sentences.extend(marks.iter().map(|mark| format!("{}.", mark.spoken)));
    sentences.join(" ")
}

#[cfg(test)]
mod tests;
