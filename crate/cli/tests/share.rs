//! A report through a link and back, as a user does it.
#![allow(clippy::unwrap_used)] // Helpers of tests, outside `#[test]` functions.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PAGE: &str = "<!doctype html><html lang=en><head><meta charset=utf-8><title>A page</title>\
    <link rel=canonical href='https://example.com/a?b=secret'></head>\
    <body><h1>Heading</h1><p>Some words to read, <a href=/x>and a link</a>.</p></body></html>\n";

fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crawl-cutoff"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    let mut child = command.spawn().unwrap();
    // A command that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn error(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn report(limit: &str) -> String {
    out(&run(&["check", "--json", "--url", "https://example.com/a?b=secret", "--limit", limit, "-"], PAGE)).to_owned()
}

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_report_goes_through_a_link_and_back() {
    let made = report("150");
    let shared = run(&["share", "--viewer", "https://viewer.example/", "--with-query-strings", "-"], &made);
    assert_eq!(shared.status.code(), Some(0), "{}", error(&shared));
    let link = out(&shared).trim();
    assert!(link.starts_with("https://viewer.example/#1."), "{link}");
    assert!(error(&shared).ends_with("characters; nothing is left out.\n"), "{}", error(&shared));

    let opened = run(&["open", "--json", link], "");
    assert_eq!(opened.status.code(), Some(1), "something is cut: as check says it");
    let [mut made, mut opened]: [Value; 2] = [&*made, out(&opened)].map(|json| serde_json::from_str(json).unwrap());
    assert_eq!(opened["shared"]["left_out"], serde_json::json!([]));
    (made["shared"], opened["shared"]) = (Value::Null, Value::Null);
    assert_eq!(made, opened);

    let printed = run(&["open", "-"], link);
    assert!(out(&printed).contains("Your limit stops"), "{}", out(&printed));
    assert!(out(&printed).contains("This report came from a link; nothing is left out of it."), "{}", out(&printed));
}

#[test]
fn the_sender_chooses_what_the_link_carries() {
    let file = folder("share-include").join("report.json");
    fs::write(&file, report("1000000")).unwrap();
    let file = file.to_str().unwrap();
    let opened = |flags: &[&str]| {
        let shared = run(&[&["share", file], flags].concat(), "");
        assert_eq!(shared.status.code(), Some(0), "{}", error(&shared));
        let opened = run(&["open", "--json", out(&shared).trim()], "");
        assert_eq!(opened.status.code(), Some(0), "{}", error(&opened));
        out(&opened).to_owned()
    };
    assert!(!opened(&[]).contains("secret") && opened(&[]).contains("A page"));
    assert!(opened(&["--with-query-strings"]).contains("secret"));
    assert!(!opened(&["--without-values"]).contains("A page"));
}

#[test]
fn what_is_no_link_and_what_is_no_report_gets_one_sentence() {
    let link = out(&run(&["share", "-"], &report("1000000"))).trim().to_owned();
    let altered = format!("{}{}", &link[..link.len() - 1], if link.ends_with('A') { 'B' } else { 'A' });
    for (arguments, input, sentence) in [
        (&["open", "https://example.com/"][..], "", "crawl-cutoff: This is no link to a report"),
        (&["open", &link[..link.len() - 9]], "", "crawl-cutoff: The end of this link is missing"),
        (&["open", &altered], "", "crawl-cutoff: This link is not as it was sent"),
        (
            &["open", "#7.AAAA"],
            "",
            "crawl-cutoff: This link was made by a newer Crawl Cutoff (format 7; this one reads up to 1)",
        ),
        (&["open", "-"], "", "crawl-cutoff: This is no link to a report"),
        (&["share", "none.json"], "", "crawl-cutoff: none.json does not exist"),
        (&["share", "."], "", "crawl-cutoff: . is a folder"),
        (&["share", "-"], "{}", "crawl-cutoff: - is no report as `check --json` prints it"),
        (&["share", "-"], PAGE, "crawl-cutoff: - is no report as `check --json` prints it"),
    ] {
        let output = run(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(out(&output), "", "{arguments:?}");
        assert!(error(&output).starts_with(sentence), "{arguments:?}: {}", error(&output));
        assert_eq!(error(&output).lines().count(), 1, "{arguments:?}: {}", error(&output));
    }
}
