//! The WebAssembly boundary: bytes from JavaScript in, a report and its HTML out.
//!
//! Thin on purpose. Whatever comes from JavaScript is checked here, because wasm-bindgen checks no types; whatever goes
//! wrong becomes a JavaScript `Error` with one sentence. What a page means is the core's work.
//!
//! It ships as three modules, one a feature: the popup must not wait for what only the report tab needs, nor that for the parser
//! of scripts.

#[cfg(any(feature = "inspect", feature = "read"))]
mod address;
#[cfg(feature = "inspect")]
mod arguments;
mod decoder;
#[cfg(feature = "inspect")]
mod inspection;
#[cfg(feature = "show")]
mod measuring;
mod panic;
#[cfg(feature = "read")]
mod reading;
#[cfg(any(feature = "inspect", feature = "show"))]
mod sentences;
#[cfg(feature = "show")]
mod share;
#[cfg(feature = "show")]
mod shown;
#[cfg(feature = "show")]
mod source;

#[cfg(feature = "inspect")]
pub use inspection::Inspection;
#[cfg(feature = "show")]
pub use measuring::Measuring;
pub use panic::on_panic;
#[cfg(feature = "read")]
pub use reading::{PageReading, ResourceReading};
#[cfg(feature = "show")]
pub use share::{open_link, report_file, share_link};
#[cfg(feature = "show")]
pub use shown::{compared, report_view, ruler_view, ticket, what_if};
#[cfg(feature = "show")]
pub use source::{SourceView, source_jumps};

use std::fmt::Display;

#[cfg(any(feature = "inspect", feature = "show"))]
use js_sys::JsString;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
#[cfg(any(feature = "inspect", feature = "show"))]
use wasm_bindgen::{JsCast, JsValue};

/// `bytes` for people, as reports print sizes: `412 KB`, `1.84 MB`.
#[cfg(feature = "inspect")]
#[wasm_bindgen(js_name = sizeText)]
#[must_use]
pub fn size_text(bytes: f64) -> String {
    // A float is what JavaScript counts with; the cast saturates.
    crawl_cutoff_core::number::bytes(bytes as u64)
}

/// Runs when the module is instantiated.
#[wasm_bindgen(start, private)]
fn start() {
    panic::listen();
    crawl_cutoff_core::decode::set_host(decoder::make);
    #[cfg(any(feature = "inspect", feature = "read"))]
    crawl_cutoff_core::resource::address::set_host(address::resolve);
}

/// A report from its JSON text.
#[cfg(feature = "show")]
fn read_report(json: &str) -> Result<crawl_cutoff_core::Report, JsError> {
    serde_json::from_str(json).map_err(|error| into_error(format!("report: {error}")))
}

/// Sentences from the text of a `messages.json`; without it a sentence is its key.
#[cfg(feature = "show")]
fn read_messages(json: Option<String>) -> Result<crawl_cutoff_core::message::Messages, JsError> {
    use crawl_cutoff_core::message::Messages;
    match json {
        Some(json) => sentences::read(&json.into(), "messages"),
        None => Ok(Messages::default()),
    }
}

/// What a person calls the type of `value`.
#[cfg(any(feature = "inspect", feature = "show"))]
fn type_name(value: &JsValue) -> String {
    if value.is_null() { "null".to_owned() } else { value.js_typeof().unchecked_into::<JsString>().into() }
}

/// The one way from a Rust error to a JavaScript `Error`.
fn into_error(error: impl Display) -> JsError {
    JsError::new(&error.to_string())
}
