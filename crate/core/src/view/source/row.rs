//! From row to row.

use super::{Source, character};

/// A line, or a piece of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) start: u64,
    /// Behind its line feed, where it has one.
    pub(super) end: u64,
    /// The line that starts here, from 1; `None` for a further piece of one.
    pub(super) line: Option<u64>,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Row(Row),
    /// The fetch stops here: index of the stop.
    Stop(usize),
}

/// A place between two rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Walk {
    pub(super) offset: u64,
    /// The line that `offset` stands in, from 1.
    line: u64,
    is_line_start: bool,
    stops_passed: usize,
    /// Bytes of a character that the stop before has cut through: a row of their own, so that what follows is read right.
    torn: usize,
}

impl Default for Walk {
    fn default() -> Self {
        Self { offset: 0, line: 1, is_line_start: true, stops_passed: 0, torn: 0 }
    }
}

impl Walk {
    /// The next row, or the next stop; `None` at the end of the body.
    pub(super) fn next(&mut self, source: &Source) -> Option<Step> {
        let stop = source.stops.get(self.stops_passed).map(|stop| stop.offset);
        if stop == Some(self.offset) {
            self.stops_passed += 1;
            return Some(Step::Stop(self.stops_passed - 1));
        }
        let until = stop.unwrap_or(u64::MAX).min(source.body.len() as u64);
        let rest = &source.body[self.offset as usize..until as usize];
        if rest.is_empty() {
            return None;
        }
        let (bytes, is_line_end) = match std::mem::take(&mut self.torn) {
            0 => row_bytes(rest, source),
            torn => (torn.min(rest.len()), false),
        };
        let row =
            Row { start: self.offset, end: self.offset + bytes as u64, line: self.is_line_start.then_some(self.line) };
        self.offset = row.end;
        self.line += u64::from(is_line_end);
        self.is_line_start = is_line_end;
        if stop == Some(self.offset) {
            self.torn = torn_bytes(&row, source);
        }
        Some(Step::Row(row))
    }
}

/// Bytes of the row at the start of `rest`, and whether a line ends with it.
fn row_bytes(rest: &[u8], source: &Source) -> (usize, bool) {
    /// Most bytes of a row that must not be divided.
    const UNDIVIDED: usize = 65_536;
    let (columns, encoding) = (source.columns, source.encoding);
    if !character::is_divisible(encoding) {
        let near = &rest[..rest.len().min(UNDIVIDED)];
        return character::line_end(near, encoding).map_or((near.len(), false), |end| (end, true));
    }
    // No character is wider than two columns for a byte, but for a byte that is none.
    let near = &rest[..rest.len().min(columns * 4)];
    let end = character::line_end(near, encoding);
    let line = end.map_or(near, |end| &near[..end]);
    if line.len() * 4 <= columns {
        return (line.len(), end.is_some());
    }
    let text = &line[..character::trim_line_end(line, encoding)];
    let (mut at, mut taken) = (0, 0);
    while at < text.len() {
        let (bytes, width) = character::measure(&text[at..], encoding);
        taken += width;
        if taken > columns && at > 0 {
            return (at, false);
        }
        at += bytes;
    }
    match end {
        Some(end) => (end, true),
        None => (line.len(), false),
    }
}

/// Bytes behind a row of the character that it ends inside.
fn torn_bytes(row: &Row, source: &Source) -> usize {
    let (mut at, end) = (row.start as usize, row.end as usize);
    while at < end {
        at += character::measure(&source.body[at..], source.encoding).0;
    }
    at - end
}
