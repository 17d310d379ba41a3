//! Reads the body between and inside its tags, and drives the tree construction.
//!
//! Start tags may be known already (see [`super::start_tags`]); everything else (end tags, comments, text, raw text) is read
//! here from the raw bytes between them. The tree model decides what is raw text, so a start tag that lol_html sees inside a script is no tag here.

use std::hash::Hasher;
use std::ops::Range;

use memchr::{memchr, memchr2};
use twox_hash::XxHash64;

use super::attribute::{Attribute, TagReader, is_space, space_at_end, space_at_start};
use super::big_tag::{BIG_TAG_BYTES, BigTag};
use super::blocks::find_near;
use super::data_uri::{DataUris, Part};
use super::facts::Facts;
use super::facts::numbered;
use super::inline_data::InlineData;
use super::name::{Name, Tag};
use super::seen::{SeenTag, SeenTags};
use super::signals::{ScriptKind, inline_script, script_kind};
use super::start_tags::StartTags;
use super::state::{self, ScriptMarks};
use super::traits::Traits;
use super::tree::{Content, Flags, RawWindow, StartTag, Text, Tree};
use crate::cut::CutSituation;
use crate::ledger::{Category, ChangeKind};
use crate::vocabulary::{InlineScript, SignalKind};

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

#[derive(Clone, Copy, PartialEq, Eq)]
enum ScriptState {
    Normal,
    Escaped,
    DoubleEscaped,
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

/// Raw text that is being read: what to call it when it ends.
#[derive(Clone)]
struct RawText {
    category: Category,
    situation: CutSituation,
    start: u64,
    line: u64,
    label: String,
    /// What taking it out would be; `None` where that would lose something.
    change: Option<ChangeKind>,
    /// For an inline script that a browser runs: whether it is a module.
    script: Option<bool>,
    /// For a script whose kind its first bytes decide: what its tag gives away.
    undecided: Option<ScriptMarks>,
    /// What stands in inline data.
    data: Option<Box<InlineData>>,
    /// The framework whose state it is.
    state: Option<&'static str>,
    /// `data:` addresses in it, where any are looked for.
    addresses: Option<DataUris>,
    hasher: XxHash64,
    /// The first bytes of a style sheet.
    banner: Vec<u8>,
}

/// Elements in a path; of a deeper one the outermost and the innermost are shown.
const PATH_ELEMENTS: usize = 24;

/// Bytes of a doctype kept for its value and mode.
const DOCTYPE_BYTES: usize = 1024;

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
        self.facts.shapes.sign(*window, self.facts.lines.feeds_before);
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

    fn open_declaration(&mut self, window: &Window<'_>) -> Progress {
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

    fn open(&mut self, window: &Window<'_>, state: State) -> Progress {
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

    /// Reads the tag at the current place.
    fn read_tag(&mut self, window: &Window<'_>, tags: &mut StartTags) -> Progress {
        let start = window.base + self.at as u64;
        let bytes = &window.bytes[self.at..];
        let is_end = bytes.get(1) == Some(&b'/');
        if is_end && self.pending.is_none() && self.read_own_end_tag(window) {
            return Progress::Go;
        }
        let known_end = if is_end { None } else { tags.end_of(start) };
        let place = if self.pending.is_none() { SeenTags::place(bytes) } else { None };
        if let Some(place) = place {
            let tag = &bytes[..place.length()];
            if let Some(seen) = self.seen.take() {
                let found = seen.get(place, tag);
                if let Some(found) = found {
                    self.take_tag(window, found, tag);
                }
                let is_found = found.is_some();
                // Nothing is there that would have to be dropped, and so the compiler sees it.
                self.seen.get_or_insert(seen);
                if is_found {
                    return Progress::Go;
                }
            }
        }
        let limited = match known_end {
            Some(end) if end <= start + bytes.len() as u64 => &bytes[..(end - start) as usize],
            _ => bytes,
        };
        let SeenTag { attributes, marks, .. } = &mut **self.tag.get_or_insert_default();
        let mut reader = self.pending.take().unwrap_or_else(|| {
            attributes.clear();
            *marks = 0;
            TagReader::new(1 + usize::from(is_end))
        });
        let keep = |attribute: Attribute| {
            *marks |= attribute.name.mark();
            attributes.push(attribute);
        };
        let Some(tag_end) = reader.read(limited, keep) else {
            if window.is_last {
                self.end_text(start);
                self.facts.tally.add(Category::Markup, start, window.base + window.bytes.len() as u64);
                self.at = window.bytes.len();
                self.situation = CutSituation::Tag;
            } else if bytes.len() > BIG_TAG_BYTES {
                return self.begin_big_tag(window, start);
            } else {
                self.pending = Some(reader);
                if let Some(end) = known_end {
                    tags.put_back(start, end);
                }
            }
            return Progress::Wait;
        };
        if tag_end.end > BIG_TAG_BYTES {
            return self.begin_big_tag(window, start);
        }
        let Some(mut tag) = self.tag.take() else { return Progress::Go };
        let bytes = &bytes[..tag_end.end];
        tag.read(bytes, is_end, tag_end.self_closing);
        self.take_tag(window, &tag, bytes);
        if let Some(place) = place.filter(|place| place.length() == bytes.len())
            && let Some(seen) = &mut self.seen
            && seen.came_before(place)
        {
            seen.remember(place, bytes, &mut tag);
        }
        self.tag = Some(tag);
        Progress::Go
    }

    /// Reads the end tag at the current place if it is plainly that of the current element, as most are; gives whether it is.
    #[inline]
    fn read_own_end_tag(&mut self, window: &Window<'_>) -> bool {
        let bytes = &window.bytes[self.at..];
        let Some((name, tag)) = self.tree.current().map(|current| (current.name, current.tag)) else { return false };
        let Some(length) = bytes.get(2..).and_then(|bytes| name.length_before_bracket(bytes)) else { return false };
        let bytes = &bytes[..length + 3];
        let start = window.base + self.at as u64;
        self.begin_tag(start, bytes);
        self.end_tag((name, tag), start, start + bytes.len() as u64);
        true
    }

    /// Moves on to after the tag that begins at `start`, which `bytes` are.
    #[inline]
    fn begin_tag(&mut self, start: u64, bytes: &[u8]) {
        self.end_text(start);
        self.facts.token_start = start;
        self.hash_drawing(bytes);
        self.at += bytes.len();
    }

    /// Takes a whole tag, which `bytes` are, and goes on after it.
    fn take_tag(&mut self, window: &Window<'_>, tag: &SeenTag, bytes: &[u8]) {
        let start = window.base + self.at as u64;
        let end = start + bytes.len() as u64;
        let raw = window.raw.from(self.at);
        self.begin_tag(start, bytes);
        if tag.is_end {
            return self.end_tag((tag.name, tag.tag), start, end);
        }
        let tag = StartTag {
            tag: tag.tag,
            name: tag.name,
            bytes,
            raw,
            window,
            attributes: &tag.attributes,
            marks: tag.marks,
            self_closing: tag.self_closing,
            start,
            end,
            traits: &tag.traits,
            big: None,
        };
        self.start_tag(window, &tag);
    }

    /// Begins the tag at the current place anew, piece by piece: it is too long to be held.
    fn begin_big_tag(&mut self, window: &Window<'_>, start: u64) -> Progress {
        self.end_text(start);
        let line = self.facts.lines.at(start, window.bytes, window.base);
        let is_narrowed = !std::ptr::eq(window.raw.bytes, window.bytes);
        let stride = if is_narrowed { window.raw.stride } else { 0 };
        self.big = Some(Box::new(BigTag::new(&window.bytes[self.at..], start, line, stride)));
        self.read_big_tag(window)
    }

    fn read_big_tag(&mut self, window: &Window<'_>) -> Progress {
        let Some(mut big) = self.big.take() else { return Progress::Go };
        let range = self.at..window.bytes.len();
        let (taken, ended) = big.read(&window.bytes[range.clone()], window.raw.slice(range));
        self.hash_drawing(&window.bytes[self.at..self.at + taken]);
        self.at += taken;
        let end = window.base + self.at as u64;
        let Some(self_closing) = ended else {
            if window.is_last {
                self.facts.tally.add(Category::Markup, big.start, end);
                self.situation = CutSituation::Tag;
            } else {
                self.big = Some(big);
            }
            return Progress::Wait;
        };
        self.facts.token_start = big.start;
        if big.is_end {
            self.end_tag((big.name, Tag::of(big.name)), big.start, end);
        } else {
            let (raw, stride) = big.raw();
            let marks = big.attributes.iter().fold(0, |marks, attribute| marks | attribute.name.mark());
            let tag = Tag::of(big.name);
            let mut traits = Traits::default();
            traits.read((tag, big.name), &big.kept[0], (&big.attributes, marks));
            let tag = StartTag {
                tag,
                name: big.name,
                bytes: &big.kept[0],
                raw: RawWindow { bytes: raw, stride },
                window,
                attributes: &big.attributes,
                marks,
                self_closing,
                start: big.start,
                end,
                traits: &traits,
                big: Some(&big),
            };
            self.start_tag(window, &tag);
        }
        Progress::Go
    }

    fn start_tag(&mut self, window: &Window<'_>, tag: &StartTag<'_>) {
        let (name, end) = (tag.name, tag.end);
        let region = self.region().or(match tag.tag {
            Tag::Svg => Some(Category::Svg),
            Tag::Template => Some(Category::Template),
            _ => None,
        });
        let content = self.tree.start(&mut self.facts, tag);
        self.facts.tally_tag(tag, region);
        self.state = match content {
            Content::Data => State::Data,
            Content::Script => State::Script(ScriptState::Normal),
            _ => State::Raw { content, name },
        };
        if content != Content::Data {
            let (category, situation) = contents_of(tag, content);
            let line = self.facts.lines.at(end, window.bytes, window.base);
            let label = self.facts.label(tag);
            let is_script = matches!(category, Category::Script | Category::InlineData);
            let looks_for_addresses = is_script || category == Category::Style;
            self.raw_text = Some(RawText {
                category: region.unwrap_or(category),
                situation,
                start: end,
                line,
                label,
                change: if region.is_some() { None } else { change_of(category) },
                script: if region.is_none() { inline_script(tag) } else { None },
                undecided: (is_script && region.is_none()).then(|| ScriptMarks::of(tag)),
                data: None,
                state: None,
                addresses: (looks_for_addresses && region.is_none()).then(DataUris::default),
                hasher: XxHash64::with_seed(0),
                banner: Vec::new(),
            });
        }
    }

    fn end_tag(&mut self, (name, tag): (Name, Tag), start: u64, end: u64) {
        let region = self.region();
        if tag == Tag::Head {
            self.facts.late_head_end_tag(start);
        }
        self.tree.end(&mut self.facts, (name, tag), start, end);
        self.facts.tally.add(region.unwrap_or(Category::Markup), start, end);
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

    /// Counts raw text, and the `data:` addresses in it on their own.
    fn tally_raw_text(&mut self, bytes: &[u8], start: u64) {
        let (Some(raw), tally) = (&mut self.raw_text, &mut self.facts.tally) else { return };
        if raw.category == Category::Style {
            raw.hasher.write(bytes);
            self.facts.references.style(bytes, start, raw.line);
            let room = state::LOOK_AHEAD_BYTES - raw.banner.len();
            raw.banner.extend_from_slice(&bytes[..bytes.len().min(room)]);
        } else if raw.category == Category::InlineData {
            let (twice, data) = (&mut self.facts.twice, raw.data.get_or_insert_default());
            let last = data.read(bytes, start, &mut |from, quote| twice.quote(bytes, from, quote));
            twice.end_data(&bytes[last..]);
        }
        let category = raw.category;
        let Some(addresses) = &mut raw.addresses else {
            tally.add(category, start, start + bytes.len() as u64);
            return;
        };
        let mut at = start;
        addresses.read(bytes, |part| match part {
            Part::Plain(bytes) => {
                tally.add(category, at, at + bytes);
                at += bytes;
            }
            Part::Address(data, bytes) => {
                tally.add(data, at, at + bytes);
                at += bytes;
            }
            Part::Ended(open) => tally.data_uri(&open.media_type, open.bytes),
        });
    }

    /// Remembers what raw text was when it ends.
    fn end_raw_text(&mut self, end: u64) {
        let Some(mut raw) = self.raw_text.take() else { return };
        let tally = &mut self.facts.tally;
        if let Some(open) = raw.addresses.as_mut().and_then(DataUris::finish) {
            tally.data_uri(&open.media_type, open.bytes);
        }
        let mut label = raw.label;
        if let Some(data) = raw.data.take() {
            data.members().into_iter().for_each(|member| tally.state_key(raw.state.unwrap_or(&label), member));
        }
        if let Some(name) = raw.state.filter(|_| end > raw.start) {
            tally.state(name, (raw.start, end), raw.start);
            label = format!("{label} ({name})");
        } else if let Some(change) = raw.change {
            tally.spans.add(change, raw.start, end);
        }
        if raw.category == Category::Style {
            self.facts.references.end_style();
            let block = tally.block("style", raw.hasher.finish(), (raw.start, end), || (raw.line, label.clone()));
            label = numbered(&label, block.0, block.1);
            if let Some(name) = state::of_sheet(&raw.banner) {
                tally.sheet(name, end - raw.start);
                label = format!("{label} ({name})");
            }
        }
        tally.offer(raw.category, raw.start, end, || (raw.line, label));
    }

    /// Decides what a script is by its first bytes; gives whether more of them are needed.
    fn decide_script(&mut self, window: &Window<'_>) -> Progress {
        let Some(raw) = &mut self.raw_text else { return Progress::Go };
        let Some(marks) = raw.undecided else { return Progress::Go };
        let text = &window.bytes[self.at..];
        let text = &text[..text.len().min(state::LOOK_AHEAD_BYTES)];
        let end = memchr::memchr_iter(b'<', text).find(|index| text.get(index + 1) == Some(&b'/'));
        if text.len() < state::LOOK_AHEAD_BYTES && end.is_none() && !window.is_last {
            return Progress::Wait;
        }
        raw.undecided = None;
        raw.state = state::of_script(&marks, &text[..end.unwrap_or(text.len())]);
        if raw.state.is_some() {
            raw.category = Category::InlineData;
        }
        Progress::Go
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

    /// Reads the text of an element up to its end tag.
    fn read_raw(&mut self, window: &Window<'_>, content: Content, name: Name) -> Progress {
        let references = content == Content::RcData;
        let mut from = self.at;
        loop {
            let candidate = if content == Content::PlainText { None } else { memchr(b'<', &window.bytes[from..]) };
            let Some(candidate) = candidate.map(|index| from + index) else {
                return self.rest_of_raw(window, references);
            };
            match end_tag_at(&window.bytes[candidate..], name, window.is_last) {
                EndTagAt::Yes => return self.end_raw(window, candidate, references),
                EndTagAt::Perhaps => {
                    self.text(window, self.at..candidate, references);
                    return Progress::Wait;
                }
                EndTagAt::No => from = candidate + 1,
            }
        }
    }

    fn read_script(&mut self, window: &Window<'_>, mut state: ScriptState) -> Progress {
        if self.decide_script(window) == Progress::Wait {
            return Progress::Wait;
        }
        let script = Tag::Script.name();
        let mut from = self.at;
        loop {
            let rest = &window.bytes[from..];
            let candidate = if state == ScriptState::Normal { memchr(b'<', rest) } else { memchr2(b'<', b'-', rest) };
            let Some(candidate) = candidate.map(|index| from + index) else {
                self.state = State::Script(state);
                return self.rest_of_raw(window, false);
            };
            let here = &window.bytes[candidate..];
            let starts = |word: &[u8]| {
                if here.len() >= word.len() {
                    Some(here[..word.len()].eq_ignore_ascii_case(word))
                } else {
                    let same = here.eq_ignore_ascii_case(&word[..here.len()]);
                    if same && !window.is_last { None } else { Some(false) }
                }
            };
            let wait;
            from = candidate + 1;
            if here[0] == b'-' {
                let closes = starts(b"-->");
                if closes == Some(true) {
                    state = ScriptState::Normal;
                    from = candidate + 3;
                }
                wait = closes.is_none();
            } else {
                let end = end_tag_at(here, script, window.is_last);
                let comment = if state == ScriptState::Normal { starts(b"<!--") } else { Some(false) };
                let inner = if state == ScriptState::Escaped {
                    start_tag_at(here, b"<script", window.is_last)
                } else {
                    EndTagAt::No
                };
                if end == EndTagAt::Yes {
                    if state != ScriptState::DoubleEscaped {
                        self.state = State::Data;
                        return self.end_raw(window, candidate, false);
                    }
                    state = ScriptState::Escaped;
                } else if comment == Some(true) {
                    state = ScriptState::Escaped;
                    // The dashes may also be those of "-->".
                    from = candidate + 2;
                } else if inner == EndTagAt::Yes {
                    state = ScriptState::DoubleEscaped;
                }
                wait = end == EndTagAt::Perhaps || comment.is_none() || inner == EndTagAt::Perhaps;
            }
            if wait {
                self.text(window, self.at..candidate, false);
                self.state = State::Script(state);
                return Progress::Wait;
            }
        }
    }

    fn rest_of_raw(&mut self, window: &Window<'_>, references: bool) -> Progress {
        let bytes = &window.bytes[self.at..];
        let mut length = bytes.len();
        if !window.is_last {
            length = self.facts.classes.complete_prefix(bytes);
            if let Some(addresses) = self.raw_text.as_ref().and_then(|raw| raw.addresses.as_ref()) {
                length = addresses.complete_prefix(&bytes[..length]);
            }
        }
        self.text(window, self.at..self.at + length, references);
        if window.is_last {
            self.situation = self.raw_text.as_ref().map_or(CutSituation::Other, |raw| raw.situation);
        }
        Progress::Wait
    }

    /// Ends raw text at the end tag at index `at`, and goes on to read that tag.
    fn end_raw(&mut self, window: &Window<'_>, at: usize, references: bool) -> Progress {
        self.text(window, self.at..at, references);
        let end = window.base + at as u64;
        // Without its end tag a script never runs.
        if let Some((raw, module)) = self.raw_text.as_ref().and_then(|raw| Some((raw, raw.script?))) {
            self.facts.script(InlineScript { start: raw.start, end, line: raw.line, module, reading: None });
        }
        self.end_raw_text(end);
        self.state = State::Data;
        Progress::Go
    }

    fn read_cdata(&mut self, window: &Window<'_>) -> Progress {
        let bytes = &window.bytes[self.at..];
        if let Some(length) = memchr::memmem::find(bytes, b"]]>") {
            self.text(window, self.at..self.at + length, false);
            self.end_text(window.base + self.at as u64);
            self.skip(window, 3, Category::Other);
            self.state = State::Data;
            return Progress::Go;
        }
        let brackets = bytes.iter().rev().take(2).take_while(|byte| **byte == b']').count();
        let length = if window.is_last { bytes.len() } else { bytes.len() - brackets };
        let length =
            length.min(if window.is_last { length } else { self.facts.classes.complete_prefix(&bytes[..length]) });
        self.text(window, self.at..self.at + length, false);
        if window.is_last {
            self.situation = CutSituation::Other;
        }
        Progress::Wait
    }

    fn read_comment(&mut self, window: &Window<'_>, contents: u64, fresh: bool) -> Progress {
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
        let category = self.region().unwrap_or(Category::Comment);
        let line = self.construct_line;
        self.facts.tally.offer(category, self.construct_start, end, || (line, "comment".to_owned()));
    }

    fn comment_bytes(&mut self, window: &Window<'_>, to: usize) {
        let category = self.region().unwrap_or(self.comment);
        self.facts.tally.add(category, window.base + self.at as u64, window.base + to as u64);
        self.at = to;
    }

    /// Reads a bogus comment or a doctype: both end at the next `>`.
    fn read_to_bracket(&mut self, window: &Window<'_>) -> Progress {
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
            let quirks = super::doctype::is_quirky(&doctype) || end.is_none();
            self.facts.doctype(&doctype, self.construct_start, end, self.construct_line);
            self.tree.doctype(&mut self.facts, quirks);
        } else {
            self.tree.comment(&mut self.facts);
        }
        self.state = State::Data;
        if bracket.is_some() { Progress::Go } else { Progress::Wait }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EndTagAt {
    Yes,
    No,
    /// More bytes are needed to tell.
    Perhaps,
}

/// Whether the end tag of the element `name` begins at the beginning of `bytes`.
fn end_tag_at(bytes: &[u8], name: Name, is_last: bool) -> EndTagAt {
    let perhaps = if is_last { EndTagAt::No } else { EndTagAt::Perhaps };
    match bytes.get(1) {
        None => return perhaps,
        Some(b'/') => {}
        Some(_) => return EndTagAt::No,
    }
    let rest = &bytes[2..];
    // The names of elements with raw text have at most 9 letters.
    let length = rest.iter().take(10).take_while(|byte| byte.is_ascii_alphabetic()).count();
    match rest.get(length) {
        Some(delimiter) if is_space(*delimiter) || matches!(delimiter, b'/' | b'>') => {
            if Name::new(&rest[..length]) == name { EndTagAt::Yes } else { EndTagAt::No }
        }
        Some(_) => EndTagAt::No,
        None => perhaps,
    }
}

/// Whether `bytes` begin with `word`, in any case, and a character that ends a tag name.
fn start_tag_at(bytes: &[u8], word: &[u8], is_last: bool) -> EndTagAt {
    if bytes.len() <= word.len() {
        let same = bytes.eq_ignore_ascii_case(&word[..bytes.len()]);
        return if same && !is_last { EndTagAt::Perhaps } else { EndTagAt::No };
    }
    let delimiter = bytes[word.len()];
    let ends = is_space(delimiter) || matches!(delimiter, b'/' | b'>');
    if ends && bytes[..word.len()].eq_ignore_ascii_case(word) { EndTagAt::Yes } else { EndTagAt::No }
}

/// Bytes that tell what kind of comment begins.
const COMMENT_LOOK_AHEAD_BYTES: usize = 24;

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

/// What taking raw text of a leaf out of the page would be.
const fn change_of(category: Category) -> Option<ChangeKind> {
    Some(match category {
        Category::Style => ChangeKind::Styles,
        Category::Script => ChangeKind::Scripts,
        Category::InlineData => ChangeKind::Data,
        Category::Noscript => ChangeKind::Noscript,
        _ => return None,
    })
}

/// What the text of an element counts as, and what a cut in it means.
fn contents_of(tag: &StartTag<'_>, content: Content) -> (Category, CutSituation) {
    match content {
        Content::RcData => (Category::Text, CutSituation::TitleOrTextarea),
        Content::Script => match script_kind(tag) {
            ScriptKind::Code { external: false } => (Category::Script, CutSituation::InlineScript),
            ScriptKind::Code { external: true } => (Category::Script, CutSituation::ExternalScript),
            ScriptKind::JsonLd => (Category::JsonLd, CutSituation::JsonLd),
            ScriptKind::Map => (Category::ImportMap, CutSituation::JsonData),
            ScriptKind::Data => (Category::InlineData, CutSituation::JsonData),
        },
        _ => match tag.tag {
            Tag::Style => (Category::Style, CutSituation::Style),
            Tag::Noscript => (Category::Noscript, CutSituation::Other),
            Tag::Plaintext => (Category::Text, CutSituation::Text),
            _ => (Category::Other, CutSituation::Other),
        },
    }
}
