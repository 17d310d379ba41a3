//! Reads the body between and inside its tags, and drives the tree construction.
//!
//! Start tags may be known already (see [`super::start_tags`]); everything else (end tags, comments, text, raw text) is read
//! here from the raw bytes between them. The tree model decides what is raw text, so a start tag that lol_html sees inside a
//! script is no tag here.

mod declaration;
mod raw_text;
mod tag;

use std::hash::Hasher;
use std::ops::Range;

use raw_text::{RawText, ScriptState};

use super::attribute::{TagReader, space_at_end, space_at_start};
use super::big_tag::BigTag;
use super::blocks::find_near;
use super::facts::Facts;
use super::name::Name;
use super::seen::{SeenTag, SeenTags};
use super::start_tags::StartTags;
use super::tree::{Content, Flags, RawWindow, Text, Tree};
use crate::cut::CutSituation;
use crate::ledger::Category;
use crate::vocabulary::SignalKind;

/// Bytes of the body that were not read to the end yet.
#[derive(Clone, Copy)]
pub(crate) struct Window<'w> {
    pub(crate) bytes: &'w [u8],
    pub(crate) raw: RawWindow<'w>,
    /// Offset of the first byte, in narrow bytes.
    pub(crate) base: u64,
    /// Whether the body ends with it.
    pub(crate) is_last: bool,
}

/// What is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Data,
    Raw {
        content: Content,
        name: Name,
    },
    Script(ScriptState),
    Cdata,
    /// A comment: where its contents begin, or as much of their end as may close it; and whether nothing of them was read.
    Comment {
        contents: u64,
        fresh: bool,
    },
    BogusComment,
    Doctype,
}

/// Whether to go on, or to wait for more bytes.
#[derive(PartialEq, Eq)]
enum Progress {
    Go,
    Wait,
}

/// Elements in a path; of a deeper one the outermost and the innermost are shown.
const PATH_ELEMENTS: usize = 24;

/// The state of the pass.
#[derive(Clone)]
pub(crate) struct Reader {
    pub(crate) tree: Tree,
    pub(crate) facts: Facts,
    state: State,
    /// Index in the window of the next byte to read.
    at: usize,
    /// A tag that the window ended in, which begins with it.
    pending: Option<TagReader>,
    /// What is known of the tag at work; `None` while it is taken.
    tag: Option<Box<SeenTag>>,
    /// `None` while one of them is at work.
    seen: Option<Box<SeenTags>>,
    /// A tag that is too long for the window.
    big: Option<Box<BigTag>>,
    raw_text: Option<RawText>,
    /// Start of the comment or doctype being read.
    construct_start: u64,
    /// Its line, from 1.
    construct_line: u64,
    /// Where a `<` that is text ends: what stands there must stay, or that `<` may begin a tag.
    after_bracket: u64,
    doctype: Vec<u8>,
    /// Whether the text being read holds more than white space.
    text_seen: bool,
    /// Whether the text being read began after `</html>`: its first word takes the tree back into the body.
    text_after_html: bool,
    /// Bytes of white space at the end of the text being read.
    trailing_space: u64,
    /// What the comment being read counts as.
    comment: Category,
    /// What the body ended in.
    situation: CutSituation,
}

impl Reader {
    pub(crate) fn new(facts: Facts) -> Self {
        Self {
            tree: Tree::new(),
            facts,
            state: State::Data,
            at: 0,
            pending: None,
            tag: None,
            seen: Some(Box::default()),
            big: None,
            raw_text: None,
            construct_start: 0,
            construct_line: 1,
            after_bracket: u64::MAX,
            doctype: Vec::new(),
            text_seen: false,
            text_after_html: false,
            trailing_space: 0,
            comment: Category::Comment,
            situation: CutSituation::Text,
        }
    }

    /// What the body ended in.
    pub(crate) const fn situation(&self) -> CutSituation {
        self.situation
    }

    /// Open elements from the root, `html > body > div#main > p`.
    pub(crate) fn path(&self) -> String {
        let elements = self.tree.open_elements();
        let depth = elements.len();
        let mut path = String::new();
        for (index, element) in elements.enumerate() {
            if index >= PATH_ELEMENTS / 2 && index + PATH_ELEMENTS / 2 < depth {
                if index == PATH_ELEMENTS / 2 {
                    path.push_str(" > …");
                }
                continue;
            }
            if !path.is_empty() {
                path.push_str(" > ");
            }
            path.push_str(&element.name.text());
            if let Some(id) = self.facts.id_at(index).filter(|id| !id.is_empty()) {
                path.push('#');
                path.push_str(&String::from_utf8_lossy(id));
            }
        }
        path
    }

    /// Whether an element that carries microdata is open.
    pub(crate) fn in_microdata(&self) -> bool {
        self.facts.signals.iter().any(|signal| signal.kind == SignalKind::Microdata && signal.end.is_none())
    }

    /// Reads as far as the window allows; gives how many bytes at its beginning are done with. The next window begins there.
    pub(crate) fn read(&mut self, window: &Window<'_>, tags: &mut StartTags) -> usize {
        loop {
            let progress = match self.state {
                State::Data => self.read_data(window, tags),
                State::Raw { content, name } => self.read_raw(window, content, name),
                State::Script(state) => self.read_script(window, state),
                State::Cdata => self.read_cdata(window),
                State::Comment { contents, fresh } => self.read_comment(window, contents, fresh),
                State::BogusComment | State::Doctype => self.read_to_bracket(window),
            };
            if progress == Progress::Wait {
                break;
            }
        }
        let done = self.at;
        self.facts.shapes.sign(window, self.facts.lines.feeds_before);
        self.facts.lines.drop_to(window.base + done as u64, window.bytes, window.base);
        self.at = 0;
        done
    }

    /// Ends the body after its last byte was read.
    pub(crate) fn finish(&mut self, body_end: u64) {
        self.end_text(body_end);
        self.end_raw_text(body_end);
        self.facts.token_start = body_end;
        self.tree.finish(&mut self.facts, body_end);
    }

    fn read_data(&mut self, window: &Window<'_>, tags: &mut StartTags) -> Progress {
        if self.pending.is_some() {
            return self.read_tag(window, tags);
        }
        if self.big.is_some() {
            return self.read_big_tag(window);
        }
        let bytes = &window.bytes[self.at..];
        let Some(text) = find_near(b'<', bytes) else {
            let length = if window.is_last { bytes.len() } else { self.facts.classes.complete_prefix(bytes) };
            self.text(window, self.at..self.at + length, true);
            if window.is_last {
                self.situation = CutSituation::Text;
            }
            return Progress::Wait;
        };
        if text > 0 {
            self.text(window, self.at..self.at + text, true);
        }
        let bytes = &window.bytes[self.at..];
        match (bytes.get(1), bytes.get(2)) {
            (None, _) | (Some(b'/'), None) => {
                if window.is_last {
                    self.text(window, self.at..window.bytes.len(), true);
                    self.situation = CutSituation::Text;
                }
                Progress::Wait
            }
            (Some(first), _) if first.is_ascii_alphabetic() => self.read_tag(window, tags),
            (Some(b'/'), Some(first)) if first.is_ascii_alphabetic() => self.read_tag(window, tags),
            (Some(b'/'), Some(b'>')) => {
                self.end_text(window.base + self.at as u64);
                self.skip(window, 3, Category::Markup);
                Progress::Go
            }
            (Some(b'!'), _) => self.open_declaration(window),
            (Some(b'?' | b'/'), _) => self.open(window, State::BogusComment),
            (Some(next), _) => {
                let is_null = *next == 0;
                self.text(window, self.at..self.at + 1, true);
                self.after_bracket = window.base + self.at as u64;
                if is_null {
                    // Read as the beginning of a tag, where a null is not dropped.
                    self.text(window, self.at..self.at + 1, false);
                }
                Progress::Go
            }
        }
    }

    /// The category that everything here belongs to, whatever it is.
    fn region(&self) -> Option<Category> {
        if self.tree.is_after_html() {
            return Some(Category::AfterHtml);
        }
        let flags = self.tree.current()?.flags;
        if flags.has(Flags::TEMPLATE) {
            Some(Category::Template)
        } else if flags.has(Flags::SVG) {
            Some(Category::Svg)
        } else {
            None
        }
    }

    /// The category of text where everything belongs to one: what began after `</html>` stays there to its end.
    fn text_region(&self) -> Option<Category> {
        if self.text_after_html { Some(Category::AfterHtml) } else { self.region() }
    }

    /// Inserts text and counts its bytes. Moves on after it.
    fn text(&mut self, window: &Window<'_>, range: Range<usize>, references: bool) {
        self.at = range.end;
        if range.is_empty() {
            return;
        }
        let offset = window.base + range.start as u64;
        let end = window.base + range.end as u64;
        let bytes = &window.bytes[range.clone()];
        if self.raw_text.is_some() {
            self.end_text(offset);
            self.tally_raw_text(bytes, offset);
        } else if let Some(category) = self.text_region() {
            self.end_text(offset);
            self.text_after_html = category == Category::AfterHtml;
            self.facts.tally.add(category, offset, end);
            self.hash_drawing(bytes);
        } else {
            self.tally_text(bytes, offset, end);
        }
        self.tree.text(&mut self.facts, Text { bytes, raw: window.raw.slice(range), offset, references });
    }

    fn hash_drawing(&mut self, bytes: &[u8]) {
        if let Some(drawing) = &mut self.facts.drawing {
            drawing.hasher.write(bytes);
        }
    }

    /// White space at either end of a run of text counts as white space between tags.
    fn tally_text(&mut self, bytes: &[u8], start: u64, end: u64) {
        let tally = &mut self.facts.tally;
        let first = space_at_start(bytes);
        if first == bytes.len() {
            if self.text_seen {
                self.trailing_space += end - start;
            } else {
                tally.add(Category::WhiteSpace, start, end);
            }
            return;
        }
        let trailing = space_at_end(bytes) as u64;
        let content = if self.text_seen {
            tally.add(Category::Text, start - self.trailing_space, start);
            start
        } else {
            tally.add(Category::WhiteSpace, start, start + first as u64);
            start + first as u64
        };
        tally.add(Category::Text, content, end - trailing);
        self.text_seen = true;
        self.trailing_space = trailing;
    }

    fn end_text(&mut self, at: u64) {
        if self.trailing_space > 0 {
            self.facts.tally.add(Category::WhiteSpace, at - self.trailing_space, at);
            self.trailing_space = 0;
        }
        self.text_seen = false;
        self.text_after_html = false;
    }

    fn skip(&mut self, window: &Window<'_>, bytes: usize, category: Category) {
        let start = window.base + self.at as u64;
        let category = self.region().unwrap_or(category);
        self.facts.tally.add(category, start, start + bytes as u64);
        self.at += bytes;
    }
}
