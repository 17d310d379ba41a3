//! Reads one subresource, chunk by chunk.

use encoding_rs::Encoding;

use super::{Measurement, Target, band, css};
use crate::charset;
use crate::decode;
use crate::hazard::{self, MAX_SCRIPT_BYTES};
use crate::limit::Band;
use crate::report::{ContentKind, ResourceKind, RuleCount, ScriptFacts, ScriptReading};
use crate::response::{self, Head};

/// Bytes that show what a body plainly is.
const FIRST_BYTES: usize = 1024;

/// Reads one subresource to its end. Holds what its kind needs of it, at most [`MAX_SCRIPT_BYTES`], and counts the rest.
pub struct Reader {
    target: Target,
    head: Option<Head>,
    band: Band,
    body_bytes: u64,
    held: Vec<u8>,
    holds: usize,
}

impl Reader {
    /// Starts reading what was answered with `head`, if there is one.
    #[must_use]
    pub fn new(target: Target, head: Option<Head>) -> Self {
        let band = band(&target.limit, head.as_ref().and_then(|head| head.bytes));
        let latest = usize::try_from(band.latest).unwrap_or(usize::MAX).min(MAX_SCRIPT_BYTES);
        let holds = match target.kind {
            ResourceKind::Script | ResourceKind::Worker => latest,
            ResourceKind::Stylesheet => MAX_SCRIPT_BYTES,
            _ => FIRST_BYTES,
        };
        Self { target, head, band, body_bytes: 0, held: Vec::new(), holds: holds.max(FIRST_BYTES) }
    }

    /// Takes the next bytes of the decoded body.
    pub fn push(&mut self, chunk: &[u8]) {
        self.body_bytes += chunk.len() as u64;
        let room = self.holds - self.held.len();
        self.held.extend_from_slice(&chunk[..chunk.len().min(room)]);
    }

    /// Decoded body bytes taken so far.
    #[must_use]
    pub const fn body_bytes(&self) -> u64 {
        self.body_bytes
    }

    /// Ends the body.
    #[must_use]
    pub fn finish(self) -> Measurement {
        let head = self.head.as_ref();
        let first_bytes = &self.held[..self.held.len().min(FIRST_BYTES)];
        let mut measurement = Measurement {
            url: self.target.url.clone(),
            body_bytes: Some(self.body_bytes),
            head_bytes: head.and_then(|head| head.bytes),
            status: head.and_then(|head| head.status),
            content_type: head.and_then(Head::content_type),
            looks_like: expected_mime(self.target.kind).and_then(|mime| response::contradicted_by(mime, first_bytes)),
            ..Measurement::default()
        };
        // An error page is no script, and a page is none either.
        let is_answer = measurement.status.is_none_or(|status| (200..300).contains(&status));
        if is_answer && measurement.looks_like.is_none() {
            match self.target.kind {
                ResourceKind::Script | ResourceKind::Worker => self.read_script(&mut measurement),
                ResourceKind::Stylesheet => self.read_stylesheet(&mut measurement),
                _ => {}
            }
        }
        measurement
    }

    fn read_stylesheet(&self, measurement: &mut Measurement) {
        let encoding = self.encoding(ContentKind::Css);
        let text = |end: u64| decode::decode(encoding, self.prefix(end));
        let whole = text(u64::MAX);
        // Of a file that was not held to its end nothing is counted.
        if self.held.len() as u64 == self.body_bytes {
            let total = css::count_rules(&whole);
            let kept = |edge| if self.body_bytes <= edge { total } else { css::count_rules(&text(edge)) };
            let Band { earliest, latest } = self.band;
            measurement.rules =
                Some(RuleCount { total, kept_earliest: kept(earliest), kept_latest: kept(latest), earliest, latest });
        }
        measurement.references = css::references(&whole, &self.target.url);
    }

    fn read_script(&self, measurement: &mut Measurement) {
        let encoding = self.encoding(ContentKind::Javascript);
        let text = |end: u64| decode::decode(encoding, self.prefix(end));
        let is_whole = self.body_bytes <= self.band.latest;
        let runs_at = |edge: u64| {
            if self.body_bytes <= edge { None } else { hazard::runs(&text(edge), self.target.script).ok() }
        };
        let runs_latest = runs_at(self.band.latest);
        let reading = if is_whole || runs_latest == Some(true) {
            match hazard::find(&text(self.band.latest), &self.target.url, self.target.script) {
                Ok(hazards) => {
                    measurement.hazards = hazards;
                    ScriptReading::Read
                }
                Err(unread) => unread.into(),
            }
        } else {
            ScriptReading::Cut
        };
        measurement.script = Some(ScriptFacts { reading, runs_earliest: runs_at(self.band.earliest), runs_latest });
    }

    /// The body up to `end`, without a byte order mark.
    fn prefix(&self, end: u64) -> &[u8] {
        let end = usize::try_from(end).unwrap_or(usize::MAX).min(self.held.len());
        let bytes = &self.held[..end];
        let mark = Encoding::for_bom(bytes).map_or(0, |(_, length)| length);
        &bytes[mark..]
    }

    fn encoding(&self, kind: ContentKind) -> &'static Encoding {
        let label = self.head.as_ref().and_then(Head::charset);
        charset::sniff_file(label.as_deref(), &self.held[..self.held.len().min(FIRST_BYTES)], kind).encoding
    }
}

/// The type that a resource has to have for its use; `None` where several do.
const fn expected_mime(kind: ResourceKind) -> Option<&'static str> {
    match kind {
        ResourceKind::Script | ResourceKind::Worker => Some("text/javascript"),
        ResourceKind::Stylesheet => Some("text/css"),
        ResourceKind::Frame => Some("text/html"),
        ResourceKind::Manifest => Some("application/json"),
        _ => None,
    }
}
