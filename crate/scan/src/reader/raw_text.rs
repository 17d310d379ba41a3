//! Reads raw text: scripts, style sheets, titles, CDATA; what is not tags whatever it looks like.

use std::hash::Hasher;

use memchr::{memchr, memchr2};
use twox_hash::XxHash64;

use super::{Progress, Reader, State, Window};
use crate::attribute::is_space;
use crate::cut::CutSituation;
use crate::data_uri::{DataUris, Part};
use crate::facts::numbered;
use crate::inline_data::InlineData;
use crate::ledger::{Category, ChangeKind};
use crate::name::{Name, Tag};
use crate::signals::{ScriptKind, inline_script, script_kind};
use crate::state::{self, ScriptMarks};
use crate::tree::{Content, StartTag};
use crate::vocabulary::InlineScript;

/// Where a script stands (HTML standard, "script data escaped state" and "double escaped state").
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScriptState {
    Normal,
    Escaped,
    DoubleEscaped,
}

/// Raw text that is being read: what to call it when it ends.
#[derive(Clone)]
pub(super) struct RawText {
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

impl Reader {
    /// Begins the raw text after a start tag. `region`: what everything in it belongs to, if it is one.
    pub(super) fn begin_raw_text(
        &mut self,
        window: &Window<'_>,
        tag: &StartTag<'_>,
        content: Content,
        region: Option<Category>,
    ) {
        let start = tag.end;
        let (category, situation) = contents_of(tag, content);
        let line = self.facts.lines.at(start, window.bytes, window.base);
        let label = self.facts.label(tag);
        let is_script = matches!(category, Category::Script | Category::InlineData);
        let looks_for_addresses = is_script || category == Category::Style;
        self.raw_text = Some(RawText {
            category: region.unwrap_or(category),
            situation,
            start,
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

    /// Counts raw text, and the `data:` addresses in it on their own.
    pub(super) fn tally_raw_text(&mut self, bytes: &[u8], start: u64) {
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
    pub(super) fn end_raw_text(&mut self, end: u64) {
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

    /// Reads the text of an element up to its end tag.
    pub(super) fn read_raw(&mut self, window: &Window<'_>, content: Content, name: Name) -> Progress {
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

    pub(super) fn read_script(&mut self, window: &Window<'_>, mut state: ScriptState) -> Progress {
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

    pub(super) fn read_cdata(&mut self, window: &Window<'_>) -> Progress {
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
