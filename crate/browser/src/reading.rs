//! Subresources and the page's own scripts, read, as JavaScript sees it. What was found goes to `Measuring`, in another module.

use crawl_cutoff_core::hazard::PageScripts;
use crawl_cutoff_core::resource::reader::Reader;
use crawl_cutoff_core::resource::{PageTarget, Target};
use crawl_cutoff_core::response::Head;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::into_error;

/// One subresource that is being read.
#[wasm_bindgen]
pub struct ResourceReading(Reader);

#[wasm_bindgen]
impl ResourceReading {
    /// `target` is what `Measuring.target` gives; `status` and `fields` are the answer's head.
    ///
    /// # Errors
    ///
    /// When `target` is none, or `fields` are no pairs.
    #[wasm_bindgen(constructor)]
    pub fn new(
        target: &str,
        status: Option<u16>,
        #[wasm_bindgen(unchecked_param_type = "[name: string, value: string][]")] fields: JsValue,
    ) -> Result<Self, JsError> {
        let target: Target = serde_json::from_str(target).map_err(|error| into_error(format!("target: {error}")))?;
        let fields = serde_wasm_bindgen::from_value(fields).map_err(|error| into_error(format!("fields: {error}")))?;
        // Browsers hide `Set-Cookie`.
        Ok(Self(Reader::new(target, Some(Head::from_fields(status, fields, false)))))
    }

    /// Takes the next bytes of the decoded body.
    ///
    /// # Errors
    ///
    /// When `chunk` is no `Uint8Array`.
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] chunk: &JsValue,
    ) -> Result<(), JsError> {
        self.0.push(&bytes(chunk)?);
        Ok(())
    }

    /// Ends the body and gives what `Measuring.take` takes.
    ///
    /// # Errors
    ///
    /// None that a body can cause.
    pub fn finish(self) -> Result<String, JsError> {
        serde_json::to_string(&self.0.finish()).map_err(into_error)
    }
}

/// The page's own scripts, being read.
#[wasm_bindgen]
pub struct PageReading {
    target: PageTarget,
    scripts: PageScripts,
}

#[wasm_bindgen]
impl PageReading {
    /// `target` is what `Measuring.pageTarget` gives.
    ///
    /// # Errors
    ///
    /// When it is none.
    #[wasm_bindgen(constructor)]
    pub fn new(target: &str) -> Result<Self, JsError> {
        let target = serde_json::from_str(target).map_err(|error| into_error(format!("target: {error}")))?;
        Ok(Self { target, scripts: PageScripts::default() })
    }

    /// Takes the next bytes of the page's decoded body.
    ///
    /// # Errors
    ///
    /// When `chunk` is no `Uint8Array`.
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] chunk: &JsValue,
    ) -> Result<(), JsError> {
        self.scripts.push(&bytes(chunk)?);
        Ok(())
    }

    /// Ends the body and gives what `Measuring.takePage` takes.
    ///
    /// # Errors
    ///
    /// None that a body can cause.
    pub fn finish(self) -> Result<String, JsError> {
        serde_json::to_string(&self.scripts.read(&self.target)).map_err(into_error)
    }
}

fn bytes(chunk: &JsValue) -> Result<Vec<u8>, JsError> {
    let chunk = chunk.dyn_ref::<Uint8Array>().ok_or_else(|| into_error("chunk: expected a Uint8Array"))?;
    Ok(chunk.to_vec())
}
