//! Prints what a report says is kept of a page, for many cuts: one side of the oracle (`tests/oracle`).
//!
//! ```text
//! prefix_facts [--head HEAD] PAGE < cuts     one body offset a line
//! ```
//!
//! The first line printed describes the page, each further line the facts kept at one cut, in the order of the cuts. All of it
//! is read off [`Report`]s, nothing off the inside of the core, so that the oracle proves what users see.

use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};

use crawl_cutoff_core::limit::LimitChoice;
use crawl_cutoff_core::report::{ContentKind, CutState, SignalKind};
use crawl_cutoff_core::response::Head;
use crawl_cutoff_core::{Context, Inspection, Options, Report};
use serde::Serialize;

#[path = "../tests/support/facts.rs"]
mod facts;

use facts::{Facts, kept};

/// Bytes given to the inspection at once: as a network would, and odd so that chunks end anywhere.
const CHUNK_BYTES: usize = 65_537;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageLine<'a> {
    is_html: bool,
    encoding: Option<&'a str>,
    body_bytes: u64,
    /// Half-open byte ranges of signals, where cuts are worth trying.
    signals: Vec<(SignalKind, u64, u64)>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CutLine {
    state: Option<CutState>,
    facts: Facts,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut head = None;
    let mut page = None;
    while let Some(argument) = arguments.next() {
        if argument == "--head" {
            head = Some(Head::parse(&std::fs::read(arguments.next().ok_or("--head needs a file")?)?)?);
        } else {
            page = Some(argument);
        }
    }
    let body = std::fs::read(page.ok_or("usage: prefix_facts [--head HEAD] PAGE < cuts")?)?;

    let mut out = BufWriter::new(io::stdout().lock());
    let whole = inspect(&body, head.clone(), u64::MAX);
    let page_line = PageLine {
        is_html: whole.page.kind == ContentKind::Html,
        encoding: whole.page.encoding.as_deref(),
        body_bytes: whole.page.body_bytes,
        signals: whole.signals.iter().map(|signal| (signal.kind, signal.start, signal.end)).collect(),
    };
    serde_json::to_writer(&mut out, &page_line)?;
    writeln!(out)?;
    // The asker chooses cuts by this line.
    out.flush()?;
    for line in io::stdin().lock().lines() {
        let report = inspect(&body, head.clone(), line?.trim().parse()?);
        let state = report.cut.as_ref().map(|cut| cut.earliest.state);
        serde_json::to_writer(&mut out, &CutLine { state, facts: kept(&report) })?;
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}

fn inspect(body: &[u8], head: Option<Head>, cut: u64) -> Report {
    let mut inspection = Inspection::new(Options { head, limit: LimitChoice::User(cut), ..Options::default() });
    for chunk in body.chunks(CHUNK_BYTES) {
        inspection.push(chunk);
    }
    inspection.finish(Context::default())
}
