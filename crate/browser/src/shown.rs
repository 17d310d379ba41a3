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

/// The ruler between two body offsets, larger, as HTML, escaped: in the place of `#ruler`.
///
/// # Errors
///
/// As for `reportView`.
#[wasm_bindgen(js_name = rulerView)]
pub fn ruler_view(report: &str, from: f64, to: f64, messages: Option<String>) -> Result<String, JsError> {
    // A float is what JavaScript counts with; the casts saturate.
    Ok(view::ruler(&read_report(report)?, from as u64, to as u64, &read_messages(messages)?))
}

/// The finding `id` of `report` as a ticket in Markdown; undefined where there is none.
///
/// # Errors
///
/// As for `reportView`.
#[wasm_bindgen]
pub fn ticket(report: &str, id: &str, messages: Option<String>) -> Result<Option<String>, JsError> {
    Ok(view::ticket(&read_report(report)?, id, &read_messages(messages)?))
}

/// What differs between the reports `before` and `after`, as HTML, escaped.
///
/// # Errors
///
/// As for `reportView`.
#[wasm_bindgen]
pub fn compared(before: &str, after: &str, messages: Option<String>) -> Result<String, JsError> {
    Ok(view::compared(&read_report(before)?, &read_report(after)?, &read_messages(messages)?))
}
