//! HTTP archives: what a browser recorded of one page, as `.har` or `.har.gz`.
//!
//! The first page counts, with the entries that belong to it. What an archive leaves out is unknown: many browsers save no
//! bodies of what they had in their cache, or none at all.

use std::io::Read;

use crawl_cutoff_core::resource::{RobotsFile, Timing, address};
use crawl_cutoff_core::response::Head;
use data_url::forgiving_base64::decode_to_vec;
use serde::Deserialize;

use crate::failure::Failure;
use crate::input;

/// Redirects that are followed from one entry to the next.
const REDIRECTS: u32 = 10;

/// The archive as far as it is of use here. Specification: HAR 1.2.
#[derive(Deserialize)]
struct File {
    log: Log,
}

#[derive(Deserialize)]
struct Log {
    #[serde(default)]
    pages: Vec<Page>,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Page {
    id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    pageref: Option<String>,
    request: Request,
    response: Response,
    /// Milliseconds from its start to its last byte.
    time: Option<f64>,
    #[serde(rename = "_resourceType")]
    resource_type: Option<String>,
}

#[derive(Deserialize)]
struct Request {
    url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    #[serde(default)]
    status: f64,
    #[serde(default)]
    http_version: String,
    #[serde(default)]
    headers: Vec<Header>,
    #[serde(default)]
    content: Content,
    #[serde(default, rename = "redirectURL")]
    redirect_url: String,
    body_size: Option<f64>,
    #[serde(rename = "_transferSize")]
    transfer_size: Option<f64>,
    #[serde(rename = "_error")]
    error: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Content {
    size: Option<f64>,
    #[serde(default)]
    mime_type: String,
    text: Option<String>,
    encoding: Option<String>,
}

/// One page and all that was recorded with it.
pub(crate) struct Archive {
    entries: Vec<Entry>,
    page: usize,
}

/// What was answered to one request.
pub(crate) struct Answer {
    /// `None` where it was not recorded.
    pub(crate) body: Option<Vec<u8>>,
    /// Decoded bytes, where the body or its size was recorded.
    pub(crate) body_bytes: Option<u64>,
    pub(crate) head: Option<Head>,
    pub(crate) transferred_bytes: Option<u64>,
    pub(crate) protocol: Option<String>,
    pub(crate) duration_ms: Option<u64>,
    /// Why there was no answer, in the browser's words.
    pub(crate) error: Option<String>,
}

impl Archive {
    /// Whether a file is one by its name.
    pub(crate) fn is_name(name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        name.ends_with(".har") || name.ends_with(".har.gz")
    }

    pub(crate) fn read(reader: impl Read + 'static) -> Result<Self, Failure> {
        let mut text = Vec::new();
        let mut decoded = input::decoded(reader).map_err(Failure::of_reading)?;
        decoded.reader.read_to_end(&mut text).map_err(Failure::of_reading)?;
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        let File { log } = serde_json::from_slice(text).map_err(Failure::Archive)?;
        let first = log.pages.into_iter().next().map(|page| page.id);
        let belongs = |entry: &Entry| entry.pageref.is_none() || first.is_none() || entry.pageref == first;
        let entries: Vec<Entry> = log.entries.into_iter().filter(belongs).collect();
        // The page is the first answer that is no redirect.
        let page = entries.iter().position(|entry| !entry.is_redirect()).ok_or(Failure::ArchiveWithoutPage)?;
        Ok(Self { entries, page })
    }

    /// Address of the page.
    pub(crate) fn page_url(&self) -> &str {
        address::without_fragment(&self.entries[self.page].request.url)
    }

    /// Address that was asked for, when redirects led elsewhere.
    pub(crate) fn requested_url(&self) -> Option<String> {
        (self.page > 0).then(|| self.entries[0].request.url.clone())
    }

    /// The answer that is the page.
    pub(crate) fn page(&self) -> Answer {
        self.entries[self.page].answer()
    }

    /// The answer to `url`, after redirects.
    pub(crate) fn find(&self, url: &str) -> Option<Answer> {
        self.follow(url).map(|(entry, _)| entry.answer())
    }

    fn follow(&self, url: &str) -> Option<(&Entry, u32)> {
        let mut url = url.to_owned();
        for redirects in 0..=REDIRECTS {
            let is_it = |entry: &&Entry| address::without_fragment(&entry.request.url) == url;
            // Of several the last that brought a body: others were answered from the cache.
            let mut all = self.entries.iter().filter(is_it);
            let entry = all.clone().rfind(|entry| entry.response.content.text.is_some()).or_else(|| all.next_back())?;
            if !entry.is_redirect() {
                return Some((entry, redirects));
            }
            url = address::resolve(&entry.response.redirect_url, &url)?;
        }
        None
    }

    /// What the page asked for, as Resource Timing would tell it.
    pub(crate) fn timings(&self) -> Vec<Timing> {
        let rest = self.entries.iter().enumerate().filter(|(index, _)| *index > self.page).map(|(_, entry)| entry);
        let is_page_own = |entry: &&Entry| !entry.request.url.ends_with("/robots.txt");
        rest.filter(is_page_own).map(Entry::timing).collect()
    }

    /// The robots.txt files that were recorded.
    pub(crate) fn robots(&self, origins: &[String]) -> Vec<RobotsFile> {
        let file = |origin: &String| {
            let (entry, redirects) = self.follow(&format!("{origin}/robots.txt"))?;
            let answer = entry.answer();
            Some(RobotsFile {
                origin: origin.clone(),
                status: answer.head.as_ref().and_then(|head| head.status),
                redirects,
                body: answer.body.map(|body| String::from_utf8_lossy(&body).into_owned()),
                body_bytes: answer.body_bytes,
            })
        };
        origins.iter().filter_map(file).collect()
    }
}

impl Entry {
    fn is_redirect(&self) -> bool {
        !self.response.redirect_url.is_empty() && (300.0..400.0).contains(&self.response.status)
    }

    fn answer(&self) -> Answer {
        let Response { headers, content, .. } = &self.response;
        let body = content.text.as_deref().and_then(|text| match content.encoding.as_deref() {
            Some("base64") => decode_to_vec(text.as_bytes()).ok(),
            _ => Some(text.as_bytes().to_vec()),
        });
        let is_text = content.text.is_some() && content.encoding.is_none();
        // Text was decoded when it was recorded: its size is the one that was recorded with it.
        let size = content.size.and_then(whole).filter(|&size| size > 0 || body.is_some());
        let body_bytes = match &body {
            Some(body) if !is_text => Some(body.len() as u64),
            Some(body) => size.or(Some(body.len() as u64)),
            None => size,
        };
        Answer {
            body_bytes,
            head: self.head(headers, is_text && body.is_some()),
            body,
            transferred_bytes: self.response.transfer_size.or(self.response.body_size).and_then(whole),
            protocol: Some(self.response.http_version.to_ascii_lowercase()).filter(|version| !version.is_empty()),
            duration_ms: self.time.and_then(whole),
            error: self.response.error.clone().filter(|_| self.response.status == 0.0),
        }
    }

    /// `is_text`: the body is UTF-8 now, whatever it was sent as.
    fn head(&self, headers: &[Header], is_text: bool) -> Option<Head> {
        let status = whole(self.response.status).and_then(|status| u16::try_from(status).ok()).filter(|&s| s > 0)?;
        // Pseudo-fields of HTTP/2 are no fields.
        let fields = headers.iter().filter(|header| !header.name.starts_with(':'));
        let fields = fields.map(|header| (header.name.clone(), header.value.clone())).collect();
        let mut head = Head::from_fields(Some(status), fields, true);
        if headers.is_empty() {
            head.bytes = None;
        }
        if is_text {
            for (name, value) in &mut head.fields {
                let kind = value.split(';').next().unwrap_or_default().trim().to_owned();
                if name.eq_ignore_ascii_case("content-type") && value.to_ascii_lowercase().contains("charset") {
                    *value = format!("{kind}; charset=utf-8");
                }
            }
        }
        Some(head)
    }

    fn timing(&self) -> Timing {
        let initiator = match self.resource_type.as_deref() {
            Some("script") => "script",
            Some("xhr") => "xmlhttprequest",
            Some("fetch") => "fetch",
            Some("image") => "img",
            Some("media") => "video",
            Some("document") => "iframe",
            Some("ping" | "beacon") => "beacon",
            Some("stylesheet" | "font" | "manifest") => "link",
            _ => "",
        };
        let mime = Some(self.response.content.mime_type.clone()).filter(|mime| !mime.is_empty());
        Timing {
            url: self.request.url.clone(),
            initiator: initiator.to_owned(),
            status: whole(self.response.status).and_then(|status| u16::try_from(status).ok()).filter(|&s| s > 0),
            content_type: mime,
            ..Timing::default()
        }
    }
}

/// A number of an archive, which writes −1 for what is unknown.
fn whole(number: f64) -> Option<u64> {
    (number >= 0.0).then_some(number.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARCHIVE: &str = r#"{"log":{"pages":[{"id":"p1"},{"id":"p2"}],"entries":[
        {"pageref":"p1","request":{"url":"http://a.example/"},"response":{"status":301,"redirectURL":"https://a.example/"}},
        {"pageref":"p1","request":{"url":"https://a.example/#x"},"time":12.4,"response":{"status":200,"httpVersion":"HTTP/2.0",
          "headers":[{"name":":status","value":"200"},{"name":"Content-Type","value":"text/html; charset=windows-1252"}],
          "content":{"size":3,"mimeType":"text/html","text":"<p>"},"bodySize":-1}},
        {"pageref":"p1","request":{"url":"https://a.example/a.js"},"response":{"status":302,"redirectURL":"/b.js"}},
        {"pageref":"p1","request":{"url":"https://a.example/b.js"},"_resourceType":"script","response":{"status":200,
          "content":{"size":2,"text":"Ozs=","encoding":"base64"},"_transferSize":40}},
        {"pageref":"p1","request":{"url":"https://a.example/c.js"},"response":{"status":200,"content":{"size":7}}},
        {"pageref":"p1","request":{"url":"https://a.example/d.js"},"response":{"status":0,"_error":"net::ERR_FAILED"}},
        {"pageref":"p2","request":{"url":"https://b.example/"},"response":{"status":200}}]}}"#;

    #[test]
    fn the_first_page_counts_with_its_resources() {
        let archive = Archive::read(ARCHIVE.as_bytes()).unwrap();
        assert_eq!(archive.page_url(), "https://a.example/");
        assert_eq!(archive.requested_url().as_deref(), Some("http://a.example/"));
        let page = archive.page();
        assert_eq!((page.body.as_deref(), page.body_bytes, page.duration_ms), (Some(&b"<p>"[..]), Some(3), Some(12)));
        assert_eq!(page.head.unwrap().charset().as_deref(), Some("utf-8"));
        assert_eq!(archive.timings().len(), 4);
    }

    #[test]
    fn redirects_are_followed_and_what_is_missing_is_unknown() {
        let archive = Archive::read(ARCHIVE.as_bytes()).unwrap();
        let moved = archive.find("https://a.example/a.js").unwrap();
        assert_eq!((moved.body.as_deref(), moved.transferred_bytes), (Some(&b";;"[..]), Some(40)));
        let without_body = archive.find("https://a.example/c.js").unwrap();
        assert_eq!((without_body.body, without_body.body_bytes), (None, Some(7)));
        let failed = archive.find("https://a.example/d.js").unwrap();
        assert_eq!((failed.body_bytes, failed.error.as_deref()), (None, Some("net::ERR_FAILED")));
        assert!(archive.find("https://b.example/").is_none());
    }
}
