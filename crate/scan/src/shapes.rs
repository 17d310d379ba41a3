//! Finds markup that repeats: subtrees of one shape, which is the names and classes of their elements in order.

use std::collections::HashMap;
use std::ops::Range;

use super::facts::feeds_in;
use super::groups::mix;
use super::name::{Name, Tag};
use super::reader::Window;
use super::traits::Traits;
use super::tree::StartTag;
use super::twice::ByHash;

/// A subtree below this is too small to be a pattern, in counted bytes.
const MINIMUM_BYTES: u64 = 200;

/// Elements inside of a subtree below this are too few to be a pattern.
const MINIMUM_ELEMENTS: u32 = 2;

/// Subtrees of a shape below this are no repetition.
const MINIMUM_COUNT: u64 = 5;

/// Shapes remembered; later ones are not.
const SHAPES: usize = 4096;

/// Shapes told at most.
const TOLD: usize = 10;

/// Longest class in a label, in bytes.
const CLASS_BYTES: usize = 40;

/// An element that is open.
#[derive(Clone, Copy)]
struct Open {
    start: u64,
    hash: u64,
    depth: u32,
    /// Elements inside of it so far.
    elements: u32,
    /// The first class: bytes of the tag.
    class: (u32, u32),
    /// Whether people know it by its name or class.
    is_known: bool,
}

/// How a developer finds an element: by its line and its first class.
///
/// Both are looked up when the bytes of the page are about to be dropped, because few elements need them.
#[derive(Clone)]
struct Sign {
    line: u64,
    class: Box<[u8]>,
}

/// Subtrees of one shape.
pub struct Shape {
    /// How many.
    pub count: u64,
    /// Of all of them, in counted bytes.
    pub bytes: u64,
    /// Where the first one begins, in narrow bytes.
    pub start: u64,
    end: u64,
    element: Name,
    sign: Option<Sign>,
}

impl Shape {
    /// Line of the first one, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.sign.as_ref().map_or(0, |sign| sign.line)
    }

    /// What a developer calls it, `li.product`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.sign.as_ref().map(|sign| String::from_utf8_lossy(&sign.class)) {
            Some(class) if !class.is_empty() => format!("{}.{class}", self.element.text()),
            _ => self.element.text(),
        }
    }
}

/// Open elements and the shapes of those that were closed.
#[derive(Default)]
pub struct Shapes {
    open: Vec<Open>,
    /// Of the outermost open elements, as far as they were looked up.
    signs: Vec<Sign>,
    found: HashMap<u64, Shape, ByHash>,
    /// Start, class and hash of the shapes that have no sign yet.
    unsigned: Vec<(u64, (u32, u32), u64)>,
}

/// Equal for equal names and classes.
pub(super) fn hash_of(name: Name, class: &[u8]) -> u64 {
    let groups = class.chunks_exact(8);
    let rest = groups.remainder().iter().fold(class.len() as u64, |rest, byte| (rest << 8) | u64::from(*byte));
    let class = groups.fold(mix(1, rest), |hash, group| mix(hash, group.try_into().map_or(0, u64::from_le_bytes)));
    mix(name.number(), class)
}

/// The first word in a part of `bytes`, or its beginning.
pub(super) fn first_word(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let text = &bytes[range.clone()];
    let skipped = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(text.len());
    let length = text[skipped..].iter().take(CLASS_BYTES).take_while(|byte| !byte.is_ascii_whitespace()).count();
    range.start + skipped..range.start + skipped + length
}

impl Shapes {
    /// An element opens at `depth` in the stack; `feeds` are the line feeds before its window. `is_drawn`: it is part of a
    /// drawing.
    pub(crate) fn open(&mut self, tag: &StartTag<'_>, depth: usize, feeds: u64, is_drawn: bool) {
        let Traits { shape, class, .. } = tag.traits;
        let is_item = matches!(tag.tag, Tag::Li | Tag::Tr | Tag::Article);
        if let Some(big) = tag.big {
            self.sign(tag.window, feeds);
            self.signs.push(Sign { line: big.line, class: tag.bytes[class.clone()].into() });
        }
        self.open.push(Open {
            start: tag.start,
            hash: *shape,
            depth: depth as u32,
            elements: 0,
            class: (class.start as u32, class.end as u32),
            is_known: (is_item || !class.is_empty()) && !is_drawn,
        });
    }

    /// Everything from `depth` on in the stack is closed, `at` an offset; `element` is the name of the element there.
    pub(crate) fn close(&mut self, at: u64, depth: usize, element: Name) {
        while let Some(open) = self.open.last().copied().filter(|open| open.depth as usize >= depth) {
            if open.is_known && at >= open.start + MINIMUM_BYTES && open.elements >= MINIMUM_ELEMENTS {
                self.count(&open, at, element);
            }
            self.open.pop();
            self.signs.truncate(self.open.len());
            if let Some(parent) = self.open.last_mut() {
                parent.hash = mix(parent.hash, open.hash);
                parent.elements = parent.elements.saturating_add(open.elements).saturating_add(1);
            }
        }
    }

    /// Counts the innermost open element, which is `open`.
    fn count(&mut self, open: &Open, at: u64, element: Name) {
        let bytes = at - open.start;
        if let Some(shape) = self.found.get_mut(&open.hash) {
            shape.count += 1;
            shape.bytes += bytes;
        } else if self.found.len() < SHAPES {
            let sign = self.signs.get(self.open.len() - 1).cloned();
            if sign.is_none() {
                self.unsigned.push((open.start, open.class, open.hash));
            }
            self.found.insert(open.hash, Shape { count: 1, bytes, start: open.start, end: at, element, sign });
        }
    }

    /// Looks up what has no sign yet, before the bytes of `window` are dropped. `feeds`: line feeds before it.
    pub(crate) fn sign(&mut self, window: &Window<'_>, feeds: u64) {
        let mut line = LineOf { window, feeds, at: 0, line: feeds + 1 };
        let open = &self.open[self.signs.len()..];
        self.signs.extend(open.iter().map(|open| line.sign(open.start, open.class)));
        for (start, class, hash) in crate::order::by_key(std::mem::take(&mut self.unsigned), |(start, ..)| *start) {
            if let Some(shape) = self.found.get_mut(&hash) {
                shape.sign = Some(line.sign(start, class));
            }
        }
    }

    /// The shapes that take most, largest first; none that stands inside of another one.
    #[must_use]
    pub fn told(&self) -> Vec<&Shape> {
        let often: Vec<&Shape> = self.found.values().filter(|shape| shape.count >= MINIMUM_COUNT).collect();
        let often = crate::order::by_key(often, |shape| shape.start);
        let often = crate::order::by_key(often, |shape| u64::MAX - shape.bytes);
        let mut told: Vec<&Shape> = Vec::new();
        for shape in often {
            let is_inside = told.iter().any(|outer| outer.start <= shape.start && shape.end <= outer.end);
            if !is_inside && told.len() < TOLD {
                told.push(shape);
            }
        }
        told
    }
}

/// Counts lines in a window, for places in order; for one before the last it begins anew.
struct LineOf<'w> {
    window: &'w Window<'w>,
    feeds: u64,
    at: usize,
    line: u64,
}

impl LineOf<'_> {
    fn sign(&mut self, start: u64, (from, to): (u32, u32)) -> Sign {
        let at = (start - self.window.base) as usize;
        if at < self.at {
            (self.at, self.line) = (0, self.feeds + 1);
        }
        self.line += feeds_in(&self.window.bytes[self.at..at]);
        self.at = at;
        Sign { line: self.line, class: self.window.bytes[at + from as usize..at + to as usize].into() }
    }
}
