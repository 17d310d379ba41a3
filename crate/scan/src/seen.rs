//! Tags that the page has written before: pages write few different tags, and each of them many times.

use super::attribute::{Attribute, tag_name};
use super::blocks::find_near;
use super::category::leaves_of;
use super::groups::{eight, mix};
use super::name::{Name, Tag};
use super::traits::Traits;

/// Longest tag that is remembered, in bytes.
const TAG_BYTES: usize = 192;

/// Tags remembered; a later one takes the place of another.
const TAGS: usize = 1024;

/// A tag with all that its bytes alone tell.
#[derive(Clone, Default)]
pub(crate) struct SeenTag {
    pub(crate) is_end: bool,
    pub(crate) name: Name,
    pub(crate) tag: Tag,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) marks: u64,
    pub(crate) self_closing: bool,
    pub(crate) traits: Traits,
}

impl SeenTag {
    /// Reads what `bytes`, a tag whose attributes and marks are known, tell besides.
    pub(crate) fn read(&mut self, bytes: &[u8], is_end: bool, self_closing: bool) {
        self.is_end = is_end;
        self.self_closing = self_closing;
        self.name = tag_name(&bytes[1 + usize::from(is_end)..]);
        self.tag = Tag::of(self.name);
        if !is_end {
            self.traits.read((self.tag, self.name), bytes, (&self.attributes, self.marks));
            if bytes.len() <= TAG_BYTES {
                leaves_of(bytes, &self.attributes, &mut self.traits.leaves);
            }
        }
    }
}

/// Tags by a hash of their bytes.
#[derive(Default)]
pub(crate) struct SeenTags {
    /// Each with its bytes, from `<` to `>`.
    tags: Vec<(Vec<u8>, SeenTag)>,
    /// Index of the tag of each place, from 1.
    indexes: Vec<u16>,
    /// Hash of the tag that came last for a place: it is remembered when it comes again, so that a tag that is written
    /// once costs nothing.
    last: Vec<u32>,
}

/// A copy has seen nothing: to see a tag anew gives the same.
impl Clone for SeenTags {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Where a tag is kept, if it is.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    hash: u32,
    length: usize,
}

impl Place {
    const fn index(self) -> usize {
        self.hash as usize % TAGS
    }

    /// Bytes from `<` to the first `>`.
    pub(crate) const fn length(self) -> usize {
        self.length
    }
}

impl SeenTags {
    /// The place of the tag that `bytes` begin with, up to the first `>`; `None` where that is far.
    #[inline]
    pub(crate) fn place(bytes: &[u8]) -> Option<Place> {
        let length = find_near(b'>', &bytes[..bytes.len().min(TAG_BYTES)])? + 1;
        let bytes = &bytes[..length];
        let group = |at: usize| group_at(bytes, at).unwrap_or_default();
        let hash = if length >= 8 {
            mix(mix(group(0) ^ length as u64, group(length - 8)), group(length / 2 - 4))
        } else {
            mix(length as u64, eight(bytes))
        };
        Some(Place { hash: (hash >> 32) as u32, length })
    }

    /// The tag that `bytes` are, if it is remembered at `place`.
    #[inline]
    pub(crate) fn get(&self, place: Place, bytes: &[u8]) -> Option<&SeenTag> {
        let index = usize::from(*self.indexes.get(place.index())?);
        let (seen, tag) = self.tags.get(index.checked_sub(1)?)?;
        is_same(seen, bytes).then_some(tag)
    }

    /// Whether a tag that was not remembered at `place` is worth it.
    pub(crate) fn came_before(&mut self, place: Place) -> bool {
        if self.last.is_empty() {
            self.last.resize(TAGS, 0);
            self.indexes.resize(TAGS, 0);
        }
        std::mem::replace(&mut self.last[place.index()], place.hash) == place.hash
    }

    /// Remembers a tag, which `bytes` are, and leaves something to be filled anew.
    pub(crate) fn remember(&mut self, place: Place, bytes: &[u8], tag: &mut SeenTag) {
        let index = &mut self.indexes[place.index()];
        let Some((seen, entry)) = self.tags.get_mut(usize::from(*index).wrapping_sub(1)) else {
            self.tags.push((bytes.to_vec(), std::mem::take(tag)));
            *index = self.tags.len() as u16;
            return;
        };
        seen.clear();
        seen.extend_from_slice(bytes);
        std::mem::swap(entry, tag);
    }
}

#[inline]
fn group_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at + 8).and_then(|group| group.try_into().ok()).map(u64::from_le_bytes)
}

/// Whether two short texts are equal: a call to compare memory costs more than to do it.
#[inline]
fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let ((groups, rest), (other_groups, other_rest)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let is_equal = |(one, other): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*one) == u64::from_le_bytes(*other);
    eight(rest) == eight(other_rest) && groups.iter().zip(other_groups).all(is_equal)
}
