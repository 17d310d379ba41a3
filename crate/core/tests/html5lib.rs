//! The html5lib suites of the corpus, through the core: what a report says against the trees and tokens that the suites expect.
//!
//! `html5lib-known.json` holds the tests that may differ, each with its reason; one that no longer differs fails.

#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests, outside `#[test]` functions.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crawl_cutoff_core::report::SignalKind;
use serde::Deserialize;
use support::facts::{is_space, kept, tidy};
use support::{corpus, dat, inspect, utf8_html};

/// A test whose expectation the core does not meet.
#[derive(Deserialize)]
struct Known {
    file: String,
    /// The document, as in the suite.
    data: String,
    #[allow(dead_code)] // For the reader.
    reason: String,
}

/// Results of one suite, and what is known of it.
struct Suite {
    known: Vec<Known>,
    met: BTreeSet<usize>,
    passed: usize,
    skipped: usize,
    failures: String,
}

impl Suite {
    fn new() -> Self {
        let known = serde_json::from_str(include_str!("html5lib-known.json")).unwrap();
        Self { known, met: BTreeSet::new(), passed: 0, skipped: 0, failures: String::new() }
    }

    fn record<T: PartialEq + std::fmt::Debug>(&mut self, file: &str, data: &str, expected: &T, actual: &T) {
        let known = self.known.iter().position(|known| known.file == file && known.data == data);
        match (expected == actual, known) {
            (true, _) => self.passed += 1,
            (false, Some(index)) => {
                self.met.insert(index);
                self.skipped += 1;
            }
            (false, None) => {
                writeln!(self.failures, "{file}: {data:?}\n  expected {expected:?}\n  actual   {actual:?}").unwrap();
            }
        }
    }

    fn close(mut self, name: &str, files: &[PathBuf]) {
        let names: BTreeSet<String> = files.iter().map(|file| file_name(file)).collect();
        for (index, known) in self.known.iter().enumerate() {
            if names.contains(&known.file) && !self.met.contains(&index) {
                writeln!(self.failures, "known refusal no longer differs: {}: {:?}", known.file, known.data).unwrap();
            }
        }
        println!("{name}: {} passed, {} skipped", self.passed, self.skipped);
        assert!(self.failures.is_empty(), "{}", self.failures);
        assert!(self.passed > 1000, "the suite is there but was not run");
    }
}

fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn trees_have_the_facts_that_a_report_says() {
    let Some(folder) = corpus("suites/html5lib-tests/tree-construction") else { return };
    let files = files_in(&folder, "dat");
    let mut suite = Suite::new();
    for file in &files {
        let name = file_name(file);
        for test in dat::read(&String::from_utf8_lossy(&std::fs::read(file).unwrap())) {
            let Some(document) = test.document else {
                suite.skipped += 1;
                continue;
            };
            let report = inspect(test.data.as_bytes(), utf8_html(), u64::MAX);
            suite.record(&name, &test.data, &dat::facts_of(&document), &kept(&report));
        }
    }
    suite.close("html5lib tree construction", &files);
}

#[derive(Deserialize)]
struct TokenizerFile {
    #[serde(default)]
    tests: Vec<TokenizerTest>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TokenizerTest {
    input: String,
    output: Vec<serde_json::Value>,
    initial_states: Option<Vec<String>>,
    last_start_tag: Option<String>,
    #[serde(default)]
    double_escaped: bool,
}

/// Names of tags that the tree builder inserts where they stand, or ignores, and that do not change how text is read.
const ORDINARY_TAGS: [&str; 10] = ["h", "a", "b", "i", "z", "foo", "bar", "xyz", "s", "br"];

/// Puts the test into a heading and reads the heading's text, which is all characters of the test's output. What stands in a script is
/// no text of a heading: it is read as a block of JSON-LD.
#[test]
fn tokens_have_the_text_that_a_report_says() {
    let Some(folder) = corpus("suites/html5lib-tests/tokenizer") else { return };
    let files = files_in(&folder, "test");
    let mut suite = Suite::new();
    for file in &files {
        // A lone surrogate, which no body can hold, is no valid JSON string for serde.
        let text = std::fs::read_to_string(file).unwrap();
        let values: serde_json::Value = match serde_json::from_str(&text) {
            Ok(values) => values,
            Err(_) => {
                println!("skipped {}: it holds lone surrogates", file_name(file));
                continue;
            }
        };
        let parsed: TokenizerFile = serde_json::from_value(values).unwrap();
        for test in parsed.tests {
            for state in test.initial_states.clone().unwrap_or_else(|| vec!["Data state".to_owned()]) {
                match tokenizer_case(&test, &state) {
                    Some((document, expected)) => {
                        let report = inspect(document.as_bytes(), utf8_html(), u64::MAX);
                        let of_kind = |kind| report.signals.iter().find(move |signal| signal.kind == kind);
                        let parts = [SignalKind::JsonLd, SignalKind::Heading].into_iter().filter_map(of_kind);
                        let actual = tidy(&parts.map(|signal| signal.value.as_str()).collect::<String>());
                        // A value has no white space at its ends, where what follows a script may have some.
                        let comparable = |text: &str| match state.as_str() {
                            "Script data state" => text.replace(is_space, ""),
                            _ => text.to_owned(),
                        };
                        let (expected, actual) = (comparable(&expected), comparable(&actual));
                        suite.record(&file_name(file), &document, &expected, &actual);
                    }
                    None => suite.skipped += 1,
                }
            }
        }
    }
    suite.close("html5lib tokenizer", &files);
}

/// The document that puts the tokenizer into `state` before the test's input, and the text that its heading must have; `None`
/// where no report can tell the result.
fn tokenizer_case(test: &TokenizerTest, state: &str) -> Option<(String, String)> {
    let (opening, element) = match state {
        "Data state" => ("", ""),
        "RCDATA state" => ("<textarea>", "textarea"),
        "RAWTEXT state" => ("<xmp>", "xmp"),
        "Script data state" => (r#"<script type="application/ld+json">"#, "script"),
        "PLAINTEXT state" => ("<plaintext>", "plaintext"),
        "CDATA section state" => ("<svg><text><![CDATA[", ""),
        _ => return None,
    };
    let unescape = |text: &str| if test.double_escaped { unescape(text) } else { Some(text.to_owned()) };
    // The suite names one element for all states; each state here has its own.
    let last = test.last_start_tag.as_deref().filter(|_| !element.is_empty()).unwrap_or_default();
    let mut input = unescape(&test.input)?;
    if !last.is_empty() {
        input = with_name(&input, last, element);
    }
    let mut text = String::new();
    for token in &test.output {
        let part = token[1].as_str().unwrap_or_default();
        match token[0].as_str()? {
            "Character" => text.push_str(&unescape(part)?),
            "Comment" => {}
            "StartTag" | "EndTag" if ORDINARY_TAGS.contains(&part) => {}
            "EndTag" if !last.is_empty() && part == last => {}
            _ => return None,
        }
    }
    if !last.is_empty() {
        text = with_name(&text, last, element);
    }
    if opening.is_empty() {
        // In the body of a page, the tree builder drops them.
        text.retain(|character| character != '\0');
    } else if state == "CDATA section state" {
        text = text.replace('\0', "\u{fffd}");
    }
    Some((format!("<!DOCTYPE html><body><h1>{opening}{input}"), tidy(&text)))
}

/// `text` with the name of one element, however it is written, in place of another's.
fn with_name(text: &str, old: &str, new: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.to_ascii_lowercase().find(old) {
        result.push_str(&rest[..at]);
        result.push_str(new);
        rest = &rest[at + old.len()..];
    }
    result + rest
}

/// `\uXXXX` sequences as characters; `None` for what is no Unicode text.
fn unescape(text: &str) -> Option<String> {
    serde_json::from_str(&format!("\"{}\"", text.replace('"', "\\\""))).ok()
}
