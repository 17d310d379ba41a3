//! What the tree is built of: start tags and text.

use crate::attribute::Attribute;
use crate::big_tag::{BigTag, Span};
use crate::facts::Lines;
use crate::name::{Name, Tag};
use crate::reader::Window;
use crate::traits::Traits;
use crate::words::tree_space;

/// A start tag with its attributes.
pub(crate) struct StartTag<'w> {
    pub(crate) tag: Tag,
    pub(crate) name: Name,
    /// The bytes that the attributes point into: those of the tag.
    pub(crate) bytes: &'w [u8],
    /// The raw bytes behind `bytes`.
    pub(crate) raw: RawWindow<'w>,
    /// Where it stands.
    pub(crate) window: &'w Window<'w>,
    pub(crate) attributes: &'w [Attribute],
    /// The marks of all their names.
    pub(crate) marks: u64,
    pub(crate) self_closing: bool,
    /// Offset of `<`, in narrow bytes.
    pub(crate) start: u64,
    /// Offset after `>`, in narrow bytes.
    pub(crate) end: u64,
    pub(crate) traits: &'w Traits,
    /// For a tag that is too long for any window: `bytes` then holds the beginnings of its values.
    pub(crate) big: Option<&'w BigTag>,
}

/// The raw bytes behind a window of narrow bytes.
#[derive(Clone, Copy)]
pub(crate) struct RawWindow<'w> {
    pub(crate) bytes: &'w [u8],
    pub(crate) stride: usize,
}

impl<'w> RawWindow<'w> {
    /// What is behind the narrow bytes from `start` on.
    pub(crate) fn from(&self, start: usize) -> Self {
        Self { bytes: self.bytes.get(start * self.stride..).unwrap_or_default(), stride: self.stride }
    }

    pub(crate) fn slice(&self, range: std::ops::Range<usize>) -> &'w [u8] {
        self.bytes.get(range.start * self.stride..range.end * self.stride).unwrap_or_default()
    }
}

impl<'w> StartTag<'w> {
    /// The narrow value of the first attribute called `name`.
    pub(crate) fn value(&self, name: Name) -> Option<&'w [u8]> {
        self.find(name).map(|attribute| &self.bytes[attribute.value.clone()])
    }

    /// The raw value of the first attribute called `name`.
    pub(crate) fn raw_value(&self, name: Name) -> Option<&'w [u8]> {
        self.find(name).map(|attribute| self.raw.slice(attribute.value.clone()))
    }

    /// Line of `<`, from 1.
    pub(crate) fn line(&self, lines: &mut Lines) -> u64 {
        self.big.map_or_else(|| lines.at(self.start, self.window.bytes, self.window.base), |big| big.line)
    }

    /// Where the attribute with this index stands.
    pub(crate) fn span(&self, index: usize) -> Span {
        if let Some(big) = self.big {
            return big.span(index);
        }
        let Attribute { whole, value, .. } = &self.attributes[index];
        let at = |index: usize| self.start + index as u64;
        Span { start: at(whole.start), value_start: at(value.start), value_end: at(value.end), end: at(whole.end) }
    }

    pub(super) fn find(&self, name: Name) -> Option<&Attribute> {
        if self.marks & name.mark() == 0 {
            return None;
        }
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// Text to be inserted.
#[derive(Clone, Copy)]
pub(crate) struct Text<'w> {
    pub(crate) bytes: &'w [u8],
    pub(crate) raw: &'w [u8],
    /// Offset of its first byte, in narrow bytes.
    pub(crate) offset: u64,
    /// Whether `&` starts a character reference.
    pub(crate) references: bool,
}

impl<'w> Text<'w> {
    pub(super) fn split(self, at: usize) -> (Self, Self) {
        let stride = if self.bytes.is_empty() { 1 } else { self.raw.len() / self.bytes.len() };
        let (bytes, rest) = self.bytes.split_at(at);
        let (raw, raw_rest) = self.raw.split_at(at * stride);
        (
            Self { bytes, raw, ..self },
            Self { bytes: rest, raw: raw_rest, offset: self.offset + at as u64, references: self.references },
        )
    }

    /// Whether nothing but nulls is in it.
    pub(super) fn is_null(&self) -> bool {
        self.bytes.iter().all(|byte| *byte == 0)
    }

    /// Splits off the white space at the beginning, as the tree builder sees white space, and the nulls among it.
    pub(super) fn split_space(self) -> (Self, Self) {
        let mut at = 0;
        loop {
            match tree_space(&self.bytes[at..], self.references) {
                0 => break,
                length => at += length,
            }
        }
        self.split(at)
    }
}
