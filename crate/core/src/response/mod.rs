//! The response head: status, fields, its size in HTTP/1.1 form, and what its `Content-Type` means.

mod head;
mod kind;
mod mime;

pub use head::{Head, HeadError};
pub use kind::{content_kind, contradicted_by};
pub use mime::named_by_rule;
