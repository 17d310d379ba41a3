//! The insertion modes of tables.

use super::super::facts::Facts;
use super::super::name::{Name, Tag, name};
use super::element::{Element, Scope};
use super::{DONE, Flags, Flow, Mode, Namespace, StartTag, Text, Tree};

impl Tree {
    pub(super) fn start_in_table(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        use Tag::*;
        match tag.tag {
            Caption => {
                self.clear_to(facts, &[Table, Template, Html]);
                self.formatting.mark();
                self.insert(facts, tag, Namespace::Html);
                self.mode = Mode::InCaption;
            }
            Colgroup => {
                self.clear_to(facts, &[Table, Template, Html]);
                self.insert(facts, tag, Namespace::Html);
                self.mode = Mode::InColumnGroup;
            }
            Col => {
                self.clear_to(facts, &[Table, Template, Html]);
                self.insert_implied(facts, Colgroup);
                self.mode = Mode::InColumnGroup;
                return Flow::Again;
            }
            Tbody | Tfoot | Thead => {
                self.clear_to(facts, &[Table, Template, Html]);
                self.insert(facts, tag, Namespace::Html);
                self.mode = Mode::InTableBody;
            }
            Td | Th | Tr => {
                self.clear_to(facts, &[Table, Template, Html]);
                self.insert_implied(facts, Tbody);
                self.mode = Mode::InTableBody;
                return Flow::Again;
            }
            Table => {
                if self.stack.in_scope(Table, Scope::Table) {
                    self.pop_until_started(facts, Table);
                    self.reset_mode();
                    return Flow::Again;
                }
            }
            Style | Script | Template => return self.start_in_head(facts, tag).unwrap_or(DONE),
            Input => {
                if tag.value(name!("type")).is_some_and(|kind| kind.eq_ignore_ascii_case(b"hidden")) {
                    return self.insert_void(facts, tag);
                }
                return self.start_fostered(facts, tag);
            }
            Form => {
                if self.stack.find(Template).is_none() && self.form.is_none() {
                    self.insert(facts, tag, Namespace::Html);
                    self.form = self.stack.current().map(|element| element.id);
                    self.pop_own(facts);
                }
            }
            _ => return self.start_fostered(facts, tag),
        }
        DONE
    }

    fn start_fostered(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        self.fostering = true;
        let flow = self.start_in_body(facts, tag);
        self.fostering = false;
        flow
    }

    pub(super) fn end_in_table(&mut self, facts: &mut Facts, name: Name, tag: Tag) -> bool {
        use Tag::*;
        match tag {
            Table => {
                if self.stack.in_scope(Table, Scope::Table) {
                    self.pop_until(facts, &[Table]);
                    self.reset_mode();
                }
            }
            Body | Caption | Col | Colgroup | Html | Tbody | Td | Tfoot | Th | Thead | Tr => {}
            Template => self.end_template(facts),
            _ => {
                self.fostering = true;
                let again = self.end_in_body(facts, name, tag);
                self.fostering = false;
                return again;
            }
        }
        false
    }

    /// Text where a table holds none: white space stays, a run with anything else goes in front of the table.
    pub(super) fn text_in_table(&mut self, facts: &mut Facts, text: Text<'_>) {
        if !self.stack.current().is_some_and(|current| current.holds_no_text() || current.is_html(Tag::Template)) {
            self.text_fostered(facts, text);
            return;
        }
        if self.table_text {
            self.text_fostered(facts, text);
            return;
        }
        let (space, rest) = text.split_space();
        self.table_space |= !space.is_null();
        if rest.bytes.is_empty() {
            return;
        }
        self.table_text = true;
        if self.table_space {
            self.table_space = false;
            const SPACE: &[u8] = b" ";
            self.text_fostered(facts, Text { bytes: SPACE, raw: &[], offset: text.offset, references: false });
        }
        self.text_fostered(facts, rest);
    }

    fn text_fostered(&mut self, facts: &mut Facts, text: Text<'_>) {
        self.fostering = true;
        self.text_in_body(facts, text);
        self.fostering = false;
    }

    /// Ends a run of text in a table.
    pub(super) fn flush_table_text(&mut self, facts: &mut Facts) {
        self.table_text = false;
        if self.table_space {
            self.table_space = false;
            facts.white_space_node(self.stack.current().map_or(Flags::default(), |current| current.flags));
        }
    }

    pub(super) fn start_in_caption(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        use Tag::*;
        if matches!(tag.tag, Caption | Col | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr) {
            if self.end_caption(facts, false) {
                return Flow::Again;
            }
            return DONE;
        }
        self.start_in_body(facts, tag)
    }

    pub(super) fn end_in_caption(&mut self, facts: &mut Facts, name: Name, tag: Tag) -> bool {
        use Tag::*;
        match tag {
            Caption => {
                self.end_caption(facts, true);
                false
            }
            Table => self.end_caption(facts, false),
            Body | Col | Colgroup | Html | Tbody | Td | Tfoot | Th | Thead | Tr => false,
            _ => self.end_in_body(facts, name, tag),
        }
    }

    fn end_caption(&mut self, facts: &mut Facts, own: bool) -> bool {
        if !self.stack.in_scope(Tag::Caption, Scope::Table) {
            return false;
        }
        self.generate_implied_end_tags(facts, None);
        if own {
            self.pop_until(facts, &[Tag::Caption]);
        } else {
            self.pop_until_started(facts, Tag::Caption);
        }
        self.formatting.clear_to_marker();
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn start_in_column_group(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        match tag.tag {
            Tag::Html => self.start_in_body(facts, tag),
            Tag::Col => self.insert_void(facts, tag),
            Tag::Template => self.start_in_head(facts, tag).unwrap_or(DONE),
            _ => {
                if self.stack.current_is(&[Tag::Colgroup]) {
                    self.pop(facts);
                    self.mode = Mode::InTable;
                    return Flow::Again;
                }
                DONE
            }
        }
    }

    pub(super) fn end_in_column_group(&mut self, facts: &mut Facts, tag: Tag) -> bool {
        match tag {
            Tag::Colgroup => {
                if self.stack.current_is(&[Tag::Colgroup]) {
                    self.pop_own(facts);
                    self.mode = Mode::InTable;
                }
            }
            Tag::Col => {}
            Tag::Template => self.end_template(facts),
            _ => {
                if self.stack.current_is(&[Tag::Colgroup]) {
                    self.pop(facts);
                    self.mode = Mode::InTable;
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn start_in_table_body(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        use Tag::*;
        match tag.tag {
            Tr => {
                self.clear_to(facts, &[Tbody, Tfoot, Thead, Template, Html]);
                self.insert(facts, tag, Namespace::Html);
                self.mode = Mode::InRow;
                DONE
            }
            Th | Td => {
                self.clear_to(facts, &[Tbody, Tfoot, Thead, Template, Html]);
                self.insert_implied(facts, Tr);
                self.mode = Mode::InRow;
                Flow::Again
            }
            Caption | Col | Colgroup | Tbody | Tfoot | Thead => {
                if self.end_table_body(facts) {
                    Flow::Again
                } else {
                    DONE
                }
            }
            _ => self.start_in_table(facts, tag),
        }
    }

    pub(super) fn end_in_table_body(&mut self, facts: &mut Facts, name: Name, tag: Tag) -> bool {
        use Tag::*;
        match tag {
            Tbody | Tfoot | Thead => {
                if self.stack.in_scope(tag, Scope::Table) {
                    self.clear_to(facts, &[Tbody, Tfoot, Thead, Template, Html]);
                    self.pop_own(facts);
                    self.mode = Mode::InTable;
                }
                false
            }
            Table => self.end_table_body(facts),
            Body | Caption | Col | Colgroup | Html | Td | Th | Tr => false,
            _ => self.end_in_table(facts, name, tag),
        }
    }

    fn end_table_body(&mut self, facts: &mut Facts) -> bool {
        let bodies = [Tag::Tbody, Tag::Thead, Tag::Tfoot];
        if !self.stack.in_scope_by(Scope::Table, |element| element.is_html_any(&bodies)) {
            return false;
        }
        self.clear_to(facts, &[Tag::Tbody, Tag::Tfoot, Tag::Thead, Tag::Template, Tag::Html]);
        self.pop(facts);
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn start_in_row(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        use Tag::*;
        match tag.tag {
            Th | Td => {
                self.clear_to(facts, &[Tr, Template, Html]);
                self.insert(facts, tag, Namespace::Html);
                self.mode = Mode::InCell;
                self.formatting.mark();
                DONE
            }
            Caption | Col | Colgroup | Tbody | Tfoot | Thead | Tr => {
                if self.end_row(facts, false) {
                    Flow::Again
                } else {
                    DONE
                }
            }
            _ => self.start_in_table(facts, tag),
        }
    }

    pub(super) fn end_in_row(&mut self, facts: &mut Facts, name: Name, tag: Tag) -> bool {
        use Tag::*;
        match tag {
            Tr => {
                self.end_row(facts, true);
                false
            }
            Table => self.end_row(facts, false),
            Tbody | Tfoot | Thead => self.stack.in_scope(tag, Scope::Table) && self.end_row(facts, false),
            Body | Caption | Col | Colgroup | Html | Td | Th => false,
            _ => self.end_in_table(facts, name, tag),
        }
    }

    fn end_row(&mut self, facts: &mut Facts, own: bool) -> bool {
        if !self.stack.in_scope(Tag::Tr, Scope::Table) {
            return false;
        }
        self.clear_to(facts, &[Tag::Tr, Tag::Template, Tag::Html]);
        if own {
            self.pop_own(facts);
        } else {
            self.pop(facts);
        }
        self.mode = Mode::InTableBody;
        true
    }

    pub(super) fn start_in_cell(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        use Tag::*;
        if matches!(tag.tag, Caption | Col | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr) {
            if self.stack.in_scope_by(Scope::Table, |element| element.is_html_any(&[Td, Th])) {
                self.close_cell(facts);
                return Flow::Again;
            }
            return DONE;
        }
        self.start_in_body(facts, tag)
    }

    pub(super) fn end_in_cell(&mut self, facts: &mut Facts, name: Name, tag: Tag) -> bool {
        use Tag::*;
        match tag {
            Td | Th => {
                if self.stack.in_scope(tag, Scope::Table) {
                    self.generate_implied_end_tags(facts, None);
                    self.pop_until(facts, &[tag]);
                    self.formatting.clear_to_marker();
                    self.mode = Mode::InRow;
                }
                false
            }
            Body | Caption | Col | Colgroup | Html => false,
            Table | Tbody | Tfoot | Thead | Tr => {
                if !self.stack.in_scope(tag, Scope::Table) {
                    return false;
                }
                self.close_cell(facts);
                true
            }
            _ => self.end_in_body(facts, name, tag),
        }
    }

    fn close_cell(&mut self, facts: &mut Facts) {
        self.generate_implied_end_tags(facts, None);
        while let Some(current) = self.stack.current() {
            let found = current.is_html_any(&[Tag::Td, Tag::Th]);
            self.pop(facts);
            if found {
                break;
            }
        }
        self.formatting.clear_to_marker();
        self.mode = Mode::InRow;
    }

    fn clear_to(&mut self, facts: &mut Facts, tags: &[Tag]) {
        while self.stack.current().is_some_and(|current: &Element| !current.is_html_any(tags)) {
            self.pop(facts);
        }
    }
}
