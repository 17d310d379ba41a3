//! The one pass over a page's bytes. The only room that knows lol_html.
//!
//! A crate of its own because it is compiled for speed and all that only tells of its result for size, see the profile in the
//! root Cargo.toml. It names what it finds by the words of the report; fates, findings and sentences are the core's.
//!
//! Offsets here are *narrow*: they count the bytes after the byte order mark, and code units in UTF-16 (see narrow.rs).
//! [`HtmlScan`] takes and gives body offsets.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)] // The list is clippy.toml.

pub mod charset;
pub mod cut;
pub mod decode;
pub mod ledger;
pub mod order;
pub mod plain;
pub mod resource;
pub mod vocabulary;

mod attribute;
mod big_tag;
mod blocks;
mod category;
mod content;
mod data_uri;
mod doctype;
mod facts;
mod groups;
mod inline_data;
mod json;
mod json_ld;
mod name;
mod narrow;
mod position;
mod reader;
mod references;
mod seen;
mod shapes;
mod signals;
mod start_tags;
mod state;
mod state_keys;
mod style_sheet;
mod text;
mod traits;
mod tree;
mod twice;
mod whole;
mod words;

use std::rc::Rc;

use encoding_rs::Encoding;

use crate::attribute::is_space;
use crate::cut::CutSituation;
use crate::ledger::{Category, Tally};
use crate::vocabulary::{InlineScript, SignalKind};
use facts::Facts;
use narrow::Narrow;
use position::Position;
use reader::{Reader, Window};
use start_tags::{StartTagSource, StartTags};
use tree::RawWindow;
use words::TextClasses;

pub use facts::HeadEnd;
pub(crate) use inline_data::Member;
pub use references::References;
pub use shapes::{Shape, Shapes};
pub use signals::RawSignal;
pub use text::Texts;

/// What a body would be if it ended at one offset.
pub struct Prefix {
    /// Where it ends, a body offset.
    pub offset: u64,
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1, in characters.
    pub column: u64,
    /// What the offset stands in, the most telling first.
    pub situations: Vec<CutSituation>,
    /// Open elements.
    pub path: String,
    /// Visible words.
    pub words: u64,
    /// `a[href]` elements.
    pub links: u64,
    /// In document order.
    pub signals: Vec<RawSignal>,
    /// Signals of each kind that are counted only.
    pub unlisted: [u64; SignalKind::ALL.len()],
}

/// What the pass found. Offsets are body offsets.
pub struct HtmlFacts {
    /// Visible words.
    pub words: u64,
    /// `a[href]` elements.
    pub links: u64,
    /// In document order.
    pub signals: Vec<RawSignal>,
    /// Signals of each kind that are counted only.
    pub unlisted: [u64; SignalKind::ALL.len()],
    /// A frameset took the place of the body: a prefix that ends before it has signals that the whole has not.
    pub is_body_replaced: bool,
    /// Where the head element ends.
    pub head: Option<HeadEnd>,
    /// First byte of a `noscript` in the head element that ends it where scripting is off, in narrow bytes.
    pub noscript_risk: Option<u64>,
    /// First byte of the first content, in narrow bytes.
    pub first_content: Option<u64>,
    /// Inline scripts that browsers run.
    pub scripts: Vec<InlineScript>,
    /// The encoding that a `meta` in the head element declares, and the offset of that element.
    pub declared_charset: Option<(&'static Encoding, u64)>,
    /// Where the bytes go.
    pub tally: Tally,
    /// Bytes of menus before the first content, in counted bytes.
    pub menu_bytes_before_content: Option<u64>,
    /// Style sheets that the page links.
    pub linked_sheets: u64,
    /// What tags and inline CSS name.
    pub references: References,
    /// Pieces of visible text that stand again in inline data, and their bytes.
    pub paid_twice: (u64, u64),
    /// Subtrees of one shape.
    pub shapes: Shapes,
    edge: u64,
    /// One for each probe below the end of the body.
    pub prefixes: Vec<Prefix>,
    /// The end of the body, described like a prefix.
    pub whole: Prefix,
    /// Unicode scalar values; `None` where an encoding declared late leaves them unknown.
    pub characters: Option<u64>,
    /// Gives body offsets for narrow ones.
    pub offsets: Offsets,
}

impl HtmlFacts {
    /// Bytes that no token is made of, and how many of them stand before the edge: the byte order mark, and half a code unit
    /// at the end of UTF-16, which browsers drop.
    pub fn untold(&self) -> (u64, u64) {
        let Offsets { bom_bytes, stride, body_bytes } = self.offsets;
        let counted: u64 = self.tally.rows().map(|(_, bytes, _)| bytes * stride).sum();
        let dropped = body_bytes.saturating_sub(counted + bom_bytes);
        let kept = bom_bytes.min(self.edge) + if self.edge >= body_bytes { dropped } else { 0 };
        (bom_bytes + dropped, kept)
    }

    /// Leaves of the ledger, the byte order mark included: category, bytes, bytes before the edge.
    pub fn ledger(&self) -> impl Iterator<Item = (Category, u64, u64)> {
        let stride = self.offsets.stride;
        let (untold, untold_kept) = self.untold();
        self.tally.rows().map(move |(category, bytes, kept)| {
            let (mut bytes, mut kept) = (bytes * stride, kept * stride);
            if category == Category::Other {
                bytes += untold;
                kept += untold_kept;
            }
            (category, bytes, kept)
        })
    }
}

/// Translates narrow offsets to body offsets.
#[derive(Clone, Copy)]
pub struct Offsets {
    bom_bytes: u64,
    stride: u64,
    body_bytes: u64,
}

impl Offsets {
    /// Bytes of one narrow unit.
    pub const fn stride(self) -> u64 {
        self.stride
    }

    /// The body offset of a narrow offset.
    pub fn body(self, narrow: u64) -> u64 {
        narrow.saturating_mul(self.stride).saturating_add(self.bom_bytes).min(self.body_bytes)
    }
}

/// One pass over an HTML document, chunk by chunk.
pub struct HtmlScan {
    start_tags: StartTagSource,
    reader: Reader,
    narrow: Narrow,
    /// Narrow bytes that were not read to the end.
    window: Vec<u8>,
    /// The raw bytes behind `window`, where these differ.
    raw: Vec<u8>,
    /// Narrow offset of the window's first byte.
    base: u64,
    bom_left: u64,
    offsets: Offsets,
    /// Body offsets at which to see what a body that ends there would be, ascending.
    probes: Vec<u64>,
    prefixes: Vec<Prefix>,
    position: Position,
    /// Bytes that `position` was shown.
    positioned: u64,
    /// Line and column at each probe that was reached, and whether it stands inside a UTF-8 sequence.
    places: Vec<(u64, u64, bool)>,
    /// What comes after the cuts in JSON data, until it is known whether any of the data does.
    rests: Vec<Rest>,
    encoding: &'static Encoding,
    edge: u64,
}

/// What comes after a cut in JSON data.
struct Rest {
    /// Index of the prefix.
    prefix: usize,
    /// Narrow offset of the next byte to look at.
    at: u64,
    /// Bytes of the end tag that were seen.
    seen: usize,
}

impl Rest {
    /// Looks at `bytes`, which begin at narrow offset `start`: whether it is only white space and the end tag of the script.
    fn is_empty(&mut self, bytes: &[u8], start: u64) -> Option<bool> {
        const END_TAG: &[u8] = b"</script";
        for &byte in bytes.get((self.at - start) as usize..).unwrap_or_default() {
            match END_TAG.get(self.seen) {
                None => return Some(is_space(byte) || matches!(byte, b'/' | b'>')),
                Some(expected) if byte.eq_ignore_ascii_case(expected) => self.seen += 1,
                Some(_) if self.seen == 0 && is_space(byte) => {}
                Some(_) => return Some(false),
            }
        }
        self.at = start + bytes.len() as u64;
        None
    }
}

impl HtmlScan {
    /// `edge`: body offset before which bytes count as kept; `probes`: body offsets of interest.
    ///
    /// `is_tentative`: nothing declared the encoding, so a `meta` in the head element still may.
    pub fn new(encoding: &'static Encoding, is_tentative: bool, bom_bytes: u64, edge: u64, probes: &[u64]) -> Self {
        let narrow = Narrow::of(encoding);
        let is_narrowed = !matches!(narrow, Narrow::Not);
        let stride = narrow.stride();
        let classes = Rc::new(TextClasses::new(encoding, is_narrowed));
        let tally = Tally::new(edge.saturating_sub(bom_bytes) / stride);
        let mut probes = crate::order::by_key(probes.to_vec(), |probe| *probe);
        probes.dedup();
        Self {
            start_tags: StartTagSource::new(encoding),
            reader: Reader::new(Facts::new(classes, tally, is_tentative)),
            narrow,
            window: Vec::new(),
            raw: Vec::new(),
            base: 0,
            bom_left: bom_bytes,
            offsets: Offsets { bom_bytes, stride, body_bytes: u64::MAX },
            probes,
            prefixes: Vec::new(),
            // While nothing declares the encoding, UTF-8 may still come.
            position: Position::new(if is_tentative { encoding_rs::UTF_8 } else { encoding }),
            positioned: 0,
            places: Vec::new(),
            rests: Vec::new(),
            encoding,
            edge,
        }
    }

    /// Takes the next bytes of the decoded body.
    pub fn push(&mut self, chunk: &[u8]) {
        self.count_characters(chunk);
        let skipped = (chunk.len() as u64).min(self.bom_left);
        self.bom_left -= skipped;
        let chunk = &chunk[skipped as usize..];
        if matches!(self.narrow, Narrow::Not) {
            self.start_tags.push(chunk);
            if let Some(feeds) = self.position.line_feeds() {
                let end = self.base + (self.window.len() + chunk.len()) as u64;
                self.reader.facts.lines.know(end, feeds);
            }
            self.read_chunk(chunk);
            return;
        }
        let mut window = std::mem::take(&mut self.window);
        let old_length = window.len();
        self.narrow.read(chunk, &mut window);
        self.raw.extend_from_slice(chunk);
        self.start_tags.push(&window[old_length..]);
        window.drain(..self.read(&window, false));
        self.window = window;
    }

    /// Reads a chunk where it lies: only what is left of it, and what ends that in the next one, is held in `window`.
    fn read_chunk(&mut self, chunk: &[u8]) {
        /// Bytes of a chunk that are put behind what is left of the one before.
        const SEAM_BYTES: usize = 1024;
        let mut rest = chunk;
        let mut window = std::mem::take(&mut self.window);
        while !window.is_empty() && !rest.is_empty() {
            let held = window.len();
            let (seam, after) = rest.split_at(held.max(SEAM_BYTES).min(rest.len()));
            window.extend_from_slice(seam);
            let done = self.read(&window, false);
            if done >= held {
                rest = &rest[done - held..];
                window.clear();
            } else {
                rest = after;
                window.drain(..done);
            }
        }
        if !rest.is_empty() {
            let done = self.read(rest, false);
            window.extend_from_slice(&rest[done..]);
        }
        self.window = window;
    }

    /// Ends the body, which has `body_bytes` bytes.
    #[must_use]
    pub fn finish(mut self, body_bytes: u64) -> HtmlFacts {
        self.offsets.body_bytes = body_bytes;
        self.start_tags.finish();
        let window = std::mem::take(&mut self.window);
        let end = self.base + window.len() as u64;
        self.read(&window, true);
        let (line, column) = self.position.place();
        let whole = Prefix {
            offset: body_bytes,
            line,
            column,
            situations: vec![CutSituation::Text],
            path: self.reader.path(),
            words: 0,
            links: 0,
            signals: Vec::new(),
            unlisted: [0; SignalKind::ALL.len()],
        };
        self.reader.finish(end);
        let facts = self.reader.facts;
        let text_bytes = body_bytes - self.offsets.bom_bytes.min(body_bytes);
        let counted = self.position.finish();
        let characters = match facts.late_charset.filter(|_| facts.is_tentative).map_or(self.encoding, |late| late.0) {
            encoding if !facts.is_tentative || encoding == encoding_rs::UTF_8 => Some(counted),
            encoding if encoding.is_single_byte() => Some(text_bytes),
            _ => None,
        };
        HtmlFacts {
            words: facts.words_total,
            links: facts.links,
            signals: facts.signals,
            unlisted: facts.unlisted,
            is_body_replaced: facts.is_body_replaced,
            head: facts.head,
            noscript_risk: facts.noscript_risk,
            first_content: facts.first_content,
            scripts: facts.scripts,
            declared_charset: facts.late_charset.map(|(encoding, at)| (encoding, self.offsets.body(at))),
            tally: facts.tally,
            menu_bytes_before_content: facts.menu_bytes_before_content,
            linked_sheets: facts.linked_sheets,
            references: facts.references.0,
            paid_twice: facts.twice.found(),
            shapes: facts.shapes.0,
            edge: self.edge,
            prefixes: self.prefixes,
            whole,
            characters,
            offsets: self.offsets,
        }
    }

    fn count_characters(&mut self, mut chunk: &[u8]) {
        loop {
            let probe = self.probes.get(self.places.len()).copied();
            let until = probe.map_or(u64::MAX, |probe| probe - self.positioned);
            if until == 0 {
                let (line, column) = self.position.place();
                self.places.push((line, column, self.position.is_inside_sequence()));
                continue;
            }
            if chunk.is_empty() {
                return;
            }
            let length = usize::try_from(until).unwrap_or(usize::MAX).min(chunk.len());
            let (now, later) = chunk.split_at(length);
            // The byte order mark is no character.
            let skipped = self.offsets.bom_bytes.saturating_sub(self.positioned).min(length as u64);
            self.position.read(&now[skipped as usize..]);
            self.positioned += length as u64;
            chunk = later;
        }
    }

    /// Reads `bytes`, which begin at `base`; gives how many of them are done with. `base` moves behind these.
    fn read(&mut self, bytes: &[u8], is_last: bool) -> usize {
        let offsets = self.offsets;
        let start = self.base;
        let end = start + bytes.len() as u64;
        let reached = offsets.bom_bytes + end * offsets.stride;
        while let Some(&probe) = self.probes.get(self.prefixes.len()) {
            // At the very end there is nothing to cut off, and whether this is the end is known only after it.
            let is_cut = if is_last { probe < offsets.body_bytes } else { probe < reached };
            if !is_cut {
                break;
            }
            let after_bom = probe.saturating_sub(offsets.bom_bytes);
            let cut = (after_bom / offsets.stride).max(self.base);
            self.read_to(cut, &bytes[(self.base - start) as usize..], false);
            self.probe(probe, cut, &bytes[(self.base - start) as usize..]);
        }
        self.rests.retain_mut(|rest| {
            let is_empty = rest.is_empty(bytes, start);
            if is_empty == Some(true) {
                self.prefixes[rest.prefix].situations[0] = CutSituation::JsonDataWhole;
            }
            is_empty.is_none()
        });
        self.read_to(end, &bytes[(self.base - start) as usize..], is_last);
        (self.base - start) as usize
    }

    /// Reads up to the narrow offset `end`. `bytes` begin at `base`.
    fn read_to(&mut self, end: u64, bytes: &[u8], is_last: bool) {
        let length = (end - self.base) as usize;
        let done = self
            .reader
            .read(&window(&bytes[..length], &self.raw, &self.narrow, self.base, is_last), &mut self.start_tags.found());
        if !matches!(self.narrow, Narrow::Not) {
            self.raw.drain(..(done * self.narrow.stride() as usize).min(self.raw.len()));
        }
        self.base += done as u64;
    }

    /// Ends a copy of the pass at a cut, to see what a body that ends there would be.
    ///
    /// `bytes` begin at `base` and reach beyond the cut, where the body does.
    fn probe(&mut self, probe: u64, cut: u64, bytes: &[u8]) {
        let mut reader = self.reader.clone();
        let length = (cut - self.base) as usize;
        let (line, column, is_inside) = self.places.get(self.prefixes.len()).copied().unwrap_or((1, 1, false));
        let goes_on = bytes.get(length).is_some_and(|byte| byte & 0xc0 == 0x80);
        let bytes = &bytes[..length];
        let window = window(bytes, &self.raw, &self.narrow, self.base, true);
        reader.read(&window, &mut StartTags::default());
        let path = reader.path();
        let mut situations = vec![reader.situation()];
        if situations[0] == CutSituation::Text {
            if reader.tree.is_before_body() {
                situations[0] = CutSituation::EmptyBody;
            } else if reader.in_microdata() {
                situations.push(CutSituation::Microdata);
            }
        }
        // Legacy encodings are not looked into. Of UTF-16 browsers drop what is cut through: nothing replaces it.
        let late = reader.facts.late_charset.filter(|_| reader.facts.is_tentative);
        let is_utf8 = late.map_or(self.encoding, |late| late.0) == encoding_rs::UTF_8;
        let is_kept = matches!(situations[0], CutSituation::Text | CutSituation::TitleOrTextarea);
        if is_inside && goes_on && is_utf8 && is_kept {
            situations.push(CutSituation::Character);
        }
        reader.finish(cut);
        if situations[0] == CutSituation::JsonData {
            self.rests.push(Rest { prefix: self.prefixes.len(), at: cut, seen: 0 });
        } else if situations[0] == CutSituation::JsonLd && reader.facts.signals.iter().any(|one| one.parses_up_to(cut))
        {
            situations[0] = CutSituation::JsonLdWhole;
        }
        // A cut through the three bytes of the UTF-8 mark leaves one U+FFFD.
        let splits_mark = self.offsets.stride == 1 && probe > 0 && probe < self.offsets.bom_bytes;
        self.prefixes.push(Prefix {
            offset: probe,
            line,
            column,
            situations,
            path,
            words: reader.facts.words_total + u64::from(splits_mark),
            links: reader.facts.links,
            signals: reader.facts.signals,
            unlisted: reader.facts.unlisted,
        });
    }
}

fn window<'w>(bytes: &'w [u8], raw: &'w [u8], narrow: &Narrow, base: u64, is_last: bool) -> Window<'w> {
    let raw = if matches!(narrow, Narrow::Not) {
        RawWindow { bytes, stride: 1 }
    } else {
        RawWindow { bytes: raw, stride: narrow.stride() as usize }
    };
    Window { bytes, raw, base, is_last }
}
