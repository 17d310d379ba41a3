//! What the bytes of a start tag tell wherever it stands.

use std::ops::Range;

use super::attribute::Attribute;
use super::name::{Name, Tag, name};
use super::style_sheet::may_hold_address;
use super::{references, shapes, signals};
use crate::ledger::Category;

/// What the bytes of a start tag tell wherever it stands.
#[derive(Clone, Default)]
pub(crate) struct Traits {
    /// Equal for equal names and classes.
    pub(crate) shape: u64,
    /// The first of its classes, of those bytes of the tag; empty where there is none.
    pub(crate) class: Range<usize>,
    pub(crate) has_href: bool,
    pub(crate) has_id: bool,
    /// As an HTML element it is no signal, names no resource and has no style of its own that might.
    pub(crate) is_plain: bool,
    /// Its bytes by leaf, outside of SVG; empty where that was not looked at, or does not tell all.
    pub(crate) leaves: Vec<(Category, u32)>,
}

impl Traits {
    /// Reads a tag: `bytes` are what `attributes` point into, `marks` those of their names. Leaves `leaves` empty.
    pub(crate) fn read(&mut self, (tag, name): (Tag, Name), bytes: &[u8], (attributes, marks): (&[Attribute], u64)) {
        let value = |name: Name| {
            let found = |attribute: &&Attribute| attribute.name == name;
            let is_marked = marks & name.mark() != 0;
            is_marked.then(|| attributes.iter().find(found).map(|attribute| attribute.value.clone())).flatten()
        };
        let class = value(name!("class")).unwrap_or(0..0);
        let style = value(name!("style")).unwrap_or(0..0);
        let is_table = matches!(tag, Tag::Table | Tag::Td | Tag::Th);
        self.shape = shapes::hash_of(name, &bytes[class.clone()]);
        self.class = shapes::first_word(bytes, class);
        self.has_href = value(name!("href")).is_some();
        self.has_id = value(name!("id")).is_some();
        self.is_plain = !signals::may_be_signal(tag)
            && (!references::names(tag, name) || (is_table && value(name!("background")).is_none()))
            && !may_hold_address(&bytes[style])
            && [name!("role"), name!("itemscope"), name!("typeof")].into_iter().all(|name| value(name).is_none());
        self.leaves.clear();
    }
}
