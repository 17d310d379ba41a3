//! The one pass over the body. The only room that knows lol_html.

pub mod plain;
