//! Subresources of one report, read one by one, as JavaScript sees it.

use std::collections::HashSet;

use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::resource::{self, Measurement, PageReading, PageTarget, RobotsFile, target};
use crawl_cutoff_core::{Report, finding};
use serde::de::DeserializeOwned;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{into_error, read_messages, read_report};

/// A report whose subresources are being read. It is whole at any time: what is not read yet stays unknown.
#[wasm_bindgen]
pub struct Measuring {
    report: Report,
    messages: Messages,
    /// Addresses that were given out.
    begun: HashSet<String>,
}

#[wasm_bindgen]
impl Measuring {
    /// # Errors
    ///
    /// When `report` is no report of schema 1, or `messages` no `messages.json`.
    #[wasm_bindgen(constructor)]
    pub fn new(report: &str, messages: Option<String>) -> Result<Self, JsError> {
        let (report, messages) = (read_report(report)?, read_messages(messages)?);
        Ok(Self { report, messages, begun: HashSet::new() })
    }

    /// What a `PageReading` needs to know, as JSON text.
    ///
    /// # Errors
    ///
    /// None that a report can cause.
    #[wasm_bindgen(js_name = pageTarget)]
    pub fn page_target(&self) -> Result<String, JsError> {
        serde_json::to_string(&PageTarget::of(&self.report)).map_err(into_error)
    }

    /// Puts what a `PageReading` found into the report.
    ///
    /// # Errors
    ///
    /// When `reading` is none.
    #[wasm_bindgen(js_name = takePage)]
    pub fn take_page(&mut self, reading: &str) -> Result<(), JsError> {
        let reading: PageReading = from_json(reading, "reading")?;
        reading.put_into(&mut self.report);
        finding::judge(&mut self.report, &self.messages);
        Ok(())
    }

    /// Hosts that are asked for something, as origins: the page's own first.
    #[must_use]
    pub fn origins(&self) -> Vec<String> {
        target::origins(&self.report)
    }

    /// How many subresources there are to read, those that were read included. Stylesheets may name more.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn total(&self) -> u32 {
        let waiting = target::wanted(&self.report).filter(|resource| !self.begun.contains(&resource.url)).count();
        u32::try_from(self.begun.len() + waiting).unwrap_or(u32::MAX)
    }

    /// Address of the next subresource to read; each is given out once.
    #[wasm_bindgen(js_name = next)]
    pub fn next_address(&mut self) -> Option<String> {
        let mut waiting = target::wanted(&self.report).filter(|resource| !self.begun.contains(&resource.url));
        let url = waiting.next()?.url.clone();
        self.begun.insert(url.clone());
        Some(url)
    }

    /// Whether the subresource at `url` is a document in a frame, which is inspected like a page.
    #[wasm_bindgen(js_name = isFrame)]
    #[must_use]
    pub fn is_frame(&self, url: &str) -> bool {
        target::wanted(&self.report).any(|resource| resource.url == url && target::is_frame(resource))
    }

    /// What a `ResourceReading` of the subresource at `url` needs to know, as JSON text.
    ///
    /// # Errors
    ///
    /// When the report has no such subresource.
    pub fn target(&self, url: &str) -> Result<String, JsError> {
        let target = target::target(&self.report, url);
        let target = target.ok_or_else(|| into_error(format!("url: the report has no {url}")))?;
        serde_json::to_string(&target).map_err(into_error)
    }

    /// Puts what a `ResourceReading` found into the report.
    ///
    /// # Errors
    ///
    /// When `measurement` is none.
    pub fn take(&mut self, measurement: &str) -> Result<(), JsError> {
        self.put(from_json(measurement, "measurement")?);
        Ok(())
    }

    /// Puts a document in a frame into the report: `report` is its own.
    ///
    /// # Errors
    ///
    /// When `report` is no report of schema 1.
    #[wasm_bindgen(js_name = takeFrame)]
    pub fn take_frame(&mut self, url: &str, report: &str) -> Result<(), JsError> {
        self.put(target::of_frame(url, &read_report(report)?));
        Ok(())
    }

    /// Notes why the subresource at `url` could not be read, in one sentence.
    pub fn fail(&mut self, url: &str, error: &str) {
        self.put(Measurement { url: url.to_owned(), error: Some(error.to_owned()), ..Measurement::default() });
    }

    /// Puts the answer to a robots.txt into the report. `status` is absent where there was no answer; `body_bytes` counts the
    /// whole file, of which the first 512,000 bytes are enough as `body`.
    #[wasm_bindgen(js_name = takeRobots)]
    pub fn take_robots(
        &mut self,
        origin: &str,
        status: Option<u16>,
        is_redirected: bool,
        body: Option<String>,
        body_bytes: Option<f64>,
    ) {
        // A float is what JavaScript counts with; the cast saturates.
        let body_bytes = body_bytes.map(|bytes| bytes as u64);
        let redirects = u32::from(is_redirected);
        let file = RobotsFile { origin: origin.to_owned(), status, redirects, body, body_bytes };
        resource::measure(&mut self.report, &[], &[file], &self.messages);
    }

    /// The report as JSON text, schema 1, with all that was read so far.
    ///
    /// # Errors
    ///
    /// None that a report can cause.
    #[wasm_bindgen(getter)]
    pub fn report(&self) -> Result<String, JsError> {
        serde_json::to_string(&self.report).map_err(into_error)
    }

    fn put(&mut self, measurement: Measurement) {
        resource::measure(&mut self.report, &[measurement], &[], &self.messages);
    }
}

fn from_json<T: DeserializeOwned>(json: &str, what: &str) -> Result<T, JsError> {
    serde_json::from_str(json).map_err(|error| into_error(format!("{what}: {error}")))
}
