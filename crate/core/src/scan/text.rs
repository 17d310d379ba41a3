//! Decodes the values of signals once the encoding is known for certain.

use std::fmt;

use encoding_rs::Encoding;
use htmlize::Context;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::signals::{RawSignal, RawValue};
use crate::decode::decode;
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
                texts.valid = serde_json::from_str::<IgnoredAny>(&text).is_ok();
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

/// The types at the top of a JSON-LD document, `Product, BreadcrumbList`.
fn types_of(json: &str) -> Option<String> {
    let Types(mut types) = serde_json::from_str(json).ok()?;
    types.dedup();
    (!types.is_empty()).then(|| limited(&types.join(", ")))
}

/// The values of `@type` in an object or a list of objects, and in their `@graph`.
struct Types(Vec<String>);

impl<'de> Deserialize<'de> for Types {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TypesVisitor { is_name: false }).map(Self)
    }
}

/// The value of one `@type`.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TypesVisitor { is_name: true }).map(Self)
    }
}

struct TypesVisitor {
    /// Whether a string is the name of a type.
    is_name: bool,
}

impl<'de> Visitor<'de> for TypesVisitor {
    type Value = Vec<String>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON-LD document")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Vec<String>, E> {
        Ok(if self.is_name { vec![name.to_owned()] } else { Vec::new() })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
        let mut types = Vec::new();
        if self.is_name {
            while let Some(Names(more)) = list.next_element()? {
                types.extend(more);
            }
        } else {
            while let Some(Types(more)) = list.next_element()? {
                types.extend(more);
            }
        }
        Ok(types)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Vec<String>, A::Error> {
        let mut types = Vec::new();
        while let Some(key) = object.next_key::<String>()? {
            match key.as_str() {
                "@type" => types.extend(object.next_value::<Names>()?.0),
                "@graph" => types.extend(object.next_value::<Types>()?.0),
                _ => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(types)
    }
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
