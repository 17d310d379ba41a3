use super::*;
use crate::message::Messages;
use crate::view::sample::sample;

fn result(ids: &[&str]) -> String {
    crate::view::what_if(&sample("over"), ids, &Messages::default())
}

#[test]
fn the_proposal_is_ticked_and_its_result_is_there_at_once() {
    let messages = Messages::default();
    let html = WhatIfView::new(&sample("over"), Words(&messages)).unwrap().render().unwrap();
    assert!(html.contains(r#"value="styles" checked>"#), "{html}");
    assert_eq!(html.matches(" checked>").count(), 1);
    assert_eq!(html.matches(r#"type="checkbox""#).count(), 4);
    assert!(html.contains("everything fits, with 79 KB of room."), "{html}");
}

#[test]
fn what_comes_back_is_told_by_kind_with_both_fates() {
    let html = result(&["styles"]);
    assert!(html.contains("1.92 MB (1,919,368 bytes)"), "{html}");
    for part in [
        "<b>Canonical</b></span><span class=\"place\">lost → kept",
        "damaged → kept",
        "14 headings</b></span><span class=\"place\">lost → kept",
        "8,541 words of text</b></span><span class=\"place\">39 % → 100 %",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(html.contains("costs requests there"), "{html}");
}

#[test]
fn without_a_change_nothing_changes_and_nothing_costs() {
    let html = result(&["unknown"]);
    assert!(html.contains("1.15 MB too much. The cut would fall where byte 1,998,696 is today."), "{html}");
    assert!(!html.contains('→') && !html.contains("costs requests"), "{html}");
}

#[test]
fn leaving_out_comments_costs_no_request() {
    let html = result(&["comments"]);
    assert!(html.contains("where byte 1,999,896 is today"), "{html}");
    assert!(!html.contains("costs requests"), "{html}");
}
