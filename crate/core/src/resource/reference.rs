//! What HTML or CSS names.

use super::Reference;
use crate::report::{Found, Resource};

impl Resource {
    /// What `reference` names, at `url`, before anything is known of it.
    pub(super) fn named(reference: Reference, url: String, found: Found) -> Self {
        Self {
            url,
            kind: reference.kind,
            found,
            start: Some(reference.start),
            end: Some(reference.end),
            line: Some(reference.line),
            detail: reference.detail,
            rule: reference.rule,
            ..Self::default()
        }
    }
}
