//! The WebAssembly boundary: bytes from JavaScript in, a report and its HTML out.
//!
//! Thin on purpose. Whatever comes from JavaScript is checked here, because wasm-bindgen checks no types; whatever goes
//! wrong becomes a JavaScript `Error` with one sentence. What a page means is the core's work.

mod arguments;
mod inspection;
mod panic;
mod shown;

pub use inspection::Inspection;
pub use panic::on_panic;
pub use shown::{report_view, what_if};

use std::fmt::Display;

use crawl_cutoff_core::number;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// `bytes` for people, as reports print sizes: `412 KB`, `1.84 MB`.
#[wasm_bindgen(js_name = sizeText)]
#[must_use]
pub fn size_text(bytes: f64) -> String {
    // A float is what JavaScript counts with; the cast saturates.
    number::bytes(bytes as u64)
}

/// The one way from a Rust error to a JavaScript `Error`.
fn into_error(error: impl Display) -> JsError {
    JsError::new(&error.to_string())
}
