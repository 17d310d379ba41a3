//! The view's sentences: messages by key, with numbers and plurals.

use crate::message::Messages;
use crate::number;
use crate::report::{ContentKind, CutState, Fate, SignalKind};

/// The words of one language.
#[derive(Clone, Copy)]
pub(super) struct Words<'a>(pub(super) &'a Messages);

impl Words<'_> {
    pub(super) fn say(&self, key: &str) -> String {
        self.0.text(key, &[])
    }

    pub(super) fn with(&self, key: &str, arguments: &[&str]) -> String {
        self.0.text(key, arguments)
    }

    /// `key_one` for one, `key_many` with the count for any other number.
    pub(super) fn counted(&self, key: &str, n: u64) -> String {
        if n == 1 { self.say(&format!("{key}_one")) } else { self.with(&format!("{key}_many"), &[&number::count(n)]) }
    }

    /// `key_part` with both counts, or [`Words::counted`] when the part is the whole.
    pub(super) fn part(&self, key: &str, part: u64, whole: u64) -> String {
        if part >= whole {
            return self.counted(key, part);
        }
        self.with(&format!("{key}_part"), &[&number::count(part), &number::count(whole)])
    }

    pub(super) fn list(&self, items: &[String]) -> String {
        items.join(&self.say("view_list_separator"))
    }

    pub(super) fn fate(&self, fate: Option<Fate>) -> String {
        self.say(&format!("view_fate_{}", fate_name(fate)))
    }

    pub(super) fn state(&self, state: CutState) -> String {
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

    pub(super) fn kind(&self, kind: ContentKind) -> String {
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

    /// What one signal of a kind is called, in lower case where the language has it.
    pub(super) fn signal(&self, kind: SignalKind) -> String {
        self.say(signal_key(kind))
    }

    /// Several signals of a kind: `12 of 41 headings`, `12 headings`.
    pub(super) fn signals(&self, kind: SignalKind, part: u64, whole: u64) -> String {
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
pub(super) fn capital(sentence: &str) -> String {
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
