//! The tree construction stage of the HTML standard, reduced to what decides where things are.
//!
//! It keeps the stack of open elements, the list of active formatting elements and the insertion mode, and tells
//! [`Facts`] what is inserted, copied and closed. It builds no tree. Scripting counts as enabled.

mod body;
mod element;
mod foreign;
mod formatting;
mod insert;
mod stack;
mod table;
mod token;

pub(crate) use element::{Element, Flags, Namespace, TextBefore, is_inline};
pub(crate) use token::{RawWindow, StartTag, Text};

use super::facts::Facts;
use super::name::{Name, Tag};
use element::{closes_alone, is_head_element};
use formatting::Formatting;
use stack::{OPEN_ELEMENTS, Stack};

/// How what follows a start tag is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// Markup and text.
    Data,
    /// Text with character references, up to the end tag.
    RcData,
    /// Text, up to the end tag.
    RawText,
    /// A script, up to its end tag.
    Script,
    /// Text, up to the end of the body.
    PlainText,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    AfterHead,
    InBody,
    Text,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// What a rule did with a tag.
enum Flow {
    Done(Content),
    /// Process the same tag again in the insertion mode that is now current.
    Again,
}

const DONE: Flow = Flow::Done(Content::Data);

/// The state of tree construction.
#[derive(Clone)]
pub(crate) struct Tree {
    mode: Mode,
    original_mode: Mode,
    template_modes: Vec<Mode>,
    stack: Stack,
    formatting: Formatting,
    next_id: u32,
    /// Whether a head element was inserted, and which.
    head: Option<Element>,
    form: Option<u32>,
    frameset_ok: bool,
    fostering: bool,
    quirks: bool,
    /// White space that waits in a table for what follows it.
    table_space: bool,
    /// A run of text in a table that turned out to hold more than white space.
    table_text: bool,
    /// End of the token at work: where an element that its own end tag closes ends.
    token_end: u64,
    /// Start of the token at work.
    token_start: u64,
    /// Offset from which on the token at work is known to be a tag and no text (after `<p`, `</p`): where an element that
    /// something else closes ends. A body cut before it has `<` as its last text.
    token_known: u64,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Self {
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes: Vec::new(),
            stack: Stack::new(),
            formatting: Formatting::new(),
            next_id: 1,
            head: None,
            form: None,
            frameset_ok: true,
            fostering: false,
            quirks: false,
            table_space: false,
            table_text: false,
            token_end: 0,
            token_start: 0,
            token_known: 0,
        }
    }

    /// The innermost open element.
    pub(crate) fn current(&self) -> Option<&Element> {
        self.stack.current()
    }

    /// Open elements, outermost first.
    pub(crate) fn open_elements(&self) -> std::slice::Iter<'_, Element> {
        self.stack.iter()
    }

    /// Whether CDATA sections are read as text: the current node is not in the HTML namespace.
    pub(crate) fn allows_cdata(&self) -> bool {
        self.stack.current_is_foreign()
    }

    /// Whether the head element is still to come or open.
    pub(crate) fn is_before_body(&self) -> bool {
        matches!(self.mode, Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::AfterHead)
            || (self.mode == Mode::Text && matches!(self.original_mode, Mode::InHead | Mode::AfterHead))
    }

    /// Whether `</html>` was seen and nothing has gone on since.
    pub(crate) fn is_after_html(&self) -> bool {
        matches!(self.mode, Mode::AfterAfterBody | Mode::AfterAfterFrameset)
    }

    pub(crate) fn doctype(&mut self, facts: &mut Facts, quirks: bool) {
        self.flush_table_text(facts);
        if self.mode == Mode::Initial {
            self.quirks = quirks;
            self.mode = Mode::BeforeHtml;
        }
    }

    pub(crate) fn comment(&mut self, facts: &mut Facts) {
        self.flush_table_text(facts);
        // A comment after the body goes to the html element or the document, away from the text in the body.
        let goes_elsewhere =
            matches!(self.mode, Mode::AfterBody | Mode::AfterAfterBody | Mode::AfterAfterFrameset | Mode::Initial);
        if !goes_elsewhere || self.stack.current_is_foreign() {
            facts.end_text_node();
        }
    }

    /// Takes a start tag; the answer says how to read what follows.
    pub(crate) fn start(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Content {
        self.flush_table_text(facts);
        self.token_start = tag.start;
        self.token_known = tag.start + 2;
        self.token_end = tag.end;
        if self.is_foreign_for_tag(tag.tag) {
            return self.start_foreign(facts, tag);
        }
        self.start_html(facts, tag)
    }

    fn start_html(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Content {
        loop {
            if let Flow::Done(content) = self.start_in(self.mode, facts, tag) {
                return content;
            }
        }
    }

    fn start_in(&mut self, mode: Mode, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        match mode {
            Mode::Initial => {
                self.quirks = true;
                self.mode = Mode::BeforeHtml;
                Flow::Again
            }
            Mode::BeforeHtml => {
                if tag.tag == Tag::Html {
                    self.insert(facts, tag, Namespace::Html);
                    self.mode = Mode::BeforeHead;
                    return DONE;
                }
                self.insert_implied(facts, Tag::Html);
                self.mode = Mode::BeforeHead;
                Flow::Again
            }
            Mode::BeforeHead => match tag.tag {
                Tag::Html => self.start_in(Mode::InBody, facts, tag),
                Tag::Head => {
                    self.insert(facts, tag, Namespace::Html);
                    self.head = self.stack.current().copied();
                    self.mode = Mode::InHead;
                    DONE
                }
                _ => {
                    self.insert_implied(facts, Tag::Head);
                    self.head = self.stack.current().copied();
                    self.mode = Mode::InHead;
                    Flow::Again
                }
            },
            Mode::InHead => match tag.tag {
                Tag::Html => self.start_in(Mode::InBody, facts, tag),
                Tag::Head => DONE,
                _ => self.start_in_head(facts, tag).unwrap_or_else(|| {
                    let ended_by = (tag.tag != Tag::Body && tag.tag != Tag::Frameset).then(|| tag.name.text());
                    self.end_head(facts, self.token_start, ended_by);
                    Flow::Again
                }),
            },
            Mode::AfterHead => self.start_after_head(facts, tag),
            Mode::InBody => self.start_in_body(facts, tag),
            Mode::Text => DONE,
            Mode::InTable => self.start_in_table(facts, tag),
            Mode::InCaption => self.start_in_caption(facts, tag),
            Mode::InColumnGroup => self.start_in_column_group(facts, tag),
            Mode::InTableBody => self.start_in_table_body(facts, tag),
            Mode::InRow => self.start_in_row(facts, tag),
            Mode::InCell => self.start_in_cell(facts, tag),
            Mode::InTemplate => self.start_in_template(facts, tag),
            Mode::AfterBody | Mode::AfterAfterBody => {
                if tag.tag == Tag::Html {
                    return self.start_in(Mode::InBody, facts, tag);
                }
                self.mode = Mode::InBody;
                Flow::Again
            }
            Mode::InFrameset => match tag.tag {
                Tag::Html => self.start_in(Mode::InBody, facts, tag),
                Tag::Frameset => {
                    self.insert(facts, tag, Namespace::Html);
                    DONE
                }
                Tag::Frame => self.insert_void(facts, tag),
                Tag::Noframes => self.start_in_head(facts, tag).unwrap_or(DONE),
                _ => DONE,
            },
            Mode::AfterFrameset | Mode::AfterAfterFrameset => match tag.tag {
                Tag::Html => self.start_in(Mode::InBody, facts, tag),
                Tag::Noframes => self.start_in_head(facts, tag).unwrap_or(DONE),
                _ => DONE,
            },
        }
    }

    /// The rules of "in head" for start tags; `None` for what does not belong there.
    fn start_in_head(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Option<Flow> {
        Some(match tag.tag {
            Tag::Base | Tag::Basefont | Tag::Bgsound | Tag::Link | Tag::Meta => self.insert_void(facts, tag),
            Tag::Title => self.insert_raw(facts, tag, Content::RcData),
            Tag::Noscript | Tag::Noframes | Tag::Style => self.insert_raw(facts, tag, Content::RawText),
            Tag::Script => self.insert_raw(facts, tag, Content::Script),
            Tag::Template => {
                self.insert(facts, tag, Namespace::Html);
                self.formatting.mark();
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                if self.template_modes.len() < OPEN_ELEMENTS {
                    self.template_modes.push(Mode::InTemplate);
                }
                DONE
            }
            _ => return None,
        })
    }

    fn start_after_head(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        match tag.tag {
            Tag::Html => self.start_in(Mode::InBody, facts, tag),
            Tag::Body => {
                self.insert(facts, tag, Namespace::Html);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
                DONE
            }
            Tag::Frameset => {
                self.insert(facts, tag, Namespace::Html);
                self.mode = Mode::InFrameset;
                DONE
            }
            head if is_head_element(head) => {
                let Some(head) = self.head else { return DONE };
                facts.end_text_node();
                self.stack.push(head);
                let flow = self.start_in_head(facts, tag).unwrap_or(DONE);
                if let Some(index) = self.stack.position(head.id) {
                    self.stack.remove(index);
                }
                flow
            }
            Tag::Head => DONE,
            _ => {
                self.insert_implied(facts, Tag::Body);
                self.mode = Mode::InBody;
                Flow::Again
            }
        }
    }

    fn start_in_template(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        let mode = match tag.tag {
            head if is_head_element(head) => return self.start_in_head(facts, tag).unwrap_or(DONE),
            Tag::Caption | Tag::Colgroup | Tag::Tbody | Tag::Tfoot | Tag::Thead => Mode::InTable,
            Tag::Col => Mode::InColumnGroup,
            Tag::Tr => Mode::InTableBody,
            Tag::Td | Tag::Th => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Flow::Again
    }

    /// Takes an end tag.
    pub(crate) fn end(&mut self, facts: &mut Facts, (name, tag): (Name, Tag), start: u64, end: u64) {
        self.flush_table_text(facts);
        self.token_start = start;
        self.token_known = start + 3;
        self.token_end = end;
        if self.mode == Mode::InBody
            && closes_alone(tag)
            && self.stack.current().is_some_and(|current| current.name == name && current.namespace == Namespace::Html)
        {
            self.pop_own(facts);
            return;
        }
        if self.stack.current_is_foreign() && self.mode != Mode::Text && self.end_foreign(facts, name, tag) {
            return;
        }
        self.end_html(facts, name, tag);
    }

    fn end_html(&mut self, facts: &mut Facts, name: Name, tag: Tag) {
        while self.end_in(self.mode, facts, name, tag) {}
    }

    /// Gives whether the tag is to be processed again in the mode that is now current.
    fn end_in(&mut self, mode: Mode, facts: &mut Facts, name: Name, tag: Tag) -> bool {
        match mode {
            Mode::Initial => {
                self.quirks = true;
                self.mode = Mode::BeforeHtml;
                return true;
            }
            Mode::BeforeHtml => {
                if matches!(tag, Tag::Head | Tag::Body | Tag::Html | Tag::Br) {
                    self.insert_implied(facts, Tag::Html);
                    self.mode = Mode::BeforeHead;
                    return true;
                }
            }
            Mode::BeforeHead => match tag {
                Tag::Head | Tag::Body | Tag::Html | Tag::Br => {
                    self.insert_implied(facts, Tag::Head);
                    self.head = self.stack.current().copied();
                    self.mode = Mode::InHead;
                    return true;
                }
                Tag::Template => self.end_template(facts),
                _ => {}
            },
            Mode::InHead => match tag {
                Tag::Head => self.end_head(facts, self.token_end, None),
                Tag::Body | Tag::Html | Tag::Br => {
                    let ended_by = (tag == Tag::Br).then(|| "br".to_owned());
                    self.end_head(facts, self.token_start, ended_by);
                    return true;
                }
                Tag::Template => self.end_template(facts),
                _ => {}
            },
            Mode::AfterHead => match tag {
                Tag::Body | Tag::Html | Tag::Br => {
                    self.insert_implied(facts, Tag::Body);
                    self.mode = Mode::InBody;
                    return true;
                }
                Tag::Template => self.end_template(facts),
                _ => {}
            },
            Mode::InBody => return self.end_in_body(facts, name, tag),
            Mode::Text => {
                self.pop_own(facts);
                self.mode = self.original_mode;
            }
            Mode::InTable => return self.end_in_table(facts, name, tag),
            Mode::InCaption => return self.end_in_caption(facts, name, tag),
            Mode::InColumnGroup => return self.end_in_column_group(facts, tag),
            Mode::InTableBody => return self.end_in_table_body(facts, name, tag),
            Mode::InRow => return self.end_in_row(facts, name, tag),
            Mode::InCell => return self.end_in_cell(facts, name, tag),
            Mode::InTemplate => {
                if tag == Tag::Template {
                    self.end_template(facts);
                }
            }
            Mode::AfterBody => {
                if tag == Tag::Html {
                    self.mode = Mode::AfterAfterBody;
                } else {
                    self.mode = Mode::InBody;
                    return true;
                }
            }
            Mode::AfterAfterBody => {
                self.mode = Mode::InBody;
                return true;
            }
            Mode::InFrameset => {
                if tag == Tag::Frameset && self.stack.len() > 1 {
                    self.pop_own(facts);
                    if !self.stack.current_is(&[Tag::Frameset]) {
                        self.mode = Mode::AfterFrameset;
                    }
                }
            }
            Mode::AfterFrameset => {
                if tag == Tag::Html {
                    self.mode = Mode::AfterAfterFrameset;
                }
            }
            Mode::AfterAfterFrameset => {}
        }
        false
    }

    /// Takes text. What it may have only the beginning of must not be in it.
    pub(crate) fn text(&mut self, facts: &mut Facts, text: Text<'_>) {
        self.token_start = text.offset;
        self.token_known = text.offset;
        self.token_end = text.offset;
        if self.mode == Mode::Text {
            self.insert_text(facts, text);
            return;
        }
        if self.is_foreign_for_text() {
            self.rule_out_frameset(text);
            self.insert_text(facts, text);
            return;
        }
        let mut text = text;
        while !text.bytes.is_empty() {
            match self.mode {
                Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate | Mode::Text => {
                    self.text_in_body(facts, text);
                    return;
                }
                Mode::InTable | Mode::InTableBody | Mode::InRow => {
                    self.text_in_table(facts, text);
                    return;
                }
                Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => return,
                Mode::InColumnGroup => {
                    let (space, rest) = text.split_space();
                    if !space.is_null() {
                        self.insert_text(facts, space);
                    }
                    text = rest;
                    if !text.bytes.is_empty() {
                        if !self.stack.current_is(&[Tag::Colgroup]) {
                            // The first character that is no white space is ignored; go on after it.
                            (_, text) = text.split(1);
                            continue;
                        }
                        self.pop(facts);
                        self.mode = Mode::InTable;
                    }
                }
                Mode::AfterBody | Mode::AfterAfterBody => {
                    let (space, rest) = text.split_space();
                    if !space.is_null() {
                        self.text_in_body(facts, space);
                    }
                    text = rest;
                    if !text.bytes.is_empty() {
                        self.mode = Mode::InBody;
                    }
                }
                Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::AfterHead => {
                    (_, text) = text.split_space();
                    if text.bytes.is_empty() {
                        return;
                    }
                    self.token_start = text.offset;
                    self.token_known = text.offset;
                    match self.mode {
                        Mode::Initial => {
                            self.quirks = true;
                            self.mode = Mode::BeforeHtml;
                        }
                        Mode::BeforeHtml => {
                            self.insert_implied(facts, Tag::Html);
                            self.mode = Mode::BeforeHead;
                        }
                        Mode::BeforeHead => {
                            self.insert_implied(facts, Tag::Head);
                            self.head = self.stack.current().copied();
                            self.mode = Mode::InHead;
                        }
                        Mode::InHead => self.end_head(facts, self.token_start, Some("#text".to_owned())),
                        _ => {
                            self.insert_implied(facts, Tag::Body);
                            self.mode = Mode::InBody;
                        }
                    }
                }
            }
        }
    }

    /// Ends the body. Every open element is closed there.
    pub(crate) fn finish(&mut self, facts: &mut Facts, body_end: u64) {
        self.flush_table_text(facts);
        self.token_start = body_end;
        self.token_known = body_end;
        self.token_end = body_end;
        if self.stack.current().is_some_and(|element| element.is_html(Tag::Head)) {
            facts.head_ended(body_end, None);
        }
        while self.stack.len() > 0 {
            self.pop(facts);
        }
    }

    fn end_head(&mut self, facts: &mut Facts, at: u64, ended_by: Option<String>) {
        if at == self.token_end {
            self.pop_own(facts);
        } else {
            self.pop(facts);
        }
        facts.head_ended(at, ended_by);
        self.mode = Mode::AfterHead;
    }

    fn end_template(&mut self, facts: &mut Facts) {
        if self.stack.find(Tag::Template).is_none() {
            return;
        }
        self.generate_implied_end_tags_thoroughly(facts);
        self.pop_until(facts, &[Tag::Template]);
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.reset_mode();
    }
}
