//! What a cut may fall in.

use serde::{Deserialize, Serialize};

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
    /// A JSON-LD block that parses as far as it stands before the cut.
    JsonLdWhole,
    /// Any other JSON data block, of which only white space and its end tag come after the cut.
    JsonDataWhole,
}

impl CutSituation {
    /// Every situation. Links know them by their place here.
    pub const ALL: [Self; 23] = [
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
        Self::JsonLdWhole,
        Self::JsonDataWhole,
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
        S::JsonLd | S::JsonLdWhole | S::JsonData | S::JsonDataWhole | S::JsonFile => CutState::Json,
        S::Style | S::StylesheetFile => CutState::Style,
        S::Doctype => CutState::Doctype,
        S::Other | S::XmlFile | S::BinaryFile => CutState::Other,
    }
}

/// What an offset stands in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutState {
    /// Between constructs, or in text.
    #[default]
    Text,
    /// A start or end tag not yet closed.
    Tag,
    /// A comment.
    Comment,
    /// A script that would run.
    Script,
    /// A JSON data block, JSON-LD included.
    Json,
    /// A style element.
    Style,
    /// A title or textarea element.
    TitleOrTextarea,
    /// A doctype.
    Doctype,
    /// Anything else: CDATA, noscript, iframe and other raw text.
    Other,
}
