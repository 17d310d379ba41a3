//! What single changes say to do.

use crate::message::Messages;
use crate::number;
use crate::report::Change;

/// What a change says to do, and how, from its id, its count and its bytes.
#[must_use]
pub fn sentences(change: &Change, messages: &Messages) -> (String, String) {
    let (key, name) = change.id.split_once(':').unwrap_or((&change.id, ""));
    let plural = if change.count == 1 { "one" } else { "many" };
    let arguments = [&*number::count(change.count), &*number::bytes(change.bytes), name];
    let title = messages.text(&format!("change_{key}_{plural}"), &arguments);
    (title, messages.text(&format!("change_{key}_fix"), &arguments))
}
