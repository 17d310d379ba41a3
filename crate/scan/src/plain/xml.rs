//! XML, as far as a cut in it needs to be understood: which construct, which elements are open, which entries are complete.

use super::{Entries, Seen, Standing, Syntax};
use crate::cut::{CutSituation, CutState};

/// Open elements that a path names; deeper ones are only counted.
const PATH_ELEMENTS: usize = 16;
/// Characters of a name that are kept.
const NAME_CHARACTERS: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Text,
    /// `<` was read.
    Open,
    /// The name of a start tag.
    StartName,
    /// The rest of a start tag; whether the last character was `/`.
    Start {
        is_empty: bool,
    },
    /// An attribute value, with the quote that ends it.
    Value(char),
    End,
    /// `<!` and what follows until it is known what it begins.
    Declaration,
    /// A comment, with the number of `-` just read, at most 2.
    Comment(u8),
    /// A CDATA section, with the number of `]` just read, at most 2.
    Cdata(u8),
    /// A processing instruction or XML declaration; whether the last character was `?`.
    Instruction {
        is_ending: bool,
    },
    /// A doctype; whether it is inside its `[…]`.
    Doctype {
        in_subset: bool,
    },
    /// A quoted value of a doctype.
    DoctypeValue {
        quote: char,
        in_subset: bool,
    },
}

/// What feeds and sitemaps list, at which depth of elements.
struct EntryShape {
    root: &'static str,
    name: &'static str,
    depth: u64,
}

const ENTRY_SHAPES: [EntryShape; 5] = [
    EntryShape { root: "rss", name: "item", depth: 3 },
    EntryShape { root: "RDF", name: "item", depth: 2 },
    EntryShape { root: "feed", name: "entry", depth: 2 },
    EntryShape { root: "urlset", name: "url", depth: 2 },
    EntryShape { root: "sitemapindex", name: "sitemap", depth: 2 },
];

pub(super) struct Xml {
    inside: Inside,
    /// The name being read, or the first characters of a declaration.
    name: String,
    /// Names of the open elements from the root, at most [`PATH_ELEMENTS`].
    open: Vec<String>,
    depth: u64,
    root: Option<String>,
    shape: Option<&'static EntryShape>,
    entries: u64,
}

impl Default for Xml {
    fn default() -> Self {
        Self {
            inside: Inside::Text,
            name: String::new(),
            open: Vec::new(),
            depth: 0,
            root: None,
            shape: None,
            entries: 0,
        }
    }
}

impl Xml {
    /// Entries that are complete so far.
    pub(super) const fn entries(&self) -> u64 {
        self.entries
    }

    /// Whether the next character may be one of text.
    pub(super) const fn is_in_text(&self) -> bool {
        matches!(self.inside, Inside::Text | Inside::Cdata(_))
    }

    pub(super) fn into_root_and_entries(self) -> (Option<String>, Option<Entries>) {
        let entries = self.shape.map(|shape| Entries { name: shape.name.to_owned(), total: self.entries });
        (self.root, entries)
    }

    fn begin_element(&mut self) {
        self.depth += 1;
        if self.root.is_none() {
            let local_name = local(&self.name);
            self.shape = ENTRY_SHAPES.iter().find(|shape| shape.root == local_name);
            self.root = Some(self.name.clone());
        }
        if self.open.len() < PATH_ELEMENTS && self.open.len() as u64 + 1 == self.depth {
            self.open.push(self.name.clone());
        }
    }

    /// Ends the innermost element, whatever its end tag is called: what is not well-formed has no better answer.
    fn end_element(&mut self) {
        if let Some(shape) = self.shape
            && shape.depth == self.depth
            && self.open.last().is_some_and(|name| local(name) == shape.name)
        {
            self.entries += 1;
        }
        if self.open.len() as u64 == self.depth {
            self.open.pop();
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn keep_name(&mut self, character: char) {
        if self.name.len() < NAME_CHARACTERS {
            self.name.push(character);
        }
    }
}

/// A name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

impl Syntax for Xml {
    fn step(&mut self, character: char) -> Seen {
        let seen = match (self.inside, character) {
            (Inside::Text, '<') | (Inside::Cdata(2), '>') => Seen::Markup,
            (Inside::Text, _) => Seen::Text,
            (Inside::Cdata(0 | 1), ']') => Seen::Open,
            (Inside::Cdata(0), _) => Seen::Text,
            (Inside::Cdata(_), _) => Seen::TextAfterOpen,
            _ => Seen::Markup,
        };
        self.inside = match (self.inside, character) {
            (Inside::Text, '<') => Inside::Open,
            (Inside::Text, _) => Inside::Text,

            (Inside::Open, '/') => Inside::End,
            (Inside::Open, '?') => Inside::Instruction { is_ending: false },
            (Inside::Open, '!') => {
                self.name.clear();
                Inside::Declaration
            }
            (Inside::Open, _) => {
                self.name.clear();
                self.keep_name(character);
                Inside::StartName
            }

            (Inside::StartName | Inside::Start { is_empty: false }, '>') => {
                if self.inside == Inside::StartName {
                    self.begin_element();
                }
                Inside::Text
            }
            (Inside::StartName, '/') => {
                self.begin_element();
                Inside::Start { is_empty: true }
            }
            (Inside::StartName, ' ' | '\t' | '\r' | '\n') => {
                self.begin_element();
                Inside::Start { is_empty: false }
            }
            (Inside::StartName, _) => {
                self.keep_name(character);
                Inside::StartName
            }
            (Inside::Start { is_empty: true }, '>') => {
                self.end_element();
                Inside::Text
            }
            (Inside::Start { .. }, quote @ ('"' | '\'')) => Inside::Value(quote),
            (Inside::Start { .. }, _) => Inside::Start { is_empty: character == '/' },
            (Inside::Value(quote), _) if character == quote => Inside::Start { is_empty: false },
            (Inside::Value(quote), _) => Inside::Value(quote),
            (Inside::End, '>') => {
                self.end_element();
                Inside::Text
            }
            (Inside::End, _) => Inside::End,

            (Inside::Declaration, _) => {
                self.name.push(character);
                match self.name.as_str() {
                    "--" => Inside::Comment(0),
                    "[CDATA[" => Inside::Cdata(0),
                    start if "--".starts_with(start) || "[CDATA[".starts_with(start) => Inside::Declaration,
                    _ if character == '>' => Inside::Text,
                    _ => Inside::Doctype { in_subset: false },
                }
            }
            (Inside::Comment(2), '>') => Inside::Text,
            (Inside::Comment(dashes), '-') => Inside::Comment((dashes + 1).min(2)),
            (Inside::Comment(_), _) => Inside::Comment(0),
            (Inside::Cdata(2), '>') => Inside::Text,
            (Inside::Cdata(brackets), ']') => Inside::Cdata((brackets + 1).min(2)),
            (Inside::Cdata(_), _) => Inside::Cdata(0),
            (Inside::Instruction { is_ending: true }, '>') => Inside::Text,
            (Inside::Instruction { .. }, _) => Inside::Instruction { is_ending: character == '?' },
            (Inside::Doctype { in_subset }, quote @ ('"' | '\'')) => Inside::DoctypeValue { quote, in_subset },
            (Inside::Doctype { in_subset: false }, '>') => Inside::Text,
            (Inside::Doctype { in_subset }, _) => {
                Inside::Doctype { in_subset: character == '[' || (in_subset && character != ']') }
            }
            (Inside::DoctypeValue { quote, in_subset }, _) if character == quote => Inside::Doctype { in_subset },
            (value @ Inside::DoctypeValue { .. }, _) => value,
        };
        seen
    }

    fn standing(&self) -> Standing {
        let state = match self.inside {
            Inside::Text => CutState::Text,
            Inside::Open | Inside::StartName | Inside::Start { .. } | Inside::Value(_) | Inside::End => CutState::Tag,
            Inside::Comment(_) => CutState::Comment,
            Inside::Doctype { .. } | Inside::DoctypeValue { .. } => CutState::Doctype,
            Inside::Declaration | Inside::Cdata(_) | Inside::Instruction { .. } => CutState::Other,
        };
        let is_complete = self.inside == Inside::Text && self.depth == 0 && self.root.is_some();
        let situation = if is_complete { CutSituation::TextFile } else { CutSituation::XmlFile };
        Standing { state, situation, path: self.open.join(" > ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Xml {
        let mut xml = Xml::default();
        text.chars().for_each(|character| _ = xml.step(character));
        xml
    }

    #[test]
    fn every_construct_has_its_state_and_path() {
        use CutState::{Comment, Doctype, Other, Tag, Text};
        let cases = [
            ("", Text, ""),
            ("<?xml version='1.0'", Other, ""),
            ("<?xml version='1.0'?>", Text, ""),
            ("<!DOCTYPE a [ <!ENTITY b '>]'> ", Doctype, ""),
            ("<!DOCTYPE a [ <!ENTITY b '>'> ]><a>", Text, "a"),
            ("<a", Tag, ""),
            ("<a b='>'", Tag, "a"),
            ("<a b='>'><c", Tag, "a"),
            ("<a><c/>", Text, "a"),
            ("<a><c d='/'>", Text, "a > c"),
            ("<a><c></", Tag, "a > c"),
            ("<a><!-- <b> -", Comment, "a"),
            ("<a><!-- <b> --->", Text, "a"),
            ("<a><![CDATA[ <b> ]]", Other, "a"),
            ("<a><![CDATA[ <b> ]]]>x", Text, "a"),
        ];
        for (text, state, path) in cases {
            let standing = read(text).standing();
            assert_eq!((standing.state, standing.path.as_str()), (state, path), "{text}");
            assert_eq!(standing.situation, CutSituation::XmlFile, "{text}");
        }
    }

    #[test]
    fn a_cut_after_the_root_leaves_it_whole() {
        for text in ["<a/>", "<a><b></b></a>\n", "<?xml?><a>x</a>"] {
            assert_eq!(read(text).standing().situation, CutSituation::TextFile, "{text}");
        }
    }

    #[test]
    fn entries_of_feeds_and_sitemaps_count_when_they_are_complete() {
        let cases = [
            ("<rss><channel><item><item/></item><title/><item>", "item", 1),
            ("<feed><entry/><entry></entry></feed>", "entry", 2),
            ("<urlset><url><loc>x</loc></url><url>", "url", 1),
            ("<s:sitemapindex><s:sitemap></s:sitemap>", "sitemap", 1),
            ("<rdf:RDF><channel/><item></item></rdf:RDF>", "item", 1),
        ];
        for (text, name, total) in cases {
            let (_, entries) = read(text).into_root_and_entries();
            assert_eq!(entries, Some(Entries { name: name.to_owned(), total }), "{text}");
        }
        assert_eq!(read("<svg><item/></svg>").into_root_and_entries(), (Some("svg".to_owned()), None));
    }

    #[test]
    fn depth_and_names_take_bounded_memory() {
        let xml = read(&format!("<{}>", "x".repeat(1_000)).repeat(1_000));
        assert_eq!(xml.open.len(), PATH_ELEMENTS);
        assert_eq!(xml.depth, 1_000);
        assert!(xml.open.iter().all(|name| name.len() <= NAME_CHARACTERS));
        let closed = read(&("<a>".repeat(100) + &"</a>".repeat(100)));
        assert_eq!(closed.standing().situation, CutSituation::TextFile);
    }
}
