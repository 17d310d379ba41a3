//! How a value becomes HTML: as text, with nothing in it that could act or hide.

use std::fmt::{self, Write};

/// The escaper of every template, set in `askama.toml`.
///
/// Besides the five characters of HTML it turns characters that cannot be seen, and those that turn the direction of the
/// text after them, into their code point in brackets: `[U+202E]`. So a title with a hidden character shows that it has one.
/// Joiners (U+200C, U+200D) and marks (U+200E, U+200F, U+061C) stay: Hindi, Persian, Hebrew and emoji need them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Escape;

impl askama::filters::Escaper for Escape {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        let mut written = 0;
        for (start, character) in text.char_indices() {
            let replacement = match character {
                '<' => "&lt;",
                '>' => "&gt;",
                '&' => "&amp;",
                '"' => "&quot;",
                '\'' => "&#39;",
                _ if is_unseen(character) => "",
                _ => continue,
            };
            out.write_str(&text[written..start])?;
            if replacement.is_empty() {
                write!(out, "[U+{:04X}]", u32::from(character))?;
            } else {
                out.write_str(replacement)?;
            }
            written = start + character.len_utf8();
        }
        out.write_str(&text[written..])
    }
}

/// Whether a character leaves no mark of its own, or turns the direction of others; tab and line ends are not meant.
///
/// Joiners and marks stay out of it, see [`Escape`].
#[must_use]
pub fn is_unseen(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\u{AD}' | '\u{180E}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{206A}'..='\u{206F}' | '\u{FEFF}' => true,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => true,
        '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use askama::filters::Escaper;

    use super::*;

    fn escaped(text: &str) -> String {
        let mut out = String::new();
        Escape.write_escaped_str(&mut out, text).unwrap();
        out
    }

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            escaped(r#"<img src="x" onerror='a&b'>"#),
            "&lt;img src=&quot;x&quot; onerror=&#39;a&amp;b&#39;&gt;"
        );
    }

    #[test]
    fn unseen_characters_and_overrides_are_named() {
        assert_eq!(escaped("a\u{202E}b\u{200B}c\u{0}"), "a[U+202E]b[U+200B]c[U+0000]");
        assert_eq!(escaped("\u{2067}\u{FEFF}\u{AD}\u{9B}"), "[U+2067][U+FEFF][U+00AD][U+009B]");
    }

    #[test]
    fn what_scripts_need_stays() {
        for text in ["क्‍ष", "می‌خواهم", "👩‍👩‍👧", "שלום\u{200F}", "日本語", "a\tb\nc"]
        {
            assert_eq!(escaped(text), text);
        }
    }
}
