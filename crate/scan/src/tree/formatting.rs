//! The list of active formatting elements, and the adoption agency algorithm.

use super::super::facts::Facts;
use super::super::name::{Name, Tag};
use super::element::{Element, Flags, Scope};
use super::{StartTag, Tree};

#[derive(Clone, Copy)]
enum Entry {
    Marker,
    Element {
        /// The element as it was inserted; its `id` is that of the copy that is open, if one is.
        element: Element,
        /// Equal for equal names and attributes.
        key: u64,
        open: bool,
    },
}

/// Entries at most, for pages that open formatting elements without end: the earliest one makes way for the next. The
/// standard keeps three of each kind; no page that is meant for people has so many kinds open at once.
const ENTRIES: usize = 512;

/// Places to count entries in.
const COUNTS: usize = 4096;

/// The list of active formatting elements.
#[derive(Clone)]
pub(super) struct Formatting {
    entries: Vec<Entry>,
    /// Entries for each name and key, markers or not: the list need not be searched for what is rare in it. Some names may
    /// share a count.
    counts: Box<[u16; COUNTS]>,
    /// Where the entry of the next element to be closed is looked for first: elements close in reverse.
    next_closed: usize,
}

impl Formatting {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), counts: Box::new([0; COUNTS]), next_closed: 0 }
    }

    pub(super) fn mark(&mut self) {
        if self.entries.len() >= ENTRIES {
            self.remove(0);
        }
        self.entries.push(Entry::Marker);
    }

    pub(super) fn clear_to_marker(&mut self) {
        while let Some(entry) = self.entries.pop() {
            match entry {
                Entry::Marker => break,
                Entry::Element { element, key, .. } => self.count_removed(&element, key),
            }
        }
    }

    fn insert(&mut self, index: usize, element: Element, key: u64) {
        let mut index = index;
        if self.entries.len() >= ENTRIES {
            self.remove(0);
            index = index.saturating_sub(1);
        }
        self.entries.insert(index, Entry::Element { element, key, open: true });
        self.next_closed = self.entries.len();
        if key != UNCOUNTED {
            self.counts[count_of(element.name, key)] += 1;
        }
    }

    fn remove(&mut self, index: usize) -> Option<Element> {
        let Entry::Element { element, key, .. } = self.entries.remove(index) else { return None };
        self.count_removed(&element, key);
        Some(element)
    }

    fn count_removed(&mut self, element: &Element, key: u64) {
        if key != UNCOUNTED {
            self.counts[count_of(element.name, key)] -= 1;
        }
    }

    /// An element left the stack of open elements.
    pub(super) fn closed(&mut self, closed: u32) {
        let likely = self.next_closed.min(self.entries.len());
        for index in (0..likely).rev().chain((likely..self.entries.len()).rev()) {
            if let Entry::Element { element, open, .. } = &mut self.entries[index]
                && element.id == closed
            {
                *open = false;
                self.next_closed = index;
                return;
            }
        }
    }

    fn push(&mut self, element: Element, key: u64) {
        if key != UNCOUNTED && self.counts[count_of(element.name, key)] >= 3 {
            self.limit_equal(&element, key);
        }
        self.insert(self.entries.len(), element, key);
    }

    /// Removes the earliest of three equal entries after the last marker (the standard's "Noah's Ark clause").
    fn limit_equal(&mut self, element: &Element, key: u64) {
        let mut equal = 0;
        let mut earliest = 0;
        for (index, entry) in self.entries.iter().enumerate().rev() {
            match entry {
                Entry::Marker => break,
                Entry::Element { element: other, key: other_key, .. } => {
                    if other.name == element.name && *other_key == key {
                        equal += 1;
                        earliest = index;
                    }
                }
            }
        }
        if equal >= 3 {
            self.remove(earliest);
        }
    }

    /// Index of the last entry `tag` after the last marker.
    fn find(&self, tag: Tag) -> Option<usize> {
        for (index, entry) in self.entries.iter().enumerate().rev() {
            match entry {
                Entry::Marker => return None,
                Entry::Element { element, .. } if element.tag == tag => return Some(index),
                Entry::Element { .. } => {}
            }
        }
        None
    }

    fn position(&self, id: u32) -> Option<usize> {
        self.entries.iter().rposition(|entry| matches!(entry, Entry::Element { element, .. } if element.id == id))
    }
}

/// Where the entries of a name and a key are counted.
const fn count_of(name: Name, key: u64) -> usize {
    let hash = (key.rotate_left(8) ^ name.bucket() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash >> (u64::BITS - COUNTS.ilog2())) as usize
}

/// The key of entries that need no count.
const UNCOUNTED: u64 = 0;

/// Equal for start tags with equal attributes in any order.
///
/// An `a` takes any earlier one off the list, so there are never enough of them for their attributes to matter.
fn key_of(tag: &StartTag<'_>) -> u64 {
    if tag.tag == Tag::A {
        return UNCOUNTED;
    }
    let mut key = 1u64;
    for attribute in tag.attributes {
        let mut hash = 0xcbf2_9ce4_8422_2325u64 ^ attribute.name.bucket() as u64;
        for byte in tag.raw.slice(attribute.value.clone()) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        key = key.wrapping_add(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
    key
}

impl Tree {
    /// Inserts a formatting element and remembers it.
    pub(super) fn insert_formatting(&mut self, facts: &mut Facts, tag: &StartTag<'_>) {
        self.insert(facts, tag, super::Namespace::Html);
        if let Some(element) = self.stack.current().copied() {
            self.formatting.push(element, key_of(tag));
        }
    }

    /// Opens again the formatting elements that something closed without their end tag.
    pub(super) fn reconstruct_formatting(&mut self, facts: &mut Facts) {
        let entries = &self.formatting.entries;
        let mut first = entries.len();
        while let Some(Entry::Element { open: false, .. }) = first.checked_sub(1).map(|index| entries[index]) {
            first -= 1;
        }
        self.formatting.next_closed = self.formatting.entries.len();
        for index in first..self.formatting.entries.len() {
            let Entry::Element { element, .. } = self.formatting.entries[index] else { continue };
            let copy = self.copy(facts, &element);
            self.open(facts, copy);
            if let Entry::Element { element, open, .. } = &mut self.formatting.entries[index] {
                *element = copy;
                *open = true;
            }
        }
    }

    /// A second element for the tag of `element`, at the current place.
    fn copy(&mut self, facts: &mut Facts, element: &Element) -> Element {
        let mut copy = self.element(facts, element.tag, element.name, element.namespace);
        if element.flags.has(Flags::LINK) {
            copy.flags = copy.flags.with(Flags::LINK);
        }
        facts.copied(&copy);
        copy
    }

    /// Whether an `a` is in the list after the last marker.
    pub(super) fn has_active(&self, tag: Tag) -> bool {
        self.formatting.find(tag).is_some()
    }

    /// Removes the last `tag` from the list and from the stack, wherever it still is.
    pub(super) fn remove_active(&mut self, facts: &mut Facts, tag: Tag) {
        if let Some(index) = self.formatting.find(tag)
            && let Some(element) = self.formatting.remove(index)
            && let Some(index) = self.stack.position(element.id)
        {
            self.remove(facts, index);
        }
    }

    /// Takes an element out of the middle of the stack.
    pub(super) fn remove(&mut self, facts: &mut Facts, index: usize) {
        let element = self.stack.remove(index);
        // Where it was not the current node, text goes on in the same place.
        if index == self.stack.len() {
            facts.end_text_node();
        }
        facts.closed(&element, self.token_start, usize::MAX);
        self.formatting.closed(element.id);
    }

    /// The adoption agency algorithm; gives whether the end tag is left to "any other end tag".
    pub(super) fn adopt(&mut self, facts: &mut Facts, tag: Tag) -> bool {
        if let Some(current) = self.stack.current()
            && let Some(Entry::Element { element, .. }) = self.formatting.entries.last()
            && element.id == current.id
            && current.is_html(tag)
        {
            self.pop_own(facts);
            self.formatting.remove(self.formatting.entries.len() - 1);
            return false;
        }
        if let Some(current) = self.stack.current()
            && current.is_html(tag)
            && self.formatting.position(current.id).is_none()
        {
            self.pop_own(facts);
            return false;
        }
        for _ in 0..8 {
            let Some(entry_index) = self.formatting.find(tag) else { return true };
            let Entry::Element { element: formatting, key, .. } = self.formatting.entries[entry_index] else {
                return true;
            };
            let Some(index) = self.stack.position(formatting.id) else {
                self.formatting.remove(entry_index);
                return false;
            };
            if !self.stack.in_scope_by(Scope::Default, |element| element.id == formatting.id) {
                return false;
            }
            let furthest =
                (index + 1..self.stack.len()).find(|&at| self.stack.get(at).is_some_and(Element::is_special));
            let Some(furthest) = furthest else {
                while self.stack.len() > index + 1 {
                    self.pop(facts);
                }
                self.pop_own(facts);
                if let Some(entry) = self.formatting.position(formatting.id) {
                    self.formatting.remove(entry);
                }
                return false;
            };
            facts.end_text_node();
            let mut bookmark = entry_index;
            let mut block = furthest;
            let mut node = furthest;
            let mut is_last_furthest = true;
            let mut inner = 0;
            loop {
                node -= 1;
                inner += 1;
                let Some(element) = self.stack.get(node).copied() else { break };
                if element.id == formatting.id {
                    break;
                }
                let mut active = self.formatting.position(element.id);
                if inner > 3
                    && let Some(entry) = active.take()
                {
                    self.formatting.remove(entry);
                    if entry < bookmark {
                        bookmark -= 1;
                    }
                }
                let Some(entry) = active else {
                    let element = self.stack.remove(node);
                    facts.closed(&element, self.token_start, usize::MAX);
                    block -= 1;
                    continue;
                };
                let copy = self.replacement(facts, &element);
                if let Entry::Element { element, .. } = &mut self.formatting.entries[entry] {
                    *element = copy;
                }
                if let Some(slot) = self.stack.get_mut(node) {
                    *slot = copy;
                }
                if is_last_furthest {
                    bookmark = entry + 1;
                    is_last_furthest = false;
                }
            }
            let mut copy = self.replacement(facts, &formatting);
            if let Some(entry) = self.formatting.position(formatting.id) {
                self.formatting.remove(entry);
                if entry < bookmark {
                    bookmark -= 1;
                }
            }
            let bookmark = bookmark.min(self.formatting.entries.len());
            self.formatting.insert(bookmark, copy, key);
            if let Some(index) = self.stack.position(formatting.id) {
                let element = self.stack.remove(index);
                facts.closed(&element, self.token_end, usize::MAX);
                block -= 1;
            }
            let in_p = self.stack.get(block).is_some_and(|block| block.flags.has(Flags::P_IN_SCOPE));
            copy.flags = copy.flags.without(Flags::P_IN_SCOPE);
            if in_p {
                copy.flags = copy.flags.with(Flags::P_IN_SCOPE);
            }
            self.stack.insert(block + 1, copy);
        }
        false
    }

    /// A copy that takes the place of `element`: what held for it holds for the copy.
    fn replacement(&mut self, facts: &mut Facts, element: &Element) -> Element {
        let id = self.next_id;
        self.next_id += 1;
        let copy = Element { id, signals: (0, 0), ..*element };
        facts.copied(&copy);
        copy
    }
}
