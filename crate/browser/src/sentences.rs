//! The sentences that JavaScript hands over, read once however often it does.

use std::cell::RefCell;

use crawl_cutoff_core::message::Messages;
use js_sys::Object;
use wasm_bindgen::{JsError, JsValue};

use crate::{into_error, type_name};

thread_local! {
    /// The text that was read last, and what it says.
    static LAST: RefCell<Option<(JsValue, Messages)>> = const { RefCell::new(None) };
}

/// The sentences of `json`, the text of a `messages.json`; `what` names the argument in the error.
///
/// The text stays with JavaScript, which knows at once that it is the same as last time.
pub(crate) fn read(json: &JsValue, what: &str) -> Result<Messages, JsError> {
    LAST.with_borrow_mut(|last| {
        if let Some((_, messages)) = last.as_ref().filter(|(text, _)| Object::is(text, json)) {
            return Ok(messages.clone());
        }
        let Some(text) = json.as_string() else {
            return Err(into_error(format!("{what}: expected a string, not {}", type_name(json))));
        };
        let messages = Messages::overlay(&text).map_err(|error| into_error(format!("{what}: {error}")))?;
        *last = Some((json.clone(), messages.clone()));
        Ok(messages)
    })
}
