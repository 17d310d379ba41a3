//! What the pass finds: words, links, signals and the bytes by category.

use std::hash::Hasher;
use std::rc::Rc;

use twox_hash::XxHash64;

use super::attribute::space_at_start;
use super::content::RawContent;
use super::json_ld::JsonLd;
use super::name::{Tag, name};
use super::references::References;
use super::shapes::Shapes;
use super::signals::{self, RawSignal, RawValue, ScriptKind, ends_head_without_scripting, script_kind, signals_of};
use super::tree::{Element, Flags, Namespace, StartTag, Text, TextBefore, is_inline};
use super::twice::Twice;
use super::whole::OfWhole;
use super::words::{Nulls, TextClasses, Words};
use crate::ledger::{Category, ChangeKind, Region, Tally};
use crate::vocabulary::{InlineScript, Placement, SignalKind};

/// Visible words in a row, outside links, that count as the beginning of the content.
const FIRST_CONTENT_WORDS: u64 = 20;

/// Longest part of an `id` shown in a path, in bytes.
const ID_BYTES: usize = 60;

/// Signals kept; further ones are counted. Three times as many as the page with most in a corpus of large ones has.
const SIGNALS: usize = 12_000;

/// Bytes of the texts of all signals; when they are spent, further signals are counted.
const SIGNAL_TEXT_BYTES: usize = 2 << 20;

/// Signals of each kind that are kept in any case: a page full of headings may still have a canonical.
const SIGNALS_OF_A_KIND: u32 = 32;

/// Titles, headings and the like that are open at once at most; one more ends the first, whose text so far is its value.
const CAPTURES: usize = 64;

/// Bytes of text kept for a title or heading: more than enough for the longest value in a report.
const TEXT_CAPTURE_BYTES: usize = 8192;

/// Inline scripts that are kept.
const SCRIPTS: usize = 1_000;

/// Bytes kept of a `noscript` in the head element, to see what it holds.
const NOSCRIPT_CAPTURE_BYTES: usize = 65_536;

/// What text is collected for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The value of a title.
    Title,
    /// The value of a heading.
    Heading,
    /// A JSON-LD block: its beginning, and what is found in all of it.
    JsonLd,
    /// A `noscript` in the head element.
    Noscript,
    /// An import map.
    ImportMap,
}

#[derive(Clone)]
struct Capture {
    /// `id` of the element whose text it is.
    element: u32,
    /// Whether that is [`Flags::DEEP`], so that only its own text counts.
    is_deep: bool,
    signal: usize,
    purpose: Purpose,
    content: RawContent,
    json_ld: Option<Box<JsonLd>>,
    /// Whether text that comes now is in the same text node as the last.
    continues: bool,
}

/// Inline SVG that is being read.
#[derive(Clone)]
pub(crate) struct Drawing {
    element: u32,
    start: u64,
    line: u64,
    label: String,
    /// Whether it holds HTML elements, which the parser may treat unlike the rest of it.
    holds_html: bool,
    pub(crate) hasher: XxHash64,
}

/// What ended the head element.
#[derive(Clone)]
pub struct HeadEnd {
    /// Offset in narrow bytes.
    pub end: u64,
    /// The tag that ended it, `<div>`, or `text`; `None` when its own end tag did.
    pub ended_by: Option<String>,
    /// Where its end tag stands when something else ended it before, in narrow bytes.
    pub late_end_tag: Option<u64>,
}

/// Everything found so far.
#[derive(Clone)]
pub(crate) struct Facts {
    pub(crate) classes: Rc<TextClasses>,
    pub(crate) words_total: u64,
    pub(crate) links: u64,
    pub(crate) signals: Vec<RawSignal>,
    /// Signals of each kind that are kept, and bytes of their texts.
    listed: [u32; SignalKind::ALL.len()],
    signal_text_bytes: usize,
    /// Signals of each kind that are counted only.
    pub(crate) unlisted: [u64; SignalKind::ALL.len()],
    /// Whether a frameset took the place of the body.
    pub(crate) is_body_replaced: bool,
    pub(crate) head: Option<HeadEnd>,
    pub(crate) noscript_risk: Option<u64>,
    /// Offset in narrow bytes.
    pub(crate) first_content: Option<u64>,
    /// Inline scripts that browsers run, in narrow bytes.
    pub(crate) scripts: Vec<InlineScript>,
    /// The encoding that a `meta` in the head element declares, and where that stands.
    pub(crate) late_charset: Option<(&'static encoding_rs::Encoding, u64)>,
    /// Nothing declared the encoding: a `meta` in the head element decides.
    pub(crate) is_tentative: bool,
    pub(crate) tally: Tally,
    /// Where lines end, up to what was last asked for.
    pub(crate) lines: Lines,
    words: Words,
    /// Whether the last child at the current place is a text node.
    text_node: bool,
    /// Whether text came after the last node had ended.
    has_text: bool,
    captures: Vec<Capture>,
    run_words: u64,
    run_start: u64,
    /// The inline SVG that is open: its element's `id`, where its contents begin, the line of that, and their hash.
    pub(crate) drawing: Option<Drawing>,
    /// The outermost template that is open: its element's `id`, and where its contents begin.
    template: Option<(u32, u64)>,
    /// Where the token at work begins.
    pub(crate) token_start: u64,
    pub(crate) twice: OfWhole<Twice>,
    pub(crate) shapes: OfWhole<Shapes>,
    pub(crate) menu_bytes_before_content: Option<u64>,
    /// Style sheets that the page links.
    pub(crate) linked_sheets: u64,
    /// What tags and inline CSS name.
    pub(crate) references: OfWhole<References>,
    /// `id` attributes of open elements: their depth in the stack, and where each begins in `id_bytes`.
    ids: Vec<(usize, usize)>,
    id_bytes: Vec<u8>,
    before_body: bool,
    /// `id` of the element that text goes to, where that is [`Flags::DEEP`].
    pub(crate) deepest: u32,
}

impl Facts {
    pub(crate) fn new(classes: Rc<TextClasses>, tally: Tally, is_tentative: bool) -> Self {
        Self {
            classes,
            words_total: 0,
            links: 0,
            signals: Vec::new(),
            listed: [0; SignalKind::ALL.len()],
            signal_text_bytes: 0,
            unlisted: [0; SignalKind::ALL.len()],
            is_body_replaced: false,
            head: None,
            noscript_risk: None,
            first_content: None,
            scripts: Vec::new(),
            late_charset: None,
            is_tentative,
            tally,
            lines: Lines::default(),
            words: Words::default(),
            text_node: false,
            has_text: false,
            captures: Vec::new(),
            run_words: 0,
            run_start: 0,
            drawing: None,
            template: None,
            token_start: 0,
            twice: OfWhole::default(),
            shapes: OfWhole::default(),
            menu_bytes_before_content: None,
            linked_sheets: 0,
            references: OfWhole::default(),
            ids: Vec::new(),
            id_bytes: Vec::new(),
            before_body: true,
            deepest: 0,
        }
    }

    /// The text node at the current place, if there is one: whether it ends inside a word.
    pub(crate) const fn text_node(&self) -> Option<bool> {
        if self.text_node { Some(self.words.in_word()) } else { None }
    }

    /// What comes next stands in an element that ends in `tail`.
    pub(crate) fn resume_text_node(&mut self, tail: TextBefore) {
        self.text_node = tail != TextBefore::Nothing;
        self.has_text = true;
        self.words.resume(tail == TextBefore::Word);
    }

    /// What comes next at the current place is another node.
    #[inline]
    pub(crate) fn end_text_node(&mut self) {
        if self.has_text {
            self.end_text();
        }
    }

    fn end_text(&mut self) {
        self.has_text = false;
        self.words.end_node();
        self.text_node = false;
        self.twice.end_text();
        for capture in &mut self.captures {
            capture.continues = false;
        }
    }

    /// White space was inserted in an element with `flags`, where nothing else is.
    pub(crate) fn white_space_node(&mut self, flags: Flags) {
        self.words.end_node();
        self.text_node = true;
        self.has_text = true;
        if !flags.has(Flags::HIDDEN) {
            let headings = self.captures.iter_mut().filter(|capture| capture.purpose == Purpose::Heading);
            headings.for_each(|capture| capture.content.push_space());
        }
    }

    /// Text was inserted in an element with `flags`.
    pub(crate) fn text(&mut self, text: Text<'_>, flags: Flags, nulls: Nulls) {
        if !self.captures.is_empty() {
            self.capture(text, flags, nulls);
        }
        self.text_node = true;
        self.has_text = true;
        if flags.has(Flags::HIDDEN) {
            return;
        }
        let is_space = space_at_start(text.bytes) == text.bytes.len();
        if !is_space || self.twice.has_text() {
            self.twice.text(text.bytes);
        }
        if is_space {
            return self.words.resume(false);
        }
        let counted = self.words.read(text.bytes, &self.classes, text.references, nulls);
        self.words_total += counted.words;
        if let Some(first) = counted.first
            && self.first_content.is_none()
            && !flags.has(Flags::ANCHOR)
        {
            if self.run_words == 0 {
                self.run_start = text.offset + first as u64;
            }
            self.run_words += counted.words;
            if self.run_words >= FIRST_CONTENT_WORDS {
                self.content_begins(self.run_start);
            }
        }
    }

    /// Text was inserted in front of a table, after a text node that ends `in_word` or not. Gives whether it ends in a word.
    pub(crate) fn foster_text(&mut self, text: Text<'_>, flags: Flags, nulls: Nulls, in_word: bool) -> bool {
        let (here, text_node) = (self.words.in_word(), self.text_node);
        self.words.resume(in_word);
        self.text(text, flags, nulls);
        let in_word = self.words.in_word();
        self.words.resume(here);
        self.text_node = text_node;
        in_word
    }

    /// An element was inserted for `tag`, at `depth` in the stack.
    pub(crate) fn inserted(&mut self, tag: &StartTag<'_>, element: &mut Element, depth: usize) {
        self.shapes.open(tag, depth, self.lines.feeds_before, element.flags.has(Flags::SVG));
        if element.flags.has(Flags::LINK) && !element.flags.has(Flags::TEMPLATE) {
            self.links += 1;
        }
        if !is_inline(element.tag) || element.namespace != Namespace::Html {
            self.run_words = 0;
        }
        if element.tag == Tag::Svg
            && element.namespace == Namespace::Svg
            && self.drawing.is_none()
            && !element.flags.has(Flags::TEMPLATE)
        {
            let line = tag.line(&mut self.lines);
            let label = self.label(tag);
            let hasher = XxHash64::with_seed(1);
            self.drawing =
                Some(Drawing { element: element.id, start: tag.end, line, label, holds_html: false, hasher });
        } else if element.namespace == Namespace::Html {
            self.html_in_drawing();
        }
        if element.flags.has(Flags::TEMPLATE) {
            if element.is_html(Tag::Template) && self.template.is_none() {
                self.template = Some((element.id, tag.end));
            }
            return;
        }
        if element.is_html(Tag::Noscript) && element.flags.has(Flags::HEAD) && self.noscript_risk.is_none() {
            self.captures.push(Capture::new(element, 0, Purpose::Noscript));
        }
        if tag.traits.has_id
            && let Some(id) = tag.value(name!("id"))
        {
            self.ids.push((depth, self.id_bytes.len()));
            self.id_bytes.extend_from_slice(&id[..id.len().min(ID_BYTES)]);
        }
        if tag.traits.is_plain && element.namespace == Namespace::Html {
            return;
        }
        if element.is_html(Tag::Link) && signals::links_sheet(tag) {
            self.linked_sheets += 1;
        }
        let line = &mut self.lines;
        self.references.tag(tag, element, || tag.line(line));
        if element.is_html(Tag::Script) && script_kind(tag) == ScriptKind::Map {
            self.references.map_line = tag.line(&mut self.lines);
            self.captures.push(Capture::new(element, 0, Purpose::ImportMap));
        }
        let first = self.signals.len();
        let line = &mut self.lines;
        signals_of(tag, element, &mut self.signals, || tag.line(line));
        self.list_from(first);
        let open = self.signals[first..].iter().filter(|signal| signal.end.is_none()).count();
        element.signals = (first as u32, open as u32);
        for index in first..first + open {
            let purpose = match self.signals[index].kind {
                SignalKind::Title => Purpose::Title,
                SignalKind::Heading => Purpose::Heading,
                SignalKind::JsonLd => Purpose::JsonLd,
                _ => continue,
            };
            if self.captures.len() >= CAPTURES {
                let first = self.captures.remove(0);
                self.end_capture(first);
            }
            self.captures.push(Capture::new(element, index, purpose));
        }
        if element.is_html(Tag::H1) && self.first_content.is_none() {
            self.content_begins(element.start);
        }
        if element.is_html(Tag::Meta) && self.before_body && self.late_charset.is_none() {
            self.late_charset = super::signals::declared_charset(tag).map(|encoding| (encoding, tag.start));
            if let (true, Some((encoding, _))) = (self.is_tentative, self.late_charset) {
                self.classes = Rc::new(TextClasses::new(encoding, false));
            }
        }
    }

    /// The parser made a second element for a tag that it has seen.
    pub(crate) fn copied(&mut self, element: &Element) {
        if element.flags.has(Flags::LINK) && !element.flags.has(Flags::TEMPLATE) {
            self.links += 1;
        }
        self.html_in_drawing();
    }

    /// A second `html` start tag: its attributes are added where the first lacks them.
    pub(crate) fn html_attributes(&mut self, tag: &StartTag<'_>) {
        if self.listed[SignalKind::HtmlLang as usize] == 0 {
            let line = &mut self.lines;
            let first = self.signals.len();
            self.signals.extend(super::signals::html_lang(tag, || tag.line(line)));
            self.list_from(first);
        }
    }

    /// An element left the stack of open elements, `depth` of which remain.
    pub(crate) fn closed(&mut self, element: &Element, at: u64, depth: usize) {
        self.shapes.close(at, depth, element.name);
        while let Some(&(of, start)) = self.ids.last()
            && of >= depth
            && depth != usize::MAX
        {
            self.ids.pop();
            self.id_bytes.truncate(start);
        }
        if !is_inline(element.tag) || element.namespace != Namespace::Html {
            self.run_words = 0;
        }
        if self.drawing.as_ref().is_some_and(|drawing| drawing.element == element.id)
            && let Some(drawing) = self.drawing.take()
        {
            self.end_drawing(drawing, at);
        }
        if let Some((_, start)) = self.template.filter(|(template, _)| *template == element.id) {
            self.template = None;
            if self.is_own_end_tag(at) {
                self.tally.spans.add(ChangeKind::Templates, start, self.token_start.max(start));
            }
        }
        let (first, count) = element.signals;
        if count > 0 {
            for signal in self.signals.iter_mut().skip(first as usize).take(count as usize) {
                signal.end.get_or_insert(at);
            }
        }
        if !self.captures.is_empty() {
            self.end_captures(element, at);
        }
    }

    /// Ends what text is collected for in an element that is closed `at` an offset.
    fn end_captures(&mut self, element: &Element, at: u64) {
        while let Some(index) = self.captures.iter().rposition(|capture| capture.element == element.id) {
            let capture = self.captures.remove(index);
            if capture.purpose == Purpose::Noscript && ends_head_without_scripting(capture.content.bytes()) {
                self.noscript_risk = Some(element.start);
            }
            if capture.purpose == Purpose::ImportMap {
                self.references.import_map(capture.content.bytes(), (element.start, at));
            }
            self.end_capture(capture);
        }
    }

    fn end_capture(&mut self, capture: Capture) {
        if !matches!(capture.purpose, Purpose::Noscript | Purpose::ImportMap)
            && let Some(signal) = self.signals.get_mut(capture.signal)
        {
            self.signal_text_bytes += capture.content.byte_count();
            signal.content = capture.content;
            signal.json_ld = capture.json_ld;
        }
    }

    /// Keeps the signals from index `first` on where there is room for them, and counts the others.
    fn list_from(&mut self, first: usize) {
        let mut index = first;
        while let Some(signal) = self.signals.get(index) {
            let kind = signal.kind as usize;
            let has_room = index < SIGNALS && self.signal_text_bytes < SIGNAL_TEXT_BYTES;
            if has_room || self.listed[kind] < SIGNALS_OF_A_KIND {
                self.listed[kind] += 1;
                self.signal_text_bytes += signal.text_bytes();
                index += 1;
            } else {
                self.unlisted[kind] += 1;
                self.signals.remove(index);
            }
        }
    }

    /// The head element ended.
    pub(crate) fn head_ended(&mut self, end: u64, ended_by: Option<String>) {
        self.before_body = false;
        self.head.get_or_insert(HeadEnd { end, ended_by, late_end_tag: None });
    }

    /// An inline script has ended that browsers run.
    pub(crate) fn script(&mut self, script: InlineScript) {
        if self.scripts.len() < SCRIPTS {
            self.scripts.push(script);
        }
    }

    /// A `</head>` came after something else had ended the head element.
    pub(crate) fn late_head_end_tag(&mut self, at: u64) {
        if let Some(head) = &mut self.head
            && head.ended_by.is_some()
        {
            head.late_end_tag.get_or_insert(at);
        }
    }

    /// A frameset took the place of the body and of all that was in it.
    pub(crate) fn body_replaced(&mut self) {
        self.is_body_replaced = true;
        self.links = 0;
        // Only U+FFFD for a null in foreign content can have been there.
        self.words_total = 0;
        self.signals.retain(|signal| signal.placement == Placement::Head);
    }

    /// Whether an element closed `at` was closed by its own end tag: others close it after their first bytes at the latest.
    const fn is_own_end_tag(&self, at: u64) -> bool {
        at > self.token_start + 3
    }

    fn html_in_drawing(&mut self) {
        if let Some(drawing) = &mut self.drawing {
            drawing.holds_html = true;
        }
    }

    fn end_drawing(&mut self, drawing: Drawing, at: u64) {
        let Drawing { start, line, label, hasher, holds_html, .. } = drawing;
        let end = at.min(self.token_start).max(start);
        let holds_signal = self.signals.last().is_some_and(|signal| signal.start >= start);
        if self.is_own_end_tag(at) && !holds_html && !holds_signal {
            self.tally.spans.add(ChangeKind::Drawings, start, end);
        }
        let (number, first) = self.tally.block("svg", hasher.finish(), (start, end), || (line, label.clone()));
        self.tally.offer(Category::Svg, start, end, || (line, numbered(&label, number, first)));
    }

    fn content_begins(&mut self, at: u64) {
        self.first_content = Some(at);
        self.menu_bytes_before_content = Some(self.tally.region_bytes(Region::Menus));
    }

    /// A doctype stands between `start`, on `line`, and `end`, or the end of the body.
    pub(crate) fn doctype(&mut self, bytes: &[u8], start: u64, end: Option<u64>, line: u64) {
        let parsed = super::doctype::parse(bytes);
        let mut value = String::from_utf8_lossy(&parsed.name).into_owned();
        for identifier in [parsed.public, parsed.system].into_iter().flatten() {
            value.push_str(&format!(" \"{}\"", String::from_utf8_lossy(&identifier)));
        }
        let mut content = RawContent::new();
        content.push(value.as_bytes(), false, Nulls::Replaced, false);
        let first = self.signals.len();
        self.signals.push(RawSignal {
            kind: SignalKind::Doctype,
            name: None,
            raw_name: RawValue(None),
            value: RawValue(None),
            content,
            json_ld: None,
            start,
            end,
            line,
            placement: Placement::Head,
            valid: true,
        });
        self.list_from(first);
    }

    /// The `id` attribute of the element at `depth` in the stack.
    pub(crate) fn id_at(&self, depth: usize) -> Option<&[u8]> {
        let index = self.ids.iter().position(|(of, _)| *of == depth)?;
        let end = self.ids.get(index + 1).map_or(self.id_bytes.len(), |(_, start)| *start);
        self.id_bytes.get(self.ids[index].1..end)
    }

    fn capture(&mut self, text: Text<'_>, flags: Flags, nulls: Nulls) {
        let deepest = self.deepest;
        for capture in self.captures.iter_mut().filter(|capture| !capture.is_deep || capture.element == deepest) {
            let limit = match capture.purpose {
                // Nobody reads the style sheet in a heading.
                Purpose::Heading if flags.has(Flags::HIDDEN) => continue,
                Purpose::Title | Purpose::Heading | Purpose::JsonLd => TEXT_CAPTURE_BYTES,
                Purpose::Noscript | Purpose::ImportMap => NOSCRIPT_CAPTURE_BYTES,
            };
            if let Some(json_ld) = &mut capture.json_ld {
                json_ld.read(&self.classes.without_trail_bytes(text.bytes));
            }
            let room = limit.saturating_sub(capture.content.byte_count());
            if text.raw.is_empty() {
                capture.content.push_space();
            } else if room > 0 {
                let bytes = &text.raw[..text.raw.len().min(room)];
                capture.content.push(bytes, text.references, nulls, capture.continues);
                capture.continues = true;
            }
        }
    }
}

/// `style #12, same as #3`.
pub(crate) fn numbered(label: &str, number: u64, first: Option<u64>) -> String {
    match first {
        Some(first) => format!("{label} #{number}, same as #{first}"),
        None => format!("{label} #{number}"),
    }
}

impl Capture {
    fn new(element: &Element, signal: usize, purpose: Purpose) -> Self {
        let is_deep = element.flags.has(Flags::DEEP);
        let json_ld = (purpose == Purpose::JsonLd).then(|| Box::new(JsonLd::new()));
        Self { element: element.id, is_deep, signal, purpose, content: RawContent::new(), json_ld, continues: false }
    }
}

/// Line feeds in `bytes`. Most pieces that are asked for are short, and a search costs more to begin than to do.
pub(super) fn feeds_in(bytes: &[u8]) -> u64 {
    const LONG: usize = 256;
    const SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    if bytes.len() >= LONG {
        return bytecount::count(bytes, b'\n') as u64;
    }
    let groups = bytes.chunks_exact(8);
    let rest = groups.remainder().iter().filter(|byte| **byte == b'\n').count() as u64;
    groups.fold(rest, |feeds, group| {
        let differs = group.try_into().map_or(0, u64::from_le_bytes) ^ 0x0a0a_0a0a_0a0a_0a0a;
        // The top bit of exactly the bytes that do not differ.
        feeds + u64::from((!(((differs & SEVEN) + SEVEN) | differs | SEVEN)).count_ones())
    })
}

/// Counts line feeds up to the last place that was asked for.
#[derive(Clone, Default)]
pub(crate) struct Lines {
    counted_to: u64,
    feeds: u64,
    /// Another place, and the line feeds before it.
    known: (u64, u64),
    /// Line feeds before the window.
    pub(crate) feeds_before: u64,
}

impl Lines {
    /// The line, from 1, in which `offset` stands; `window` begins at offset `base` and reaches that far.
    pub(crate) fn at(&mut self, offset: u64, window: &[u8], base: u64) -> u64 {
        self.advance(offset, window, base);
        let after = self.counted_to.saturating_sub(offset);
        if after == 0 {
            return self.feeds + 1;
        }
        let from = offset.saturating_sub(base) as usize;
        let to = self.counted_to.saturating_sub(base) as usize;
        self.feeds - memchr::memchr_iter(b'\n', &window[from..to.min(window.len())]).count() as u64 + 1
    }

    /// So many line feeds stand before `offset`.
    pub(crate) const fn know(&mut self, offset: u64, feeds: u64) {
        self.known = (offset, feeds);
    }

    /// Counts up to `offset`, before the bytes there are dropped.
    pub(crate) fn drop_to(&mut self, offset: u64, window: &[u8], base: u64) {
        self.feeds_before = self.at(offset, window, base) - 1;
    }

    fn advance(&mut self, offset: u64, window: &[u8], base: u64) {
        if offset > self.counted_to {
            let (known, feeds) = self.known;
            if known >= offset && known - offset < offset - self.counted_to && known <= base + window.len() as u64 {
                // Nearer from behind.
                let after = &window[(offset - base) as usize..(known - base) as usize];
                (self.feeds, self.counted_to) = (feeds - feeds_in(after), offset);
                return;
            }
            let from = self.counted_to.saturating_sub(base) as usize;
            let to = ((offset - base) as usize).min(window.len());
            self.feeds += feeds_in(&window[from..to]);
            self.counted_to = offset;
        }
    }
}
