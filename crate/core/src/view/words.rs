//! The sentences of every view, HTML and terminal alike: messages by key, with numbers and plurals.

use crate::limit::Basis;
use crate::message::Messages;
use crate::number;
use crate::report::{ContentKind, CutState, EncodingSource, Fate, SignalKind};

/// The words of one language.
#[derive(Clone, Copy)]
pub struct Words<'a>(pub &'a Messages);

impl Words<'_> {
    /// The sentence `key`.
    #[must_use]
    pub fn say(&self, key: &str) -> String {
        self.0.text(key, &[])
    }

    /// The sentence `key` with its arguments.
    #[must_use]
    pub fn with(&self, key: &str, arguments: &[&str]) -> String {
        self.0.text(key, arguments)
    }

    /// `key_one` for one, `key_many` with the count for any other number.
    #[must_use]
    pub fn counted(&self, key: &str, n: u64) -> String {
        if n == 1 { self.say(&format!("{key}_one")) } else { self.with(&format!("{key}_many"), &[&number::count(n)]) }
    }

    /// `key_part` with both counts, or [`Words::counted`] when the part is the whole.
    #[must_use]
    pub fn part(&self, key: &str, part: u64, whole: u64) -> String {
        self.range(key, (part, part), whole)
    }

    /// As [`Words::part`] for a part that is known as a range.
    #[must_use]
    pub fn range(&self, key: &str, part: (u64, u64), whole: u64) -> String {
        if part.0 >= whole {
            return self.counted(key, whole);
        }
        self.with(&format!("{key}_part"), &[&number::count_range(part), &number::count(whole)])
    }

    /// The items with the language's separator between them.
    #[must_use]
    pub fn list(&self, items: &[String]) -> String {
        items.join(&self.say("view_list_separator"))
    }

    /// What a fate is called; `None` is unknown.
    #[must_use]
    pub fn fate(&self, fate: Option<Fate>) -> String {
        self.say(&format!("view_fate_{}", fate_name(fate)))
    }

    /// Where a cut falls: `inside a tag`.
    #[must_use]
    pub fn state(&self, state: CutState) -> String {
        self.say(match state {
            CutState::Text => "view_state_text",
            CutState::Tag => "view_state_tag",
            CutState::Comment => "view_state_comment",
            CutState::Script => "view_state_script",
            CutState::Json => "view_state_json",
            CutState::Style => "view_state_style",
            CutState::TitleOrTextarea => "view_state_title_or_textarea",
            CutState::Doctype => "view_state_doctype",
            CutState::Other => "view_state_other",
        })
    }

    /// What a kind of content is called.
    #[must_use]
    pub fn kind(&self, kind: ContentKind) -> String {
        self.say(match kind {
            ContentKind::Html => "view_kind_html",
            ContentKind::Xml => "view_kind_xml",
            ContentKind::Svg => "view_kind_svg",
            ContentKind::Json => "view_kind_json",
            ContentKind::Csv => "view_kind_csv",
            ContentKind::Css => "view_kind_css",
            ContentKind::Javascript => "view_kind_javascript",
            ContentKind::Text => "view_kind_text",
            ContentKind::Pdf => "view_kind_pdf",
            ContentKind::Image => "view_kind_image",
            ContentKind::Media => "view_kind_media",
            ContentKind::Font => "view_kind_font",
            ContentKind::Other => "view_kind_other",
        })
    }

    /// What decided a character encoding.
    #[must_use]
    pub fn encoding_source(&self, source: EncodingSource) -> String {
        self.say(match source {
            EncodingSource::Bom => "view_encoding_bom",
            EncodingSource::Header => "view_encoding_header",
            EncodingSource::Meta => "view_encoding_meta",
            EncodingSource::LateMeta => "view_encoding_late_meta",
            EncodingSource::XmlDeclaration => "view_encoding_xml_declaration",
            EncodingSource::CssCharset => "view_encoding_css_charset",
            EncodingSource::Assumed => "view_encoding_assumed",
        })
    }

    /// What a basis is called.
    #[must_use]
    pub fn basis(&self, basis: Basis) -> String {
        self.say(basis_key(basis))
    }

    /// What a basis means, in a sentence.
    #[must_use]
    pub fn basis_means(&self, basis: Basis) -> String {
        self.say(&format!("{}_means", basis_key(basis)))
    }

    /// What one signal of a kind is called, in lower case where the language has it.
    #[must_use]
    pub fn signal(&self, kind: SignalKind) -> String {
        self.say(signal_key(kind))
    }

    /// Several signals of a kind: `12 of 41 headings`, `12 headings`.
    #[must_use]
    pub fn signals(&self, kind: SignalKind, part: u64, whole: u64) -> String {
        let key = signal_key(kind);
        if self.0.has(&format!("{key}_many")) {
            return self.part(key, part, whole);
        }
        let name = self.signal(kind);
        match (part, part >= whole) {
            (1, true) => name,
            (_, true) => self.with("view_times", &[&number::count(part), &name]),
            (_, false) => self.with("view_times_part", &[&number::count(part), &number::count(whole), &name]),
        }
    }
}

/// The sentence with its first letter in upper case, for the start of a line.
#[must_use]
pub fn capital(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// The value of `data-fate`.
pub(super) const fn fate_name(fate: Option<Fate>) -> &'static str {
    match fate {
        Some(Fate::Kept) => "kept",
        Some(Fate::Depends) => "depends",
        Some(Fate::Damaged) => "damaged",
        Some(Fate::Lost) => "lost",
        None => "unknown",
    }
}

const fn basis_key(basis: Basis) -> &'static str {
    match basis {
        Basis::Documented => "view_basis_documented",
        Basis::Measured => "view_basis_measured",
        Basis::Reported => "view_basis_reported",
        Basis::Inferred => "view_basis_inferred",
        Basis::Heuristic => "view_basis_heuristic",
        Basis::Unknown => "view_basis_unknown",
    }
}

const fn signal_key(kind: SignalKind) -> &'static str {
    match kind {
        SignalKind::Doctype => "signal_doctype",
        SignalKind::HtmlLang => "signal_html_lang",
        SignalKind::Charset => "signal_charset",
        SignalKind::Title => "signal_title",
        SignalKind::Description => "signal_description",
        SignalKind::Robots => "signal_robots",
        SignalKind::Canonical => "signal_canonical",
        SignalKind::Hreflang => "signal_hreflang",
        SignalKind::Alternate => "signal_alternate",
        SignalKind::Viewport => "signal_viewport",
        SignalKind::OpenGraph => "signal_open_graph",
        SignalKind::Twitter => "signal_twitter",
        SignalKind::JsonLd => "signal_json_ld",
        SignalKind::Microdata => "signal_microdata",
        SignalKind::Rdfa => "signal_rdfa",
        SignalKind::Heading => "signal_heading",
        SignalKind::Landmark => "signal_landmark",
        SignalKind::Refresh => "signal_refresh",
        SignalKind::Verification => "signal_verification",
        SignalKind::NextPrev => "signal_next_prev",
        SignalKind::Base => "signal_base",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_parts_read_as_english() {
        let messages = Messages::default();
        let words = Words(&messages);
        assert_eq!(words.signals(SignalKind::Heading, 1, 1), "1 heading");
        assert_eq!(words.signals(SignalKind::Heading, 1_200, 1_200), "1,200 headings");
        assert_eq!(words.signals(SignalKind::Heading, 12, 41), "12 of 41 headings");
        assert_eq!(words.signals(SignalKind::Canonical, 1, 1), "canonical");
        assert_eq!(words.signals(SignalKind::Canonical, 3, 3), "3 × canonical");
        assert_eq!(words.signals(SignalKind::Canonical, 1, 3), "1 of 3 × canonical");
        assert_eq!(capital("title, canonical"), "Title, canonical");
        assert_eq!(capital(""), "");
    }
}
