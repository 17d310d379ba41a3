//! What reading one resource gave, and how that comes into a report.

use serde::{Deserialize, Serialize};

use super::{Reference, RobotsFile};
use crate::message::Messages;
use crate::report::{ContentKind, FrameFacts, Hazard, Report, RuleCount, ScriptFacts};

/// What reading one resource gave.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Measurement {
    /// Its address as the report has it.
    pub url: String,
    /// Decoded bytes; `None` when it could not be read to its end.
    pub body_bytes: Option<u64>,
    /// Bytes of its response head in HTTP/1.1 form.
    pub head_bytes: Option<u64>,
    /// Compressed bytes on the wire.
    pub transferred_bytes: Option<u64>,
    /// HTTP status.
    pub status: Option<u16>,
    /// `Content-Type` field as sent.
    pub content_type: Option<String>,
    /// What its first bytes plainly are, where that contradicts what it is used as.
    pub looks_like: Option<ContentKind>,
    /// `h2`, `h3`, `http/1.1`.
    pub protocol: Option<String>,
    /// Milliseconds from its request to its last byte.
    pub duration_ms: Option<u64>,
    /// For a stylesheet: its rules.
    pub rules: Option<RuleCount>,
    /// For a script: whether it runs.
    pub script: Option<ScriptFacts>,
    /// For a frame: what is left of it.
    pub frame: Option<FrameFacts>,
    /// What it names itself, resolved: `@import` and `url()` of a stylesheet.
    pub references: Vec<Reference>,
    /// What a stateless renderer will miss in it.
    pub hazards: Vec<Hazard>,
    /// Why it could not be read, in one sentence; `None` when it was.
    pub error: Option<String>,
}

/// Puts what was measured into a report and judges it again.
///
/// A measurement of an address that the report does not have, and of one measured before, is taken too: the newest counts.
pub fn measure(report: &mut Report, measurements: &[Measurement], robots: &[RobotsFile], messages: &Messages) {
    for measurement in measurements {
        super::collect::put(report, measurement);
    }
    super::robots::apply(report, robots);
    super::judge(report, messages);
    crate::finding::judge(report, messages);
}
