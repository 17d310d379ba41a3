//! Bodies that are not HTML: counted, and looked at where a cut falls, in one pass and in bounded memory.
//!
//! Text is decoded chunk by chunk; what is not text (PDF, images, media, fonts) is only measured. Every offset is one of the
//! raw body, byte order mark included.

mod css;
mod csv;
mod json;
mod xml;

use encoding_rs::{Encoding, UTF_8};

use super::words::is_js_space;
use crate::cut::{CutSituation, CutState};
use crate::decode::Decoder;
use crate::vocabulary::ContentKind;
use css::Css;
use csv::Csv;
use json::Json;
use xml::Xml;

/// First bytes that [`PlainFacts::first_bytes`] keeps.
pub const FIRST_BYTES: usize = 512;

/// Bytes of decoded text that are looked at in one go.
const TEXT_BYTES: usize = 16 * 1024;

/// Entries of a feed or a sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entries {
    /// Their element: `item`, `entry`, `url` or `sitemap`.
    pub name: String,
    /// How many are complete in the whole body.
    pub total: u64,
}

/// What one pass over a body that is not HTML finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainFacts {
    /// Bytes of the body.
    pub body_bytes: u64,
    /// Unicode scalar values of the decoded text, byte order mark left out; `None` for what is not text.
    pub characters: Option<u64>,
    /// Lines; a line feed ends one. `None` for what is not text.
    pub lines: Option<u64>,
    /// Words between white space as JavaScript's `\s` has it; `None` for code, JSON and what is not text. Of XML those of its
    /// character data, in which references are not resolved.
    pub words: Option<u64>,
    /// Name of the root element; `None` for what is not XML.
    pub root: Option<String>,
    /// Entries of a feed or a sitemap; `None` for anything else.
    pub entries: Option<Entries>,
    /// At most [`FIRST_BYTES`] bytes from the start of the body.
    pub first_bytes: Vec<u8>,
    /// One for each probe, in their order.
    pub places: Vec<PlainPlace>,
}

/// What a probe found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainPlace {
    /// Offset of the probe; the end of the body for a probe past it.
    pub offset: u64,
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1, in characters; in bytes for what is not text.
    pub column: u64,
    /// What the offset stands in.
    pub state: CutState,
    /// What a cut there falls in.
    pub situations: Vec<CutSituation>,
    /// Open XML elements from the root, `urlset > url > loc`; empty for what is not XML.
    pub path: String,
    /// Words that are left before the offset, a word cut through included; `None` for code, JSON and what is not text.
    pub words: Option<u64>,
    /// Entries that are complete before the offset; 0 for what has none.
    pub entries: u64,
}

/// Where a cut falls in one syntax.
struct Standing {
    state: CutState,
    situation: CutSituation,
    path: String,
}

/// A syntax as far as a cut in it needs to be understood: one character at a time, in bounded memory.
trait Syntax {
    fn step(&mut self, character: char) -> Seen;
    fn standing(&self) -> Standing;
}

/// What a character is to whom reads the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// Text.
    Text,
    /// No text: it ends a word.
    Markup,
    /// Text or markup: what follows decides.
    Open,
    /// Text, and so were the open ones right before it.
    TextAfterOpen,
}

/// A syntax that looks the same everywhere.
struct Uniform {
    state: CutState,
    situation: CutSituation,
}

impl Syntax for Uniform {
    fn step(&mut self, _: char) -> Seen {
        Seen::Text
    }

    fn standing(&self) -> Standing {
        Standing { state: self.state, situation: self.situation, path: String::new() }
    }
}

enum AnySyntax {
    Json(Json),
    Xml(Box<Xml>),
    Csv(Csv),
    Css(Css),
    Uniform(Uniform),
}

impl AnySyntax {
    fn of(kind: ContentKind) -> Self {
        let uniform = |state, situation| Self::Uniform(Uniform { state, situation });
        match kind {
            ContentKind::Json => Self::Json(Json::default()),
            ContentKind::Xml | ContentKind::Svg => Self::Xml(Box::default()),
            ContentKind::Csv => Self::Csv(Csv::default()),
            ContentKind::Css => Self::Css(Css::default()),
            ContentKind::Javascript => uniform(CutState::Script, CutSituation::JavascriptFile),
            ContentKind::Text | ContentKind::Html => uniform(CutState::Text, CutSituation::TextFile),
            ContentKind::Pdf | ContentKind::Image | ContentKind::Media | ContentKind::Font | ContentKind::Other => {
                uniform(CutState::Other, CutSituation::BinaryFile)
            }
        }
    }

    fn standing(&self) -> Standing {
        match self {
            Self::Json(syntax) => syntax.standing(),
            Self::Xml(syntax) => syntax.standing(),
            Self::Csv(syntax) => syntax.standing(),
            Self::Css(syntax) => syntax.standing(),
            Self::Uniform(syntax) => syntax.standing(),
        }
    }
}

/// Whether bodies of this kind are text.
const fn is_text(kind: ContentKind) -> bool {
    !matches!(kind, ContentKind::Pdf | ContentKind::Image | ContentKind::Media | ContentKind::Font | ContentKind::Other)
}

/// Whether bodies of this kind are read by people, so that their words count.
const fn has_words(kind: ContentKind) -> bool {
    is_text(kind) && !matches!(kind, ContentKind::Json | ContentKind::Css | ContentKind::Javascript)
}

/// Counts of the decoded text so far.
#[derive(Default)]
struct Counts {
    characters: u64,
    line_feeds: u64,
    /// Characters since the last line feed.
    column: u64,
    words: u64,
    in_word: bool,
}

impl Counts {
    fn walk<S: Syntax>(&mut self, text: &str, syntax: &mut S) {
        for character in text.chars() {
            self.characters += 1;
            self.column += 1;
            if character == '\n' {
                self.line_feeds += 1;
                self.column = 0;
            }
            let seen = syntax.step(character);
            if seen == Seen::Open {
                continue;
            }
            // What is open is no white space.
            let was_in_word = self.in_word || seen == Seen::TextAfterOpen;
            let in_word = seen != Seen::Markup && !is_js_space(character);
            self.words += u64::from(was_in_word && !self.in_word) + u64::from(in_word && !was_in_word);
            self.in_word = in_word;
        }
    }
}

/// Scans one body that is not HTML. Any split into chunks gives the same facts.
pub struct PlainScan {
    /// Turns bytes into text; `None` for what is not text.
    decoder: Option<Decoder>,
    encoding: &'static Encoding,
    has_words: bool,
    bom_bytes: u64,
    probes: Vec<u64>,
    places: Vec<PlainPlace>,
    body_bytes: u64,
    first_bytes: Vec<u8>,
    /// The last four bytes before `body_bytes`, the latest last.
    tail: [u8; 4],
    counts: Counts,
    syntax: AnySyntax,
    text: String,
}

impl PlainScan {
    /// Starts a scan.
    ///
    /// `bom_bytes` is the length of the byte order mark, which is not text. `probes` are the offsets to look at, in
    /// ascending order. `encoding` is not used for what is not text.
    #[must_use]
    pub fn new(kind: ContentKind, encoding: &'static Encoding, bom_bytes: u64, probes: &[u64]) -> Self {
        Self {
            decoder: is_text(kind).then(|| Decoder::new(encoding)),
            encoding,
            has_words: has_words(kind),
            bom_bytes,
            probes: probes.to_vec(),
            places: Vec::with_capacity(probes.len()),
            body_bytes: 0,
            first_bytes: Vec::new(),
            tail: [0; 4],
            counts: Counts::default(),
            syntax: AnySyntax::of(kind),
            text: String::with_capacity(TEXT_BYTES),
        }
    }

    /// Takes the next bytes of the body.
    pub fn push(&mut self, mut chunk: &[u8]) {
        let room = FIRST_BYTES - self.first_bytes.len();
        self.first_bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
        while !chunk.is_empty() {
            self.take_places();
            let until_probe = self.next_probe().map_or(u64::MAX, |probe| probe - self.body_bytes);
            let until_text = match self.bom_bytes.saturating_sub(self.body_bytes) {
                0 => u64::MAX,
                left => left,
            };
            let length = usize::try_from(until_probe.min(until_text)).unwrap_or(usize::MAX).min(chunk.len());
            let (now, later) = chunk.split_at(length);
            if until_text == u64::MAX {
                self.read(now, false);
            }
            self.body_bytes += now.len() as u64;
            for &byte in &now[now.len().saturating_sub(self.tail.len())..] {
                self.tail.rotate_left(1);
                self.tail[3] = byte;
            }
            chunk = later;
        }
    }

    /// Ends the body.
    #[must_use]
    pub fn finish(mut self) -> PlainFacts {
        self.take_places();
        while self.places.len() < self.probes.len() {
            self.take_place();
        }
        self.read(&[], true);
        let is_text = self.decoder.is_some();
        let lines = self.counts.line_feeds + u64::from(self.counts.column > 0);
        let (root, entries) = match self.syntax {
            AnySyntax::Xml(xml) => xml.into_root_and_entries(),
            _ => (None, None),
        };
        PlainFacts {
            body_bytes: self.body_bytes,
            characters: is_text.then_some(self.counts.characters),
            lines: is_text.then_some(lines),
            words: self.has_words.then_some(self.counts.words),
            root,
            entries,
            first_bytes: self.first_bytes,
            places: self.places,
        }
    }

    fn next_probe(&self) -> Option<u64> {
        self.probes.get(self.places.len()).copied()
    }

    fn take_places(&mut self) {
        while self.next_probe().is_some_and(|probe| probe <= self.body_bytes) {
            self.take_place();
        }
    }

    fn take_place(&mut self) {
        let Standing { state, situation, path } = self.syntax.standing();
        let is_cut_through = self.decoder.is_some() && self.is_inside_character();
        let mut situations = vec![situation];
        if is_cut_through {
            situations.push(CutSituation::Character);
        }
        // What is left of a character that is cut through is U+FFFD, which is not white space.
        let in_text = if let AnySyntax::Xml(xml) = &self.syntax { xml.is_in_text() } else { true };
        let extra_word = u64::from(is_cut_through && in_text && !self.counts.in_word);
        self.places.push(PlainPlace {
            offset: self.body_bytes,
            line: self.counts.line_feeds + 1,
            column: self.counts.column + 1,
            state,
            situations,
            path,
            words: self.has_words.then_some(self.counts.words + extra_word),
            entries: match &self.syntax {
                AnySyntax::Xml(xml) => xml.entries(),
                _ => 0,
            },
        });
    }

    /// Whether the bytes so far end within a character that U+FFFD replaces. Of UTF-16 browsers drop what is cut through;
    /// legacy encodings are not looked into.
    fn is_inside_character(&self) -> bool {
        let text_bytes = self.body_bytes.saturating_sub(self.bom_bytes);
        self.encoding == UTF_8 && ends_inside_utf8(&self.tail[self.tail.len() - text_bytes.min(4) as usize..])
    }

    fn read(&mut self, bytes: &[u8], is_last: bool) {
        let Some(decoder) = &mut self.decoder else {
            for &byte in bytes {
                self.counts.column += 1;
                if byte == b'\n' {
                    self.counts.line_feeds += 1;
                    self.counts.column = 0;
                }
            }
            return;
        };
        let mut pieces = bytes.chunks(TEXT_BYTES).peekable();
        loop {
            let piece = pieces.next().unwrap_or_default();
            let ends = pieces.peek().is_none();
            self.text.clear();
            decoder.read(piece, is_last && ends, &mut self.text);
            match &mut self.syntax {
                AnySyntax::Json(syntax) => self.counts.walk(&self.text, syntax),
                AnySyntax::Xml(syntax) => self.counts.walk(&self.text, &mut **syntax),
                AnySyntax::Csv(syntax) => self.counts.walk(&self.text, syntax),
                AnySyntax::Css(syntax) => self.counts.walk(&self.text, syntax),
                AnySyntax::Uniform(syntax) => self.counts.walk(&self.text, syntax),
            }
            if ends {
                return;
            }
        }
    }
}

/// Whether `bytes` end with the beginning of a UTF-8 sequence that another byte could complete.
fn ends_inside_utf8(bytes: &[u8]) -> bool {
    let ends_with_start = |length: usize| {
        let Some(start) = bytes.len().checked_sub(length).and_then(|at| bytes.get(at..)) else { return false };
        std::str::from_utf8(start).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (1..=3).any(ends_with_start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{SHIFT_JIS, UTF_16LE};

    fn facts(kind: ContentKind, encoding: &'static Encoding, bom: u64, probes: &[u64], chunks: &[&[u8]]) -> PlainFacts {
        let mut scan = PlainScan::new(kind, encoding, bom, probes);
        for chunk in chunks {
            scan.push(chunk);
        }
        scan.finish()
    }

    fn place(kind: ContentKind, body: &str, offset: usize) -> PlainPlace {
        facts(kind, UTF_8, 0, &[offset as u64], &[body.as_bytes()]).places.remove(0)
    }

    #[test]
    fn counts_characters_lines_and_words_of_utf8_without_the_mark() {
        let body = "\u{feff}één twee\r\ndrie\u{a0}vier".as_bytes();
        let facts = facts(ContentKind::Text, UTF_8, 3, &[5, 12, 400], &[body]);
        assert_eq!(facts.body_bytes, body.len() as u64);
        assert_eq!((facts.characters, facts.lines, facts.words), (Some(19), Some(2), Some(4)));
        let columns: Vec<_> =
            facts.places.iter().map(|place| (place.offset, place.line, place.column, place.words)).collect();
        let end = body.len() as u64;
        assert_eq!(columns, [(5, 1, 2, Some(1)), (12, 1, 8, Some(2)), (end, 2, 10, Some(4))]);
    }

    #[test]
    fn an_empty_body_has_no_line_and_its_probes_stand_at_its_end() {
        let facts = facts(ContentKind::Text, UTF_8, 0, &[0, 9], &[]);
        assert_eq!((facts.body_bytes, facts.characters, facts.lines), (0, Some(0), Some(0)));
        assert!(facts.places.iter().all(|place| (place.offset, place.line, place.column) == (0, 1, 1)));
    }

    #[test]
    fn a_cut_between_the_bytes_of_a_character_is_told_apart() {
        for (offset, cut_through) in
            [(1, false), (2, true), (3, true), (4, false), (5, true), (6, true), (7, true), (8, false)]
        {
            let place = place(ContentKind::Text, "a€😀", offset);
            assert_eq!(place.situations.contains(&CutSituation::Character), cut_through, "at {offset}");
        }
        // What is left of "€" is a word of its own.
        assert_eq!(place(ContentKind::Text, "a €", 3).words, Some(2));
        assert_eq!(place(ContentKind::Text, "a €", 2).words, Some(1));
    }

    #[test]
    fn the_words_of_xml_are_those_of_its_character_data() {
        let cases = [
            (
                "<?xml version='1.0'?>\n<!DOCTYPE svg [ <!ENTITY a 'b c'> ]>\n<!-- d e --><svg ><path d = 'M0 0 1 1' /></svg>",
                0,
            ),
            ("<rss><title>one two</title> <link>three</link></rss>", 3),
            ("<a>one<b/>two<!-- no -->three</a>", 3),
            ("<a><![CDATA[ one two ]]></a>", 2),
            ("<a><![CDATA[one]]></a>", 1),
            ("<a><![CDATA[]]><![CDATA[ ]]></a>", 0),
            ("<a><![CDATA[ ] ]> ]]]]> x]y ]]]></a>", 5),
        ];
        for (body, words) in cases {
            let whole = facts(ContentKind::Xml, UTF_8, 0, &[], &[body.as_bytes()]);
            let bytes: Vec<&[u8]> = body.as_bytes().chunks(1).collect();
            let in_pieces = facts(ContentKind::Svg, UTF_8, 0, &[], &bytes);
            assert_eq!((whole.words, in_pieces.words), (Some(words), Some(words)), "{body}");
        }
        let at = |body, offset| place(ContentKind::Xml, body, offset).words;
        assert_eq!(
            [4, 7, 8, 12, 20].map(|offset| at("<a>one <b c='d e'>two</b></a>", offset)).map(Option::unwrap),
            [1, 1, 1, 1, 2]
        );
        // What is left of "é" is text only where text stands.
        assert_eq!((at("<a b='é'>", 7), at("<a>é", 4)), (Some(0), Some(1)));
    }

    #[test]
    fn bytes_that_no_byte_could_complete_are_not_a_character_cut_through() {
        for body in [&b"a\xff"[..], b"a\xe0\x80", b"a\x80\x80", b"a\xf5\x80", b"a\xc0"] {
            let place = facts(ContentKind::Text, UTF_8, 0, &[body.len() as u64], &[body]).places.remove(0);
            assert_eq!(place.situations, [CutSituation::TextFile], "{body:x?}");
        }
    }

    #[test]
    fn utf16_offsets_count_raw_bytes() {
        let mut body = vec![0xff, 0xfe];
        body.extend("ab\n😀c".encode_utf16().flat_map(u16::to_le_bytes));
        let facts = facts(ContentKind::Text, UTF_16LE, 2, &[1, 2, 3, 4, 8, 10, 12], &[&body]);
        assert_eq!((facts.body_bytes, facts.characters, facts.lines), (14, Some(5), Some(2)));
        let places: Vec<_> =
            facts.places.iter().map(|place| (place.line, place.column, place.situations.len())).collect();
        // Inside the mark, at the start, inside "a", after it, at the pair, between its halves, after it. Tried in Chromium:
        // what is cut through is dropped.
        assert_eq!(places, [(1, 1, 1), (1, 1, 1), (1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 1, 1), (2, 2, 1)]);
    }

    #[test]
    fn legacy_encodings_are_decoded() {
        let body = SHIFT_JIS.encode("日本\n語").0;
        let facts = facts(ContentKind::Text, SHIFT_JIS, 0, &[5], &[&body]);
        assert_eq!((facts.body_bytes, facts.characters), (7, Some(4)));
        assert_eq!((facts.places[0].line, facts.places[0].column), (2, 1));
    }

    #[test]
    fn what_is_not_text_is_only_measured() {
        let facts = facts(ContentKind::Pdf, UTF_8, 0, &[9], &[b"%PDF-1.7\n\xe2\xe3 words"]);
        assert_eq!((facts.characters, facts.words, facts.lines), (None, None, None));
        assert_eq!(facts.places[0].situations, [CutSituation::BinaryFile]);
        assert_eq!((facts.places[0].line, facts.places[0].column, facts.places[0].words), (2, 1, None));
    }

    #[test]
    fn a_script_and_plain_text_look_the_same_everywhere() {
        assert_eq!(place(ContentKind::Javascript, "let a = 1;", 4).situations, [CutSituation::JavascriptFile]);
        assert_eq!(place(ContentKind::Text, "let a = 1;", 4).situations, [CutSituation::TextFile]);
    }

    #[test]
    fn code_and_data_have_no_words() {
        for kind in [ContentKind::Javascript, ContentKind::Css, ContentKind::Json] {
            let facts = facts(kind, UTF_8, 0, &[2], &[b"a b c"]);
            assert_eq!((facts.words, facts.places[0].words, facts.characters), (None, None, Some(5)), "{kind:?}");
        }
    }

    #[test]
    fn only_the_first_bytes_are_kept() {
        let body = vec![b'x'; 2_000];
        let facts = facts(ContentKind::Text, UTF_8, 0, &[], &[&body[..100], &body[100..]]);
        assert_eq!(facts.first_bytes, &body[..FIRST_BYTES]);
    }

    /// Deterministic and good enough to split bodies.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % bound
        }
    }

    #[test]
    fn any_chunking_gives_the_same_facts() {
        let xml = "\u{feff}<?xml version='1.0'?><!-- a > b --><urlset a='>'><url><loc>é€😀</loc></url><url/><![CDATA[ ]] ]]></urlset>\n";
        let json = r#"{"a":["\"😀", 1, {"b":"}]"}], "c": "\\"} "#;
        let csv = "a,\"b\n\"\"c\",d\r\nä,e\n";
        let css = "/* a * / } */ a{b:'}/*'} @media x{c{d:url(e)}}";
        let samples = [
            (ContentKind::Xml, xml),
            (ContentKind::Svg, xml),
            (ContentKind::Json, json),
            (ContentKind::Csv, csv),
            (ContentKind::Css, css),
            (ContentKind::Text, "日本語 €\u{3000}x \u{a0}y\r\n\n"),
            (ContentKind::Pdf, "%PDF\n\u{80}"),
        ];
        for seed in 0..200_u64 {
            for (kind, text) in samples {
                for encoding in [UTF_8, UTF_16LE, SHIFT_JIS] {
                    let body = if encoding == UTF_16LE {
                        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
                    } else {
                        encoding.encode(text).0.into_owned()
                    };
                    let bom = if !text.starts_with('\u{feff}') || encoding == SHIFT_JIS {
                        0
                    } else if encoding == UTF_8 {
                        3
                    } else {
                        2
                    };
                    let probes: Vec<u64> = (0..=body.len() as u64).collect();
                    let whole = facts(kind, encoding, bom, &probes, &[&body]);
                    let mut random = Random(seed);
                    let mut chunks = Vec::new();
                    let mut rest = &body[..];
                    while !rest.is_empty() {
                        let (chunk, later) = rest.split_at(1 + random.below(rest.len().min(7)));
                        chunks.push(chunk);
                        rest = later;
                    }
                    assert_eq!(
                        facts(kind, encoding, bom, &probes, &chunks),
                        whole,
                        "{kind:?} {} seed {seed}",
                        encoding.name()
                    );
                }
            }
        }
    }

    #[test]
    fn what_a_probe_finds_is_what_a_body_of_that_length_has() {
        let text = "één twee € 😀\n\u{3000}x y\u{a0}z\n";
        let probes: Vec<u64> = (0..=text.len() as u64).collect();
        let whole = facts(ContentKind::Text, UTF_8, 0, &probes, &[text.as_bytes()]);
        for (length, place) in whole.places.iter().enumerate() {
            let prefix = facts(ContentKind::Text, UTF_8, 0, &[], &[&text.as_bytes()[..length]]);
            assert_eq!(place.words, prefix.words, "{length}");
        }
    }
}
