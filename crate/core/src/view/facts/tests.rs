use super::*;
use crate::message::Messages;
use crate::view::sample::sample;

fn html(report: &Report) -> String {
    let messages = Messages::default();
    FactsView::new(report, Words(&messages)).render().unwrap()
}

#[test]
fn the_three_numbers_stand_there_once_and_the_one_that_counts_is_named() {
    let html = html(&sample("over"));
    assert!(
        html.contains(r#"<div class="counts"><dt>Decoded: this counts</dt><dd>3,149,368 bytes</dd></div>"#),
        "{html}"
    );
    for number in ["3,149,368 bytes", "486,112 bytes", "3,102,112"] {
        assert_eq!(html.matches(number).count(), 1, "{number}");
    }
}

#[test]
fn an_unknown_size_is_unknown_and_never_nothing() {
    let html = html(&sample("band"));
    assert!(html.contains("<dt>Transferred</dt><dd>unknown</dd>"), "{html}");
    assert!(!html.contains("<dd>0"));
}

#[test]
fn a_second_request_says_so_and_whether_its_size_is_that_on_screen() {
    let same = html(&sample("kept"));
    assert!(
        same.contains("A second request, not the response on screen.") && same.contains("Both have the same size.")
    );
    let other = html(&sample("hostile"));
    assert!(other.contains("The one on screen had 2,280,000 bytes: not the same version."), "{other}");
    let mut report = sample("kept");
    (report.page.screen_body_bytes, report.page.screen_status) = (None, Some(403));
    let unknown = html(&report);
    assert!(unknown.contains("Whether both have the same size is unknown.") && unknown.contains("had status 403."));
}

#[test]
fn the_limit_carries_basis_and_day_and_its_reading_behind_a_line() {
    let html_of = html;
    let html = html_of(&sample("over"));
    assert!(html.contains("<summary>2 MB, documented, read 2026-11-30</summary>"), "{html}");
    assert!(html.contains("Google writes 2 MB and never says how it counts."));
    assert!(html_of(&sample("image")).contains("not published, read 2026-11-30"));
    let mut report = sample("over");
    (report.limit.crawler, report.limit.read_on) = ("user".to_owned(), None);
    assert!(html_of(&report).contains("2.10 MB, your own"));
}

#[test]
fn what_has_no_characters_does_not_show_them() {
    assert!(!html(&sample("image")).contains("Characters"));
    assert!(html(&sample("feed")).contains("Characters"));
}
