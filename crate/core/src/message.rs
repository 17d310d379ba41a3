//! Every sentence of the product, by key, in the format of the browsers' `messages.json`.
//!
//! English is built in, unless the feature `english` is off. Another language is a second file of the same shape; a key it lacks falls back to English, so a
//! report never shows a key instead of a sentence.

use std::fmt;
use std::sync::Arc;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

#[cfg(feature = "english")]
const ENGLISH: &str = include_str!("../../../extension/_locales/en/messages.json");

/// The extension carries the same file beside the WebAssembly and hands it over.
#[cfg(not(feature = "english"))]
const ENGLISH: &str = "{}";

#[derive(Debug, Deserialize)]
struct Entry {
    message: String,
}

/// The sentences of one language, with English behind them. A clone costs nothing.
#[derive(Debug, Clone)]
pub struct Messages {
    /// Keys and sentences, sorted by key.
    entries: Arc<[(String, String)]>,
}

impl Default for Messages {
    /// English.
    fn default() -> Self {
        // A test parses the file: a broken one fails the build's tests, never a user.
        Self { entries: parse(ENGLISH).unwrap_or_default().into() }
    }
}

/// The keys and sentences of a `messages.json`, sorted; of equal keys the last.
fn parse(json: &str) -> Result<Vec<(String, String)>, serde_json::Error> {
    let List(mut list) = serde_json::from_str(json)?;
    // Files are sorted by room, so this has next to nothing to do for most.
    list.reverse();
    list.sort_by(|one, other| one.0.cmp(&other.0));
    list.dedup_by(|later, earlier| later.0 == earlier.0);
    Ok(list)
}

/// An object of entries, in the order in which they stand: a map would be built for nothing.
struct List(Vec<(String, String)>);

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = List;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of messages")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<List, A::Error> {
                let mut list = Vec::with_capacity(1024);
                while let Some((key, Entry { message })) = object.next_entry()? {
                    list.push((key, message));
                }
                Ok(List(list))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

impl Messages {
    /// English, overlaid with the sentences of `json`, a `messages.json` as text.
    ///
    /// # Errors
    ///
    /// When `json` is not an object of `{ "key": { "message": "…" } }`.
    pub fn overlay(json: &str) -> Result<Self, serde_json::Error> {
        let mut entries = parse(json)?;
        let english = Self::default();
        let is_known = |key: &String| entries.binary_search_by(|(known, _)| known.cmp(key)).is_ok();
        let missing: Vec<(String, String)> =
            english.entries.iter().filter(|(key, _)| !is_known(key)).cloned().collect();
        if !missing.is_empty() {
            entries.extend(missing);
            entries.sort_by(|one, other| one.0.cmp(&other.0));
        }
        Ok(Self { entries: entries.into() })
    }

    fn find(&self, key: &str) -> Option<&str> {
        let index = self.entries.binary_search_by(|(known, _)| known.as_str().cmp(key)).ok()?;
        self.entries.get(index).map(|(_, sentence)| sentence.as_str())
    }

    /// The sentence `key` with `$1` … `$9` replaced by `arguments`; `$$` is a dollar sign.
    ///
    /// An unknown key gives the key itself; a test over the sources keeps that from happening.
    #[must_use]
    pub fn text(&self, key: &str, arguments: &[&str]) -> String {
        let Some(message) = self.find(key) else { return key.to_owned() };
        let mut sentence = String::with_capacity(message.len() + 32);
        let mut rest = message;
        while let Some((before, after)) = rest.split_once('$') {
            sentence.push_str(before);
            rest = after.get(1..).unwrap_or_default();
            match after.as_bytes().first() {
                Some(b'$') => sentence.push('$'),
                Some(digit @ b'1'..=b'9') => {
                    sentence.push_str(arguments.get(usize::from(digit - b'1')).copied().unwrap_or_default());
                }
                _ => {
                    sentence.push('$');
                    rest = after;
                }
            }
        }
        sentence.push_str(rest);
        sentence
    }

    /// Whether there is a sentence called `key`.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// The keys, sorted.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(key, _)| key.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_file_is_valid() {
        assert!(!parse(ENGLISH).unwrap().is_empty());
        assert!(Messages::default().has("extension_name"));
    }

    #[test]
    fn placeholders_are_replaced_and_a_missing_argument_leaves_nothing() {
        let messages = Messages::overlay(r#"{"x":{"message":"$2 before $1, $$5$3"}}"#).unwrap();
        assert_eq!(messages.text("x", &["a", "b"]), "b before a, $5");
    }

    #[test]
    fn overlay_keeps_english_for_what_it_lacks() {
        let messages = Messages::overlay(r#"{"x":{"message":"y"}}"#).unwrap();
        assert_eq!(messages.text("extension_name", &[]), Messages::default().text("extension_name", &[]));
    }
}
