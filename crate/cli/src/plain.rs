//! Text of pages made harmless on a terminal.

use crawl_cutoff_core::view::is_unseen;

/// `text` on one line, with nothing in it that acts on a terminal or hides: white space becomes single spaces, and a character
/// that cannot be seen or turns the direction of others becomes its code point in brackets, `[U+202E]`.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ' ' | '\t' | '\n' | '\r' if out.ends_with(' ') => {}
            ' ' | '\t' | '\n' | '\r' => out.push(' '),
            _ if is_unseen(character) => out.push_str(&format!("[U+{:04X}]", u32::from(character))),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_overrides_lose_their_effect() {
        assert_eq!(plain("\u{1b}[31mred\u{7}\u{9b}2J"), "[U+001B][31mred[U+0007][U+009B]2J");
        assert_eq!(plain("abc\u{202e}fdp.exe\u{200b}"), "abc[U+202E]fdp.exe[U+200B]");
        assert_eq!(plain("two\r\n  lines\tand a tab"), "two lines and a tab");
    }

    #[test]
    fn what_scripts_need_stays() {
        for text in ["क्‍ष", "👩‍👩‍👧", "שלום\u{200F}", "日本語"] {
            assert_eq!(plain(text), text);
        }
    }
}
