//! The tree construction stage of the HTML standard, reduced to what decides where things are.
//!
//! It keeps the stack of open elements, the list of active formatting elements and the insertion mode, and tells
//! [`Facts`] what is inserted, copied and closed. It builds no tree. Scripting counts as enabled.

mod body;
mod element;
mod formatting;
mod stack;
mod table;

pub(crate) use element::{Element, Flags, Namespace, TextBefore, is_inline};

use super::attribute::Attribute;
use super::big_tag::{BigTag, Span};
use super::facts::{Facts, Lines};
use super::name::{Name, Tag, name};
use super::reader::Window;
use super::traits::Traits;
use super::words::{Nulls, tree_space};
use crate::ledger::Region;
use element::{
    Scope, closes_alone, ends_foreign_content, has_implied_end, is_formatting, is_head_element, is_neutral, region_of,
};
use formatting::Formatting;
use stack::{DOM_DEPTH, OPEN_ELEMENTS, Stack};

/// A start tag with its attributes.
pub(crate) struct StartTag<'w> {
    pub(crate) tag: Tag,
    pub(crate) name: Name,
    /// The bytes that the attributes point into: those of the tag.
    pub(crate) bytes: &'w [u8],
    /// The raw bytes behind `bytes`.
    pub(crate) raw: RawWindow<'w>,
    /// Where it stands.
    pub(crate) window: &'w Window<'w>,
    pub(crate) attributes: &'w [Attribute],
    /// The marks of all their names.
    pub(crate) marks: u64,
    pub(crate) self_closing: bool,
    /// Offset of `<`, in narrow bytes.
    pub(crate) start: u64,
    /// Offset after `>`, in narrow bytes.
    pub(crate) end: u64,
    pub(crate) traits: &'w Traits,
    /// For a tag that is too long for any window: `bytes` then holds the beginnings of its values.
    pub(crate) big: Option<&'w BigTag>,
}

/// The raw bytes behind a window of narrow bytes.
#[derive(Clone, Copy)]
pub(crate) struct RawWindow<'w> {
    pub(crate) bytes: &'w [u8],
    pub(crate) stride: usize,
}

impl<'w> RawWindow<'w> {
    /// What is behind the narrow bytes from `start` on.
    pub(crate) fn from(&self, start: usize) -> Self {
        Self { bytes: self.bytes.get(start * self.stride..).unwrap_or_default(), stride: self.stride }
    }

    pub(crate) fn slice(&self, range: std::ops::Range<usize>) -> &'w [u8] {
        self.bytes.get(range.start * self.stride..range.end * self.stride).unwrap_or_default()
    }
}

impl<'w> StartTag<'w> {
    /// The narrow value of the first attribute called `name`.
    pub(crate) fn value(&self, name: Name) -> Option<&'w [u8]> {
        self.find(name).map(|attribute| &self.bytes[attribute.value.clone()])
    }

    /// The raw value of the first attribute called `name`.
    pub(crate) fn raw_value(&self, name: Name) -> Option<&'w [u8]> {
        self.find(name).map(|attribute| self.raw.slice(attribute.value.clone()))
    }

    /// Line of `<`, from 1.
    pub(crate) fn line(&self, lines: &mut Lines) -> u64 {
        self.big.map_or_else(|| lines.at(self.start, self.window.bytes, self.window.base), |big| big.line)
    }

    /// Where the attribute with this index stands.
    pub(crate) fn span(&self, index: usize) -> Span {
        if let Some(big) = self.big {
            return big.span(index);
        }
        let Attribute { whole, value, .. } = &self.attributes[index];
        let at = |index: usize| self.start + index as u64;
        Span { start: at(whole.start), value_start: at(value.start), value_end: at(value.end), end: at(whole.end) }
    }

    fn find(&self, name: Name) -> Option<&Attribute> {
        if self.marks & name.mark() == 0 {
            return None;
        }
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// Text to be inserted.
#[derive(Clone, Copy)]
pub(crate) struct Text<'w> {
    pub(crate) bytes: &'w [u8],
    pub(crate) raw: &'w [u8],
    /// Offset of its first byte, in narrow bytes.
    pub(crate) offset: u64,
    /// Whether `&` starts a character reference.
    pub(crate) references: bool,
}

impl<'w> Text<'w> {
    fn split(self, at: usize) -> (Self, Self) {
        let stride = if self.bytes.is_empty() { 1 } else { self.raw.len() / self.bytes.len() };
        let (bytes, rest) = self.bytes.split_at(at);
        let (raw, raw_rest) = self.raw.split_at(at * stride);
        (
            Self { bytes, raw, ..self },
            Self { bytes: rest, raw: raw_rest, offset: self.offset + at as u64, references: self.references },
        )
    }

    /// Whether nothing but nulls is in it.
    fn is_null(&self) -> bool {
        self.bytes.iter().all(|byte| *byte == 0)
    }

    /// Splits off the white space at the beginning, as the tree builder sees white space, and the nulls among it.
    fn split_space(self) -> (Self, Self) {
        let mut at = 0;
        loop {
            match tree_space(&self.bytes[at..], self.references) {
                0 => break,
                length => at += length,
            }
        }
        self.split(at)
    }
}

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

    fn is_foreign_for_tag(&self, tag: Tag) -> bool {
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

    fn is_foreign_for_text(&self) -> bool {
        self.stack.current().is_some_and(|current| {
            current.namespace != Namespace::Html
                && !current.is_mathml_text_integration_point()
                && !current.is_html_integration_point()
        })
    }

    fn start_foreign(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Content {
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

    fn leave_foreign_content(&mut self, facts: &mut Facts) {
        while self.is_foreign_for_text() {
            self.pop(facts);
        }
    }

    /// Gives whether the end tag is done with.
    fn end_foreign(&mut self, facts: &mut Facts, name: Name, tag: Tag) -> bool {
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

    /// Inserts an element for a start tag and opens it.
    fn insert(&mut self, facts: &mut Facts, tag: &StartTag<'_>, namespace: Namespace) {
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

    fn insert_void(&mut self, facts: &mut Facts, tag: &StartTag<'_>) -> Flow {
        self.insert(facts, tag, Namespace::Html);
        self.pop_own(facts);
        DONE
    }

    fn insert_raw(&mut self, facts: &mut Facts, tag: &StartTag<'_>, content: Content) -> Flow {
        self.insert(facts, tag, Namespace::Html);
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        Flow::Done(content)
    }

    /// Inserts an element that no tag asked for.
    fn insert_implied(&mut self, facts: &mut Facts, tag: Tag) {
        let element = self.element(facts, tag, tag.name(), Namespace::Html);
        self.open(facts, element);
    }

    fn element(&mut self, facts: &mut Facts, tag: Tag, name: Name, namespace: Namespace) -> Element {
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

    fn with_id(&mut self, tag: Tag, name: Name, namespace: Namespace, flags: Flags, region: Region) -> Element {
        let id = self.next_id;
        self.next_id += 1;
        let (start, nothing) = (self.token_start, TextBefore::Nothing);
        Element { tag, namespace, flags, name, id, start, signals: (0, 0), region, before: nothing, tail: nothing }
    }

    fn open(&mut self, facts: &mut Facts, element: Element) {
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
    fn pop(&mut self, facts: &mut Facts) {
        self.close(facts, self.token_known);
    }

    /// Closes the current element with the token at work: its own end tag, or its start tag when it is void.
    fn pop_own(&mut self, facts: &mut Facts) {
        self.close(facts, self.token_end);
    }

    fn close(&mut self, facts: &mut Facts, at: u64) {
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
    fn pop_until(&mut self, facts: &mut Facts, tags: &[Tag]) {
        while let Some(current) = self.stack.current() {
            if current.is_html_any(tags) {
                self.pop_own(facts);
                return;
            }
            self.pop(facts);
        }
    }

    fn generate_implied_end_tags(&mut self, facts: &mut Facts, except: Option<Tag>) {
        while self.stack.current().is_some_and(|current| {
            current.namespace == Namespace::Html && has_implied_end(current.tag) && Some(current.tag) != except
        }) {
            self.pop(facts);
        }
    }

    fn generate_implied_end_tags_thoroughly(&mut self, facts: &mut Facts) {
        use Tag::*;
        while self.stack.current().is_some_and(|current| {
            current.namespace == Namespace::Html
                && (has_implied_end(current.tag)
                    || matches!(current.tag, Caption | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr))
        }) {
            self.pop(facts);
        }
    }

    fn close_p(&mut self, facts: &mut Facts) {
        self.generate_implied_end_tags(facts, Some(Tag::P));
        while let Some(current) = self.stack.current() {
            let found = current.is_html(Tag::P);
            self.pop(facts);
            if found {
                return;
            }
        }
    }

    fn reset_mode(&mut self) {
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

    fn insert_text(&mut self, facts: &mut Facts, text: Text<'_>) {
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
    fn foster_table(&self) -> Option<Option<usize>> {
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

    fn foster_flags(&self, table: Option<usize>) -> Flags {
        self.flags_at(match table {
            Some(table) => table.saturating_sub(1).min(DOM_DEPTH - 1),
            None => self.stack.find(Tag::Template).unwrap_or(0),
        })
    }

    /// What an element inherits from the open element at `index`.
    fn flags_at(&self, index: usize) -> Flags {
        self.stack.get(index).map_or(Flags::default(), |element| element.flags.inherited())
    }
}
