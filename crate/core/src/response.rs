//! The response head: status, fields, its size in HTTP/1.1 form, and what its `Content-Type` means.

/// A response head as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// HTTP status; `None` when unknown.
    pub status: Option<u16>,
    /// Field names (lower-cased) and values in the order in which they came.
    pub fields: Vec<(String, String)>,
    /// Bytes of the head in HTTP/1.1 form: status line, one line for each field, the empty line. `None` when unknown.
    pub bytes: Option<u64>,
    /// Whether every field is here. Browsers hide `Set-Cookie` from extensions, so theirs is `false` unless shown otherwise.
    pub complete: bool,
}
