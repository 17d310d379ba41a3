//! Text in columns and lines of a terminal. Widths are those of unstyled text.

use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

/// `text` broken into lines of at most `width` columns.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let options = Options::new(width.max(16)).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// `items` with `separator` between them, broken into lines between items only.
pub(super) fn wrap_items(items: &[String], separator: &str, width: usize) -> Vec<String> {
    const UNBROKEN: &str = "\u{a0}";
    let items: Vec<String> = items.iter().map(|item| item.replace(' ', UNBROKEN)).collect();
    wrap(&items.join(separator), width).into_iter().map(|line| line.replace(UNBROKEN, " ")).collect()
}

/// `text` in at most `width` columns, ended by `…` where it was cut.
pub(super) fn shorten(text: &str, width: usize) -> String {
    if display_width(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut columns = 1;
    for character in text.chars() {
        columns += display_width(character.encode_utf8(&mut [0; 4]));
        if columns > width {
            break;
        }
        short.push(character);
    }
    short.push('…');
    short
}

/// `text` in at most `width` columns, its middle replaced by `…` where it was cut: both ends of a path matter.
pub(super) fn shorten_middle(text: &str, width: usize) -> String {
    if display_width(text) <= width {
        return text.to_owned();
    }
    let start = shorten(text, width / 3 + 1);
    let room = width.saturating_sub(display_width(&start));
    let mut columns = 0;
    let mut from = text.len();
    for (at, character) in text.char_indices().rev() {
        columns += display_width(character.encode_utf8(&mut [0; 4]));
        if columns > room {
            break;
        }
        from = at;
    }
    format!("{start}{}", &text[from..])
}

/// `text` filled with spaces on the right to `width` columns.
pub(super) fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(display_width(text))))
}

/// `text` filled with spaces on the left to `width` columns.
pub(super) fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(display_width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_shortened_to_columns_not_characters() {
        assert_eq!(shorten("abcdef", 6), "abcdef");
        assert_eq!(shorten("abcdefg", 6), "abcde…");
        assert_eq!(shorten("日本語日本語", 6), "日本…");
        assert_eq!(shorten_middle("pages/very/long/name.html", 14), "page…name.html");
        assert_eq!(display_width(&shorten_middle("日本語日本語日本語", 9)), 9);
    }

    #[test]
    fn items_stay_in_one_piece() {
        let items = ["1,234 bytes", "5 words of text", "x"].map(str::to_owned);
        assert_eq!(wrap_items(&items, " · ", 20), ["1,234 bytes ·", "5 words of text · x"]);
    }

    #[test]
    fn columns_are_filled() {
        assert_eq!(left("日本", 6), "日本  ");
        assert_eq!(right("12", 4), "  12");
        assert_eq!(right("12345", 4), "12345");
    }

    #[test]
    fn words_longer_than_the_line_are_broken() {
        assert!(wrap(&"x".repeat(100), 40).iter().all(|line| line.len() <= 40));
    }
}
