//! The body on a byte scale, in text: what it is made of, the band, and where signals stand.

use crawl_cutoff_core::ledger::{Category, Group};
use crawl_cutoff_core::report::{Fate, SignalKind};
use crawl_cutoff_core::{Report, number};
use textwrap::core::display_width;

use super::Sheet;
use super::layout::wrap_items;
use super::style::{SOFT, letter_of_group, mark_of_fate, of_fate, of_group, paint};
use crawl_cutoff_core::view::words::Words;

/// Rows of labels under the ruler; a label that fits in none is left out, its tick stays.
const LABEL_ROWS: usize = 3;

pub(super) fn print(sheet: &mut Sheet, report: &Report, words: Words<'_>) {
    if report.ruler.groups.is_empty() {
        return;
    }
    let scale = Scale::new(report, sheet.columns());
    sheet.lines.push(String::new());
    for line in band(report, &scale) {
        sheet.line(&line);
    }
    let bar = bar(report, &scale, sheet.paper.has_colours);
    sheet.line(&bar);
    for line in ticks(report, &scale, words) {
        sheet.line(&line);
    }
    for line in legend(report, sheet, words) {
        sheet.line(&line);
    }
}

/// Bytes to columns. The scale ends where the body ends or at the latest edge, whichever comes last.
struct Scale {
    columns: usize,
    bytes: u64,
}

impl Scale {
    fn new(report: &Report, columns: usize) -> Self {
        Self { columns, bytes: report.page.body_bytes.max(report.limit.latest.unwrap_or(0)).max(1) }
    }

    /// The column in which the byte at `offset` is drawn.
    fn column(&self, offset: u64) -> usize {
        let column = u128::from(offset) * self.columns as u128 / u128::from(self.bytes);
        usize::try_from(column).unwrap_or(usize::MAX).min(self.columns - 1)
    }

    /// The byte in the middle of a column.
    fn middle(&self, column: usize) -> u64 {
        let middle = (2 * column as u128 + 1) * u128::from(self.bytes) / (2 * self.columns as u128);
        u64::try_from(middle).unwrap_or(u64::MAX)
    }
}

/// The edges' label and their marks over the bar.
fn band(report: &Report, scale: &Scale) -> Vec<String> {
    let (Some(earliest), Some(latest)) = (report.limit.earliest, report.limit.latest) else { return Vec::new() };
    let (from, to) = (scale.column(earliest), scale.column(latest));
    let label = number::bytes_range(earliest, latest);
    let style = if report.cut.is_some() { of_fate(Some(Fate::Lost)) } else { SOFT };
    let label_at = centred((from + to) / 2, display_width(&label), scale.columns);
    let marks = if from == to { "▼".to_owned() } else { format!("▼{}▼", "─".repeat(to - from - 1)) };
    vec![
        format!("{}{}", " ".repeat(label_at), paint(style, label)),
        format!("{}{}", " ".repeat(from), paint(style, marks)),
    ]
}

fn bar(report: &Report, scale: &Scale, has_colours: bool) -> String {
    let edge = report.limit.earliest.filter(|_| report.cut.is_some()).unwrap_or(u64::MAX);
    let mut cells: Vec<(Option<Group>, bool)> = (0..scale.columns)
        .map(|column| {
            let middle = scale.middle(column);
            (group_at(report, middle), middle < edge)
        })
        .collect();
    // A small body is drawn small, but it is drawn.
    if let (Some(first), true) = (cells.first_mut(), report.page.body_bytes > 0) {
        first.0 = first.0.or_else(|| group_at(report, 0));
    }
    cells
        .chunk_by(|a, b| a == b)
        .map(|run| match run[0] {
            (None, _) => paint(SOFT, "·".repeat(run.len())),
            (Some(group), is_kept) if has_colours => {
                paint(of_group(group), (if is_kept { "█" } else { "░" }).repeat(run.len()))
            }
            (Some(group), is_kept) => {
                let letter = letter_of_group(group);
                (if is_kept { letter } else { letter.to_ascii_lowercase() }).to_string().repeat(run.len())
            }
        })
        .collect()
}

/// The group that takes most bytes around `offset`; `None` past the body.
fn group_at(report: &Report, offset: u64) -> Option<Group> {
    if offset >= report.page.body_bytes || report.ruler.step_bytes == 0 {
        return None;
    }
    let step = usize::try_from(offset / report.ruler.step_bytes).ok()?;
    let name = report.ruler.groups.get(step).or_else(|| report.ruler.groups.last())?;
    Some(Group::ALL.into_iter().find(|group| group.name() == name).unwrap_or(Group::Rest))
}

/// A place on the ruler with a name.
struct Tick {
    column: usize,
    fate: Fate,
    names: Vec<String>,
}

/// Marks under the bar and their labels.
fn ticks(report: &Report, scale: &Scale, words: Words<'_>) -> Vec<String> {
    let ticks = merged(marked(report, words).into_iter().map(|(offset, fate, name)| Tick {
        column: scale.column(offset),
        fate,
        names: vec![name],
    }));
    if ticks.is_empty() {
        return Vec::new();
    }
    let mut marks = Line::default();
    let mut rows: Vec<Line> = (0..LABEL_ROWS).map(|_| Line::default()).collect();
    for tick in &ticks {
        let style = if tick.fate == Fate::Kept { SOFT } else { of_fate(Some(tick.fate)) };
        let mark = if tick.fate == Fate::Kept { "↑" } else { mark_of_fate(Some(tick.fate)) };
        marks.put(tick.column, mark, style);
        let label = tick.names.join(", ");
        let at = centred(tick.column, display_width(&label), scale.columns);
        let is_short = display_width(&label) <= scale.columns;
        if let Some(row) = rows.iter_mut().find(|row| is_short && row.is_free(at)) {
            row.put(at, &label, style);
        }
    }
    rows.insert(0, marks);
    rows.into_iter().map(|row| row.text).filter(|text| !text.is_empty()).collect()
}

/// What gets a tick, in order of offset: the first of what is looked for first, and JSON-LD blocks.
fn marked(report: &Report, words: Words<'_>) -> Vec<(u64, Fate, String)> {
    const FIRST_OF: [SignalKind; 5] =
        [SignalKind::Title, SignalKind::Description, SignalKind::Robots, SignalKind::Canonical, SignalKind::JsonLd];
    let mut marked = Vec::new();
    for kind in FIRST_OF {
        let mut of_kind = report.signals.iter().filter(|signal| signal.kind == kind);
        let first = of_kind.next();
        // The first of a kind, and the first that is not kept.
        let first_gone = of_kind.find(|signal| signal.fate != Fate::Kept);
        let gone = first_gone.filter(|_| first.is_some_and(|first| first.fate == Fate::Kept));
        marked.extend(first.into_iter().chain(gone).map(|signal| (signal.start, signal.fate, words.signal(kind))));
    }
    if let Some(offset) = report.text.first_content_offset {
        let is_kept = report.limit.earliest.is_none_or(|earliest| offset < earliest);
        let fate = if is_kept { Fate::Kept } else { Fate::Lost };
        marked.push((offset, fate, words.with("view_first_content", &[&number::bytes(offset)])));
    }
    marked.sort_by_key(|&(offset, ..)| offset);
    marked
}

/// Ticks in neighbouring columns become one, with the worst fate of them.
fn merged(ticks: impl Iterator<Item = Tick>) -> Vec<Tick> {
    let mut merged: Vec<Tick> = Vec::new();
    for tick in ticks {
        match merged.last_mut() {
            Some(last) if tick.column <= last.column + 1 => {
                last.fate = last.fate.max(tick.fate);
                last.names.extend(tick.names.into_iter().filter(|name| !last.names.contains(name)).collect::<Vec<_>>());
            }
            _ => merged.push(tick),
        }
    }
    merged
}

/// The groups by size: mark, name and share.
fn legend(report: &Report, sheet: &Sheet, words: Words<'_>) -> Vec<String> {
    let mut groups: Vec<(Group, u64)> = Group::ALL.into_iter().map(|group| (group, bytes_of(report, group))).collect();
    groups.retain(|&(_, bytes)| bytes > 0);
    groups.sort_by_key(|&(_, bytes)| std::cmp::Reverse(bytes));
    let mark = |group| if sheet.paper.has_colours { '■' } else { letter_of_group(group) };
    let entries: Vec<String> = groups
        .iter()
        .map(|&(group, bytes)| {
            let name = words.say(&format!("group_{}", group.name()));
            format!("{} {name} {}", mark(group), number::percent_of(bytes, report.page.body_bytes))
        })
        .collect();
    let mut lines = wrap_items(&entries, "   ", sheet.columns());
    // The lines are broken by the width of what is seen; colours come last.
    let mut line_index = 0;
    for (entry, &(group, _)) in entries.iter().zip(&groups) {
        while line_index < lines.len() && !lines[line_index].contains(entry.as_str()) {
            line_index += 1;
        }
        if let Some(line) = lines.get_mut(line_index) {
            let text = &entry[mark(group).len_utf8()..];
            *line = line.replacen(entry.as_str(), &format!("{}{text}", paint(of_group(group), mark(group))), 1);
        }
    }
    lines
}

fn bytes_of(report: &Report, group: Group) -> u64 {
    let of_group = |name: &str| Category::of_name(name).is_some_and(|category| category.group() == group);
    report.ledger.iter().filter(|row| of_group(&row.category)).map(|row| row.bytes).sum()
}

/// Where something `width` columns wide begins so that its middle is at `column`, inside the line.
fn centred(column: usize, width: usize, columns: usize) -> usize {
    column.saturating_sub(width / 2).min(columns.saturating_sub(width))
}

/// A line in which things are put at columns from left to right.
#[derive(Default)]
struct Line {
    text: String,
    columns: usize,
}

impl Line {
    /// Whether something can be put at `column` with a gap before it.
    fn is_free(&self, column: usize) -> bool {
        self.columns == 0 || self.columns + 2 <= column
    }

    fn put(&mut self, column: usize, text: &str, style: anstyle::Style) {
        self.text.push_str(&" ".repeat(column.saturating_sub(self.columns)));
        self.text.push_str(&paint(style, text));
        self.columns = column + display_width(text);
    }
}

#[cfg(test)]
mod tests {
    use crawl_cutoff_core::limit::LimitChoice;
    use crawl_cutoff_core::message::Messages;
    use crawl_cutoff_core::{Context, Inspection, Options};

    use super::super::{Paper, Sheet};
    use super::*;

    /// The ruler of `page` under a limit of the user's, `columns` wide, without colours.
    fn ruler(page: &str, limit: u64, columns: usize) -> Vec<String> {
        let mut inspection = Inspection::new(Options { limit: LimitChoice::User(limit), ..Options::default() });
        inspection.push(page.as_bytes());
        let report = inspection.finish(Context::default());
        let paper = Paper { columns: columns + 2, is_terminal: false, has_colours: false };
        let mut sheet = Sheet { lines: Vec::new(), paper };
        print(&mut sheet, &report, Words(&Messages::default()));
        sheet.lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
    }

    /// 1,024,000 bytes: half style, half text. The ruler's steps are of whole kilobytes.
    fn half_style() -> String {
        let mut page = format!("<style>{}</style>", " ".repeat(512_000 - "<style></style>".len()));
        page.push_str(&"x".repeat(512_000));
        page
    }

    #[test]
    fn the_bar_is_to_scale_and_small_after_the_cut() {
        let lines = ruler(&half_style(), 768_000, 40);
        assert_eq!(lines[1], format!("  {}768 KB", " ".repeat(27)));
        assert_eq!(lines[2], format!("  {}▼", " ".repeat(30)));
        assert_eq!(lines[3], format!("  {}{}{}", "C".repeat(20), "T".repeat(10), "t".repeat(10)));
    }

    #[test]
    fn below_the_limit_the_rest_is_empty() {
        let lines = ruler(&half_style(), 4_096_000, 40);
        assert_eq!(lines[3], format!("  {}{}{}", "C".repeat(5), "T".repeat(5), "·".repeat(30)));
        let lines = ruler("<p>small</p>", 1_000_000, 40);
        assert!(lines[3].trim_start().starts_with(['M', 'T']), "a small body is drawn: {lines:?}");
    }

    #[test]
    fn labels_stand_under_their_ticks_and_keep_apart() {
        let style = |bytes| format!("<style>{}</style>", " ".repeat(bytes));
        let (before, after) = (style(400_000), style(80_000));
        let page = format!("<title>a</title>{before}<link rel=canonical href=/x>{after}<h1>b</h1>");
        let lines = ruler(&page, 300_000, 60);
        assert_eq!(lines[4], format!("  ↑{}✕{}✕", " ".repeat(48), " ".repeat(9)));
        assert_eq!(lines[5], format!("  title{}canonical", " ".repeat(40)));
        assert_eq!(lines[6], format!("  {}first content 480 KB", " ".repeat(40)));
    }

    #[test]
    fn every_group_has_a_letter_of_its_own() {
        let letters: std::collections::BTreeSet<char> = Group::ALL.into_iter().map(letter_of_group).collect();
        assert_eq!(letters.len(), Group::ALL.len());
    }
}
