//! What would bring everything back: the report's proposal, step by step.

use anstyle::Style;
use crawl_cutoff_core::view::advice::Advice;
use crawl_cutoff_core::view::words::{Words, capital};

use super::Sheet;
use super::style::{STRONG, paint};
use crate::plain::plain;

pub(super) fn print(sheet: &mut Sheet, advice: &Advice, words: Words<'_>) {
    sheet.title(&words.say("cli_title_what_if"));
    sheet.paragraph("", Style::new(), &advice.lead);
    for (index, (title, saving)) in advice.steps.iter().enumerate() {
        let mark = if advice.steps.len() > 1 { format!("{}", index + 1) } else { "→".to_owned() };
        let step = words.with("cli_step", &[&plain(title), saving]);
        sheet.paragraph(&paint(STRONG, mark), STRONG, &step);
    }
    sheet.paragraph("", Style::new(), &capital(&advice.result));
    sheet.paragraph("", Style::new(), &plain(&advice.note));
}
