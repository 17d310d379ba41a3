use super::*;
use crate::message::Messages;
use crate::view::sample::sample;

fn rows(report: &Report) -> (String, Vec<(String, String, String)>, usize) {
    let view = SignalsView::new(report, Words(&Messages::default()));
    let shown = view.shown.len();
    let rows = view.shown.into_iter().chain(view.hidden);
    (view.heading, rows.map(|row| (row.meaning.1.to_owned(), row.what + &row.value, row.place)).collect(), shown)
}

#[test]
fn the_dearest_loss_comes_first_and_many_of_a_kind_become_one_row() {
    let (heading, rows, shown) = rows(&sample("over"));
    assert_eq!(heading, "Lost");
    assert_eq!(shown, SHOWN);
    let what: Vec<&str> = rows.iter().map(|(_, what, _)| what.as_str()).collect();
    assert_eq!(
        what,
        [
            "Canonical",
            "JSON-LD Product",
            "JSON-LD BreadcrumbList",
            "38–62 % of the text",
            "324 of 431 links",
            "14 of 42 headings",
            "h2“Reviews”",
        ]
    );
    assert_eq!(rows[0].2, "byte 2,391,204 · line 8,112");
    assert_eq!(rows[1].2, "cut through, does not parse");
    assert_eq!(rows[5].2, "first at byte 2,400,000");
    assert_eq!(rows[6].2, "byte 2,051,877 · in the band");
}

#[test]
fn what_depends_is_never_called_lost() {
    let (heading, rows, _) = rows(&sample("band"));
    assert_eq!(heading, "Depends on the reading");
    assert!(rows.iter().all(|(fate, _, _)| fate == "depends"), "{rows:?}");
}

#[test]
fn when_nothing_is_at_risk_what_is_kept_is_told_and_how_early() {
    let (heading, rows, _) = rows(&sample("kept"));
    assert_eq!(heading, "Kept");
    let expected = [
        ("Title, description, canonical, robots", "first 9.0 KB"),
        ("2 JSON-LD blocks, 41 headings, 388 links", "all"),
        ("4,120 words of text", "content from 287 KB"),
    ];
    let found: Vec<(&str, &str)> = rows.iter().map(|(_, what, place)| (what.as_str(), place.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn what_cannot_do_its_work_is_not_counted_as_kept() {
    let (_, rows, _) = rows(&sample("small"));
    assert!(rows.contains(&("warning".to_owned(), "JSON-LD that does not parse".to_owned(), "line 20".to_owned())));
    assert!(!rows.iter().any(|(fate, what, _)| fate == "kept" && what.contains("JSON-LD")), "{rows:?}");
}

#[test]
fn a_cut_that_takes_no_signal_tells_the_bytes() {
    let (heading, rows, _) = rows(&sample("feed"));
    assert_eq!((heading.as_str(), rows.len()), ("Lost", 1));
    assert_eq!((rows[0].1.as_str(), rows[0].2.as_str()), ("1.20 MB past the cut", "38 %"));
}

#[test]
fn without_a_published_limit_nothing_is_called_kept() {
    let (heading, rows, _) = rows(&sample("image"));
    assert_eq!(heading, "Unknown");
    assert!(rows.iter().all(|(fate, _, _)| fate == "unknown"), "{rows:?}");
}

#[test]
fn entries_of_a_feed_are_counted() {
    let mut report = sample("feed");
    report.entries = Some(crate::report::EntryFacts {
        name: "url".to_owned(),
        total: 50_000,
        kept_earliest: 30_000,
        kept_latest: 31_000,
    });
    let (_, rows, _) = rows(&report);
    let told: Vec<(&str, &str)> = rows.iter().map(|(fate, what, _)| (fate.as_str(), what.as_str())).collect();
    assert_eq!(told, [("lost", "19,000–20,000 of 50,000 url entries")]);
}
