//! What HTML or CSS names.

use serde::{Deserialize, Serialize};

use crate::report::{Found, RequestRule, Resource, ResourceKind};

/// One address that a tag or a rule names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// The address; absolute where the reader of it could resolve it.
    pub url: String,
    /// What it is used as.
    pub kind: ResourceKind,
    /// How it is named, see [`Resource::detail`].
    pub detail: Option<String>,
    /// Whether Google's renderer asks for it.
    pub rule: RequestRule,
    /// First byte of the tag or rule in its file.
    pub start: u64,
    /// Byte after it.
    pub end: u64,
    /// Line of `start`, from 1.
    pub line: u64,
}

impl Reference {
    /// The resource that it names, at `url`, before anything is known of it.
    pub(crate) fn into_resource(self, url: String, found: Found) -> Resource {
        Resource {
            url,
            kind: self.kind,
            found,
            start: Some(self.start),
            end: Some(self.end),
            line: Some(self.line),
            detail: self.detail,
            rule: self.rule,
            ..Resource::default()
        }
    }
}
