//! A report as a link and as files, and a link as a report.

use crawl_cutoff_core::share::{self, Include, ShareError};
use crawl_cutoff_core::view::words::Words;
use crawl_cutoff_core::view::{self, csv};
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::{into_error, read_messages, read_report};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What the sender of a link lets it carry. */
export interface ShareInclude {
    /** The part of addresses after `?`. */
    queryStrings: boolean;
    /** Titles, descriptions and other values of signals. */
    values: boolean;
    /** Addresses of subresources after their host. */
    fileNames: boolean;
    /** Pieces of code. */
    snippets: boolean;
}

/** A link, before anybody gets it. */
export interface SharedLink {
    /** The whole address. */
    text: string;
    /** Its length. */
    characters: number;
    /** What it leaves out, in words. */
    leftOut: string[];
}

/** What a link gives: a report as JSON text, or why there is none. */
export interface OpenedLink {
    report: string | null;
    /** Name of the failure's sentence: `link_cut` … */
    failure: "link_none" | "link_cut" | "link_altered" | "link_newer" | null;
    /** What its sentence takes. */
    values: string[];
}
"#;

/// Mirror of `ShareInclude`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ShareInclude {
    query_strings: bool,
    values: bool,
    file_names: bool,
    snippets: bool,
}

/// Mirror of `SharedLink`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SharedLink {
    text: String,
    characters: usize,
    left_out: Vec<String>,
}

/// Mirror of `OpenedLink`.
#[derive(Serialize)]
struct OpenedLink {
    report: Option<String>,
    failure: Option<&'static str>,
    values: Vec<String>,
}

/// The link to `report` on the viewer at `viewer`. `messages` is as for an inspection.
///
/// # Errors
///
/// When `report` is no report of schema 1, `include` lacks a field or has another one, or `messages` is no `messages.json`.
#[wasm_bindgen(js_name = shareLink, unchecked_return_type = "SharedLink")]
pub fn share_link(
    report: &str,
    #[wasm_bindgen(unchecked_param_type = "ShareInclude")] include: JsValue,
    viewer: &str,
    messages: Option<String>,
) -> Result<JsValue, JsError> {
    let (report, messages) = (read_report(report)?, read_messages(messages)?);
    let ShareInclude { query_strings, values, file_names, snippets } =
        serde_wasm_bindgen::from_value(include).map_err(|error| into_error(format!("include: {error}")))?;
    let link = share::encode(&report, &Include { query_strings, values, file_names, snippets }, viewer, &messages);
    let words = Words(&messages);
    let left_out = link.left_out().iter().map(|part| words.say(&format!("view_left_out_{}", part.name()))).collect();
    let characters = link.characters();
    serde_wasm_bindgen::to_value(&SharedLink { text: link.text, characters, left_out }).map_err(into_error)
}

/// The report that a link carries: a whole address, or what stands after its `#`.
///
/// # Errors
///
/// When `messages` is no `messages.json`. A link that cannot be read is no error: see `OpenedLink`.
#[wasm_bindgen(js_name = openLink, unchecked_return_type = "OpenedLink")]
pub fn open_link(link: &str, messages: Option<String>) -> Result<JsValue, JsError> {
    let opened = match share::decode(link, &read_messages(messages)?) {
        Ok(report) => {
            let report = serde_json::to_string(&report).map_err(into_error)?;
            OpenedLink { report: Some(report), failure: None, values: Vec::new() }
        }
        Err(error) => OpenedLink { report: None, failure: Some(ShareError::code(error)), values: error.values() },
    };
    opened.serialize(&Serializer::new().serialize_missing_as_null(true)).map_err(into_error)
}

/// The report as the content of a file.
///
/// # Errors
///
/// When `report` is no report of schema 1, `messages` no `messages.json`, or there is no file of that name.
#[wasm_bindgen(js_name = reportFile)]
pub fn report_file(
    report: &str,
    #[wasm_bindgen(
        unchecked_param_type = "\"html\" | \"markdown\" | \"signals_csv\" | \"ledger_csv\" | \"resources_csv\""
    )]
    file: &str,
    messages: Option<String>,
) -> Result<String, JsError> {
    let (report, messages) = (read_report(report)?, read_messages(messages)?);
    match file {
        "html" => Ok(view::document(&report, &messages)),
        "markdown" => Ok(view::markdown(&report, &messages)),
        "signals_csv" => Ok(csv::signals(&report)),
        "ledger_csv" => Ok(csv::ledger(&report)),
        "resources_csv" => Ok(csv::resources(&report)),
        _ => Err(into_error(format!("file: a report has no file called “{file}”"))),
    }
}
