//! A report that exists already, shown again: nothing is inspected.

use crawl_cutoff_core::view;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{read_messages, read_report};

/// The content of the report tab as HTML, escaped. `messages` is as for an inspection.
///
/// # Errors
///
/// When `report` is no report of schema 1, or `messages` no `messages.json`.
#[wasm_bindgen(js_name = reportView)]
pub fn report_view(report: &str, messages: Option<String>) -> Result<String, JsError> {
    Ok(view::report(&read_report(report)?, &read_messages(messages)?))
}

/// What the page of `report` would be after the changes called `ids`, as HTML, escaped: the content of `#what-if-result`.
///
/// # Errors
///
/// As for `reportView`.
#[wasm_bindgen(js_name = whatIf)]
pub fn what_if(report: &str, ids: Vec<String>, messages: Option<String>) -> Result<String, JsError> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    Ok(view::what_if(&read_report(report)?, &ids, &read_messages(messages)?))
}
