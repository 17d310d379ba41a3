//! Every sentence of the product, by key, in the format of the browsers' `messages.json`.
//!
//! English is built in, unless the feature `english` is off. Another language is a second file of the same shape; a key it lacks falls back to English, so a
//! report never shows a key instead of a sentence.

use std::collections::BTreeMap;

use serde::Deserialize;

#[cfg(feature = "english")]
const ENGLISH: &str = include_str!("../../../extension/_locales/en/messages.json");

/// The extension carries the same file beside the WebAssembly and hands it over.
#[cfg(not(feature = "english"))]
const ENGLISH: &str = "{}";

#[derive(Debug, Clone, Deserialize)]
struct Entry {
    message: String,
}

/// The sentences of one language, with English behind them.
#[derive(Debug, Clone)]
pub struct Messages {
    entries: BTreeMap<String, Entry>,
}

impl Default for Messages {
    /// English.
    fn default() -> Self {
        // A test parses the file: a broken one fails the build's tests, never a user.
        Self { entries: serde_json::from_str(ENGLISH).unwrap_or_default() }
    }
}

impl Messages {
    /// English, overlaid with the sentences of `json`, a `messages.json` as text.
    ///
    /// # Errors
    ///
    /// When `json` is not an object of `{ "key": { "message": "…" } }`.
    pub fn overlay(json: &str) -> Result<Self, serde_json::Error> {
        let mut messages = Self::default();
        messages.entries.extend(serde_json::from_str::<BTreeMap<String, Entry>>(json)?);
        Ok(messages)
    }

    /// The sentence `key` with `$1` … `$9` replaced by `arguments`; `$$` is a dollar sign.
    ///
    /// An unknown key gives the key itself; a test over the sources keeps that from happening.
    #[must_use]
    pub fn text(&self, key: &str, arguments: &[&str]) -> String {
        let Some(entry) = self.entries.get(key) else { return key.to_owned() };
        let mut sentence = String::with_capacity(entry.message.len() + 32);
        let mut characters = entry.message.chars().peekable();
        while let Some(character) = characters.next() {
            if character != '$' {
                sentence.push(character);
                continue;
            }
            match characters.peek().copied() {
                Some('$') => {
                    sentence.push('$');
                    characters.next();
                }
                Some(digit @ '1'..='9') => {
                    characters.next();
                    let index = digit as usize - '1' as usize;
                    sentence.push_str(arguments.get(index).copied().unwrap_or_default());
                }
                _ => sentence.push('$'),
            }
        }
        sentence
    }

    /// Whether there is a sentence called `key`.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// The keys, sorted.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_file_is_valid() {
        let entries: BTreeMap<String, Entry> = serde_json::from_str(ENGLISH).unwrap();
        assert!(entries.contains_key("extension_name"));
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
