//! Why an input could not be checked, as one sentence.

use std::io;

use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::response::HeadError;

use crate::plain::plain;

/// Why an input could not be checked.
#[derive(Debug)]
pub(crate) enum Failure {
    Missing,
    Folder,
    Address,
    Unreadable(io::Error),
    Empty,
    DamagedGzip(io::Error),
    Head(HeadError),
    Archive(serde_json::Error),
    /// An archive that recorded no answer, or not that of its page.
    ArchiveWithoutPage,
    /// It is no report, with the reason.
    NoReport(String),
}

impl Failure {
    /// The failure of opening or reading a file.
    pub(crate) fn of_reading(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::IsADirectory => Self::Folder,
            _ => Self::Unreadable(error),
        }
    }

    /// What happened to the input called `name` and what to do, in one sentence.
    pub(crate) fn sentence(&self, name: &str, messages: &Messages) -> String {
        let name = plain(name);
        match self {
            Self::Missing => messages.text("cli_failure_missing", &[&name]),
            Self::Folder => messages.text("cli_failure_folder", &[&name]),
            Self::Address => messages.text("cli_failure_address", &[&name]),
            Self::Unreadable(error) => messages.text("cli_failure_unreadable", &[&name, &error.to_string()]),
            Self::Empty => messages.text("cli_failure_empty", &[&name]),
            Self::DamagedGzip(error) => messages.text("cli_failure_gzip", &[&name, &error.to_string()]),
            Self::Archive(error) => messages.text("cli_failure_archive", &[&name, &plain(&error.to_string())]),
            Self::ArchiveWithoutPage => messages.text("cli_failure_archive_page", &[&name]),
            Self::NoReport(reason) => messages.text("cli_failure_report", &[&name, &plain(reason)]),
            Self::Head(HeadError::Empty) => messages.text("cli_failure_head_empty", &[&name]),
            Self::Head(HeadError::NoStatusLine { text }) => {
                messages.text("cli_failure_head_status", &[&name, &plain(text)])
            }
            Self::Head(HeadError::NoField { line, text }) => {
                messages.text("cli_failure_head_field", &[&name, &line.to_string(), &plain(text)])
            }
            Self::Head(error) => messages.text("cli_failure_unreadable", &[&name, &error.to_string()]),
        }
    }
}
