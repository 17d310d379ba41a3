//! Puts elements and text into the tree, and takes elements off the stack.

use super::element::{Scope, has_implied_end, is_formatting, is_neutral, region_of};
use super::stack::{DOM_DEPTH, OPEN_ELEMENTS};
use super::{Content, DONE, Element, Flags, Flow, Mode, Namespace, StartTag, Text, TextBefore, Tree};
use crate::facts::Facts;
use crate::ledger::Region;
use crate::name::{Name, Tag, name};
use crate::words::Nulls;

impl Tree {
    /// Inserts an element for a start tag and opens it.
    pub(super) fn insert(&mut self, facts: &mut Facts, tag: &StartTag<'_>, namespace: Namespace) {
        let mut element = self.element(facts, tag.tag, tag.name, namespace);
        if namespace == Namespace::Svg && matches!(tag.tag, Tag::ForeignObject | Tag::Desc | Tag::Title) {
            element.flags = element.flags.with(Flags::INTEGRATION);
        }
        if namespace == Namespace::MathMl && tag.tag == Tag::AnnotationXml {
            let integrates = tag.value(name!("encoding")).is_some_and(|encoding| {
                encoding.eq_ignore_ascii_case(b"text/html") || encoding.eq_ignore_ascii_case(b"application/xhtml+xml")
            });
            if integrates {
                element.flags = element.flags.with(Flags::INTEGRATION);
            }
        }
        if tag.tag == Tag::A && namespace != Namespace::MathMl && tag.traits.has_href {
            element.flags = element.flags.with(Flags::LINK);
        }
        facts.inserted(tag, &mut element, self.stack.len());
        self.open(facts, element);
    }

    pub(super) fn insert_void(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        self.insert(facts, tag, Namespace::Html);
        self.pop_own(facts);
        DONE
    }

    pub(super) fn insert_raw(&mut self, facts: &mut Facts, tag: &StartTag<'_>, content: Content) -> Flow {
        self.insert(facts, tag, Namespace::Html);
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        Flow::Done(content)
    }

    /// Inserts an element that no tag asked for.
    pub(super) fn insert_implied(&mut self, facts: &mut Facts, tag: Tag) {
        let element = self.element(facts, tag, tag.name(), Namespace::Html);
        self.open(facts, element);
    }

    pub(super) fn element(&mut self, facts: &mut Facts, tag: Tag, name: Name, namespace: Namespace) -> Element {
        if let Some(current) = self.stack.current()
            && !self.fostering
            && namespace == Namespace::Html
            && is_neutral(tag)
            && self.stack.len() < DOM_DEPTH
        {
            let (flags, region) = (current.flags.inherited(), current.region);
            return self.with_id(tag, name, namespace, flags, region);
        }
        let current = self.stack.current().map_or(Flags::default(), |current| current.flags.inherited());
        let mut flags = match self.foster_table() {
            Some(table) => self.foster_flags(table),
            None if self.stack.len() > DOM_DEPTH => self.flags_at(DOM_DEPTH - 1),
            None => current,
        };
        if let Some(Some(table)) = self.foster_table()
            && let Some(table) = self.stack.get_mut(table)
        {
            table.before = TextBefore::Nothing;
        }
        flags = if current.has(Flags::P_IN_SCOPE) {
            flags.with(Flags::P_IN_SCOPE)
        } else {
            flags.without(Flags::P_IN_SCOPE)
        };
        match tag {
            Tag::Head if namespace == Namespace::Html => flags = flags.with(Flags::HEAD).with(Flags::HIDDEN),
            Tag::Script | Tag::Style | Tag::Noscript => flags = flags.with(Flags::HIDDEN),
            Tag::Template if namespace == Namespace::Html => flags = flags.with(Flags::HIDDEN).with(Flags::TEMPLATE),
            Tag::Template => flags = flags.with(Flags::HIDDEN),
            Tag::A => flags = flags.with(Flags::ANCHOR),
            _ => {}
        }
        if namespace == Namespace::Svg {
            flags = flags.with(Flags::SVG);
        }
        if self.stack.len() >= DOM_DEPTH {
            flags = flags.with(Flags::DEEP);
        }
        let before = if tag == Tag::Table && self.stack.len() <= DOM_DEPTH {
            TextBefore::of(facts.text_node())
        } else {
            TextBefore::Nothing
        };
        let parent = self.stack.current().map_or(Region::Other, |current| current.region);
        let region = if namespace == Namespace::Html { region_of(tag, parent) } else { parent };
        let mut element = self.with_id(tag, name, namespace, flags, region);
        element.before = before;
        if element.is_html(Tag::P) {
            element.flags = element.flags.with(Flags::P_IN_SCOPE);
        } else if element.bounds(Scope::Button) {
            element.flags = element.flags.without(Flags::P_IN_SCOPE);
        }
        element
    }

    pub(super) fn with_id(
        &mut self,
        tag: Tag,
        name: Name,
        namespace: Namespace,
        flags: Flags,
        region: Region,
    ) -> Element {
        let id = self.next_id;
        self.next_id += 1;
        let (start, nothing) = (self.token_start, TextBefore::Nothing);
        Element { tag, namespace, flags, name, id, start, signals: (0, 0), region, before: nothing, tail: nothing }
    }

    pub(super) fn open(&mut self, facts: &mut Facts, element: Element) {
        if self.stack.len() >= DOM_DEPTH {
            if self.stack.len() >= OPEN_ELEMENTS {
                self.pop(facts);
            }
            if let Some(current) = self.stack.current_mut() {
                current.tail = TextBefore::of(facts.text_node());
            }
            facts.deepest = element.id;
        }
        facts.end_text_node();
        facts.tally.enter(element.region);
        self.stack.push(element);
    }

    /// Closes the current element because of a token that is not its own.
    pub(super) fn pop(&mut self, facts: &mut Facts) {
        self.close(facts, self.token_known);
    }

    /// Closes the current element with the token at work: its own end tag, or its start tag when it is void.
    pub(super) fn pop_own(&mut self, facts: &mut Facts) {
        self.close(facts, self.token_end);
    }

    pub(super) fn close(&mut self, facts: &mut Facts, at: u64) {
        if let Some(element) = self.stack.current() {
            facts.end_text_node();
            facts.closed(element, at, self.stack.len() - 1);
            let (tag, id) = (element.tag, element.id);
            self.stack.pop();
            facts.tally.enter(self.stack.current().map_or(Region::Other, |current| current.region));
            if let Some(current) = self.stack.current().filter(|current| current.flags.has(Flags::DEEP)) {
                // The element that closed was no child of this one, whose text goes on.
                facts.resume_text_node(current.tail);
                facts.deepest = current.id;
            }
            if is_formatting(tag) {
                self.formatting.closed(id);
            }
        }
    }

    /// Closes elements up to and including the first of `tags`, which its own end tag closes if it is the token at work.
    pub(super) fn pop_until(&mut self, facts: &mut Facts, tags: &[Tag]) {
        while let Some(current) = self.stack.current() {
            if current.is_html_any(tags) {
                self.pop_own(facts);
                return;
            }
            self.pop(facts);
        }
    }

    pub(super) fn generate_implied_end_tags(&mut self, facts: &mut Facts, except: Option<Tag>) {
        while self.stack.current().is_some_and(|current| {
            current.namespace == Namespace::Html && has_implied_end(current.tag) && Some(current.tag) != except
        }) {
            self.pop(facts);
        }
    }

    pub(super) fn generate_implied_end_tags_thoroughly(&mut self, facts: &mut Facts) {
        use Tag::*;
        while self.stack.current().is_some_and(|current| {
            current.namespace == Namespace::Html
                && (has_implied_end(current.tag)
                    || matches!(current.tag, Caption | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr))
        }) {
            self.pop(facts);
        }
    }

    pub(super) fn close_p(&mut self, facts: &mut Facts) {
        self.generate_implied_end_tags(facts, Some(Tag::P));
        while let Some(current) = self.stack.current() {
            let found = current.is_html(Tag::P);
            self.pop(facts);
            if found {
                return;
            }
        }
    }

    pub(super) fn reset_mode(&mut self) {
        for index in (0..self.stack.len()).rev() {
            let Some(element) = self.stack.get(index) else { return };
            if element.namespace != Namespace::Html {
                continue;
            }
            self.mode = match element.tag {
                Tag::Td | Tag::Th if index > 0 => Mode::InCell,
                Tag::Tr => Mode::InRow,
                Tag::Tbody | Tag::Thead | Tag::Tfoot => Mode::InTableBody,
                Tag::Caption => Mode::InCaption,
                Tag::Colgroup => Mode::InColumnGroup,
                Tag::Table => Mode::InTable,
                Tag::Template => self.template_modes.last().copied().unwrap_or(Mode::InBody),
                Tag::Head if index > 0 => Mode::InHead,
                Tag::Body => Mode::InBody,
                Tag::Frameset => Mode::InFrameset,
                Tag::Html => {
                    if self.head.is_none() {
                        Mode::BeforeHead
                    } else {
                        Mode::AfterHead
                    }
                }
                _ => continue,
            };
            return;
        }
        self.mode = Mode::InBody;
    }

    pub(super) fn insert_text(&mut self, facts: &mut Facts, text: Text<'_>) {
        let is_raw = self.mode == Mode::Text || !text.references;
        let nulls = if is_raw || self.is_foreign_for_text() { Nulls::Replaced } else { Nulls::Dropped };
        match self.foster_table() {
            None => {
                let flags = self.stack.current().map_or(Flags::default(), |current| current.flags);
                facts.text(text, flags, nulls);
            }
            Some(table) => {
                let flags = self.foster_flags(table);
                let Some(table) = table.and_then(|table| self.stack.get_mut(table)) else {
                    facts.text(text, flags, nulls);
                    return;
                };
                let before = table.before;
                let in_word = facts.foster_text(text, flags, nulls, before == TextBefore::Word);
                table.before = if in_word { TextBefore::Word } else { TextBefore::Space };
            }
        }
    }

    /// Where foster parenting applies: `Some(Some(index of the table))`, or `Some(None)` when the new parent is a template
    /// or the root; `None` where it does not apply.
    pub(super) fn foster_table(&self) -> Option<Option<usize>> {
        if !self.fostering || !self.stack.current().is_some_and(Element::holds_no_text) {
            return None;
        }
        let table = self.stack.find(Tag::Table);
        let template = self.stack.find(Tag::Template);
        Some(match (table, template) {
            (Some(table), Some(template)) if template > table => None,
            (table, _) => table,
        })
    }

    pub(super) fn foster_flags(&self, table: Option<usize>) -> Flags {
        self.flags_at(match table {
            Some(table) => table.saturating_sub(1).min(DOM_DEPTH - 1),
            None => self.stack.find(Tag::Template).unwrap_or(0),
        })
    }

    /// What an element inherits from the open element at `index`.
    pub(super) fn flags_at(&self, index: usize) -> Flags {
        self.stack.get(index).map_or(Flags::default(), |element| element.flags.inherited())
    }
}
