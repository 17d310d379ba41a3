//! Reads what begins with `<!` or `<?`: comments and doctypes.

use memchr::memchr;

use super::{Progress, Reader, State, Window};
use crate::cut::CutSituation;
use crate::doctype::is_quirky;
use crate::ledger::{Category, ChangeKind};

/// Bytes of a doctype kept for its value and mode.
const DOCTYPE_BYTES: usize = 1024;

/// Bytes that tell what kind of comment begins.
const COMMENT_LOOK_AHEAD_BYTES: usize = 24;

impl Reader {
    pub(super) fn open_declaration(&mut self, window: &Window<'_>) -> Progress {
        let rest = &window.bytes[self.at + 2..];
        if rest.starts_with(b"--") {
            let contents = window.base + self.at as u64 + 4;
            return self.open(window, State::Comment { contents, fresh: true });
        }
        if rest.len() < 7 && !window.is_last {
            let may_become = |word: &[u8]| rest.eq_ignore_ascii_case(&word[..rest.len().min(word.len())]);
            if may_become(b"--") || may_become(b"doctype") || may_become(b"[CDATA[") {
                return Progress::Wait;
            }
        }
        if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            self.doctype.clear();
            return self.open(window, State::Doctype);
        }
        if rest.starts_with(b"[CDATA[") && self.tree.allows_cdata() {
            self.end_text(window.base + self.at as u64);
            self.skip(window, 9, Category::Other);
            self.state = State::Cdata;
            return Progress::Go;
        }
        self.open(window, State::BogusComment)
    }

    pub(super) fn open(&mut self, window: &Window<'_>, state: State) -> Progress {
        let rest = &window.bytes[self.at..];
        if rest.len() < COMMENT_LOOK_AHEAD_BYTES && !window.is_last && memchr(b'>', rest).is_none() {
            return Progress::Wait;
        }
        self.comment = comment_category(rest);
        self.construct_start = window.base + self.at as u64;
        self.construct_line = self.facts.lines.at(self.construct_start, window.bytes, window.base);
        self.end_text(self.construct_start);
        self.state = state;
        Progress::Go
    }

    pub(super) fn read_comment(&mut self, window: &Window<'_>, contents: u64, fresh: bool) -> Progress {
        let start = (contents - window.base) as usize;
        let contents_so_far = window.bytes.get(start..).unwrap_or_default();
        let abrupt = if fresh && contents_so_far.starts_with(b">") {
            Some(1)
        } else if fresh && contents_so_far.starts_with(b"->") {
            Some(2)
        } else {
            None
        };
        if let Some(length) = abrupt {
            return self.end_comment(window, start + length);
        }
        if fresh && contents_so_far.len() < 2 && !window.is_last {
            return Progress::Wait;
        }
        let mut from = start.max(self.at);
        while let Some(index) = memchr(b'>', &window.bytes[from..]) {
            let bracket = from + index;
            let before = &window.bytes[start..bracket];
            if before.ends_with(b"--") || before.ends_with(b"--!") {
                return self.end_comment(window, bracket + 1);
            }
            from = bracket + 1;
        }
        let keep = if window.is_last { 0 } else { 3 };
        let done = window.bytes.len().saturating_sub(keep).max(self.at);
        // What stays must not reach in front of the contents, or the dashes that open the comment would count.
        self.comment_bytes(window, done);
        if done > start {
            self.state = State::Comment { contents: window.base + done as u64, fresh: false };
        }
        if window.is_last {
            self.situation = CutSituation::Comment;
            self.offer_comment(window.base + done as u64);
        }
        Progress::Wait
    }

    fn end_comment(&mut self, window: &Window<'_>, end: usize) -> Progress {
        let start = self.construct_start;
        let region = self.region();
        self.comment_bytes(window, end);
        if region.is_none() && start != self.after_bracket {
            self.facts.tally.spans.add(ChangeKind::Comments, start, window.base + end as u64);
        }
        self.offer_comment(window.base + end as u64);
        self.tree.comment(&mut self.facts);
        self.state = State::Data;
        Progress::Go
    }

    /// Remembers the comment at work, which reaches up to `end`, if it is among the largest spans.
    fn offer_comment(&mut self, end: u64) {
        let category = self.region().unwrap_or(self.comment);
        let line = self.construct_line;
        self.facts.tally.offer(category, self.construct_start, end, || (line, "comment".to_owned()));
    }

    fn comment_bytes(&mut self, window: &Window<'_>, to: usize) {
        let category = self.region().unwrap_or(self.comment);
        self.facts.tally.add(category, window.base + self.at as u64, window.base + to as u64);
        self.at = to;
    }

    /// Reads a bogus comment or a doctype: both end at the next `>`.
    pub(super) fn read_to_bracket(&mut self, window: &Window<'_>) -> Progress {
        let bytes = &window.bytes[self.at..];
        let bracket = memchr(b'>', bytes);
        let length = bracket.map_or(bytes.len(), |index| index + 1);
        let is_doctype = self.state == State::Doctype;
        if is_doctype {
            let room = DOCTYPE_BYTES - self.doctype.len();
            self.doctype.extend_from_slice(&bytes[..length.min(room)]);
            let start = window.base + self.at as u64;
            self.facts.tally.add(self.region().unwrap_or(Category::Doctype), start, start + length as u64);
            self.at += length;
        } else {
            self.comment_bytes(window, self.at + length);
        }
        if bracket.is_none() && !window.is_last {
            return Progress::Wait;
        }
        if bracket.is_none() {
            self.situation = if is_doctype { CutSituation::Doctype } else { CutSituation::Comment };
        }
        if is_doctype {
            let end = bracket.map(|_| window.base + self.at as u64);
            let doctype = std::mem::take(&mut self.doctype);
            let quirks = is_quirky(&doctype) || end.is_none();
            self.facts.doctype(&doctype, self.construct_start, end, self.construct_line);
            self.tree.doctype(&mut self.facts, quirks);
        } else {
            self.tree.comment(&mut self.facts);
        }
        self.state = State::Data;
        if bracket.is_some() { Progress::Go } else { Progress::Wait }
    }
}

/// What a comment counts as, by its first bytes.
fn comment_category(bytes: &[u8]) -> Category {
    let contents = bytes.strip_prefix(b"<!--").map(<[u8]>::trim_ascii_start);
    let starts =
        |contents: &[u8], word: &[u8]| contents.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    match (contents, bytes) {
        (Some(contents), _) if starts(contents, b"[if ") || starts(contents, b"<![endif]") => {
            Category::ConditionalComment
        }
        (Some(contents), _) if starts(contents, b"#include") || starts(contents, b"<%") || starts(contents, b"<?") => {
            Category::ServerLeftover
        }
        (None, [b'<', b'!', b'[', ..]) => Category::ConditionalComment,
        (None, [b'<', b'?', ..]) => Category::ServerLeftover,
        _ => Category::Comment,
    }
}
