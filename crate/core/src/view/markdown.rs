//! How a value becomes Markdown: as text, with nothing in it that could format, link or hide.

use super::escape::is_unseen;

/// `text` on one line, every character that Markdown or the HTML in it could take for its own escaped.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' => out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' => {
                out.push('\\');
                out.push(character);
            }
            _ if is_unseen(character) => out.push_str(&format!("[U+{:04X}]", u32::from(character))),
            _ => out.push(character),
        }
    }
    out
}

/// `text` as inline code: in more grave accents than it holds.
pub(super) fn code(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let shown: String = text.chars().filter(|character| !character.is_control() && !is_unseen(*character)).collect();
    let space = if shown.starts_with('`') || shown.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{shown}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_text() {
        assert_eq!(text("a <b>*c* [d](e)\n`f` #1"), r"a \<b\>\*c\* \[d\](e) \`f\` \#1");
        assert_eq!(text("x\u{202E}y"), "x[U+202E]y");
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("`a"), "`` `a ``");
    }
}
