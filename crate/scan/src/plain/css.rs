//! Stylesheets, as far as a cut in them needs to be understood: in a comment or not.

use super::{Seen, Standing, Syntax};
use crate::cut::{CutSituation, CutState};

#[derive(Default)]
enum Inside {
    #[default]
    Rules,
    /// `/` was read.
    Slash,
    Comment,
    /// `*` was read in a comment.
    Star,
    /// A string, with the quote that ends it.
    String(char),
    /// `\` was read in a string.
    Escape(char),
}

#[derive(Default)]
pub(super) struct Css(Inside);

impl Syntax for Css {
    fn step(&mut self, character: char) -> Seen {
        self.0 = match (&self.0, character) {
            (Inside::Slash, '*') => Inside::Comment,
            (Inside::Rules | Inside::Slash, '/') => Inside::Slash,
            (Inside::Rules | Inside::Slash, quote @ ('"' | '\'')) => Inside::String(quote),
            (Inside::Rules | Inside::Slash, _) => Inside::Rules,
            (Inside::Star, '/') => Inside::Rules,
            (Inside::Comment | Inside::Star, '*') => Inside::Star,
            (Inside::Comment | Inside::Star, _) => Inside::Comment,
            (&Inside::String(quote), '\\') => Inside::Escape(quote),
            // A line end closes a string that its quote did not.
            (&Inside::String(quote), _) if character == quote || matches!(character, '\n' | '\r') => Inside::Rules,
            (&(Inside::String(quote) | Inside::Escape(quote)), _) => Inside::String(quote),
        };
        Seen::Text
    }

    fn standing(&self) -> Standing {
        let state = match self.0 {
            Inside::Comment | Inside::Star => CutState::Comment,
            _ => CutState::Style,
        };
        Standing { state, situation: CutSituation::StylesheetFile, path: String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_strings_that_look_like_them() {
        let cases = [
            ("a{", CutState::Style),
            ("/", CutState::Style),
            ("//* ", CutState::Comment),
            ("/* a *", CutState::Comment),
            ("/* a **/", CutState::Style),
            ("a{b:'/*", CutState::Style),
            ("a{b:'\\'/*", CutState::Style),
            ("a{b:'\n/*", CutState::Comment),
            ("a{b:''/*", CutState::Comment),
        ];
        for (text, state) in cases {
            let mut css = Css::default();
            text.chars().for_each(|character| _ = css.step(character));
            assert_eq!(css.standing().state, state, "{text:?}");
        }
    }
}
