use super::*;
use crate::message::Messages;
use crate::report::LedgerRow;
use crate::view::sample::sample;

fn row(category: &str, bytes: u64, kept: u64) -> LedgerRow {
    LedgerRow { category: category.to_owned(), bytes, bytes_kept_earliest: kept }
}

fn small() -> Report {
    let mut report = sample("kept");
    report.page.body_bytes = 1_000;
    report.limit.earliest = Some(700);
    report.ledger =
        vec![row("text", 100, 100), row("markup", 300, 100), row("white_space", 200, 100), row("style", 400, 400)];
    report
}

#[test]
fn leaves_lie_below_their_group_to_scale_and_fill_the_width() {
    let messages = Messages::default();
    let view = MapView::new(&small(), Words(&messages));
    let boxes: Vec<(&str, u8, String, String, String)> = view
        .boxes
        .iter()
        .map(|piece| {
            (piece.name.as_str(), piece.row, piece.x.to_string(), piece.width.to_string(), piece.kept.to_string())
        })
        .collect();
    let expected = [
        ("Markup", 0, "0%", "50%", "40%"),
        ("Tags", 1, "0%", "30%", "33.333%"),
        ("White space between tags", 1, "30%", "20%", "50%"),
        ("Inline CSS", 0, "50%", "40%", "100%"),
        ("Style elements", 1, "50%", "40%", "100%"),
        ("Text", 0, "90%", "10%", "100%"),
        ("Text", 1, "90%", "10%", "100%"),
    ];
    let expected = expected.map(|(name, row, x, width, kept)| (name, row, x.into(), width.into(), kept.into()));
    assert_eq!(boxes, expected);
}

#[test]
fn every_box_that_can_be_seen_can_be_reached_and_has_a_name() {
    let messages = Messages::default();
    let html = MapView::new(&small(), Words(&messages)).render().unwrap();
    assert_eq!(html.matches(r#"tabindex="0" role="img""#).count(), 7);
    assert!(html.contains(r#"aria-label="Tags: 300 bytes, 30 %; past the cut 200 bytes""#), "{html}");
}

#[test]
fn the_table_has_every_category_and_the_sum() {
    let messages = Messages::default();
    let view = MapView::new(&small(), Words(&messages));
    assert_eq!(view.sum, ["All of it", "1,000", "100 %", "700"]);
    let rows: usize = view.groups.iter().map(|group| group.leaves.len()).sum();
    assert_eq!(rows, 4);
    assert_eq!(view.groups[0].leaves[0], ["Tags", "300", "30 %", "100"]);
}

#[test]
fn sums_of_a_hostile_report_do_not_overflow() {
    let mut report = small();
    report.ledger = vec![row("text", u64::MAX, u64::MAX), row("style", u64::MAX, 3), row("nonsense", u64::MAX, 0)];
    let messages = Messages::default();
    assert_eq!(MapView::new(&report, Words(&messages)).groups.len(), 3);
}
