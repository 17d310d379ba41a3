//! Decodes the values of signals once the encoding is known for certain.

use encoding_rs::Encoding;
use htmlize::Context;
use serde::Deserialize;

use super::content::decode;
use super::signals::{RawSignal, RawValue};
use crate::report::{SignalKind, VALUE_CHARACTERS};

/// The texts of a signal.
pub(crate) struct Texts {
    pub(crate) name: Option<String>,
    pub(crate) value: String,
    /// Whether it can do its work where it stands.
    pub(crate) valid: bool,
    /// Whether anything usable is in it.
    pub(crate) usable: bool,
}

impl Texts {
    /// Decodes the texts of `signal`.
    pub(crate) fn of(signal: &RawSignal, encoding: &'static Encoding) -> Self {
        let raw_name = signal.raw_name.decode(encoding).map(|name| limited(name.trim()));
        let mut texts = Self {
            name: raw_name.or_else(|| signal.name.clone()),
            value: signal.value.decode(encoding).map(|value| limited(&value)).unwrap_or_default(),
            valid: signal.valid,
            usable: true,
        };
        match signal.kind {
            SignalKind::Title | SignalKind::Heading => {
                texts.value = limited(&collapsed(&signal.content.decode(encoding)));
                texts.usable = !texts.value.is_empty();
            }
            SignalKind::JsonLd => {
                let text = signal.content.decode(encoding);
                texts.valid = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
                texts.usable = texts.valid;
                texts.name = types_of(&text);
                texts.value = limited(text.trim());
            }
            SignalKind::Doctype => texts.value = limited(&signal.content.decode(encoding_rs::UTF_8)),
            _ => {}
        }
        texts
    }
}

impl RawValue {
    /// The attribute value as text, character references resolved.
    fn decode(&self, encoding: &'static Encoding) -> Option<String> {
        let text = decode(encoding, self.0.as_deref()?);
        let text = text.replace('\0', "\u{fffd}").replace("\r\n", "\n").replace('\r', "\n");
        Some(htmlize::unescape_in(text.as_str(), Context::Attribute).into_owned())
    }
}

/// Runs of ASCII white space become one space; none is left at the ends.
fn collapsed(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split([' ', '\t', '\n', '\r', '\x0c']) {
        if !word.is_empty() {
            if !collapsed.is_empty() {
                collapsed.push(' ');
            }
            collapsed.push_str(word);
        }
    }
    collapsed
}

/// At most [`VALUE_CHARACTERS`] characters, the last one `…` when more were there.
fn limited(text: &str) -> String {
    if text.chars().nth(VALUE_CHARACTERS).is_none() {
        return text.to_owned();
    }
    let mut limited: String = text.chars().take(VALUE_CHARACTERS - 1).collect();
    limited.push('…');
    limited
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Type {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct Node {
    #[serde(rename = "@type", default)]
    kind: Option<Type>,
    #[serde(rename = "@graph", default)]
    graph: Vec<Node>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Document {
    One(Node),
    Many(Vec<Node>),
}

/// The types at the top of a JSON-LD document, `Product, BreadcrumbList`.
fn types_of(json: &str) -> Option<String> {
    let document: Document = serde_json::from_str(json).ok()?;
    let nodes = match document {
        Document::One(node) => vec![node],
        Document::Many(nodes) => nodes,
    };
    let mut types: Vec<String> = Vec::new();
    for node in nodes
        .into_iter()
        .flat_map(|node| std::iter::once(node.kind).chain(node.graph.into_iter().map(|node| node.kind)))
    {
        match node {
            Some(Type::One(kind)) => types.push(kind),
            Some(Type::Many(kinds)) => types.extend(kinds),
            None => {}
        }
    }
    types.dedup();
    (!types.is_empty()).then(|| limited(&types.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_cut_with_an_ellipsis() {
        assert_eq!(limited(&"é".repeat(500)).chars().count(), 500);
        let cut = limited(&"é".repeat(501));
        assert_eq!((cut.chars().count(), cut.ends_with("é…")), (500, true));
    }

    #[test]
    fn types_come_from_objects_arrays_and_graphs() {
        assert_eq!(types_of(r#"{"@type":"Product","offers":{"@type":"Offer"}}"#).as_deref(), Some("Product"));
        assert_eq!(types_of(r#"[{"@type":["A","B"]},{"@type":"C"}]"#).as_deref(), Some("A, B, C"));
        assert_eq!(types_of(r#"{"@graph":[{"@type":"WebSite"},{}]}"#).as_deref(), Some("WebSite"));
        assert_eq!(types_of("{").as_deref(), None);
    }

    #[test]
    fn white_space_collapses_as_in_a_document_title() {
        assert_eq!(collapsed(" a\n\tb\u{a0}c "), "a b\u{a0}c");
    }
}
