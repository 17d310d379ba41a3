//! The insertion mode "in body".

use super::super::facts::Facts;
use super::super::name::{Name, Tag, name};
use super::element::{Scope, is_formatting, is_head_element};
use super::{Content, DONE, Flow, Mode, Namespace, StartTag, Text, Tree};

impl Tree {
    pub(super) fn start_in_body(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        use Tag::*;
        match tag.tag {
            Html => {
                if self.stack.find(Template).is_none() {
                    facts.html_attributes(tag);
                }
            }
            head if is_head_element(head) => {
                return self.start_in_head(facts, tag).unwrap_or(DONE);
            }
            Body => {
                if self.stack.len() > 1
                    && self.stack.get(1).is_some_and(|element| element.is_html(Body))
                    && self.stack.find(Template).is_none()
                {
                    self.frameset_ok = false;
                }
            }
            Frameset => {
                if self.stack.len() > 1
                    && self.stack.get(1).is_some_and(|element| element.is_html(Body))
                    && self.frameset_ok
                {
                    while self.stack.len() > 1 {
                        self.pop(facts);
                    }
                    facts.body_replaced();
                    self.insert(facts, tag, Namespace::Html);
                    self.mode = Mode::InFrameset;
                }
            }
            Address | Article | Aside | Blockquote | Center | Details | Dialog | Dir | Div | Dl | Fieldset
            | Figcaption | Figure | Footer | Header | Hgroup | Main | Menu | Nav | Ol | P | Search | Section
            | Summary | Ul => {
                self.close_p_in_button_scope(facts);
                self.insert(facts, tag, Namespace::Html);
            }
            H1 | H2 | H3 | H4 | H5 | H6 => {
                self.close_p_in_button_scope(facts);
                if self.stack.current_is(&[H1, H2, H3, H4, H5, H6]) {
                    self.pop(facts);
                }
                self.insert(facts, tag, Namespace::Html);
            }
            Pre | Listing => {
                self.close_p_in_button_scope(facts);
                self.insert(facts, tag, Namespace::Html);
                self.frameset_ok = false;
            }
            Form => {
                let in_template = self.stack.find(Template).is_some();
                if self.form.is_some() && !in_template {
                    return DONE;
                }
                self.close_p_in_button_scope(facts);
                self.insert(facts, tag, Namespace::Html);
                if !in_template {
                    self.form = self.stack.current().map(|element| element.id);
                }
            }
            Li => {
                self.frameset_ok = false;
                self.close_item(facts, &[Li]);
                self.close_p_in_button_scope(facts);
                self.insert(facts, tag, Namespace::Html);
            }
            Dd | Dt => {
                self.frameset_ok = false;
                self.close_item(facts, &[Dd, Dt]);
                self.close_p_in_button_scope(facts);
                self.insert(facts, tag, Namespace::Html);
            }
            Plaintext => {
                self.close_p_in_button_scope(facts);
                self.insert(facts, tag, Namespace::Html);
                return Flow::Done(Content::PlainText);
            }
            Button => {
                if self.stack.in_scope(Button, Scope::Default) {
                    self.generate_implied_end_tags(facts, None);
                    self.pop_until_started(facts, Button);
                }
                self.reconstruct_formatting(facts);
                self.insert(facts, tag, Namespace::Html);
                self.frameset_ok = false;
            }
            A => {
                if self.has_active(A) {
                    self.adopt_for_start_tag(facts, A);
                    self.remove_active(facts, A);
                }
                self.reconstruct_formatting(facts);
                self.insert_formatting(facts, tag);
            }
            Nobr => {
                self.reconstruct_formatting(facts);
                if self.stack.in_scope(Nobr, Scope::Default) {
                    self.adopt_for_start_tag(facts, Nobr);
                    self.reconstruct_formatting(facts);
                }
                self.insert_formatting(facts, tag);
            }
            formatting if is_formatting(formatting) => {
                self.reconstruct_formatting(facts);
                self.insert_formatting(facts, tag);
            }
            Applet | Marquee | Object => {
                self.reconstruct_formatting(facts);
                self.insert(facts, tag, Namespace::Html);
                self.formatting.mark();
                self.frameset_ok = false;
            }
            Table => {
                if !self.quirks {
                    self.close_p_in_button_scope(facts);
                }
                self.insert(facts, tag, Namespace::Html);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            Area | Br | Embed | Img | Image | Keygen | Wbr => {
                self.reconstruct_formatting(facts);
                self.frameset_ok = false;
                return self.insert_void(facts, tag);
            }
            Input => {
                if self.select_in_scope() {
                    self.pop_until_started(facts, Select);
                }
                self.reconstruct_formatting(facts);
                let hidden = tag.value(name!("type")).is_some_and(|kind| kind.eq_ignore_ascii_case(b"hidden"));
                if !hidden {
                    self.frameset_ok = false;
                }
                return self.insert_void(facts, tag);
            }
            Param | Source | Track => return self.insert_void(facts, tag),
            Hr => {
                self.close_p_in_button_scope(facts);
                if self.select_in_scope() {
                    self.generate_implied_end_tags(facts, None);
                }
                self.frameset_ok = false;
                return self.insert_void(facts, tag);
            }
            Textarea => {
                self.frameset_ok = false;
                return self.insert_raw(facts, tag, Content::RcData);
            }
            Xmp => {
                self.close_p_in_button_scope(facts);
                self.reconstruct_formatting(facts);
                self.frameset_ok = false;
                return self.insert_raw(facts, tag, Content::RawText);
            }
            Iframe => {
                self.frameset_ok = false;
                return self.insert_raw(facts, tag, Content::RawText);
            }
            Noembed | Noscript => return self.insert_raw(facts, tag, Content::RawText),
            Select => {
                if self.select_in_scope() {
                    self.pop_until_started(facts, Select);
                    return DONE;
                }
                self.reconstruct_formatting(facts);
                self.insert(facts, tag, Namespace::Html);
                self.frameset_ok = false;
            }
            Option => {
                if self.select_in_scope() {
                    self.generate_implied_end_tags(facts, Some(Optgroup));
                } else if self.stack.current_is(&[Option]) {
                    self.pop(facts);
                }
                self.reconstruct_formatting(facts);
                self.insert(facts, tag, Namespace::Html);
            }
            Optgroup => {
                if self.select_in_scope() {
                    self.generate_implied_end_tags(facts, None);
                } else if self.stack.current_is(&[Option]) {
                    self.pop(facts);
                }
                self.reconstruct_formatting(facts);
                self.insert(facts, tag, Namespace::Html);
            }
            Rb | Rtc => {
                if self.stack.in_scope(Ruby, Scope::Default) {
                    self.generate_implied_end_tags(facts, None);
                }
                self.insert(facts, tag, Namespace::Html);
            }
            Rp | Rt => {
                if self.stack.in_scope(Ruby, Scope::Default) {
                    self.generate_implied_end_tags(facts, Some(Rtc));
                }
                self.insert(facts, tag, Namespace::Html);
            }
            Math | Svg => {
                self.reconstruct_formatting(facts);
                let namespace = if tag.tag == Svg { Namespace::Svg } else { Namespace::MathMl };
                self.insert(facts, tag, namespace);
                if tag.self_closing {
                    self.pop_own(facts);
                }
            }
            Caption | Col | Colgroup | Frame | Head | Tbody | Td | Tfoot | Th | Thead | Tr => {}
            _ => {
                self.reconstruct_formatting(facts);
                self.insert(facts, tag, Namespace::Html);
            }
        }
        DONE
    }

    /// Gives whether the tag is to be processed again in the mode that is now current.
    pub(super) fn end_in_body(&mut self, facts: &mut Facts, name: Name, tag: Tag) -> bool {
        use Tag::*;
        match tag {
            Template => self.end_template(facts),
            Body | Html => {
                if self.stack.in_scope(Body, Scope::Default) {
                    self.mode = Mode::AfterBody;
                    return tag == Html;
                }
            }
            Address | Article | Aside | Blockquote | Button | Center | Details | Dialog | Dir | Div | Dl | Fieldset
            | Figcaption | Figure | Footer | Header | Hgroup | Listing | Main | Menu | Nav | Ol | Pre | Search
            | Section | Select | Summary | Ul => {
                let open =
                    if tag == Select { self.select_in_scope() } else { self.stack.in_scope(tag, Scope::Default) };
                if open {
                    self.generate_implied_end_tags(facts, None);
                    self.pop_until(facts, &[tag]);
                }
            }
            Form => {
                if self.stack.find(Template).is_some() {
                    if self.stack.in_scope(Form, Scope::Default) {
                        self.generate_implied_end_tags(facts, None);
                        self.pop_until(facts, &[Form]);
                    }
                    return false;
                }
                let Some(form) = self.form.take() else { return false };
                if !self.stack.in_scope_by(Scope::Default, |element| element.id == form) {
                    return false;
                }
                self.generate_implied_end_tags(facts, None);
                if self.stack.current().is_some_and(|current| current.id == form) {
                    self.pop_own(facts);
                } else if let Some(index) = self.stack.position(form) {
                    self.remove(facts, index);
                }
            }
            P => {
                if !self.stack.in_scope(P, Scope::Button) {
                    self.insert_implied(facts, P);
                }
                self.generate_implied_end_tags(facts, Some(P));
                self.pop_until(facts, &[P]);
            }
            Li => {
                if self.stack.in_scope(Li, Scope::ListItem) {
                    self.generate_implied_end_tags(facts, Some(Li));
                    self.pop_until(facts, &[Li]);
                }
            }
            Dd | Dt => {
                if self.stack.in_scope(tag, Scope::Default) {
                    self.generate_implied_end_tags(facts, Some(tag));
                    self.pop_until(facts, &[tag]);
                }
            }
            H1 | H2 | H3 | H4 | H5 | H6 => {
                let headings = [H1, H2, H3, H4, H5, H6];
                if self.stack.in_scope_by(Scope::Default, |element| element.is_html_any(&headings)) {
                    self.generate_implied_end_tags(facts, None);
                    self.pop_until(facts, &headings);
                }
            }
            formatting if is_formatting(formatting) => {
                if self.adopt(facts, formatting) {
                    self.end_any_other(facts, name);
                }
            }
            Applet | Marquee | Object => {
                if self.stack.in_scope(tag, Scope::Default) {
                    self.generate_implied_end_tags(facts, None);
                    self.pop_until(facts, &[tag]);
                    self.formatting.clear_to_marker();
                }
            }
            Br => {
                self.reconstruct_formatting(facts);
                self.insert_implied(facts, Br);
                self.pop_own(facts);
                self.frameset_ok = false;
            }
            _ => self.end_any_other(facts, name),
        }
        false
    }

    pub(super) fn text_in_body(&mut self, facts: &mut Facts, text: Text<'_>) {
        if text.references && text.is_null() {
            return;
        }
        self.reconstruct_formatting(facts);
        self.rule_out_frameset(text);
        self.insert_text(facts, text);
    }

    /// After text other than white space and nulls a frameset can no longer take the place of the body.
    pub(super) fn rule_out_frameset(&mut self, text: Text<'_>) {
        if self.frameset_ok {
            self.frameset_ok = text.split_space().1.bytes.is_empty();
        }
    }

    /// "Any other end tag".
    fn end_any_other(&mut self, facts: &mut Facts, name: Name) {
        if !self.stack.may_hold(name) {
            return;
        }
        for index in (0..self.stack.len()).rev() {
            let Some(element) = self.stack.get(index).copied() else { return };
            if element.namespace == Namespace::Html && element.name == name {
                self.generate_implied_end_tags(facts, Some(element.tag).filter(|tag| *tag != Tag::Other));
                while self.stack.len() > index + 1 {
                    self.pop(facts);
                }
                self.pop_own(facts);
                return;
            }
            if element.is_special() {
                return;
            }
        }
    }

    pub(super) fn close_p_in_button_scope(&mut self, facts: &mut Facts) {
        if self.stack.in_scope(Tag::P, Scope::Button) {
            self.close_p(facts);
        }
    }

    /// Whether a `select` is open where its options may still be added.
    fn select_in_scope(&self) -> bool {
        self.stack.in_scope(Tag::Select, Scope::Default)
    }

    /// Closes the item that is still open when the next one starts.
    fn close_item(&mut self, facts: &mut Facts, tags: &[Tag]) {
        if !tags.iter().any(|tag| self.stack.may_hold(tag.name())) {
            return;
        }
        for index in (0..self.stack.len()).rev() {
            let Some(element) = self.stack.get(index).copied() else { return };
            if element.is_html_any(tags) {
                self.generate_implied_end_tags(facts, Some(element.tag));
                self.pop_until_started(facts, element.tag);
                return;
            }
            if element.is_special() && !element.is_html_any(&[Tag::Address, Tag::Div, Tag::P]) {
                return;
            }
        }
    }

    /// Closes elements up to and including the first `tag`, because of a start tag: all end where that begins.
    pub(super) fn pop_until_started(&mut self, facts: &mut Facts, tag: Tag) {
        while let Some(current) = self.stack.current() {
            let found = current.is_html(tag);
            self.pop(facts);
            if found {
                return;
            }
        }
    }

    fn adopt_for_start_tag(&mut self, facts: &mut Facts, tag: Tag) {
        let end = self.token_end;
        self.token_end = self.token_start;
        self.adopt(facts, tag);
        self.token_end = end;
    }
}
