//! JSON-LD, checked as it comes in and never held as a whole: whether it parses, what types stand at its top, and how many
//! entries its longest list there has.

use super::json::{Event, Json};

/// Bytes of type names kept: more than a report shows.
const TYPES_BYTES: usize = 2048;

/// What an open array or object at the top is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// The values here are things: the document, an array that it is, or a `@graph`.
    Things,
    /// An object that is a thing; its next value belongs to this key.
    Thing(Key),
    /// The value or values of `@type`.
    Names,
    /// An `itemListElement`, whose values are entries.
    Entries,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Type,
    Graph,
    ItemList,
    Other,
}

/// A JSON-LD block that is being read.
#[derive(Clone)]
pub(crate) struct JsonLd {
    json: Json,
    top: Top,
}

/// What is kept of it.
#[derive(Clone, Default)]
struct Top {
    /// Open arrays and objects that matter, the innermost last.
    levels: Vec<Level>,
    /// Open arrays and objects inside of these, which do not.
    skipped: u64,
    /// Direct values of each open list in `levels`, the innermost last.
    counts: Vec<u64>,
    entries: u64,
    /// Names of types as JSON strings without their quotes, each ended by a quote, which no name contains.
    types: Vec<u8>,
}

impl JsonLd {
    pub(crate) fn new() -> Self {
        Self { json: Json::default(), top: Top::default() }
    }

    /// Takes the next bytes, of characters that are ASCII or part of no structure.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        let top = &mut self.top;
        self.json.read(bytes, |event| top.take(event));
    }

    /// Whether it parses if it ends here.
    pub(crate) const fn is_valid(&self) -> bool {
        self.json.is_complete()
    }

    /// Entries of the longest list at the top: of the document, a `@graph` or an `itemListElement`.
    pub(crate) const fn entries(&self) -> u64 {
        self.top.entries
    }

    /// The names of types at the top, as they stand in the JSON, in order.
    pub(crate) fn types(&self) -> impl Iterator<Item = &[u8]> {
        self.top.types.split(|byte| *byte == b'"').filter(|name| !name.is_empty())
    }
}

impl Top {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Open { is_array } => self.open(is_array),
            Event::Close => self.close(),
            Event::Key(name) => {
                if self.skipped == 0
                    && let Some(level @ Level::Thing(_)) = self.levels.last_mut()
                {
                    *level = Level::Thing(match name {
                        b"@type" => Key::Type,
                        b"@graph" => Key::Graph,
                        b"itemListElement" => Key::ItemList,
                        _ => Key::Other,
                    });
                }
            }
            Event::String(text) => {
                self.count();
                let is_name =
                    self.skipped == 0 && matches!(self.levels.last(), Some(Level::Names | Level::Thing(Key::Type)));
                if is_name && self.types.len() + text.len() < TYPES_BYTES {
                    self.types.extend_from_slice(text);
                    self.types.push(b'"');
                }
            }
            Event::Scalar => self.count(),
        }
    }

    /// A value begins directly in the innermost list.
    fn count(&mut self) {
        if self.skipped == 0
            && matches!(self.levels.last(), Some(Level::Things | Level::Entries))
            && let Some(count) = self.counts.last_mut()
        {
            *count += 1;
            self.entries = self.entries.max(*count);
        }
    }

    fn open(&mut self, is_array: bool) {
        self.count();
        let inner = match self.levels.last() {
            _ if self.skipped > 0 => None,
            None | Some(Level::Things | Level::Thing(Key::Graph)) if is_array => Some(Level::Things),
            None | Some(Level::Things | Level::Thing(Key::Graph)) => Some(Level::Thing(Key::Other)),
            Some(Level::Thing(Key::Type) | Level::Names) if is_array => Some(Level::Names),
            Some(Level::Thing(Key::ItemList)) if is_array => Some(Level::Entries),
            _ => None,
        };
        // Lists in lists without end are no document that anybody means.
        match inner.filter(|_| self.levels.len() < 64) {
            Some(level) => {
                self.levels.push(level);
                self.counts.push(0);
            }
            None => self.skipped += 1,
        }
    }

    fn close(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else {
            self.levels.pop();
            self.counts.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> JsonLd {
        let mut json_ld = JsonLd::new();
        json_ld.read(text.as_bytes());
        json_ld
    }

    fn types(text: &str) -> Vec<String> {
        read(text).types().map(|name| String::from_utf8_lossy(name).into_owned()).collect()
    }

    #[test]
    fn types_come_from_objects_arrays_and_graphs() {
        assert_eq!(types(r#"{"@type":"Product","offers":{"@type":"Offer"}}"#), ["Product"]);
        assert_eq!(types(r#"[{"@type":["A","B"]},{"@type":"C"}]"#), ["A", "B", "C"]);
        assert_eq!(types(r#"{"@graph":[{"@type":"WebSite","x":[{"@type":"No"}]},{}]}"#), ["WebSite"]);
        assert_eq!(types("{"), [""; 0]);
    }

    #[test]
    fn entries_are_those_of_the_longest_list_at_the_top() {
        assert_eq!(read(r#"{"@type":"Product","x":[1,2,3]}"#).entries(), 0);
        assert_eq!(read(r#"[{},{"a":[1,2,3]}]"#).entries(), 2);
        assert_eq!(read(r#"{"@graph":[{},{},{}]}"#).entries(), 3);
        assert_eq!(read(r#"{"@graph":[{"itemListElement":[{"a":[]},{},{},{}]}]}"#).entries(), 4);
        assert_eq!(read(r#"{"itemListElement":["a","b"],"@type":"ItemList"}"#).entries(), 2);
    }
}
