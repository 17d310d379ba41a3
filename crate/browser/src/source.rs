//! The raw page in rows, as JavaScript sees it.

use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::view::source::{Source, jumps};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::{into_error, read_messages, read_report};

/// One body, to be shown in rows of a fixed height.
#[wasm_bindgen]
pub struct SourceView {
    source: Source,
    messages: Messages,
}

#[wasm_bindgen]
impl SourceView {
    /// `body` is the page of `report`; `columns` the room of a row, in characters.
    ///
    /// # Errors
    ///
    /// When `body` is no `Uint8Array`, `report` no report of schema 1, or `messages` no `messages.json`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] body: &JsValue,
        report: &str,
        columns: u32,
        messages: Option<String>,
    ) -> Result<Self, JsError> {
        let Some(body) = body.dyn_ref::<Uint8Array>() else {
            return Err(into_error("body: expected a Uint8Array"));
        };
        let (report, messages) = (read_report(report)?, read_messages(messages)?);
        Ok(Self { source: Source::new(body.to_vec(), &report, columns as usize, &messages), messages })
    }

    /// Shows another report on the same body.
    ///
    /// # Errors
    ///
    /// When `report` is no report of schema 1.
    pub fn show(&mut self, report: &str) -> Result<(), JsError> {
        self.source.show(&read_report(report)?, &self.messages);
        Ok(())
    }

    /// Gives rows another room, in characters.
    #[wasm_bindgen(js_name = setColumns)]
    pub fn set_columns(&mut self, columns: u32) {
        self.source.set_columns(columns as usize);
    }

    /// Rows of the whole body.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> f64 {
        // Exact: bodies stay under 2⁵³ bytes.
        self.source.rows() as f64
    }

    /// The row that holds the byte at `offset`.
    #[wasm_bindgen(js_name = rowOf)]
    pub fn row_of(&self, offset: f64) -> f64 {
        self.source.row_of(offset as u64) as f64
    }

    /// Rows as HTML, escaped; `current` is the search result that stands out.
    pub fn html(&self, first: f64, count: u32, current: Option<u32>) -> String {
        self.source.html(first as u64, u64::from(count), current.map(|index| index as usize))
    }

    /// Finds `query`, in either case of ASCII letters; gives how often, at most 10,000.
    pub fn search(&mut self, query: &str) -> u32 {
        u32::try_from(self.source.search(query)).unwrap_or(u32::MAX)
    }

    /// Offset of a search result; undefined where there is none with this index.
    pub fn hit(&self, index: u32) -> Option<f64> {
        self.source.hit(index as usize).map(|offset| offset as f64)
    }
}

/// Places of `report` worth jumping to, as JSON text: an array of `{ group, label, offset }`.
///
/// # Errors
///
/// When `report` is no report of schema 1, or `messages` no `messages.json`.
#[wasm_bindgen(js_name = sourceJumps)]
pub fn source_jumps(report: &str, messages: Option<String>) -> Result<String, JsError> {
    serde_json::to_string(&jumps(&read_report(report)?, &read_messages(messages)?)).map_err(into_error)
}
