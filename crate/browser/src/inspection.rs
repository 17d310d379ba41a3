//! One page, from its first byte to its report, as JavaScript sees it.

use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::{Report, view};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::arguments;
use crate::{into_error, type_name};

/// Most bytes that cross the boundary at once. A larger chunk crosses in pieces, so that memory stays flat.
const PIECE_BYTES: u32 = 256 * 1024;

/// Inspects one body, chunk by chunk. Any split of the body into chunks gives the same report.
#[wasm_bindgen]
pub struct Inspection {
    /// `None` once finished.
    core: Option<crawl_cutoff_core::Inspection>,
    messages: Messages,
}

/// What an inspection found.
///
/// Each of its texts is written when it is read, and each time: nobody waits for one that nobody needs.
#[wasm_bindgen]
pub struct Finished {
    report: Report,
    messages: Messages,
}

#[wasm_bindgen]
impl Finished {
    /// The popup's content as HTML, escaped.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn panel(&self) -> String {
        view::panel(&self.report, &self.messages)
    }

    /// The report as JSON text, schema 1.
    ///
    /// # Errors
    ///
    /// None that a report can cause.
    #[wasm_bindgen(getter)]
    pub fn report(&self) -> Result<String, JsError> {
        self.report.to_json().map_err(into_error)
    }
}

#[wasm_bindgen]
impl Inspection {
    /// Starts an inspection.
    ///
    /// # Errors
    ///
    /// When an option has a wrong name, type or value; the message names it.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "InspectionOptions | null | undefined")] options: JsValue,
    ) -> Result<Self, JsError> {
        let options = arguments::options(&options)?;
        let messages = options.messages.clone();
        Ok(Self { core: Some(crawl_cutoff_core::Inspection::new(options)), messages })
    }

    /// Takes the next bytes of the decoded body.
    ///
    /// # Errors
    ///
    /// When `chunk` is no `Uint8Array`, or the inspection is finished.
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] chunk: &JsValue,
    ) -> Result<(), JsError> {
        let core = self.core.as_mut().ok_or_else(finished)?;
        let Some(chunk) = chunk.dyn_ref::<Uint8Array>() else {
            return Err(into_error(format!("chunk: expected a Uint8Array, not {}", type_name(chunk))));
        };
        let chunk_bytes = chunk.length();
        let mut start = 0;
        while start < chunk_bytes {
            let end = chunk_bytes.min(start.saturating_add(PIECE_BYTES));
            core.push(&chunk.subarray(start, end).to_vec());
            start = end;
        }
        Ok(())
    }

    /// Decoded body bytes taken so far.
    ///
    /// # Errors
    ///
    /// When the inspection is finished.
    #[wasm_bindgen(getter = bodyBytes)]
    pub fn body_bytes(&self) -> Result<f64, JsError> {
        // Exact: bodies stay under 2⁵³ bytes.
        self.core.as_ref().map(|core| core.body_bytes() as f64).ok_or_else(finished)
    }

    /// Ends the body and gives what was found. The inspection takes nothing after it.
    ///
    /// # Errors
    ///
    /// When the context has a wrong name, type or value, or the inspection is finished already.
    pub fn finish(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "FinishContext | null | undefined")] context: JsValue,
    ) -> Result<Finished, JsError> {
        let context = arguments::context(&context)?;
        let report = self.core.take().ok_or_else(finished)?.finish(context);
        Ok(Finished { report, messages: self.messages.clone() })
    }
}

fn finished() -> JsError {
    into_error("This inspection is finished: start a new one for another body")
}
