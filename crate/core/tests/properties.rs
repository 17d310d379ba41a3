//! Properties that hold for every input, tried on the project's pages, on random markup and on random bytes.

#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests, outside `#[test]` functions.

mod support;

use crawl_cutoff_core::Report;
use crawl_cutoff_core::report::Fate;
use crawl_cutoff_core::response::Head;
use proptest::prelude::*;
use support::facts::kept;
use support::{cases, inspect, inspect_in_chunks, utf8_html, vocabulary};

/// Random documents of up to 40 tokens.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(vocabulary()), 0..40).prop_map(|tokens| tokens.concat().into_bytes())
}

/// Markup, bytes, and markup with bytes in it.
fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => soup(),
        1 => prop::collection::vec(any::<u8>(), 0..300),
        1 => (soup(), prop::collection::vec(any::<u8>(), 1..8), any::<prop::sample::Index>()).prop_map(
            |(mut body, bytes, at)| {
                let at = at.index(body.len() + 1);
                body.splice(at..at, bytes);
                body
            }
        ),
    ]
}

fn check_shape(report: &Report, body: &[u8]) {
    let size = body.len() as u64;
    assert_eq!(report.page.body_bytes, size);
    assert_eq!(report.ledger.iter().map(|row| row.bytes).sum::<u64>(), size, "ledger sums to the body");
    for row in &report.ledger {
        assert!(row.bytes_kept_earliest <= row.bytes, "{row:?}");
    }
    let earliest = report.limit.earliest.unwrap();
    let kept_bytes = report.ledger.iter().map(|row| row.bytes_kept_earliest).sum::<u64>();
    // In UTF-16 a cut may leave half a code unit, which belongs to nothing.
    assert!((size.min(earliest) - kept_bytes) <= 1, "what is kept of the ledger sums to the prefix");
    let mut last_start = 0;
    for signal in &report.signals {
        assert!(signal.start <= signal.end && signal.end <= size, "inside the body: {signal:?}");
        assert!(last_start <= signal.start, "in document order: {signal:?}");
        last_start = signal.start;
        assert!(signal.survives.is_none() || signal.fate == Fate::Damaged, "{signal:?}");
    }
    for item in &report.largest {
        assert!(item.start < item.end && item.end <= size, "inside the body: {item:?}");
    }
    if let Some(cut) = &report.cut {
        assert!(cut.earliest.offset <= cut.latest.offset && cut.latest.offset <= size);
    }
    let json = serde_json::to_string(report).unwrap();
    assert_eq!(&serde_json::from_str::<Report>(&json).unwrap(), report, "a report survives its JSON");
}

/// The head of a document whose encoding does not depend on how much of it is there.
fn fixed_head(head: Option<Head>) -> Option<Head> {
    head.or_else(utf8_html)
}

fn check_prefix(body: &[u8], head: Option<&Head>, cut: usize) {
    let cut = cut.min(body.len());
    let of_whole = inspect(body, head.cloned(), cut as u64);
    let of_prefix = inspect(&body[..cut], head.cloned(), u64::MAX);
    assert_eq!(kept(&of_whole), kept(&of_prefix), "cut at {cut} of {:?}", String::from_utf8_lossy(body));
    assert_eq!(of_prefix.text.words_kept_earliest, of_prefix.text.words_total);
    assert_eq!(of_prefix.links.kept_earliest, of_prefix.links.total);
}

/// Some two hundred offsets of a body, its ends among them. A cut through a byte order mark leaves another encoding, and is none.
fn cuts_of(body: &[u8]) -> impl Iterator<Item = usize> {
    let bom_bytes = [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"]
        .into_iter()
        .find(|mark| body.starts_with(mark))
        .map_or(0, <[u8]>::len);
    (bom_bytes..body.len()).step_by(body.len() / 200 + 1).chain([body.len()])
}

/// From kept to lost.
fn rank(fate: Fate) -> u8 {
    match fate {
        Fate::Lost => 0,
        Fate::Damaged => 1,
        Fate::Depends => 2,
        Fate::Kept => 3,
    }
}

#[test]
fn every_case_has_a_report_of_the_right_shape_at_every_cut() {
    for case in cases() {
        for cut in cuts_of(&case.body) {
            check_shape(&inspect(&case.body, case.head.clone(), cut as u64), &case.body);
        }
    }
}

#[test]
fn a_case_cut_anywhere_keeps_what_its_prefix_has() {
    for case in cases() {
        let head = fixed_head(case.head);
        for cut in cuts_of(&case.body) {
            check_prefix(&case.body, head.as_ref(), cut);
        }
    }
}

/// Whatever is long enough to be among the largest spans, with something before and after it, is the same in pieces.
#[test]
fn long_constructs_in_chunks_of_any_size_give_the_same_report() {
    let long = "long words, ".repeat(100);
    let constructs = [
        format!("<!doctype html \"{long}\">"),
        format!("<!--{long}-->"),
        format!("<!--{long}"),
        format!("<!--[if IE]>{long}<![endif]-->"),
        format!("<?php {long}>"),
        format!("<title>{long}</title>"),
        format!("<style>p {{ background: url(/{long}) }}</style>"),
        format!("<script>f('{long}')</script>"),
        format!("<script type=application/ld+json>{{\"@type\":\"Thing\",\"name\":\"{long}\"}}</script>"),
        format!("<script id=__NEXT_DATA__ type=application/json>{{\"a\":{{\"b\":\"{long}\"}}}}</script>"),
        format!("<noscript>{long}</noscript>"),
        format!("<template><p>{long}</template>"),
        format!("<svg><path d=\"{long}\"/><![CDATA[{long}]]></svg>"),
        format!("<textarea>{long}</textarea>"),
        format!("<p class=\"{long}\">{long}"),
        format!("<img src=\"data:image/png;base64,{}\">", "A".repeat(1_200)),
        format!("<div data-page='{{\"a\":\"{long}\"}}'>{long}</div>"),
        format!("<plaintext>{long}"),
        format!("</body></html>\n {long} < {long}"),
    ];
    for construct in constructs {
        let body = format!("<p>before\n{construct}\n<p>after");
        let whole = inspect(body.as_bytes(), utf8_html(), 5_000);
        assert!(whole.largest.iter().all(|item| item.line == 2 && !item.label.is_empty()), "{:?}", whole.largest);
        for chunk_bytes in [1, 7, 64, 600] {
            let chunked = inspect_in_chunks(body.as_bytes(), utf8_html(), 5_000, chunk_bytes);
            assert_eq!(chunked, whole, "{} in chunks of {chunk_bytes}", &construct[..12]);
        }
    }
}

#[test]
fn a_case_in_chunks_of_any_size_gives_the_same_report() {
    for case in cases() {
        let cut = case.body.len() as u64 / 2;
        let whole = inspect(&case.body, case.head.clone(), cut);
        for chunk_bytes in [1, 2, 3, 7, 64] {
            assert_eq!(inspect_in_chunks(&case.body, case.head.clone(), cut, chunk_bytes), whole, "{}", case.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_chunking_gives_the_same_report(body in body(), cut in 0_u64..400, chunk_bytes in 1_usize..40) {
        // Without a charset the first bytes are held back together.
        for head in [utf8_html(), None] {
            let whole = inspect(&body, head.clone(), cut);
            let chunked = inspect_in_chunks(&body, head, cut, chunk_bytes);
            prop_assert_eq!(chunked, whole);
        }
    }

    #[test]
    fn every_report_has_the_right_shape(body in body(), cut in 0_u64..400) {
        check_shape(&inspect(&body, None, cut), &body);
    }

    #[test]
    fn a_cut_keeps_what_the_prefix_has(body in body(), cut in any::<prop::sample::Index>()) {
        check_prefix(&body, utf8_html().as_ref(), cut.index(body.len() + 1));
    }

    #[test]
    fn totals_do_not_depend_on_the_limit(body in body(), cut in 0_u64..400) {
        let whole = inspect(&body, None, u64::MAX);
        let cut = inspect(&body, None, cut);
        prop_assert_eq!(cut.text.words_total, whole.text.words_total);
        prop_assert_eq!(cut.links.total, whole.links.total);
        prop_assert_eq!(cut.head_element, whole.head_element);
    }

    #[test]
    fn a_wider_limit_never_makes_a_fate_worse(body in body(), cut in 0_u64..400, more in 0_u64..100) {
        let strict = inspect(&body, None, cut);
        let loose = inspect(&body, None, cut + more);
        for strict in &strict.signals {
            // Of a body that a frameset replaces, only what is cut before it has the signals.
            let same = loose.signals.iter().find(|loose| (loose.kind, loose.start) == (strict.kind, strict.start));
            if let Some(loose) = same {
                prop_assert!(rank(strict.fate) <= rank(loose.fate), "{:?} then {:?}", strict, loose);
            } else {
                prop_assert!(String::from_utf8_lossy(&body).contains("<frameset>"), "{:?} is gone", strict);
            }
        }
    }
}
