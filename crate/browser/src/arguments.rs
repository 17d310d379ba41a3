//! What JavaScript may pass, mirrored as types: unknown names and wrong types are errors that name the place.

use crawl_cutoff_core::limit::{LIMITS, LimitChoice, Reading, limit_of};
use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::report::BytesSource;
use crawl_cutoff_core::resource::{RobotsFile, Timing};
use crawl_cutoff_core::response::Head;
use crawl_cutoff_core::{Context, Options};
use js_sys::{Array, Object, Reflect};
use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_wasm_bindgen::Deserializer;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::{into_error, type_name};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What is known before the first byte of the body. An absent or null value is unknown, or the default. */
export interface InspectionOptions {
    /** Address of the body after redirects. */
    url?: string | null;
    /** HTTP status. */
    status?: number | null;
    /** Fields of the response head, in the order in which they came. */
    fields?: [name: string, value: string][] | null;
    /** Whether no field is hidden. Default: false, because browsers hide `Set-Cookie`. */
    headComplete?: boolean | null;
    /** Bytes of the response head in HTTP/1.1 form. Default: counted from `status` and `fields`. */
    headBytes?: number | null;
    /** Whose limit applies. Default: Googlebot's for the kind of content. */
    crawler?: "googlebot" | "googlebot-pdf" | "google-default" | null;
    /** A limit of the user's own: the body offset of the cut. Excludes `crawler`. */
    limitBytes?: number | null;
    /** How a published limit is counted. Default: "band", both ways. */
    reading?: "band" | "strictest" | "loosest" | null;
    /** The sentences: the text of a `messages.json`. Without them a sentence is its key. */
    messages?: string | null;
}

/** What is known only after the last byte. An absent or null value is unknown. */
export interface FinishContext {
    /** Where the bytes came from. Default: "file". */
    source?: "cache" | "second_request" | "file" | "request" | null;
    /** Compressed bytes on the wire. */
    transferredBytes?: number | null;
    /** Decoded size of the response on screen. */
    screenBodyBytes?: number | null;
    /** HTTP status of the response on screen. */
    screenStatus?: number | null;
    /** Milliseconds that the server needed for the response on screen. */
    responseMs?: number | null;
    /** Protocol of the response on screen: "h2", "h3", "http/1.1". */
    protocol?: string | null;
    /** Address that was asked for, when redirects led elsewhere. */
    requestedUrl?: string | null;
    /** What Resource Timing told about the page as it ran. */
    runtime?: RuntimeResource[] | null;
    /** The robots.txt files of the hosts, as far as they were read. */
    robots?: RobotsFile[] | null;
}

/** One entry of Resource Timing. An absent or null value is unknown: the browser gives 0 for what it hides. */
export interface RuntimeResource {
    /** Absolute address (`name`). */
    url: string;
    /** What asked for it (`initiatorType`). */
    initiator: string;
    /** `decodedBodySize`. */
    bodyBytes?: number | null;
    /** `encodedBodySize`. */
    encodedBytes?: number | null;
    /** `transferSize`. */
    transferredBytes?: number | null;
    /** `responseStatus`. */
    status?: number | null;
    /** `duration`, in whole milliseconds. */
    durationMs?: number | null;
    /** `nextHopProtocol`. */
    protocol?: string | null;
    /** `contentType`. */
    contentType?: string | null;
}

/** One robots.txt as it was answered. */
export interface RobotsFile {
    /** Scheme, host and port that it is for: "https://example.com". */
    origin: string;
    /** HTTP status of the last answer; absent when there was none. */
    status?: number | null;
    /** Redirects that were followed to it. Default: 0. */
    redirects?: number | null;
    /** Its text; the first 512,000 bytes are enough. */
    body?: string | null;
    /** Decoded bytes of the whole file, where `body` is only its beginning. */
    bodyBytes?: number | null;
}
"#;

/// Mirror of `InspectionOptions`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct InspectionOptions {
    url: Option<String>,
    status: Option<u16>,
    fields: Option<Vec<(String, String)>>,
    head_complete: Option<bool>,
    head_bytes: Option<u64>,
    crawler: Option<String>,
    limit_bytes: Option<u64>,
    reading: Option<Reading>,
    /// Read by [`options`]: it stays with JavaScript.
    messages: IgnoredAny,
}

/// Mirror of `FinishContext`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct FinishContext {
    source: Option<BytesSource>,
    transferred_bytes: Option<u64>,
    screen_body_bytes: Option<u64>,
    screen_status: Option<u16>,
    response_ms: Option<u64>,
    protocol: Option<String>,
    requested_url: Option<String>,
    /// Read by [`context`], like `robots`.
    runtime: IgnoredAny,
    robots: IgnoredAny,
}

/// Reads the object `value` as a `T`; `null` and `undefined` are the default. `what` names the argument in the error.
pub(crate) fn read<T: DeserializeOwned + Default>(value: &JsValue, what: &str) -> Result<T, JsError> {
    if value.is_null() || value.is_undefined() {
        return Ok(T::default());
    }
    let Some(object) = value.dyn_ref::<Object>().filter(|_| value.is_object()) else {
        return Err(into_error(format!("{what}: expected an object, not {}", type_name(value))));
    };
    // Entry by entry: asked for a struct, serde-wasm-bindgen looks up known names only and so refuses no unknown one.
    let entries = Object::entries(object).into_iter().map(|entry| {
        let entry: Array = entry.unchecked_into();
        (Deserializer::from(entry.get(0)), Deserializer::from(entry.get(1)))
    });
    serde_path_to_error::deserialize(MapDeserializer::new(entries)).map_err(|error| {
        let path = error.path().to_string();
        let cause: js_sys::Error = JsValue::from(error.into_inner()).unchecked_into();
        into_error(format!("{what}.{path}: {}", cause.message()))
    })
}

/// Reads the options that an inspection begins with.
pub(crate) fn options(value: &JsValue) -> Result<Options, JsError> {
    let options = read::<InspectionOptions>(value, "options")?.into_core()?;
    match property(value, "messages").filter(|json| !json.is_null() && !json.is_undefined()) {
        Some(json) => Ok(Options { messages: crate::sentences::read(&json, "options.messages")?, ..options }),
        None => Ok(options),
    }
}

/// Reads the context that an inspection ends with.
pub(crate) fn context(value: &JsValue) -> Result<Context, JsError> {
    let context = read::<FinishContext>(value, "context")?;
    Ok(Context {
        runtime: list(value, "runtime").iter().map(timing).collect(),
        robots: list(value, "robots").iter().map(robots_file).collect(),
        ..context.into()
    })
}

/// The objects in the list `name` of the context; none where there is no list.
///
/// They are read by hand, a value of another type as unknown: serde's code for them would be 15 KB of the popup's module.
fn list(context: &JsValue, name: &str) -> Vec<JsValue> {
    property(context, name).and_then(|list| list.dyn_into::<Array>().ok()).map(|list| list.to_vec()).unwrap_or_default()
}

fn timing(entry: &JsValue) -> Timing {
    Timing {
        url: text(entry, "url").unwrap_or_default(),
        initiator: text(entry, "initiator").unwrap_or_default(),
        body_bytes: number(entry, "bodyBytes"),
        encoded_bytes: number(entry, "encodedBytes"),
        transferred_bytes: number(entry, "transferredBytes"),
        status: status(entry),
        duration_ms: number(entry, "durationMs"),
        protocol: text(entry, "protocol"),
        content_type: text(entry, "contentType"),
    }
}

fn robots_file(file: &JsValue) -> RobotsFile {
    RobotsFile {
        origin: text(file, "origin").unwrap_or_default(),
        status: status(file),
        redirects: number(file, "redirects").and_then(|count| u32::try_from(count).ok()).unwrap_or(0),
        body: text(file, "body"),
        body_bytes: number(file, "bodyBytes"),
    }
}

fn property(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok()
}

fn text(object: &JsValue, name: &str) -> Option<String> {
    property(object, name)?.as_string()
}

fn number(object: &JsValue, name: &str) -> Option<u64> {
    // A float is what JavaScript counts with; the cast saturates.
    property(object, name)?.as_f64().map(|number| number as u64)
}

fn status(object: &JsValue) -> Option<u16> {
    number(object, "status").and_then(|status| u16::try_from(status).ok())
}

impl InspectionOptions {
    /// The core's options, but for the sentences.
    fn into_core(self) -> Result<Options, JsError> {
        let limit = self.limit()?;
        let (url, reading) = (self.url.clone().unwrap_or_default(), self.reading.unwrap_or_default());
        Ok(Options { url, head: self.head(), limit, reading, messages: Messages::default() })
    }

    fn limit(&self) -> Result<LimitChoice, JsError> {
        match (self.crawler.as_deref(), self.limit_bytes) {
            (Some(_), Some(_)) => Err(into_error("options: give crawler or limitBytes, not both")),
            (None, Some(offset)) => Ok(LimitChoice::User(offset)),
            (None | Some("googlebot"), None) => Ok(LimitChoice::Googlebot),
            (Some(name), None) => limit_of(name).map(LimitChoice::Published).ok_or_else(|| {
                let known = LIMITS.map(|limit| limit.crawler).join(", ");
                into_error(format!("options.crawler: no crawler is called “{name}”, expected one of {known}"))
            }),
        }
    }

    /// The response head; `None` when nothing is known of it.
    fn head(self) -> Option<Head> {
        if self.status.is_none() && self.fields.is_none() && self.head_bytes.is_none() {
            return None;
        }
        let mut head =
            Head::from_fields(self.status, self.fields.unwrap_or_default(), self.head_complete.unwrap_or_default());
        if self.head_bytes.is_some() {
            head.bytes = self.head_bytes;
        }
        Some(head)
    }
}

impl From<FinishContext> for Context {
    fn from(context: FinishContext) -> Self {
        Self {
            source: context.source.unwrap_or_default(),
            transferred_bytes: context.transferred_bytes,
            screen_body_bytes: context.screen_body_bytes,
            screen_status: context.screen_status,
            response_ms: context.response_ms,
            protocol: context.protocol,
            requested_url: context.requested_url,
            ..Self::default()
        }
    }
}
