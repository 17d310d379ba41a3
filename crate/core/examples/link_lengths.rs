//! Prints how long the links of pages are: each page, then median, 90th percentile and maximum.
//!
//! ```text
//! link_lengths [--all] PAGE …     --all: with everything that a sender may include
//! ```
//!
//! A `.gz` is not decompressed: give pages as they are.

use std::error::Error;
use std::time::Instant;

use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::share::{self, Include};
use crawl_cutoff_core::{Context, Inspection, Options};

/// As long as the address of a viewer on a pages host.
const VIEWER: &str = "https://somebody.pages.example/crawl-cutoff/";

fn main() -> Result<(), Box<dyn Error>> {
    let mut pages: Vec<String> = std::env::args().skip(1).collect();
    let is_all = pages.iter().any(|page| page == "--all");
    pages.retain(|page| page != "--all");
    let include =
        if is_all { Include { query_strings: true, snippets: true, ..Include::default() } } else { Include::default() };
    let messages = Messages::default();
    let mut lengths = Vec::new();
    for page in &pages {
        let mut inspection = Inspection::new(Options { url: address_of(page), ..Options::default() });
        inspection.push(&std::fs::read(page)?);
        let report = inspection.finish(Context::default());
        let start = Instant::now();
        let link = share::encode(&report, &include, VIEWER, &messages);
        let milliseconds = start.elapsed().as_secs_f64() * 1_000.0;
        let opened = share::decode(&link.text, &messages).map_err(|error| error.sentence(&messages))?;
        if opened != link.report {
            return Err(format!("{page}: the link opens as another report").into());
        }
        let characters = link.text.chars().count();
        println!("{characters:>6} characters {milliseconds:>7.1} ms  {page}  {:?}", link.left_out());
        lengths.push(characters);
    }
    lengths.sort_unstable();
    let at = |percent: usize| lengths.get((lengths.len() * percent).div_ceil(100).saturating_sub(1)).copied();
    if let (Some(median), Some(high), Some(longest)) = (at(50), at(90), lengths.last()) {
        println!("{} links: median {median}, 90th percentile {high}, maximum {longest} characters", lengths.len());
    }
    Ok(())
}

/// The page as a browser would have it: an address of ordinary length.
fn address_of(page: &str) -> String {
    let name = page.rsplit('/').next().unwrap_or(page);
    format!("https://www.somebody.example/category/{name}")
}
