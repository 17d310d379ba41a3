//! What the page as it ran in the browser tells: Resource Timing.

use serde::{Deserialize, Serialize};

use super::{address, rule};
use crate::report::{Found, Resource, ResourceKind};
use crate::scan::resource::kind_by_name;

/// One entry of Resource Timing. Values that the browser hides (it gives 0) are `None`: unknown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timing {
    /// Address that was asked for, absolute (`name`).
    pub url: String,
    /// What asked for it (`initiatorType`): `script`, `link`, `fetch`, `xmlhttprequest`, `css`, `img` …
    pub initiator: String,
    /// Bytes of the body after content decoding (`decodedBodySize`).
    pub body_bytes: Option<u64>,
    /// Bytes of the body before content decoding (`encodedBodySize`).
    pub encoded_bytes: Option<u64>,
    /// Bytes on the wire with head (`transferSize`); 0 is real for one from the cache, `None` where hidden.
    pub transferred_bytes: Option<u64>,
    /// HTTP status (`responseStatus`).
    pub status: Option<u16>,
    /// Milliseconds from its start to its last byte (`duration`).
    pub duration_ms: Option<u64>,
    /// `h2`, `h3`, `http/1.1` (`nextHopProtocol`).
    pub protocol: Option<String>,
    /// Type without parameters (`contentType`).
    pub content_type: Option<String>,
}

impl Timing {
    /// What it is used as: what asked for it tells, and where that is not enough the type, then the file name's ending.
    pub(crate) fn kind(&self) -> ResourceKind {
        match self.initiator.as_str() {
            "script" => ResourceKind::Script,
            "fetch" | "xmlhttprequest" => ResourceKind::Fetch,
            "img" | "image" | "input" => ResourceKind::Image,
            "icon" => ResourceKind::Icon,
            "video" | "audio" => ResourceKind::Media,
            "track" => ResourceKind::Track,
            "iframe" | "frame" | "navigation" => ResourceKind::Frame,
            "object" | "embed" => ResourceKind::Object,
            "beacon" | "ping" => ResourceKind::Beacon,
            _ => kind_by_type(self.content_type.as_deref())
                .or_else(|| kind_by_name(&self.url))
                .unwrap_or(ResourceKind::Other),
        }
    }

    /// A resource that nothing in the HTML names.
    pub(crate) fn resource(&self) -> Resource {
        let kind = self.kind();
        let mut resource = Resource {
            url: address::without_fragment(&self.url).to_owned(),
            kind,
            found: Found::Runtime,
            rule: rule::of_kind(kind),
            initiator: (!self.initiator.is_empty()).then(|| self.initiator.clone()),
            ..Resource::default()
        };
        self.fill(&mut resource);
        resource
    }

    /// Puts what it tells into `resource`.
    pub(crate) fn fill(&self, resource: &mut Resource) {
        fn put<T: Clone>(target: &mut Option<T>, value: &Option<T>) {
            if target.is_none() {
                target.clone_from(value);
            }
        }
        put(&mut resource.body_bytes, &self.body_bytes);
        // An answer from the cache has no bytes on the wire; what it once took is told by its encoded size.
        put(&mut resource.transferred_bytes, &self.transferred_bytes.filter(|&bytes| bytes > 0).or(self.encoded_bytes));
        put(&mut resource.status, &self.status);
        put(&mut resource.duration_ms, &self.duration_ms);
        put(&mut resource.protocol, &self.protocol);
        put(&mut resource.content_type, &self.content_type);
    }
}

/// The kind that a `Content-Type` tells.
pub(super) fn kind_by_type(content_type: Option<&str>) -> Option<ResourceKind> {
    let essence = content_type?.split(';').next()?.trim().to_ascii_lowercase();
    Some(match essence.as_str() {
        "text/css" => ResourceKind::Stylesheet,
        "text/html" | "application/xhtml+xml" => ResourceKind::Frame,
        "application/manifest+json" => ResourceKind::Manifest,
        "text/vtt" => ResourceKind::Track,
        _ if essence.ends_with("javascript") || essence.ends_with("ecmascript") => ResourceKind::Script,
        _ if essence.contains("font") => ResourceKind::Font,
        _ if essence.starts_with("image/") => ResourceKind::Image,
        _ if essence.starts_with("video/") || essence.starts_with("audio/") => ResourceKind::Media,
        _ if essence.contains("json") => ResourceKind::Fetch,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(initiator: &str, url: &str, content_type: Option<&str>) -> ResourceKind {
        let content_type = content_type.map(str::to_owned);
        Timing { url: url.to_owned(), initiator: initiator.to_owned(), content_type, ..Timing::default() }.kind()
    }

    #[test]
    fn what_asked_tells_the_kind_and_else_the_type_and_else_the_name() {
        assert_eq!(kind("fetch", "https://a.example/x.png", None), ResourceKind::Fetch);
        assert_eq!(kind("link", "https://a.example/x", Some("text/css; charset=utf-8")), ResourceKind::Stylesheet);
        assert_eq!(kind("css", "https://a.example/f.WOFF2?v=1", None), ResourceKind::Font);
        assert_eq!(kind("other", "https://a.example/worker.mjs", None), ResourceKind::Script);
        assert_eq!(kind("other", "https://a.example/", None), ResourceKind::Other);
    }

    #[test]
    fn an_answer_from_the_cache_tells_what_it_once_took() {
        let timing = Timing { transferred_bytes: Some(0), encoded_bytes: Some(41), ..Timing::default() };
        assert_eq!(timing.resource().transferred_bytes, Some(41));
        assert_eq!(Timing::default().resource().transferred_bytes, None);
    }
}
