//! Report → link → report, for the project's pages and samples, for every choice of the sender, and for what nobody sent.

#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests, outside `#[test]` functions.

mod support;

use std::sync::LazyLock;

use crawl_cutoff_core::limit::LimitChoice;
use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::report::{LeftOut, Report};
use crawl_cutoff_core::share::{Include, LINK_CHARACTERS, Link, ShareError, decode, encode};
use crawl_cutoff_core::{Context, Inspection, Options, view};
use proptest::prelude::*;
use serde_json::Value;
use support::{cases, inspect};

const VIEWER: &str = "https://viewer.example/";
const EVERYTHING: Include = Include { query_strings: true, values: true, file_names: true, snippets: true };

static MESSAGES: LazyLock<Messages> = LazyLock::new(Messages::default);

/// What opening gives, besides what it says of itself.
fn unshared(mut report: Report) -> Report {
    report.shared = None;
    report
}

/// Fails with the parts that differ, not with two whole reports.
fn assert_same(left: &Report, right: &Report, what: &str) {
    if left == right {
        return;
    }
    let [left, right] = [left, right].map(|report| serde_json::to_value(report).unwrap());
    let fields = left.as_object().unwrap();
    let differences: Vec<String> = fields
        .iter()
        .filter(|(name, value)| right[*name] != **value)
        .map(|(name, value)| format!("{name}:\n{value:.600}\n{:.600}", right[name]))
        .collect();
    panic!("{what}\n{}", differences.join("\n"));
}

fn check(report: &Report, include: &Include) -> Link {
    let link = encode(report, include, VIEWER, &MESSAGES);
    assert!(link.characters() <= LINK_CHARACTERS, "{}", link.characters());
    let opened = decode(&link.text, &MESSAGES).unwrap();
    assert_same(&opened, &link.report, "what was promised is what opens");
    link
}

/// The same, for a report whose sentences are those of its facts.
fn check_made(report: &Report, include: &Include) -> Link {
    let link = check(report, include);
    if link.left_out().is_empty() {
        assert_same(&unshared(link.report.clone()), report, "nothing is left out, so nothing is missing");
    }
    link
}

/// Reports of the project's small pages under limits at which something is cut, and at which nothing is.
static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(|| {
    let pages = cases().into_iter().flat_map(|case| {
        let size = case.body.len() as u64;
        [size / 3, size.saturating_sub(1), u64::MAX].map(|limit| inspect(&case.body, case.head.clone(), limit))
    });
    pages.collect()
});

/// A page with much of everything, and its report.
fn heavy() -> Report {
    let mut page = String::from("<!doctype html><html lang=en><title>Heavy</title><link rel=canonical href=/a?b=c>");
    let mut random = 1_u64;
    for index in 0..6_000 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let size = (random >> 57) as usize;
        page += &format!(
            "<h2>Heading {index}{}</h2>\n<style>.a{index}{{margin:{}}}</style>",
            "x".repeat(size),
            "1".repeat(size)
        );
    }
    let mut inspection = Inspection::new(Options {
        limit: LimitChoice::User(90_000),
        url: "https://a.example/?q=1".to_owned(),
        ..Options::default()
    });
    inspection.push(page.as_bytes());
    inspection.finish(Context::default())
}

#[test]
fn every_page_comes_back_whole() {
    let reports = &*REPORTS;
    assert!(reports.len() > 60, "{}", reports.len());
    let whole = reports.iter().filter(|report| check_made(report, &EVERYTHING).left_out().is_empty()).count();
    assert!(whole * 10 > reports.len() * 9, "{whole} of {}", reports.len());
}

#[test]
fn what_the_sender_leaves_out_is_not_in_the_link() {
    for report in REPORTS.iter() {
        for bits in 0..16 {
            let include = Include {
                query_strings: bits & 1 == 1,
                values: bits & 2 == 2,
                file_names: bits & 4 == 4,
                snippets: bits & 8 == 8,
            };
            let link = check_made(report, &include);
            if !include.values {
                assert!(link.report.page.title.as_deref().is_none_or(|title| title.is_empty() || title == "…"));
            }
            if !include.query_strings {
                let json = serde_json::to_string(&link.report.signals).unwrap();
                assert!(!json.contains("?q="), "{json}");
            }
        }
    }
}

#[test]
fn a_heavy_page_fits_and_says_the_same_of_what_is_counted() {
    let report = heavy();
    let link = check(&report, &EVERYTHING);
    assert!(link.left_out().contains(&LeftOut::Signals), "{:?}", link.left_out());
    assert_eq!(link.report.verdict, report.verdict);
    for (shared, made) in link.report.findings.iter().zip(&report.findings) {
        assert_eq!(shared, made);
    }
    assert_eq!(link.report.findings.len(), report.findings.len());
    let count = |report: &Report| {
        report.signals.len() as u64 + report.signals_left_out().iter().map(|row| row.count).sum::<u64>()
    };
    assert_eq!(count(&link.report), count(&report));
    let again = check(&link.report, &EVERYTHING);
    assert_same(&again.report, &link.report, "a report from a link can be shared again");
}

#[test]
fn every_single_changed_character_is_noticed() {
    let report = inspect(b"<!doctype html><title>A page</title><h1>One</h1>", None, 20);
    let link = check(&report, &Include::default()).text;
    let fragment = link.split_once('#').unwrap().1;
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.#/ %~";
    for (index, before) in fragment.char_indices() {
        for other in alphabet.chars().filter(|other| *other != before) {
            let mut changed = fragment.to_owned();
            changed.replace_range(index..=index, &other.to_string());
            assert!(decode(&changed, &MESSAGES).is_err(), "{index}: {before} to {other}");
        }
    }
    for end in 0..fragment.len() {
        let error = decode(&fragment[..end], &MESSAGES).unwrap_err();
        assert_eq!(error, if end < 2 { ShareError::NotALink } else { ShareError::Cut }, "{end}");
    }
}

/// Every view of a report that opened.
fn show(report: &Report) {
    let ids: Vec<&str> = report.what_if.changes.iter().map(|change| change.id.as_str()).collect();
    for html in [
        view::panel(report, &MESSAGES),
        view::report(report, &MESSAGES),
        view::document(report, &MESSAGES),
        view::what_if(report, &ids, &MESSAGES),
    ] {
        assert!(!html.contains("<script"));
    }
}

/// The JSON of a report with other numbers and texts in some places.
fn disturb(value: &mut Value, changes: &mut impl Iterator<Item = (u8, u64, String)>) {
    let Some((dice, number, text)) = changes.next() else { return };
    match value {
        Value::Array(items) => {
            if dice == 0 {
                items.truncate(number as usize % (items.len() + 1));
            }
            items.iter_mut().for_each(|item| disturb(item, changes));
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| disturb(field, changes)),
        Value::Number(_) if dice < 60 => *value = number.into(),
        Value::String(_) if dice < 20 => *value = text.into(),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Numbers that contradict each other, texts that are none of a page.
    #[test]
    fn any_report_comes_back_as_promised(
        index in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<u8>(), prop_oneof![any::<u32>().prop_map(u64::from), Just(0), Just(u64::MAX / 2), Just(u64::MAX - 1)], ".{0,12}|[a-z?/:=&]{0,30}"), 1..60),
    ) {
        let mut json = serde_json::to_value(index.get(&REPORTS)).unwrap();
        disturb(&mut json, &mut changes.into_iter().cycle());
        // Some texts must be a name of a list: those reports are refused before there is anything to share.
        if let Ok(report) = serde_json::from_value::<Report>(json) {
            let link = check(&report, &Include::default());
            show(&link.report);
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,200}|1\\.[A-Za-z0-9_-]{0,400}") {
        if let Ok(report) = decode(&text, &MESSAGES) {
            show(&report);
        }
    }
}
