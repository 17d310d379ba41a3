//! What a cut does to the construct it falls in.
//!
//! Every sentence is a row of FACTS §4: measured in Chromium 156 and in agreement with the HTML standard, unless it says
//! "inferred".

pub use crate::scan::cut::{CutSituation, state};

use crate::message::Messages;

/// What a cut in this situation does, in one sentence.
#[must_use]
pub fn effect(messages: &Messages, situation: CutSituation) -> String {
    messages.text(key(situation), &[])
}

/// What a cut does that several situations describe (in a microdata element, through a character), one sentence each.
#[must_use]
pub fn effects(messages: &Messages, situations: &[CutSituation]) -> String {
    let sentences: Vec<String> = situations.iter().map(|&situation| effect(messages, situation)).collect();
    sentences.join(" ")
}

const fn key(situation: CutSituation) -> &'static str {
    use CutSituation as S;
    match situation {
        S::Text => "cut_text",
        S::EmptyBody => "cut_empty_body",
        S::TitleOrTextarea => "cut_title_or_textarea",
        S::Tag => "cut_tag",
        S::Comment => "cut_comment",
        S::InlineScript => "cut_inline_script",
        S::ExternalScript => "cut_external_script",
        S::JsonLd => "cut_json_ld",
        S::JsonLdWhole => "cut_json_ld_whole",
        S::JsonData => "cut_json_data",
        S::JsonDataWhole => "cut_json_data_whole",
        S::Style => "cut_style",
        S::Microdata => "cut_microdata",
        S::Character => "cut_character",
        S::Doctype => "cut_doctype",
        S::Other => "cut_other",
        S::JavascriptFile => "cut_javascript_file",
        S::StylesheetFile => "cut_stylesheet_file",
        S::JsonFile => "cut_json_file",
        S::XmlFile => "cut_xml_file",
        S::CsvRow => "cut_csv_row",
        S::TextFile => "cut_text_file",
        S::BinaryFile => "cut_binary_file",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::CutState;

    #[test]
    fn several_situations_give_one_sentence_each() {
        let messages = Messages::default();
        assert_eq!(
            effects(&messages, &[CutSituation::Text, CutSituation::Character]),
            "The text so far is kept; open elements are closed. A character is cut through: one U+FFFD replaces it."
        );
        assert_eq!(effects(&messages, &[]), "");
    }

    #[test]
    fn an_inline_script_never_runs() {
        let messages = Messages::default();
        assert!(effect(&messages, CutSituation::InlineScript).contains("never runs"));
        assert_eq!(state(CutSituation::ExternalScript), CutState::Script);
    }
}
