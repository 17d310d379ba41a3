//! Colours and marks: one colour for each ledger group, one colour and one mark for each fate and severity.

use std::fmt::Display;

use anstyle::{Ansi256Color, AnsiColor, Style};
use crawl_cutoff_core::ledger::Group;
use crawl_cutoff_core::report::{Fate, Severity};

pub(super) const STRONG: Style = Style::new().bold();
pub(super) const SOFT: Style = Style::new().dimmed();

/// `text` in `style`; whoever writes it to something without colours strips them.
pub(super) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

pub(super) const fn of_fate(fate: Option<Fate>) -> Style {
    match fate {
        Some(Fate::Kept) => AnsiColor::Green.on_default(),
        Some(Fate::Depends) => AnsiColor::Yellow.on_default(),
        Some(Fate::Damaged) => Ansi256Color(208).on_default(),
        Some(Fate::Lost) => AnsiColor::Red.on_default(),
        None => SOFT,
    }
}

pub(super) const fn mark_of_fate(fate: Option<Fate>) -> &'static str {
    match fate {
        Some(Fate::Kept) => "✓",
        Some(Fate::Depends) => "◐",
        Some(Fate::Damaged) => "✂",
        Some(Fate::Lost) => "✕",
        None => "?",
    }
}

pub(super) const fn of_severity(severity: Severity) -> Style {
    match severity {
        Severity::Error => of_fate(Some(Fate::Lost)),
        Severity::Warning => of_fate(Some(Fate::Depends)),
        Severity::Notice => AnsiColor::Cyan.on_default(),
        Severity::Good => of_fate(Some(Fate::Kept)),
    }
}

pub(super) const fn mark_of_severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "✕",
        Severity::Warning => "!",
        Severity::Notice => "·",
        Severity::Good => "✓",
    }
}

/// The palette of the popup in the nearest of the 256 colours that terminals share.
pub(super) const fn of_group(group: Group) -> Style {
    Ansi256Color(match group {
        Group::Text => 35,
        Group::Structured => 37,
        Group::Markup => 103,
        Group::Attributes => 68,
        Group::DataUri => 208,
        Group::Script => 178,
        Group::Data => 167,
        Group::Style => 98,
        Group::Svg => 169,
        Group::Rest => 249,
    })
    .on_default()
}

/// What stands for a group where there are no colours.
pub(super) const fn letter_of_group(group: Group) -> char {
    match group {
        Group::Text => 'T',
        Group::Structured => 'J',
        Group::Markup => 'M',
        Group::Attributes => 'A',
        Group::DataUri => 'B',
        Group::Script => 'S',
        Group::Data => 'D',
        Group::Style => 'C',
        Group::Svg => 'V',
        Group::Rest => 'R',
    }
}
