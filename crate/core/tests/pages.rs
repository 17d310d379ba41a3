//! The project's own pages (`tests/pages`) and what the core makes of them, cut in their middle.
//!
//! `expected.json` holds the parts of the report that the scan decides. To accept what the core says:
//! `./build.sh bless`.

mod support;

use serde_json::{Value, json};
use support::{cases, inspect};

const BLESS: &str = "CRAWL_CUTOFF_BLESS";

#[test]
fn every_page_gives_the_expected_report() {
    let bless = std::env::var_os(BLESS).is_some();
    let mut failed = Vec::new();
    for case in cases() {
        let report = inspect(&case.body, case.head.clone(), case.body.len() as u64 / 2);
        let mut actual = serde_json::to_string_pretty(&golden(serde_json::to_value(report).unwrap())).unwrap();
        actual.push('\n');
        let file = case.folder.join("expected.json");
        if bless {
            std::fs::write(file, actual).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(file).unwrap_or_default();
        if expected != actual {
            println!("tests/pages/{}:\n{}", case.name, difference(&expected, &actual));
            failed.push(case.name);
        }
    }
    assert!(failed.is_empty(), "{failed:?} differ (- expected, + actual); to accept: ./build.sh bless");
}

/// The part of a report that is kept: nothing that is worded, nothing that is empty.
fn golden(mut report: Value) -> Value {
    let mut cut = report["cut"]["earliest"].take();
    if let Some(place) = cut.as_object_mut() {
        place.remove("effect");
    }
    let ledger: Vec<Value> = report["ledger"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|row| row["bytes"] != 0)
        .map(|row| json!(format!("{} {}", text(&row["category"]), row["bytes"])))
        .collect();
    let signals: Vec<String> = report["signals"].as_array().into_iter().flatten().map(signal_line).collect();
    json!({
        "encoding": report["page"]["encoding"],
        "characters": report["page"]["characters"],
        "head_element": report["head_element"],
        "cut": cut,
        "text": report["text"],
        "links": report["links"],
        "signals": signals,
        "ledger": ledger,
    })
}

/// `canonical, body 101..155, lost, not valid: /c`
fn signal_line(signal: &Value) -> String {
    let mut line = text(&signal["kind"]).to_owned();
    if let Some(name) = signal["name"].as_str() {
        line += &format!(" {name}");
    }
    line +=
        &format!(", {} {}..{}, {}", text(&signal["placement"]), signal["start"], signal["end"], text(&signal["fate"]));
    if let Some(left) = signal["survives"].as_str() {
        line += &format!(" but for {left:?}");
    }
    if signal["valid"] == false {
        line += ", not valid";
    }
    line + ": " + text(&signal["value"])
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Lines that only one side has.
fn difference(expected: &str, actual: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same_start;
    let same_end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let removed = old[same_start..old.len() - same_end].iter().map(|line| format!("- {line}"));
    let added = new[same_start..new.len() - same_end].iter().map(|line| format!("+ {line}"));
    removed.chain(added).collect::<Vec<_>>().join("\n")
}
