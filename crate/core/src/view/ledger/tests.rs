use super::*;
use crate::message::Messages;
use crate::view::sample::sample;

fn view(report: &Report) -> Vec<(String, String, Share, Share)> {
    let messages = Messages::default();
    let view = LedgerView::new(report, Words(&messages), None, true);
    view.bars.into_iter().map(|bar| (bar.name, bar.size, bar.whole, bar.kept)).collect()
}

#[test]
fn the_five_largest_groups_get_a_bar_against_the_largest() {
    let bars = view(&sample("over"));
    let names: Vec<&str> = bars.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["Inline CSS", "Page data", "Text", "Markup", "Inline scripts"]);
    assert_eq!((bars[0].2, bars[0].3), (Share::of(1, 1), Share::of(1, 1)), "all of it before the cut");
    assert_eq!(bars[1].2, Share::of(788_000, 1_230_000));
    assert_eq!(bars[1].3, Share::of(448_000, 1_230_000), "the part past the cut is pale");
    assert!(bars[4].3.is_nothing());
}

#[test]
fn what_is_less_than_a_hundredth_gets_no_bar() {
    let mut report = sample("kept");
    report.ledger = vec![
        crate::report::LedgerRow { category: "text".into(), bytes: 9_950, bytes_kept_earliest: 9_950 },
        crate::report::LedgerRow { category: "markup".into(), bytes: 50, bytes_kept_earliest: 50 },
    ];
    report.page.body_bytes = 10_000;
    assert_eq!(view(&report).len(), 1);
}

#[test]
fn a_file_of_one_kind_is_called_by_its_kind() {
    assert_eq!(view(&sample("feed"))[0].0, "JSON");
    assert_eq!(view(&sample("image"))[0].0, "Image");
}

#[test]
fn every_category_is_in_the_table_with_its_share_and_what_lies_past_the_cut() {
    let messages = Messages::default();
    let html = LedgerView::new(&sample("over"), Words(&messages), None, true).render().unwrap();
    for part in
        ["Style elements</th>", "<td>1.23 MB</td><td>39 %</td><td></td>", "<td>788 KB</td><td>25 %</td><td>340 KB</td>"]
    {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(html.contains("script#__NEXT_DATA__") && html.contains("line 5,200"));
}

#[test]
fn sums_of_a_hostile_report_do_not_overflow() {
    let mut report = sample("hostile");
    for row in &mut report.ledger {
        (row.bytes, row.bytes_kept_earliest) = (u64::MAX, u64::MAX);
    }
    assert!(!view(&report).is_empty());
}
