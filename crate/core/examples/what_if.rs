//! Prints what a page would be without some of its bytes: one side of the proof that the prediction is true (`tests/ledger`).
//!
//! ```text
//! what_if [--limit BYTES] PAGE < sets     one JSON array of change ids a line
//! ```
//!
//! Each line printed answers one set: size, cut, and the kind and fate of every signal.

use std::error::Error;
use std::io::{self, BufRead, Write};

use crawl_cutoff_core::ledger::what_if;
use crawl_cutoff_core::limit::LimitChoice;
use crawl_cutoff_core::{Context, Inspection, Options};
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let mut limit = LimitChoice::default();
    let mut words = std::env::args().skip(1).peekable();
    if words.next_if_eq("--limit").is_some() {
        limit = LimitChoice::User(words.next().ok_or("--limit needs a number")?.parse()?);
    }
    let page = words.next().ok_or("usage: what_if [--limit BYTES] PAGE < sets")?;
    let mut inspection = Inspection::new(Options { limit, ..Options::default() });
    inspection.push(&std::fs::read(page)?);
    let report = inspection.finish(Context::default());
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let ids: Vec<String> = serde_json::from_str(&line?)?;
        let outcome = what_if(&report, &ids.iter().map(String::as_str).collect::<Vec<_>>());
        let signals: Vec<_> =
            report.signals.iter().zip(outcome.signals).map(|(signal, fate)| (signal.kind, fate)).collect();
        writeln!(out, "{}", json!({ "body_bytes": outcome.body_bytes, "cut": outcome.cut, "signals": signals }))?;
    }
    Ok(())
}
