//! Report → HTML. Escaped by compile-time templates; no script, no address of another host.

use crate::message::Messages;
use crate::report::Report;

/// The popup's content: everything between header and actions, as HTML.
#[must_use]
pub fn panel(report: &Report, messages: &Messages) -> String {
    let _ = (report, messages);
    String::new()
}
