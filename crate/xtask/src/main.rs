//! Build steps that need Rust.
fn main() {}
