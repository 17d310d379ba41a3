//! The WebAssembly boundary: bytes from JavaScript in, a report and its HTML out.
//!
//! Thin on purpose. Whatever comes from JavaScript is checked here, because wasm-bindgen checks no types; whatever goes
//! wrong becomes a JavaScript `Error` with one sentence. What a page means is the core's work.
//!
//! It ships as two modules, one a feature: the popup must not wait for what only the report tab needs.

#[cfg(feature = "inspect")]
mod address;
#[cfg(feature = "inspect")]
mod arguments;
mod decoder;
#[cfg(feature = "inspect")]
mod inspection;
mod panic;
mod sentences;
#[cfg(feature = "show")]
mod shown;
#[cfg(feature = "show")]
mod source;

#[cfg(feature = "inspect")]
pub use inspection::Inspection;
pub use panic::on_panic;
#[cfg(feature = "show")]
pub use shown::{report_view, what_if};
#[cfg(feature = "show")]
pub use source::{SourceView, source_jumps};

use std::fmt::Display;

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

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
    #[cfg(feature = "inspect")]
    crawl_cutoff_core::resource::address::set_host(address::resolve);
}

/// The one way from a Rust error to a JavaScript `Error`.
fn into_error(error: impl Display) -> JsError {
    JsError::new(&error.to_string())
}
