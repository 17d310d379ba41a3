//! One page, from its first byte to its report.

use crate::finding;
use crate::limit::LimitChoice;
use crate::message::Messages;
use crate::report::{BytesSource, Report};
use crate::response::Head;

/// What is known before the first byte of the body.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Address of the body after redirects; empty when unknown.
    pub url: String,
    /// The response head, if there is one.
    pub head: Option<Head>,
    /// The limit to apply.
    ///
    /// Default: Googlebot's for the kind of content.
    pub limit: LimitChoice,
    /// Language of the report's sentences.
    ///
    /// Default: English.
    pub messages: Messages,
}

/// What is known only after the last byte.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// Where the bytes came from.
    pub source: BytesSource,
    /// Compressed bytes on the wire.
    pub transferred_bytes: Option<u64>,
    /// Decoded size of the response on screen.
    pub screen_body_bytes: Option<u64>,
    /// HTTP status of the response on screen.
    pub screen_status: Option<u16>,
    /// Milliseconds the server needed for the response on screen.
    pub response_ms: Option<u64>,
    /// Protocol of the response on screen.
    pub protocol: Option<String>,
    /// Address that was asked for, when redirects led elsewhere.
    pub requested_url: Option<String>,
}

/// Inspects one body, chunk by chunk. Any split of the body into chunks gives the same report.
pub struct Inspection {
    options: Options,
}

impl Inspection {
    /// Starts an inspection.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options }
    }

    /// Takes the next bytes of the decoded body.
    pub fn push(&mut self, chunk: &[u8]) {
        let _ = chunk;
    }

    /// Decoded body bytes taken so far.
    #[must_use]
    pub fn body_bytes(&self) -> u64 {
        0
    }

    /// Ends the body and gives the report.
    #[must_use]
    pub fn finish(self, context: Context) -> Report {
        let mut report = crate::report::Report::empty();
        report.page.url.clone_from(&self.options.url);
        report.page.source = context.source;
        finding::judge(&mut report, &self.options.messages);
        report
    }
}
