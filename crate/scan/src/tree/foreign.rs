//! SVG and MathML (HTML standard, "the rules for parsing tokens in foreign content").

use super::element::ends_foreign_content;
use super::{Content, Namespace, StartTag, Tree};
use crate::facts::Facts;
use crate::name::{Name, Tag, name};

impl Tree {
    pub(super) fn is_foreign_for_tag(&self, tag: Tag) -> bool {
        let Some(current) = self.stack.current() else { return false };
        if current.namespace == Namespace::Html {
            return false;
        }
        if current.is_mathml_text_integration_point() && !matches!(tag, Tag::Mglyph | Tag::Malignmark) {
            return false;
        }
        if current.namespace == Namespace::MathMl && current.tag == Tag::AnnotationXml && tag == Tag::Svg {
            return false;
        }
        !current.is_html_integration_point()
    }

    pub(super) fn is_foreign_for_text(&self) -> bool {
        self.stack.current().is_some_and(|current| {
            current.namespace != Namespace::Html
                && !current.is_mathml_text_integration_point()
                && !current.is_html_integration_point()
        })
    }

    pub(super) fn start_foreign(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Content {
        let font = tag.tag == Tag::Font
            && [name!("color"), name!("face"), name!("size")].into_iter().any(|name| tag.value(name).is_some());
        if font || ends_foreign_content(tag.tag) {
            self.leave_foreign_content(facts);
            return self.start_html(facts, tag);
        }
        let namespace = self.stack.current().map_or(Namespace::Html, |element| element.namespace);
        self.insert(facts, tag, namespace);
        if tag.self_closing {
            self.pop_own(facts);
        }
        Content::Data
    }

    pub(super) fn leave_foreign_content(&mut self, facts: &mut Facts) {
        while self.is_foreign_for_text() {
            self.pop(facts);
        }
    }

    /// Gives whether the end tag is done with.
    pub(super) fn end_foreign(&mut self, facts: &mut Facts, name: Name, tag: Tag) -> bool {
        if matches!(tag, Tag::Br | Tag::P) {
            self.leave_foreign_content(facts);
            return false;
        }
        if !self.stack.may_hold(name) {
            return false;
        }
        let mut index = self.stack.len() - 1;
        loop {
            if index == 0 {
                return true;
            }
            let Some(element) = self.stack.get(index) else { return true };
            if element.namespace == Namespace::Html {
                return false;
            }
            if element.name == name {
                while self.stack.len() > index + 1 {
                    self.pop(facts);
                }
                self.pop_own(facts);
                return true;
            }
            index -= 1;
        }
    }
}
