//! What is worth reading, and as what: resources, and the page's own scripts.

use serde::{Deserialize, Serialize};

use super::{Measurement, address};
use crate::report::{
    AppliedLimit, Found, FrameFacts, Hazard, InlineScript, Report, Requested, Resource, ResourceKind, ScriptReading,
};

/// What is known of a resource before it is read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Target {
    /// Its address as the report has it.
    pub url: String,
    /// What it is used as.
    pub kind: ResourceKind,
    /// For a script: how it is run.
    pub script: ScriptKind,
    /// The page's limit: every resource has it for itself.
    pub limit: AppliedLimit,
}

/// How a browser would run a script.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScriptKind {
    /// Without `type=module`.
    Classic,
    /// With `type=module`, or imported by one.
    Module,
    /// Not known: a module where it imports or exports, else classic.
    #[default]
    Unknown,
}

/// Subresources that are worth reading: those that Google's renderer asks for, or may.
pub fn wanted(report: &Report) -> impl Iterator<Item = &Resource> {
    report.resources.iter().filter(|resource| {
        resource.requested != Requested::No
            && resource.kind != ResourceKind::Beacon
            && address::origin(&resource.url).is_some()
    })
}

/// Hosts that are asked for something, as origins: the page's own first.
#[must_use]
pub fn origins(report: &Report) -> Vec<String> {
    let mut origins: Vec<String> = Vec::new();
    let addresses = std::iter::once(report.page.url.as_str()).chain(wanted(report).map(|resource| &*resource.url));
    for origin in addresses.filter_map(address::origin) {
        if !origins.iter().any(|known| known == origin) {
            origins.push(origin.to_owned());
        }
    }
    origins
}

/// Whether a resource is a document in a frame, which is inspected like a page, see [`of_frame`].
#[must_use]
pub const fn is_frame(resource: &Resource) -> bool {
    matches!(resource.kind, ResourceKind::Frame)
}

/// What to read of the resource at `url`; `None` where the report has none.
#[must_use]
pub fn target(report: &Report, url: &str) -> Option<Target> {
    let resource = report.resources.iter().find(|resource| resource.url == url)?;
    let detail = resource.detail.as_deref().unwrap_or_default();
    let script = match (resource.kind, resource.found) {
        (ResourceKind::Script, Found::Html) if detail.contains("module") => ScriptKind::Module,
        (ResourceKind::Script, Found::Html) if !detail.contains("preload") => ScriptKind::Classic,
        _ => ScriptKind::Unknown,
    };
    Some(Target { url: url.to_owned(), kind: resource.kind, script, limit: report.limit.clone() })
}

/// What the document in a frame gives, by the report about it.
#[must_use]
pub fn of_frame(url: &str, report: &Report) -> Measurement {
    Measurement {
        url: url.to_owned(),
        body_bytes: Some(report.page.body_bytes),
        head_bytes: report.page.head_bytes,
        transferred_bytes: report.page.transferred_bytes,
        status: report.page.status,
        content_type: report.page.content_type.clone(),
        looks_like: report.page.looks_like,
        frame: Some(FrameFacts {
            words_total: report.text.words_total,
            words_kept: report.text.words_kept_earliest,
            links_total: report.links.total,
            links_kept: report.links.kept_earliest,
        }),
        ..Measurement::default()
    }
}

/// What is known of a page's own scripts before they are read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PageTarget {
    /// Address of the page.
    pub url: String,
    /// Its encoding.
    pub encoding: Option<String>,
    /// Latest edge of its band.
    pub latest: Option<u64>,
    /// Its scripts.
    pub scripts: Vec<InlineScript>,
}

impl PageTarget {
    /// That of the page of `report`.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        let Report { page, limit, inline_scripts, .. } = report;
        let (url, encoding, scripts) = (page.url.clone(), page.encoding.clone(), inline_scripts.clone());
        Self { url, encoding, latest: limit.latest, scripts }
    }
}

/// What reading a page's own scripts gave.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct PageReading {
    /// What a stateless renderer will miss in them.
    pub hazards: Vec<Hazard>,
    /// What came of reading each script, in their order.
    pub readings: Vec<ScriptReading>,
}

impl PageReading {
    /// Puts it into the report of the page. The findings are not judged anew.
    pub fn put_into(self, report: &mut Report) {
        report.hazards.retain(|hazard| hazard.place != report.page.url);
        report.hazards.splice(0..0, self.hazards);
        for (script, reading) in report.inline_scripts.iter_mut().zip(self.readings) {
            script.reading = Some(reading);
        }
    }
}
