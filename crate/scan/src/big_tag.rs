//! A tag that is too long to be held: read piece by piece, with the beginning of each value kept.
//!
//! What is found does not depend on the pieces: every bound counts bytes of the tag.

use std::hash::Hasher;
use std::ops::Range;

use twox_hash::XxHash64;

use super::attribute::{Attribute, NAME_BYTES, TagReader, Within};
use super::category::{is_image_list, may_hold_keys};
use super::data_uri::{DataUris, Part, classify};
use super::inline_data::Member;
use super::name::Name;
use super::signals::ATTRIBUTE_BYTES;
use super::state_keys::{self, StateKeys};
use crate::ledger::Category;

/// A tag longer than this is read by this file.
pub(crate) const BIG_TAG_BYTES: usize = 256 << 10;

/// Attributes told apart in such a tag; the bytes of further ones count together as other attributes.
const ATTRIBUTES: usize = 4096;

/// Bytes of all values kept; when they are spent, only what tells a `data:` address is kept of a value.
const KEPT_BYTES: usize = 1 << 20;

/// Bytes of a value kept in any case.
const LEAST_BYTES: usize = 64;

/// `data:` addresses told apart inside of values; the bytes of further ones count as those of the attribute.
const ADDRESSES: usize = 4096;

/// Keys of state kept.
const MEMBERS: usize = 256;

/// Bytes read at once.
const PIECE_BYTES: usize = 64 << 10;

/// Where an attribute stands, in narrow bytes of the body.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    /// First byte of its name.
    pub(crate) start: u64,
    /// First byte of its value.
    pub(crate) value_start: u64,
    /// Byte after its value.
    pub(crate) value_end: u64,
    /// Byte after its value and the quote there.
    pub(crate) end: u64,
}

/// A `data:` address in the middle of a value.
#[derive(Clone)]
pub(crate) struct Address {
    /// Index of the attribute.
    attribute: usize,
    pub(crate) category: Category,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) media_type: Box<str>,
}

/// Bytes of the attribute at work that were dropped: of its name, before its value, and of its value.
#[derive(Clone, Copy, Default)]
struct Dropped {
    name: usize,
    gap: usize,
    value: usize,
}

/// A long tag that is being read.
#[derive(Clone)]
pub(crate) struct BigTag {
    pub(crate) is_end: bool,
    pub(crate) name: Name,
    /// Offset of `<`.
    pub(crate) start: u64,
    /// Line of that, from 1.
    pub(crate) line: u64,
    /// Raw bytes for one narrow byte; 0 where they are the same bytes.
    stride: usize,
    reader: TagReader,
    /// What the attribute at work may still need, and the raw bytes behind it.
    buffer: [Vec<u8>; 2],
    /// Offset of the first byte of `buffer`.
    origin: u64,
    dropped: Dropped,
    /// Whether a value is open whose first pieces were looked at already, and up to where in `buffer`.
    scanned: Option<usize>,
    /// Whether that value is one address, which is no list of images, so that there are none to be looked for in it.
    is_address: bool,
    addresses: DataUris,
    /// The keys in that value, where it may be state.
    keys: Option<Box<StateKeys>>,
    hasher: XxHash64,
    /// Values kept, and the raw bytes behind them.
    pub(crate) kept: [Vec<u8>; 2],
    pub(crate) attributes: Vec<Attribute>,
    spans: Vec<Span>,
    hashes: Vec<u64>,
    found: Vec<Address>,
    /// Keys of state, each with the index of its attribute.
    members: Vec<(usize, Member)>,
    /// Where the attributes begin that are not told apart.
    pub(crate) more: Option<u64>,
}

impl BigTag {
    /// `bytes` begin with the tag's `<` at offset `start` and hold the tag, or [`BIG_TAG_BYTES`] of it.
    ///
    /// `stride`: raw bytes for one narrow byte; 0 where they are the same bytes.
    pub(crate) fn new(bytes: &[u8], start: u64, line: u64, stride: usize) -> Self {
        let is_end = bytes.get(1) == Some(&b'/');
        let name_start = 1 + usize::from(is_end);
        Self {
            is_end,
            name: super::attribute::tag_name(&bytes[name_start..]),
            start,
            line,
            stride,
            reader: TagReader::new(name_start),
            buffer: [Vec::new(), Vec::new()],
            origin: start,
            dropped: Dropped::default(),
            scanned: None,
            is_address: false,
            addresses: DataUris::default(),
            keys: None,
            hasher: XxHash64::with_seed(0),
            kept: [Vec::new(), Vec::new()],
            attributes: Vec::new(),
            spans: Vec::new(),
            hashes: Vec::new(),
            found: Vec::new(),
            members: Vec::new(),
            more: None,
        }
    }

    /// Takes the next bytes, and the raw bytes behind them. Gives how many belong to the tag, and, when that ends there,
    /// whether it closes itself.
    pub(crate) fn read(&mut self, bytes: &[u8], raw: &[u8]) -> (usize, Option<bool>) {
        let mut taken = 0;
        for piece in bytes.chunks(PIECE_BYTES) {
            let before = self.buffer[0].len();
            self.buffer[0].extend_from_slice(piece);
            if self.stride > 0 {
                let range = taken * self.stride..(taken + piece.len()) * self.stride;
                self.buffer[1].extend_from_slice(raw.get(range).unwrap_or_default());
            }
            let mut finished = Vec::new();
            let end = self.reader.read(&self.buffer[0], |attribute| finished.push(attribute));
            finished.into_iter().for_each(|attribute| self.finish(attribute));
            if let Some(end) = end {
                return (taken + end.end - before, Some(end.self_closing));
            }
            taken += piece.len();
            self.compact();
        }
        (taken, None)
    }

    /// The values kept, or the raw bytes behind them.
    pub(crate) fn raw(&self) -> (&[u8], usize) {
        if self.stride > 0 { (&self.kept[1], self.stride) } else { (&self.kept[0], 1) }
    }

    /// Where the attribute with this index stands.
    pub(crate) fn span(&self, index: usize) -> Span {
        let nowhere = Span { start: self.start, value_start: self.start, value_end: self.start, end: self.start };
        self.spans.get(index).copied().unwrap_or(nowhere)
    }

    /// The hash of the whole value of the attribute with this index.
    pub(crate) fn hash(&self, index: usize) -> u64 {
        self.hashes.get(index).copied().unwrap_or_default()
    }

    /// The `data:` addresses in the value of the attribute with this index, in order.
    pub(crate) fn addresses(&self, index: usize) -> impl Iterator<Item = &Address> {
        self.found.iter().filter(move |address| address.attribute == index)
    }

    /// The keys of the state in the value of the attribute with this index.
    pub(crate) fn members(&self, index: usize) -> Vec<Member> {
        self.members.iter().filter(|(attribute, _)| *attribute == index).map(|(_, member)| member.clone()).collect()
    }

    fn finish(&mut self, attribute: Attribute) {
        let Dropped { name, gap, value } = std::mem::take(&mut self.dropped);
        let at = |index: usize, dropped: usize| self.origin + (index + dropped) as u64;
        let has_value = attribute.value.start != attribute.whole.end;
        let span = if has_value {
            Span {
                start: at(attribute.whole.start, 0),
                value_start: at(attribute.value.start, name + gap),
                value_end: at(attribute.value.end, name + gap + value),
                end: at(attribute.whole.end, name + gap + value),
            }
        } else {
            let end = at(attribute.whole.end, name);
            Span { start: at(attribute.whole.start, 0), value_start: end, value_end: end, end }
        };
        if self.attributes.len() >= ATTRIBUTES {
            self.more.get_or_insert(span.start);
        } else {
            let from = self.scanned.unwrap_or_else(|| self.begin_value(attribute.value.start, attribute.name));
            self.scan(from..attribute.value.end, span.value_end - attribute.value.end as u64);
            if let Some(open) = self.addresses.finish() {
                self.add_address(open.category, span.value_end - open.bytes, span.value_end, open.media_type);
            }
            if let Some(keys) = self.keys.take() {
                let (index, room) = (self.attributes.len(), MEMBERS - self.members.len());
                self.members.extend(keys.members().into_iter().take(room).map(|member| (index, member)));
            }
            let room = if self.kept[0].len() < KEPT_BYTES { ATTRIBUTE_BYTES } else { LEAST_BYTES };
            let end = attribute.value.end.min(attribute.value.start + room);
            let kept = self.keep(attribute.value.start..end);
            self.attributes.push(Attribute { name: attribute.name, whole: 0..0, value: kept });
            self.spans.push(span);
            self.hashes.push(self.hasher.finish());
        }
        self.scanned = None;
        self.origin += (name + gap + value) as u64;
    }

    fn begin_value(&mut self, at: usize, name: Name) -> usize {
        self.is_address = classify(&self.buffer[0][at..]).is_some() && !is_image_list(name);
        self.addresses = DataUris::default();
        self.keys = may_hold_keys(self.name, name).then(|| Box::new(StateKeys::new()));
        self.hasher = XxHash64::with_seed(0);
        at
    }

    /// Looks for addresses in a part of the value at work; an index `i` of the buffer is the offset `i + shift`.
    fn scan(&mut self, range: Range<usize>, shift: u64) {
        let text = &self.buffer[0][range.clone()];
        self.hasher.write(text);
        if self.is_address {
            return;
        }
        let mut at = range.start as u64 + shift;
        if let Some(keys) = &mut self.keys {
            keys.read(text, at);
        }
        let mut ended = Vec::new();
        self.addresses.read(text, |part| match part {
            Part::Plain(bytes) | Part::Address(_, bytes) => at += bytes,
            Part::Ended(open) => ended.push((open.category, at - open.bytes, at, open.media_type.clone())),
        });
        for (category, start, end, media_type) in ended {
            self.add_address(category, start, end, media_type);
        }
    }

    fn add_address(&mut self, category: Category, start: u64, end: u64, media_type: Box<str>) {
        if self.found.len() < ADDRESSES {
            self.found.push(Address { attribute: self.attributes.len(), category, start, end, media_type });
        }
    }

    fn keep(&mut self, range: Range<usize>) -> Range<usize> {
        let start = self.kept[0].len();
        self.kept[0].extend_from_slice(&self.buffer[0][range.clone()]);
        if self.stride > 0 {
            let raw = range.start * self.stride..range.end * self.stride;
            self.kept[1].extend_from_slice(self.buffer[1].get(raw).unwrap_or_default());
        }
        start..self.kept[0].len()
    }

    /// Drops what the attribute at work does not need.
    fn compact(&mut self) {
        let length = self.buffer[0].len();
        match self.reader.within() {
            Within::Between => self.drop_front(length),
            Within::Name { start } => {
                self.drop_front(start);
                let length = self.buffer[0].len();
                self.dropped.name += self.drop_middle(NAME_BYTES.min(length)..length);
            }
            Within::Gap { name_start, name_end } => {
                self.drop_front(name_start);
                let length = self.buffer[0].len();
                self.dropped.gap += self.drop_middle(name_end - name_start..length);
            }
            Within::Value { name_start, start } => {
                self.drop_front(name_start);
                let start = start - name_start;
                let name = self.reader.attribute_name(&self.buffer[0]);
                let from = self.scanned.unwrap_or_else(|| self.begin_value(start, name));
                let mut text = &self.buffer[0][from..];
                if self.keys.is_some() {
                    text = &text[..state_keys::complete_prefix(text)];
                }
                let to = from + if self.is_address { text.len() } else { self.addresses.complete_prefix(text) };
                let Dropped { name, gap, value } = self.dropped;
                self.scan(from..to, self.origin + (name + gap + value) as u64);
                let dropped = self.drop_middle((start + ATTRIBUTE_BYTES).min(to)..to);
                self.dropped.value += dropped;
                self.scanned = Some(to - dropped);
            }
        }
    }

    fn drop_front(&mut self, bytes: usize) {
        self.reader.shift(bytes);
        self.origin += bytes as u64;
        self.drain(0..bytes);
    }

    /// Drops bytes that the reader has passed; gives how many.
    fn drop_middle(&mut self, range: Range<usize>) -> usize {
        let bytes = range.len();
        self.reader.forget(bytes);
        self.drain(range);
        bytes
    }

    fn drain(&mut self, range: Range<usize>) {
        self.buffer[0].drain(range.clone());
        if self.stride > 0 {
            let end = (range.end * self.stride).min(self.buffer[1].len());
            self.buffer[1].drain((range.start * self.stride).min(end)..end);
        }
    }
}
