//! The stack of open elements.

use super::super::name::{Name, Tag};
use super::element::{Element, Flags, Namespace, Scope};

const BUCKETS: usize = 256;

/// Open elements that are a tree: one that opens inside of more becomes a child of the last of these.
///
/// Measured in Chromium 156, which hangs what is deeper so that no tree is deeper than 513; the HTML standard has no such
/// limit.
pub(crate) const DOM_DEPTH: usize = 512;

/// Open elements at most, for pages that nest without end: one that opens inside of as many closes the last of them. No
/// page that is meant for people comes near.
pub(crate) const OPEN_ELEMENTS: usize = 32_768;

/// The stack of open elements, with counts by name so that a search for what is not open costs nothing.
#[derive(Clone)]
pub(crate) struct Stack {
    elements: Vec<Element>,
    counts: Box<[u32; BUCKETS]>,
}

fn bucket(name: Name) -> usize {
    name.bucket()
}

impl Stack {
    pub(crate) fn new() -> Self {
        Self { elements: Vec::with_capacity(64), counts: Box::new([0; BUCKETS]) }
    }

    pub(crate) fn len(&self) -> usize {
        self.elements.len()
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Element> {
        self.elements.iter()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Element> {
        self.elements.get(index)
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Element> {
        self.elements.get_mut(index)
    }

    pub(crate) fn current(&self) -> Option<&Element> {
        self.elements.last()
    }

    pub(crate) fn current_mut(&mut self) -> Option<&mut Element> {
        self.elements.last_mut()
    }

    /// Whether an element called `name` may be open; `false` is certain.
    pub(crate) fn may_hold(&self, name: Name) -> bool {
        self.counts[bucket(name)] > 0
    }

    pub(crate) fn push(&mut self, element: Element) {
        self.counts[bucket(element.name)] += 1;
        self.elements.push(element);
    }

    /// Drops the current element.
    pub(crate) fn pop(&mut self) {
        if let Some(element) = self.elements.last() {
            self.counts[bucket(element.name)] -= 1;
            self.elements.pop();
        }
    }

    pub(crate) fn remove(&mut self, index: usize) -> Element {
        let element = self.elements.remove(index);
        self.counts[bucket(element.name)] -= 1;
        element
    }

    pub(crate) fn insert(&mut self, index: usize, element: Element) {
        self.counts[bucket(element.name)] += 1;
        self.elements.insert(index, element);
    }

    /// Index of the last open element `tag`, wherever it is.
    pub(crate) fn find(&self, tag: Tag) -> Option<usize> {
        if !self.may_hold(tag.name()) {
            return None;
        }
        self.elements.iter().rposition(|element| element.is_html(tag))
    }

    pub(crate) fn position(&self, id: u32) -> Option<usize> {
        self.elements.iter().rposition(|element| element.id == id)
    }

    /// Whether `tag` is open in `scope`.
    pub(crate) fn in_scope(&self, tag: Tag, scope: Scope) -> bool {
        if tag == Tag::P && scope == Scope::Button {
            return self.current().is_some_and(|element| element.flags.has(Flags::P_IN_SCOPE));
        }
        self.may_hold(tag.name()) && self.in_scope_by(scope, |element| element.is_html(tag))
    }

    /// Whether an element that `matches` is open in `scope`.
    pub(crate) fn in_scope_by(&self, scope: Scope, matches: impl Fn(&Element) -> bool) -> bool {
        for element in self.elements.iter().rev() {
            if matches(element) {
                return true;
            }
            if element.bounds(scope) {
                return false;
            }
        }
        false
    }

    /// Whether the current node is in the HTML namespace and one of `tags`.
    pub(crate) fn current_is(&self, tags: &[Tag]) -> bool {
        self.current().is_some_and(|element| element.is_html_any(tags))
    }

    pub(crate) fn current_is_foreign(&self) -> bool {
        self.current().is_some_and(|element| element.namespace != Namespace::Html)
    }
}
