//! Every sentence of the product, by key, in the format of the browsers' `messages.json`.
//!
//! English is built in, unless the feature `english` is off. Another language is a second file of the same shape; a key it lacks falls back to English, so a
//! report never shows a key instead of a sentence.

use std::fmt;
use std::sync::Arc;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use twox_hash::XxHash64;

use crate::order;

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
    /// Sorted by the hash of their keys: keys begin alike, and comparing numbers is much less work.
    sentences: Arc<[Sentence]>,
}

#[derive(Debug, Clone)]
struct Sentence {
    hash: u64,
    key: String,
    text: String,
}

impl Default for Messages {
    /// English.
    fn default() -> Self {
        // A test parses the file: a broken one fails the build's tests, never a user.
        Self { sentences: sorted(parse(ENGLISH).unwrap_or_default()).into() }
    }
}

fn hash(key: &str) -> u64 {
    XxHash64::oneshot(0, key.as_bytes())
}

/// The sentences of a `messages.json`, in the order in which they stand.
fn parse(json: &str) -> Result<Vec<Sentence>, serde_json::Error> {
    let List(list) = serde_json::from_str(json)?;
    Ok(list)
}

/// Of equal keys the last comes first, which is the one that is found.
fn sorted(mut sentences: Vec<Sentence>) -> Vec<Sentence> {
    sentences.reverse();
    order::by_key(sentences, |sentence| sentence.hash)
}

/// An object of entries, in the order in which they stand: a map would be built for nothing.
struct List(Vec<Sentence>);

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = List;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of messages")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<List, A::Error> {
                let mut list = Vec::new();
                while let Some((key, Entry { message })) = object.next_entry::<String, _>()? {
                    list.push(Sentence { hash: hash(&key), key, text: message });
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
        let mut sentences = parse(ENGLISH).unwrap_or_default();
        sentences.append(&mut parse(json)?);
        Ok(Self { sentences: sorted(sentences).into() })
    }

    fn find(&self, key: &str) -> Option<&str> {
        let hash = hash(key);
        let start = self.sentences.partition_point(|sentence| sentence.hash < hash);
        let alike = self.sentences[start..].iter().take_while(|sentence| sentence.hash == hash);
        alike.into_iter().find(|sentence| sentence.key == key).map(|sentence| sentence.text.as_str())
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

    /// The keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.sentences.iter().map(|sentence| sentence.key.as_str())
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
