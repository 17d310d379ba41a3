//! Writes every sample report, and each report given as JSON, for looking at: as the popup shows it, as the
//! report tab shows it, and as a file.
//!
//! `cargo run -p crawl-cutoff-core --example looks -- out/looks [REPORT.json …]`

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::{Context, Inspection, Options, Report, view};

#[path = "../../src/view/sample.rs"]
#[allow(clippy::unwrap_used)] // Shared with the tests.
mod sample;

const STYLE: &str = include_str!("../../../../extension/style.css");

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().unwrap_or_else(|| PathBuf::from("out/looks"));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("style.css"), STYLE)?;
    for (name, _) in sample::SAMPLES {
        write(&folder, name, &sample::sample(name))?;
    }
    for file in arguments {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        write(&folder, &name, &serde_json::from_slice(&fs::read(file)?)?)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, report: &Report) -> io::Result<()> {
    let address = report.page.url.trim_start_matches("https://").replace('&', "&amp;").replace('<', "&lt;");
    let messages = Messages::default();
    let panel = view::panel(report, &messages);
    fs::write(folder.join(format!("{name}.report.html")), view::document(report, &messages))?;
    let tab = view::report(report, &messages);
    fs::write(folder.join(format!("{name}.tab.html")), page("report", &address, &tab, ""))?;
    let file = folder.join(format!("{name}.html"));
    println!("{} ({} bytes)", file.display(), panel.len());
    fs::write(
        file,
        page("popup", &address, &panel, r#"<footer><button id="full-report">Full report</button></footer>"#),
    )
}

fn page(class: &str, address: &str, panel: &str, footer: &str) -> String {
    format!(
        r#"<!doctype html>
<html lang="en" data-state="ready">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Crawl Cutoff</title>
<link rel="stylesheet" href="style.css">
</head>
<body class="{class}">
<header><b>Crawl Cutoff</b><span id="address" dir="auto">{address}</span></header>
<main><div id="panel">{panel}</div></main>
{footer}
</body>
</html>
"#
    )
}
