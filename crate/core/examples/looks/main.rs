//! Writes every sample report as a page for looking at, in the dress of the popup.
//!
//! `cargo run -p crawl-cutoff-core --example looks -- out/looks`

use std::path::PathBuf;
use std::{env, fs, io};

use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::{Context, Inspection, Options, Report, view};

#[path = "../../src/view/sample.rs"]
#[allow(clippy::unwrap_used)] // Shared with the tests.
mod sample;

const STYLE: &str = include_str!("../../../../extension/style.css");

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "out/looks".to_owned()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("style.css"), STYLE)?;
    let messages = Messages::default();
    for (name, _) in sample::SAMPLES {
        let report = sample::sample(name);
        let address = report.page.url.trim_start_matches("https://").replace('&', "&amp;").replace('<', "&lt;");
        let panel = view::panel(&report, &messages);
        fs::write(folder.join(format!("{name}.html")), page(&address, &panel))?;
        println!("{} ({} bytes)", folder.join(format!("{name}.html")).display(), panel.len());
    }
    Ok(())
}

fn page(address: &str, panel: &str) -> String {
    format!(
        r#"<!doctype html>
<html lang="en" data-state="ready">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Crawl Cutoff</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<header><b>Crawl Cutoff</b><span id="address" dir="auto">{address}</span></header>
<main><div id="panel">{panel}</div></main>
<footer><button id="full-report">Full report</button><button id="copy-link">Copy link</button></footer>
</body>
</html>
"#
    )
}
