//! Conformance suites that others wrote, where they are at hand: `../shared/corpus` beside the checkout, or the folder that
//! `CRAWL_CUTOFF_CORPUS` names.
#![allow(clippy::unwrap_used)] // Helpers of tests, outside `#[test]` functions.

use std::fs;
use std::path::{Path, PathBuf};

use crawl_cutoff_core::charset::{self, Charset};
use crawl_cutoff_core::report::{ContentKind, EncodingSource};
use crawl_cutoff_core::response::Head;
use encoding_rs::Encoding;
use serde_json::Value;

/// A folder of the corpus, or `None` after saying that it is skipped.
fn suite(name: &str) -> Option<PathBuf> {
    let corpus = std::env::var_os("CRAWL_CUTOFF_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"), PathBuf::from);
    let folder = corpus.join("suites").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no corpus");
    None
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|path| path.is_file());
    assert!(!files.is_empty(), "{} has files", folder.display());
    files
}

fn first_bytes(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(charset::PRESCAN_BYTES)]
}

fn sniff(header: Option<&str>, bytes: &[u8], kind: ContentKind) -> Charset {
    charset::sniff(header, first_bytes(bytes), kind)
}

/// Cases of the suites that differ, by how they begin or by file, each with the reason.
const DIFFERENCES: &[(&str, &str)] = &[
    ("<!-- 2048 characters", LATE),
    ("<!-- 2049 characters", LATE),
    ("<!-- 4096 characters", LATE),
    ("<!-- 4097 characters", LATE),
    ("<!-- 8192 characters", LATE),
    ("<!-- 8193 characters", LATE),
    ("<!-- multi-script test -->", LATE),
    ("<script>document.write('<meta", NO_META),
    ("<script type=\"text/plain\"><meta", NO_META),
    ("<style type=\"text/plain\"><meta", NO_META),
    ("after-1kb.html", LATE),
    ("after-head-in-1kb.html", LATE),
    ("after-head-in-1kb-crlf.html", LATE),
    ("kilobyte-plus-one-after.htm", LONG_DECLARATION),
    ("kilobyte-plus-one-before.htm", LONG_DECLARATION),
    ("kilobyte-plus-one-after-trail.htm", LONG_DECLARATION),
    ("kilobyte-plus-one-before-trail.htm", LONG_DECLARATION),
];

const LATE: &str = "the meta element stands after the first 1,024 bytes: the scan finds it, not the prescan";
const NO_META: &str = "the standard's prescan takes text in a script or style for a meta element, browsers do not";
const LONG_DECLARATION: &str = "the XML declaration ends after the first 1,024 bytes, where the prescan may stop";

/// Collects what differs; every known difference must still differ, so that the list cannot outgrow its reasons.
#[derive(Default)]
struct Comparison {
    cases: usize,
    known: usize,
    wrong: Vec<String>,
}

impl Comparison {
    fn case(&mut self, name: &str, actual: &'static Encoding, expected: &'static Encoding) {
        self.cases += 1;
        let known = DIFFERENCES.iter().find(|(start, _)| name.starts_with(start));
        self.known += usize::from(known.is_some());
        if (actual == expected) == known.is_some() {
            let name: String = name.chars().take(300).collect();
            self.wrong.push(format!("{} where {} is expected, {known:?}: {name}", actual.name(), expected.name()));
        }
    }

    fn finish(self, at_least: usize) {
        assert!(self.cases >= at_least, "{} cases", self.cases);
        assert!(self.wrong.is_empty(), "{} of {}:\n{}", self.wrong.len(), self.cases, self.wrong.join("\n\n"));
        println!("{} cases agree, {} known differences", self.cases - self.known, self.known);
    }
}

#[test]
fn html5lib_encoding_tests_agree() {
    let Some(folder) = suite("html5lib-tests/encoding") else { return };
    let mut comparison = Comparison::default();
    for path in files(&folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "dat")) {
        let bytes = fs::read(&path).unwrap();
        for case in split(&bytes, b"#data\n").into_iter().skip(1) {
            let [data, rest] = split(case, b"\n#encoding\n")[..] else { panic!("a case without an encoding") };
            let label = rest.split(|&byte| byte == b'\n').next().unwrap();
            let expected = Encoding::for_label(label).unwrap();
            let charset = sniff(None, data, ContentKind::Html);
            // Where nothing declares an encoding the suite's default is windows-1252, whatever the bytes are.
            let assumed = charset.source == EncodingSource::Assumed;
            let actual = if assumed { encoding_rs::WINDOWS_1252 } else { charset.encoding };
            comparison.case(String::from_utf8_lossy(data).trim_start_matches("<!DOCTYPE HTML>\n"), actual, expected);
        }
    }
    comparison.finish(80);
}

#[test]
fn html_encoding_sniffer_fixtures_agree() {
    let Some(folder) = suite("html-encoding-sniffer/test/fixtures") else { return };
    for (group, header_wins) in [("bom", false), ("normal", true), ("no-result", true), ("utf", true)] {
        for path in files(&folder.join(group)) {
            let bytes = fs::read(&path).unwrap();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let label = if group == "utf" { "utf-8" } else { stem.rsplit('_').next().unwrap() };
            let expected = Encoding::for_label(label.as_bytes()).unwrap();
            assert_eq!(sniff(None, &bytes, ContentKind::Html).encoding, expected, "{}", path.display());
            let with_header = sniff(Some("windows-1251"), &bytes, ContentKind::Html).encoding;
            assert_eq!(with_header == encoding_rs::WINDOWS_1251, header_wins, "{}", path.display());
            let xml = sniff(None, &bytes, ContentKind::Xml).encoding;
            assert_eq!(xml, if group == "bom" { expected } else { encoding_rs::UTF_8 }, "{} as XML", path.display());
        }
    }
}

#[test]
fn bogus_xml_declarations_in_html_agree_with_web_platform_tests() {
    let Some(folder) = suite("wpt/html/syntax/xmldecl") else { return };
    let mut comparison = Comparison::default();
    for number in 1..=3 {
        let page = fs::read_to_string(folder.join(format!("xmldecl-{number}.html"))).unwrap();
        let mut expected = None;
        for line in page.lines() {
            if let Some(class) = quoted(line, "<div class=\"") {
                expected = Encoding::for_label(class.as_bytes());
            }
            let Some(source) = quoted(line, "<iframe src=\"") else { continue };
            let path = folder.join(source);
            if source.ends_with(".py") {
                continue; // A program for a server, not a document.
            }
            let header = fs::read_to_string(path.with_file_name(format!("{}.headers", file_name(&path)))).ok();
            let head = header.map(|fields| Head::parse(format!("HTTP/1.1 200 OK\n{fields}").as_bytes()).unwrap());
            let charset = head.as_ref().and_then(Head::charset);
            let actual = sniff(charset.as_deref(), &fs::read(&path).unwrap(), ContentKind::Html);
            comparison.case(file_name(&path), actual.encoding, expected.unwrap());
        }
    }
    comparison.finish(60);
}

#[test]
fn places_of_a_meta_element_agree_with_web_platform_tests() {
    let Some(folder) = suite("wpt/html/syntax/charset") else { return };
    let mut comparison = Comparison::default();
    for path in files(&folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "html"))
    {
        let bytes = fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        // A page that matches its reference shows what only windows-1251 shows.
        let takes_effect = match quoted(&text, "<link rel=\"") {
            Some("match") => true,
            Some("mismatch") => false,
            _ => continue,
        };
        let actual = sniff(None, &bytes, ContentKind::Html).encoding;
        let expected = match takes_effect {
            true => encoding_rs::WINDOWS_1251,
            // Anything else will do.
            false if actual == encoding_rs::WINDOWS_1251 => encoding_rs::WINDOWS_1252,
            false => actual,
        };
        comparison.case(file_name(&path), actual, expected);
    }
    comparison.finish(15);
}

#[test]
fn content_types_agree_with_web_platform_tests() {
    let Some(folder) = suite("wpt") else { return };
    let read =
        |path: &str| serde_json::from_str::<Vec<Value>>(&fs::read_to_string(folder.join(path)).unwrap()).unwrap();
    let single =
        ["mime-types.json", "generated-mime-types.json"].map(|file| format!("mimesniff/mime-types/resources/{file}"));
    let mut cases = 0;
    for case in single.iter().flat_map(|path| read(path)).filter(Value::is_object) {
        let input = case["input"].as_str().unwrap();
        // Line ends and characters beyond a byte cannot stand in a field.
        if !input.contains(['\r', '\n']) && input.chars().all(|character| u32::from(character) <= 0xff) {
            agrees(&[input], case["output"].as_str(), case["encoding"].as_str());
            cases += 1;
        }
    }
    for case in read("fetch/content-type/resources/content-types.json").iter().filter(|case| case.is_object()) {
        let values: Vec<&str> =
            case["contentType"].as_array().unwrap().iter().map(|value| value.as_str().unwrap()).collect();
        agrees(&values, case["mimeType"].as_str(), case["encoding"].as_str());
        cases += 1;
    }
    assert!(cases > 500, "{cases} cases");
}

fn agrees(values: &[&str], mime: Option<&str>, encoding: Option<&str>) {
    let fields = values.iter().map(|value| ("content-type".to_owned(), (*value).to_owned())).collect();
    let head = Head::from_fields(Some(200), fields, true);
    let essence = mime.filter(|mime| !mime.is_empty()).map(|mime| mime.split(';').next().unwrap());
    if essence != Some("*/*") {
        assert_eq!(head.mime().as_deref(), essence, "{values:?}");
    }
    let found = head.charset().and_then(|label| Encoding::for_label(label.as_bytes()));
    assert_eq!(found, encoding.and_then(|label| Encoding::for_label(label.as_bytes())), "{values:?}");
}

fn split<'a>(bytes: &'a [u8], separator: &[u8]) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(separator.len()).position(|window| window == separator) {
        parts.push(&rest[..at]);
        rest = &rest[at + separator.len()..];
    }
    parts.push(rest);
    parts
}

fn quoted<'a>(line: &'a str, before: &str) -> Option<&'a str> {
    line.split_once(before)?.1.split('"').next()
}

fn file_name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}
