//! Reads tags: those that came before, those that a window ends in, those that are too long for it.

use super::raw_text::ScriptState;
use super::{Progress, Reader, State, Window};
use crate::attribute::{Attribute, TagReader};
use crate::big_tag::{BIG_TAG_BYTES, BigTag};
use crate::cut::CutSituation;
use crate::ledger::Category;
use crate::name::{Name, Tag};
use crate::seen::{SeenTag, SeenTags};
use crate::start_tags::StartTags;
use crate::traits::Traits;
use crate::tree::{Content, RawWindow, StartTag};

impl Reader {
    /// Reads the tag at the current place.
    pub(super) fn read_tag(&mut self, window: &Window<'_>, tags: &mut StartTags) -> Progress {
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

    pub(super) fn read_big_tag(&mut self, window: &Window<'_>) -> Progress {
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
            _ => State::Raw { content, name: tag.name },
        };
        if content != Content::Data {
            self.begin_raw_text(window, tag, content, region);
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
}
