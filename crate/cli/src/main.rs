//! The command `crawl-cutoff`.
fn main() {}
