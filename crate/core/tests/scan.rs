//! What the pass keeps of long tags, of many signals, of tags that come again and of repeated markup.

mod support;

use crawl_cutoff_core::Report;
use crawl_cutoff_core::cut::CutSituation;
use crawl_cutoff_core::report::{Fate, Requested, SignalKind};

/// Tags from this size on are read piece by piece (crate/scan/src/big_tag.rs).
const BIG_TAG_BYTES: usize = 256 << 10;

/// Attributes told apart in such a tag.
const ATTRIBUTES: usize = 4096;

/// Signals listed, whatever their kind (crate/scan/src/facts.rs).
const SIGNALS: usize = 12_000;

/// Titles, headings and the like that may be open at once.
const OPEN_TEXTS: usize = 64;

fn report(page: &str, chunk_bytes: usize) -> Report {
    support::inspect_in_chunks(page.as_bytes(), None, 2_000_000, chunk_bytes)
}

fn bytes_of(report: &Report, category: &str) -> u64 {
    report.ledger.iter().find(|row| row.category == category).map_or(0, |row| row.bytes)
}

#[test]
fn a_long_tag_is_the_same_tag_in_any_pieces() {
    let image = "A".repeat(300_000);
    let gap = " ".repeat(BIG_TAG_BYTES);
    let name = "n".repeat(BIG_TAG_BYTES);
    let pages = [
        format!("<img alt=x src=\"data:image/png;base64,{image}\" srcset='data:image/gif;base64,{image} 2x, b'><h1>t"),
        format!(
            "<p style=\"a:url(data:image/png;base64,{image});b:url('data:font/woff;base64,{image}')\"{gap}id{gap}={gap}'a'>t"
        ),
        format!("<svg><path {name} d=\"{image}\" {name}=1 d/></svg><h1 {name}>t</h1 {name}>"),
        format!("<h1 data-page='{{\"a\":\"{image}\"}}'>t</h1><link rel=canonical {gap}{gap}href=/x>"),
        format!("<p {}>t", "a=b ".repeat(BIG_TAG_BYTES / 4)),
        format!("<p a='{image}"),
    ];
    for page in pages {
        let whole = report(&page, page.len());
        for chunk_bytes in [1_021, 65_536, 262_145] {
            assert_eq!(report(&page, chunk_bytes), whole, "{}", &page[..30]);
        }
        let sum: u64 = whole.ledger.iter().map(|row| row.bytes).sum();
        assert_eq!(sum, page.len() as u64);
    }
}

/// What a cut of `body` at `cut` falls in, which must not depend on chunks.
fn situations(body: &[u8], cut: u64) -> Vec<CutSituation> {
    let [whole, in_pieces, by_byte] = [usize::MAX, 7, 1].map(|chunk_bytes| {
        support::inspect_in_chunks(body, None, cut, chunk_bytes).cut.map(|cut| cut.earliest.situations)
    });
    assert_eq!((&in_pieces, &by_byte), (&whole, &whole), "at {cut}");
    whole.unwrap_or_default()
}

#[test]
fn a_cut_through_the_bytes_of_a_character_says_so() {
    use CutSituation::{Character, Text, TitleOrTextarea};
    let start = "<!doctype html><meta charset=utf-8><title>é</title><p>";
    let page = format!("{start}{}", "語".repeat(2_000));
    let at = |cut: usize| situations(page.as_bytes(), cut as u64);
    for character in [0, 1, 400, 1_999] {
        let cut = start.len() + 3 * character;
        assert_eq!(at(cut), [Text]);
        assert_eq!(at(cut + 1), [Text, Character], "at {}", cut + 1);
        assert_eq!(at(cut + 2), [Text, Character], "at {}", cut + 2);
    }
    assert_eq!(at(43), [TitleOrTextarea, Character]);
    // Bytes of an encoding with one byte a character only look like UTF-8.
    assert_eq!(situations(b"<meta charset=windows-1252><p>\xc3\xa9\xc3\xa9", 33), [Text]);
    // Tried in Chromium: of UTF-16 it drops half a code unit and half a pair, and puts nothing in their place.
    let wide: Vec<u8> = "\u{feff}<p>a 😀 b".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for cut in 12..20 {
        assert_eq!(situations(&wide, cut), [Text], "at {cut}");
    }
}

#[test]
fn a_json_block_without_its_end_tag_is_told_from_one_that_is_cut_through() {
    use CutSituation::{JsonData, JsonDataWhole, JsonLd, JsonLdWhole, Tag};
    for (kind, cut_through, whole) in [("ld+json", JsonLd, JsonLdWhole), ("json", JsonData, JsonDataWhole)] {
        let start = format!("<!doctype html><title>t</title><script type=\"application/{kind}\">");
        let page = format!("{start}{{\"@type\":\"Product\"}} \n</script ><p>t");
        let at = |length: usize| situations(page.as_bytes(), (start.len() + length) as u64);
        assert_eq!(at(18), [cut_through]);
        for length in 19..=21 {
            assert_eq!(at(length), [whole], "{kind} {length}");
        }
        // The beginning of an end tag is text.
        assert_eq!(at(25), [cut_through]);
        assert_eq!(at(30), [Tag]);
    }
    let page = "<script type=\"application/ld+json\">{\"@type\":\"Product\"}</script>";
    for (cut, is_lost) in [(53, true), (54, false), (60, true)] {
        let report = support::inspect(page.as_bytes(), None, cut);
        let survives = report.signals[0].survives.is_some();
        let finding = report.findings.iter().any(|finding| finding.id == "json-ld-lost");
        assert_eq!((survives, finding), (!is_lost, is_lost), "at {cut}");
    }
}

/// Tried in Chromium: the scanner ahead of the parser asks for the file, and it is never run.
#[test]
fn a_script_cut_before_its_end_tag_is_requested_and_never_runs() {
    for tag in ["<script src=/a.js>", "<script async src=/a.js>", "<script type=module src=/a.js>"] {
        let page = format!("<script src=/0.js></script>{tag}</script><p>t");
        let start = 27 + tag.len();
        for cut in [start, start + 8, start + 9, page.len()] {
            let report = support::inspect(page.as_bytes(), None, cut as u64);
            let [first, second] = &report.resources[..] else { panic!("{:?}", report.resources) };
            assert_eq!((first.requested, first.fate), (Requested::Yes, None));
            let is_cut = cut < start + 9;
            assert_eq!((second.requested, second.fate), (Requested::Yes, is_cut.then_some(Fate::Lost)), "{tag} {cut}");
            assert_eq!(second.effect.as_deref().is_some_and(|effect| effect.contains("never runs")), is_cut);
        }
    }
    // The same file, which the first tag runs.
    let page = "<script src=/a.js></script><script src=/a.js></script>";
    assert_eq!(support::inspect(page.as_bytes(), None, 45).resources[0].fate, None);
}

/// Each tried in Chromium, inline and with `src`.
#[test]
fn what_browsers_do_not_run_is_no_script() {
    let runs = [
        "type=\"\"",
        "type",
        "type=' text/JavaScript '",
        "type=text/javascript1.5",
        "type=application/x-ecmascript",
        "type=Module",
        "type='' language=vbscript",
        "language=''",
        "language=JScript",
        "language=javascript1.5",
        "language=x-javascript",
        "",
    ];
    let does_not = [
        "type='text/javascript; charset=utf-8'",
        "type='application/javascript;version=1.8'",
        "type=' '",
        "type=' module '",
        "type='module; x'",
        "type=text/javascript1.6",
        "type=javascript",
        "type=text/babel language=javascript",
        "language=vbscript",
        "language=' javascript'",
        "language=JavaScript1.7",
    ];
    for (attributes, is_run) in runs.map(|one| (one, true)).into_iter().chain(does_not.map(|one| (one, false))) {
        let page = format!("<script {attributes}>f()</script><script {attributes} src=/a.js></script>");
        let report = report(&page, usize::MAX);
        let found = (report.inline_scripts.len(), report.resources.len(), bytes_of(&report, "script"));
        assert_eq!(found, if is_run { (1, 1, 3) } else { (0, 0, 0) }, "{attributes}");
    }
}

#[test]
fn a_frame_without_an_address_names_nothing() {
    let page =
        "<iframe src></iframe><iframe src=''></iframe><iframe src=' \n'></iframe><iframe></iframe><embed src=''>";
    assert_eq!(report(page, usize::MAX).resources, []);
}

#[test]
fn a_large_comment_has_the_leaf_that_its_bytes_are_in() {
    let long = "x ".repeat(1_000);
    for (begin, end, leaf) in [
        ("<!--", "-->", "comment"),
        ("<!--[if IE]>", "<![endif]-->", "conditional_comment"),
        ("<!-- <?php ", " ?> -->", "server_leftover"),
    ] {
        for page in [format!("<p>t{begin}{long}{end}"), format!("<p>t{begin}{long}")] {
            for chunk_bytes in [3, usize::MAX] {
                let report = report(&page, chunk_bytes);
                let largest = &report.largest[0];
                assert_eq!((largest.category.as_str(), largest.end - largest.start), (leaf, bytes_of(&report, leaf)));
            }
        }
    }
}

#[test]
fn a_long_address_is_counted_as_one() {
    let page = format!("<img alt=x src=\"data:image/png;base64,{}\"><p>t", "A".repeat(400_000));
    let report = report(&page, 10_000);
    assert_eq!(bytes_of(&report, "data_uri_image"), 400_022);
    assert_eq!(bytes_of(&report, "attribute_url"), 6);
    assert_eq!(report.largest[0].label, "img src=data:image/png");
    assert_eq!(report.what_if.changes[0].bytes, 400_022);
}

#[test]
fn attributes_without_end_are_counted_together() {
    let page = format!("<p {}class=c>t", "class=b ".repeat(ATTRIBUTES * 10));
    let report = report(&page, 10_000);
    assert_eq!(bytes_of(&report, "attribute_class"), 7 * ATTRIBUTES as u64);
    assert_eq!(bytes_of(&report, "attribute_other"), 8 * 9 * ATTRIBUTES as u64 + 7);
}

#[test]
fn a_page_full_of_headings_keeps_the_rare_signal_after_them_and_counts_the_rest() {
    let page = format!("<title>t</title>{}<nav>x</nav>", "<h2>a</h2>".repeat(SIGNALS + 5));
    let report = report(&page, page.len());
    let unlisted: Vec<(SignalKind, u64)> = report.unlisted.iter().map(|row| (row.kind, row.count)).collect();
    assert_eq!(unlisted, [(SignalKind::Heading, 6)]);
    assert_eq!(report.signals.len(), SIGNALS + 1);
    assert!(report.signals.iter().any(|signal| signal.kind == SignalKind::Landmark));
    assert!(report.findings.iter().any(|finding| finding.id == "signals-unlisted"));
}

#[test]
fn headings_that_nest_without_end_keep_the_text_of_the_innermost() {
    let report = report(&"<h1>a<div>".repeat(OPEN_TEXTS * 3), usize::MAX);
    assert_eq!(report.signals.len(), OPEN_TEXTS * 3);
    assert_eq!(report.signals.last().map(|signal| signal.value.as_str()), Some("a"));
    assert!(report.signals.iter().all(|signal| signal.value.starts_with('a')));
}

/// What each further piece adds: bytes by leaf, words, links and signals.
fn totals(piece: &str, count: usize) -> Vec<u64> {
    let report = report(&format!("<!doctype html><title>t</title><body>{}", piece.repeat(count)), usize::MAX);
    let bytes = report.ledger.iter().map(|row| row.bytes);
    bytes.chain([report.text.words_total, report.links.total, report.signals.len() as u64]).collect()
}

#[test]
fn a_tag_that_comes_again_counts_like_the_first() {
    let pieces = [
        "<p class=\"a b\" style='color:red' data-x=1 onclick=f() aria-label=x hidden>two words</p>\n",
        "<a href=\"/x\" title='>'><b>t</b></a><A HREF=/x>t</A><a name=x>t</a><br/>",
        "<h2 class=a>t</h2><nav><div role=navigation itemscope>t</div></nav>",
        "<table class=t><tr><td background=/x>1<td>2</table><td class=a>",
        "<svg viewBox='0 0 1 1'><path d='M0 0' class=a /><a href=/x><title class=a>t</title></a></svg><path d='M0 0'>",
        "<template class=a><p class=a>t</p></template><p class=a>t</p>",
        "<img src=\"data:image/gif;base64,R0lGODlhAQABAAAAACw=\" alt=t><img src=/x srcset='/x 2x'>",
        "<p style=\"background:url(/x.png)\">t</p><p \n\t  class=a\n>t</p \n class=a></p>",
        "<script>'<p class=a>'</script><textarea><p class=a></textarea><!-- <p class=a> --><p class=a>",
    ];
    for piece in pieces {
        let added = |count: usize| -> Vec<u64> {
            totals(piece, count + 1).into_iter().zip(totals(piece, count)).map(|(more, less)| more - less).collect()
        };
        let first = added(1);
        for count in 2..6 {
            assert_eq!(added(count), first, "{piece}");
        }
    }
}

#[test]
fn cards_of_one_shape_are_one_pattern_whatever_they_say() {
    let card = |number: usize| {
        format!(
            "<li class=\"card wide\"><a href=/item/{number}><b>Item {number}</b></a><p>{}</p></li>\n",
            "words ".repeat(30 + number)
        )
    };
    let cards: String = (0..40).map(card).collect();
    let page = format!("<title>t</title>\n<ul>{cards}<li class=card><p>another shape</p></li></ul>");
    let report = report(&page, 1_000);
    let rows: Vec<_> = report.breakdown.repeats.iter().filter(|row| row.kind == "markup").collect();
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!((rows[0].count, rows[0].line, rows[0].label.as_str()), (40, 2, "li.card"));
    let bytes: u64 = (0..40).map(|number| card(number).len() as u64 - 1).sum();
    assert_eq!(rows[0].bytes, bytes / 40);
}

#[test]
fn what_is_inside_of_a_pattern_is_no_pattern_of_its_own() {
    let row = format!("<tr><td class=a><b>x</b><i>y</i>{}</td><td>z</td></tr>", "w".repeat(200));
    let page = format!("<table>{}</table>", row.repeat(9));
    for chunk_bytes in [7, 100_000] {
        let report = report(&page, chunk_bytes);
        let labels: Vec<&str> = report.breakdown.repeats.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(labels, ["tr"]);
    }
}
