//! Finds markup that repeats: subtrees of one shape, which is the names and classes of their elements in order.

use std::collections::HashMap;

use super::name::{Tag, name};
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
#[derive(Clone)]
struct Open {
    depth: usize,
    start: u64,
    hash: u64,
    /// Elements inside of it so far.
    elements: u32,
    /// For one that people know by its name or class: its line, and where its label begins.
    known: Option<(u64, usize)>,
}

/// Subtrees of one shape.
#[derive(Clone)]
pub(crate) struct Shape {
    pub(crate) count: u64,
    /// Of all of them, in counted bytes.
    pub(crate) bytes: u64,
    /// Where the first one begins.
    pub(crate) start: u64,
    end: u64,
    pub(crate) line: u64,
    /// What a developer calls it, `li.product`.
    pub(crate) label: String,
}

/// Open elements and the shapes of those that were closed.
#[derive(Clone, Default)]
pub(crate) struct Shapes {
    open: Vec<Open>,
    labels: Vec<u8>,
    found: HashMap<u64, Shape, ByHash>,
}

const fn mix(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

fn hash_of(bytes: &[u8]) -> u64 {
    let groups = bytes.chunks_exact(8);
    let rest = groups.remainder().iter().fold(bytes.len() as u64, |rest, byte| (rest << 8) | u64::from(*byte));
    groups.fold(mix(1, rest), |hash, group| mix(hash, group.try_into().map_or(0, u64::from_le_bytes)))
}

impl Shapes {
    /// An element opens at `depth` in the stack; `line` gives the line of its tag. `is_drawn`: it is part of a drawing.
    pub(crate) fn open(&mut self, tag: &StartTag<'_>, depth: usize, is_drawn: bool, line: impl FnOnce() -> u64) {
        let class = tag.value(name!("class")).unwrap_or_default();
        let is_item = matches!(tag.tag, Tag::Li | Tag::Tr | Tag::Article);
        let known = ((is_item || !class.is_empty()) && !is_drawn).then(|| {
            let start = self.labels.len();
            self.labels.extend_from_slice(
                class
                    .split(u8::is_ascii_whitespace)
                    .find(|word| !word.is_empty())
                    .map_or(&[], |class| &class[..class.len().min(CLASS_BYTES)]),
            );
            (line(), start)
        });
        let hash = mix(tag.name.number(), hash_of(class));
        self.open.push(Open { depth, start: tag.start, hash, elements: 0, known });
    }

    /// Everything from `depth` on in the stack is closed, `at` an offset; `tag_name` is the name of the element there.
    pub(crate) fn close(&mut self, at: u64, depth: usize, tag_name: impl Fn() -> String) {
        while let Some(open) = self.open.pop_if(|open| open.depth >= depth) {
            if let Some((line, label)) = open.known {
                if at >= open.start + MINIMUM_BYTES && open.elements >= MINIMUM_ELEMENTS {
                    self.count(&open, at, line, label, &tag_name);
                }
                self.labels.truncate(label);
            }
            if let Some(parent) = self.open.last_mut() {
                parent.hash = mix(parent.hash, open.hash);
                parent.elements = parent.elements.saturating_add(open.elements).saturating_add(1);
            }
        }
    }

    fn count(&mut self, open: &Open, at: u64, line: u64, label: usize, tag_name: &impl Fn() -> String) {
        let bytes = at - open.start;
        if let Some(shape) = self.found.get_mut(&open.hash) {
            shape.count += 1;
            shape.bytes += bytes;
        } else if self.found.len() < SHAPES {
            let class = String::from_utf8_lossy(&self.labels[label..]);
            let label = if class.is_empty() { tag_name() } else { format!("{}.{class}", tag_name()) };
            let shape = Shape { count: 1, bytes, start: open.start, end: at, line, label };
            self.found.insert(open.hash, shape);
        }
    }

    /// The shapes that take most, largest first; none that stands inside of another one.
    pub(crate) fn told(&self) -> Vec<&Shape> {
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

#[cfg(test)]
mod tests {
    use crate::{Context, Inspection, Options, Report};

    fn report(page: &str, chunk_bytes: usize) -> Report {
        let mut inspection = Inspection::new(Options::default());
        page.as_bytes().chunks(chunk_bytes).for_each(|chunk| inspection.push(chunk));
        inspection.finish(Context::default())
    }

    #[test]
    fn cards_of_one_shape_are_one_pattern_whatever_they_say() {
        let card = |number: usize| {
            format!(
                "<li class=\"card wide\"><a href=/item/{number}><b>Item {number}</b></a><p>{}</p></li>\n",
                "words ".repeat(30 + number)
            )
        };
        let cards: String = (0..40).map(card).collect();
        let page = format!("<title>t</title>\n<ul>{cards}<li class=card><p>another shape</p></li></ul>");
        let report = report(&page, 1_000);
        let rows: Vec<_> = report.breakdown.repeats.iter().filter(|row| row.kind == "markup").collect();
        assert_eq!(rows.len(), 1, "{rows:?}");
        assert_eq!((rows[0].count, rows[0].line, rows[0].label.as_str()), (40, 2, "li.card"));
        let bytes: u64 = (0..40).map(|number| card(number).len() as u64 - 1).sum();
        assert_eq!(rows[0].bytes, bytes / 40);
    }

    #[test]
    fn what_is_inside_of_a_pattern_is_no_pattern_of_its_own() {
        let row = format!("<tr><td class=a><b>x</b><i>y</i>{}</td><td>z</td></tr>", "w".repeat(200));
        let page = format!("<table>{}</table>", row.repeat(9));
        for chunk_bytes in [7, 100_000] {
            let report = report(&page, chunk_bytes);
            let labels: Vec<&str> = report.breakdown.repeats.iter().map(|row| row.label.as_str()).collect();
            assert_eq!(labels, ["tr"]);
        }
    }
}
