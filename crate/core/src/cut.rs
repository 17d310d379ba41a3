//! What a cut does to the construct it falls in.
//!
//! Every sentence is a row of FACTS §4: measured in Chromium 156 and in agreement with the HTML standard, unless it says
//! "inferred".

use serde::{Deserialize, Serialize};

use crate::message::Messages;
use crate::report::CutState;

/// The construct that a cut falls in, as far as it makes a difference to what is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutSituation {
    /// Text of a document, or between constructs, once its body has content.
    Text,
    /// In the head element, or before anything of the body.
    EmptyBody,
    /// A `title` or `textarea` element.
    TitleOrTextarea,
    /// A start or end tag not yet closed, attribute values included.
    Tag,
    /// A comment.
    Comment,
    /// The code of an inline script.
    InlineScript,
    /// Between `<script src=…>` and its end tag.
    ExternalScript,
    /// A JSON-LD block.
    JsonLd,
    /// Any other JSON data block.
    JsonData,
    /// The contents of a `style` element.
    Style,
    /// An element that carries microdata.
    Microdata,
    /// Between two bytes of one character.
    Character,
    /// A doctype.
    Doctype,
    /// CDATA, `noscript`, `iframe` and other raw text.
    Other,
    /// A script file of its own.
    JavascriptFile,
    /// A stylesheet of its own.
    StylesheetFile,
    /// A JSON document.
    JsonFile,
    /// An XML document, SVG included.
    XmlFile,
    /// A row of comma-separated values.
    CsvRow,
    /// A plain text file.
    TextFile,
    /// PDF, images and everything else that is not text.
    BinaryFile,
}

impl CutSituation {
    /// Every situation.
    pub const ALL: [Self; 21] = [
        Self::Text,
        Self::EmptyBody,
        Self::TitleOrTextarea,
        Self::Tag,
        Self::Comment,
        Self::InlineScript,
        Self::ExternalScript,
        Self::JsonLd,
        Self::JsonData,
        Self::Style,
        Self::Microdata,
        Self::Character,
        Self::Doctype,
        Self::Other,
        Self::JavascriptFile,
        Self::StylesheetFile,
        Self::JsonFile,
        Self::XmlFile,
        Self::CsvRow,
        Self::TextFile,
        Self::BinaryFile,
    ];
}

/// The name that schema 1 has for a situation.
#[must_use]
pub const fn state(situation: CutSituation) -> CutState {
    use CutSituation as S;
    match situation {
        S::Text | S::EmptyBody | S::Microdata | S::Character | S::CsvRow | S::TextFile => CutState::Text,
        S::TitleOrTextarea => CutState::TitleOrTextarea,
        S::Tag => CutState::Tag,
        S::Comment => CutState::Comment,
        S::InlineScript | S::ExternalScript | S::JavascriptFile => CutState::Script,
        S::JsonLd | S::JsonData | S::JsonFile => CutState::Json,
        S::Style | S::StylesheetFile => CutState::Style,
        S::Doctype => CutState::Doctype,
        S::Other | S::XmlFile | S::BinaryFile => CutState::Other,
    }
}

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
        S::JsonData => "cut_json_data",
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
