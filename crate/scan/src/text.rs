//! Decodes the values of signals once the encoding is known for certain.

use encoding_rs::Encoding;
use htmlize::Context;

use super::json_ld::JsonLd;
use super::signals::{RawSignal, RawValue};
use crate::decode::decode;
use crate::vocabulary::{SignalKind, VALUE_CHARACTERS};

/// The texts of a signal.
pub struct Texts {
    /// What it is called: `h2`, `og:image`, the language of a hreflang.
    pub name: Option<String>,
    /// Its value, at most [`VALUE_CHARACTERS`] characters.
    pub value: String,
    /// Whether it can do its work where it stands.
    pub valid: bool,
    /// Whether anything usable is in it.
    pub usable: bool,
}

impl Texts {
    /// Decodes the texts of `signal`.
    #[must_use]
    pub fn of(signal: &RawSignal, encoding: &'static Encoding) -> Self {
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
                let json_ld = signal.json_ld.as_ref().filter(|json_ld| json_ld.is_valid());
                texts.valid = json_ld.is_some();
                texts.usable = texts.valid;
                texts.name = json_ld.and_then(|json_ld| types_of(json_ld, encoding));
                texts.value = limited(signal.content.decode(encoding).trim());
            }
            SignalKind::Doctype => texts.value = limited(&signal.content.decode(encoding_rs::UTF_8)),
            _ => {}
        }
        texts
    }
}

impl RawValue {
    /// The attribute value as text, character references resolved.
    pub(super) fn decode(&self, encoding: &'static Encoding) -> Option<String> {
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

/// The names of types, `Product, BreadcrumbList`.
fn types_of(json_ld: &JsonLd, encoding: &'static Encoding) -> Option<String> {
    let mut types: Vec<String> = json_ld
        .types()
        .map(|name| {
            let name = decode(encoding, name);
            serde_json::from_str(&format!("\"{name}\"")).unwrap_or_else(|_| name.into_owned())
        })
        .collect();
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
    fn white_space_collapses_as_in_a_document_title() {
        assert_eq!(collapsed(" a\n\tb\u{a0}c "), "a b\u{a0}c");
    }
}
