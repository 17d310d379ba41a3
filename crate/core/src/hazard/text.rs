//! Lines, columns and snippets of a script.

use oxc_span::Span;

/// Longest snippet, in characters.
const SNIPPET_CHARACTERS: usize = 120;

/// Lines of a script, found as they are asked for.
pub(super) struct Lines<'s> {
    source: &'s str,
    /// Offsets at which lines start.
    starts: Vec<usize>,
}

impl<'s> Lines<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        let ends = memchr::memchr_iter(b'\n', source.as_bytes());
        Self { source, starts: std::iter::once(0).chain(ends.map(|end| end + 1)).collect() }
    }

    /// Line and column of an offset, from 1; lines end at a line feed, columns count characters.
    pub(super) fn place(&mut self, offset: u32) -> (u64, u64) {
        let offset = offset as usize;
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line.wrapping_sub(1)).copied().unwrap_or_default();
        let column = self.source.get(start..offset).map_or(0, |before| before.chars().count());
        (line as u64, column as u64 + 1)
    }
}

/// The code of a span on one line, cut where it is long.
pub(super) fn snippet(source: &str, span: Span) -> String {
    let code = source.get(span.start as usize..span.end as usize).unwrap_or_default();
    // White space may be long too.
    let code: String = code.chars().take(SNIPPET_CHARACTERS * 4).collect();
    let words: Vec<&str> = code.split_whitespace().collect();
    let line = words.join(" ");
    let mut short: String =
        line.chars().take(SNIPPET_CHARACTERS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if short.len() < line.len() || (span.end - span.start) as usize > code.len() {
        short.push('…');
    }
    short
}
