//! Comma-separated values, as far as a cut in them needs to be understood.

use super::{Seen, Standing, Syntax};
use crate::cut::{CutSituation, CutState};

#[derive(Default)]
pub(super) struct Csv {
    /// Inside a field in double quotes, where line ends belong to the field. A doubled quote closes and opens again.
    in_quotes: bool,
    /// Inside a row: something of it was read, its line end was not.
    in_row: bool,
}

impl Syntax for Csv {
    fn step(&mut self, character: char) -> Seen {
        self.in_quotes ^= character == '"';
        self.in_row = self.in_quotes || !matches!(character, '\n' | '\r');
        Seen::Text
    }

    fn standing(&self) -> Standing {
        let situation = if self.in_row { CutSituation::CsvRow } else { CutSituation::TextFile };
        Standing { state: CutState::Text, situation, path: String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_ends_at_a_line_end_outside_quotes() {
        let cases = [
            ("", CutSituation::TextFile),
            ("a,b", CutSituation::CsvRow),
            ("a,b\n", CutSituation::TextFile),
            ("a,b\r", CutSituation::TextFile),
            ("a,\"b\n", CutSituation::CsvRow),
            ("a,\"b\"\"\n", CutSituation::CsvRow),
            ("a,\"b\"\"\"\n", CutSituation::TextFile),
        ];
        for (text, situation) in cases {
            let mut csv = Csv::default();
            text.chars().for_each(|character| _ = csv.step(character));
            assert_eq!(csv.standing().situation, situation, "{text:?}");
        }
    }
}
