//! JSON, as far as a cut in it needs to be understood.

use super::{Seen, Standing, Syntax};
use crate::cut::{CutSituation, CutState};

#[derive(Default)]
pub(super) struct Json {
    in_string: bool,
    is_escaped: bool,
    depth: u64,
    /// Whether a value has begun; at depth 0 and outside strings it is then complete.
    has_value: bool,
}

impl Syntax for Json {
    fn step(&mut self, character: char) -> Seen {
        if self.in_string {
            match character {
                _ if self.is_escaped => self.is_escaped = false,
                '\\' => self.is_escaped = true,
                '"' => self.in_string = false,
                _ => {}
            }
            return Seen::Text;
        }
        match character {
            ' ' | '\t' | '\n' | '\r' => return Seen::Text,
            '"' => self.in_string = true,
            '{' | '[' => self.depth += 1,
            '}' | ']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.has_value = true;
        Seen::Text
    }

    fn standing(&self) -> Standing {
        let is_complete = self.has_value && self.depth == 0 && !self.in_string;
        let situation = if is_complete { CutSituation::TextFile } else { CutSituation::JsonFile };
        Standing { state: CutState::Json, situation, path: String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn situation_after(text: &str) -> CutSituation {
        let mut json = Json::default();
        text.chars().for_each(|character| _ = json.step(character));
        json.standing().situation
    }

    #[test]
    fn a_cut_before_the_last_bracket_leaves_no_valid_json() {
        for text in ["", "{", r#"{"a":1"#, r#"{"a":"}"#, r#"["\"]"#, r#"["\\"#, "[[]"] {
            assert_eq!(situation_after(text), CutSituation::JsonFile, "{text}");
        }
    }

    #[test]
    fn a_cut_after_the_last_bracket_leaves_it_whole() {
        for text in ["{}", r#"{"a":"}"}"#, r#"["\"]"] "#, r#"["\\"]"#, "[[]]\n", "12"] {
            assert_eq!(situation_after(text), CutSituation::TextFile, "{text}");
        }
    }
}
