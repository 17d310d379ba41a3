//! One shape for each fate and each severity, so that colour never carries a meaning alone.

use std::fmt;

use crate::report::{Fate, Severity};

/// A drawing of 16 by 16 units in the colour of the text around it. It says nothing to a screen reader: words stand beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Icon {
    /// A fate; `None` where no limit is published.
    Fate(Option<Fate>),
    /// Nothing that could be kept or lost.
    Nothing,
    /// A severity.
    Severity(Severity),
}

impl Icon {
    /// The fate it stands for, if it stands for one.
    pub(super) const fn fate(self) -> Option<Fate> {
        match self {
            Self::Fate(fate) => fate,
            Self::Nothing | Self::Severity(_) => None,
        }
    }

    fn shapes(self) -> &'static str {
        match self {
            Self::Fate(Some(Fate::Kept)) | Self::Severity(Severity::Good) => r#"<path d="M3 8.6l3.3 3.3L13 5"/>"#,
            Self::Fate(Some(Fate::Depends)) => {
                r#"<circle cx="8" cy="8" r="5.2"/><path class="solid" d="M8 2.8a5.2 5.2 0 0 1 0 10.4z"/>"#
            }
            Self::Fate(Some(Fate::Damaged)) => {
                r#"<circle cx="4" cy="4.2" r="1.9"/><circle cx="4" cy="11.8" r="1.9"/><path d="M5.5 5.4l8.5 6.4M5.5 10.6L14 4.2"/>"#
            }
            Self::Fate(Some(Fate::Lost)) => r#"<path d="M4 4l8 8M12 4l-8 8"/>"#,
            Self::Fate(None) => {
                r#"<path d="M5.5 6a2.5 2.5 0 1 1 3.6 2.3C8.3 8.7 8 9.2 8 10"/><circle class="solid" cx="8" cy="12.6" r=".9"/>"#
            }
            Self::Nothing => r#"<path d="M4.5 8h7"/>"#,
            Self::Severity(Severity::Error) => {
                r#"<path d="M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4z"/><path d="M8 4.8v3.8"/><circle class="solid" cx="8" cy="11.1" r=".9"/>"#
            }
            Self::Severity(Severity::Warning) => {
                r#"<path d="M8 2l6.4 11.6H1.6z"/><path d="M8 6.2v3.4"/><circle class="solid" cx="8" cy="11.6" r=".8"/>"#
            }
            Self::Severity(Severity::Notice) => {
                r#"<circle cx="8" cy="8" r="6.2"/><path d="M8 7.4v3.8"/><circle class="solid" cx="8" cy="4.9" r=".9"/>"#
            }
        }
    }
}

impl fmt::Display for Icon {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            r#"<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">{}</svg>"#,
            self.shapes()
        )
    }
}
