use super::*;
use crate::message::Messages;
use crate::view::sample::sample;

#[test]
fn every_cross_cut_has_its_table() {
    let messages = Messages::default();
    let html = BreakdownView::new(&sample("over"), Words(&messages)).render().unwrap();
    for part in [
        "<bdi>Menus (nav, header)</bdi></th><td>94,000</td>",
        "Menus take 94 KB before the content.",
        "<bdi>script#__NEXT_DATA__</bdi></th><td>Page data (JSON, hydration state)</td><td>448,000</td><td>1,488,000</td><td>5,200</td>",
        "<bdi>image/png</bdi></th><td>31</td><td>118,204</td>",
        "<bdi>Next.js (pages router)</bdi></th><td>1</td><td>788,000</td>",
        "<bdi>Bootstrap</bdi></th><td>1</td><td>231,408</td>",
        "<bdi>svg.icon-star</bdi></th><td>140</td><td>612</td><td>85,068</td><td>4,402</td>",
        "214 pieces of visible text, 96 KB, stand again in the page data.",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn what_a_page_does_not_have_gets_no_table() {
    let messages = Messages::default();
    assert!(BreakdownView::new(&sample("image"), Words(&messages)).tables.is_empty());
}
