use proptest::prelude::*;

use super::*;
use crate::limit::LimitChoice;
use crate::{Context, Inspection, Options};

fn source_of(body: &[u8], limit: u64, columns: usize) -> Source {
    let messages = Messages::default();
    let mut inspection = Inspection::new(Options { limit: LimitChoice::User(limit), ..Options::default() });
    inspection.push(body);
    let report = inspection.finish(Context::default());
    Source::new(body.to_vec(), &report, columns, &messages)
}

fn in_encoding(body: &[u8], encoding: &str, stops: &[u64], columns: usize) -> Source {
    let messages = Messages::default();
    let mut report = Inspection::new(Options::default()).finish(Context::default());
    report.page.body_bytes = body.len() as u64;
    report.page.encoding = Some(encoding.to_owned());
    report.limit.earliest = stops.first().copied();
    report.limit.latest = stops.last().copied();
    Source::new(body.to_vec(), &report, columns, &messages)
}

fn html(source: &Source) -> String {
    source.html(0, u64::MAX, None)
}

/// The text of every row, without markup.
fn texts(source: &Source) -> Vec<String> {
    let text = |row: &str| {
        let code = row.split_once("<code>").or_else(|| row.split_once("<b>")).map_or("", |(_, code)| code);
        let mut text = String::new();
        let mut is_tag = false;
        for character in code.chars() {
            match character {
                '<' => is_tag = true,
                '>' => is_tag = false,
                _ if !is_tag => text.push(character),
                _ => {}
            }
        }
        htmlize::unescape(text).into_owned()
    };
    html(source).split(r#"<div class="row"#).skip(1).map(text).collect()
}

fn rows_of(source: &Source) -> Vec<Step> {
    let mut walk = Walk::default();
    std::iter::from_fn(|| walk.next(source)).collect()
}

#[test]
fn lines_are_numbered_and_long_ones_are_divided() {
    let source = source_of(b"<p>one</p>\r\n\n0123456789abcdef\nlast", 1_000, 10);
    assert_eq!(texts(&source), ["<p>one</p>", "", "0123456789", "abcdef", "last"]);
    let html = html(&source);
    let numbers: Vec<&str> =
        html.split(r#"class="line">"#).skip(1).filter_map(|row| row.split_once('<').map(|(n, _)| n)).collect();
    assert_eq!(numbers, ["1", "2", "3", "", "4"]);
}

#[test]
fn the_cut_is_a_row_at_its_byte_inside_a_long_line_too() {
    let source = source_of(b"<!doctype html><title>t</title><p>0123456789", 36, 80);
    let texts = texts(&source);
    assert_eq!(texts[0], "<!doctype html><title>t</title><p>01");
    assert!(texts[1].contains("36"), "{texts:?}");
    assert_eq!(texts[2], "23456789");
    let html = html(&source);
    assert_eq!(html.matches(r#"<div class="row" data-fate="kept">"#).count(), 1);
    assert_eq!(html.matches(r#"<div class="row" data-fate="lost">"#).count(), 1);
}

#[test]
fn a_page_that_ends_in_the_band_is_doubtful_after_the_earliest_edge() {
    let source = in_encoding(b"kept\nperhaps\n", "UTF-8", &[5, 100], 80);
    let html = html(&source);
    assert!(html.contains(r#"data-fate="depends"><span class="line">2"#), "{html}");
    assert_eq!(html.matches("row stop").count(), 1);
}

#[test]
fn a_cut_through_a_character_shows_its_bytes_and_spoils_nothing_after_it() {
    let body = "aあb".as_bytes();
    assert_eq!(texts(&in_encoding(body, "UTF-8", &[2], 80)).join("|").replace("stops here", ""), {
        let stop = texts(&in_encoding(body, "UTF-8", &[2], 80))[1].replace("stops here", "");
        format!(r"a\xE3|{stop}|\x81\x82|b")
    });
    let (body, ..) = encoding_rs::SHIFT_JIS.encode("aあいうb");
    let texts = texts(&in_encoding(&body, "Shift_JIS", &[2], 80));
    assert_eq!(texts[3], "いうb", "{texts:?}");
}

#[test]
fn signals_are_marked_with_their_fate() {
    let source = source_of(b"<title>Kept</title><link rel=canonical href=/a>", 30, 200);
    let html = html(&source);
    assert!(
        html.contains(r#"<mark data-fate="kept" title="Title: kept">&lt;title&gt;Kept&lt;/title&gt;</mark>"#),
        "{html}"
    );
    assert!(html.contains(r#"<mark data-fate="lost""#), "{html}");
}

#[test]
fn hostile_bytes_are_shown_and_never_act() {
    let source = source_of(b"<meta charset=utf-8><img src=x onerror='a()'>\xff\x00\xe2\x80\xae", 1_000, 80);
    let html = html(&source);
    assert!(html.contains("&lt;img") && !html.contains("<img"));
    assert!(texts(&source)[0].ends_with(r"\xFF[U+0000][U+202E]"), "{html}");
}

#[test]
fn each_encoding_is_divided_between_characters() {
    let text = "漢字かなﾊﾝｶｸ漢字abc漢字".repeat(3);
    for encoding in [encoding_rs::UTF_8, encoding_rs::SHIFT_JIS, encoding_rs::EUC_JP, encoding_rs::GB18030] {
        let (body, ..) = encoding.encode(&text);
        for columns in 1..12 {
            let texts = texts(&in_encoding(&body, encoding.name(), &[], columns));
            assert_eq!(texts.concat(), encoding.decode_without_bom_handling(&body).0, "{} {columns}", encoding.name());
        }
    }
    let wide: Vec<u8> = "a\r\n漢字😀b\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(texts(&in_encoding(&wide, "UTF-16LE", &[], 80)), ["a", "漢字😀b"]);
    let wide: Vec<u8> = "a\n漢字😀b\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(texts(&in_encoding(&wide, "UTF-16BE", &[5], 3))[4..], ["字", "😀b"]);
}

#[test]
fn what_is_searched_is_found_in_every_encoding() {
    for encoding in [encoding_rs::UTF_8, encoding_rs::SHIFT_JIS, encoding_rs::WINDOWS_1251, encoding_rs::GBK] {
        let (body, ..) = encoding.encode("<p>Привет</p> <P>Привет");
        let mut source = in_encoding(&body, encoding.name(), &[], 80);
        assert_eq!(source.search("Привет"), 2, "{}", encoding.name());
        assert_eq!(source.search("<p>"), 2, "{}", encoding.name());
        assert_eq!(source.search("nowhere"), 0);
        assert_eq!(source.search(""), 0);
    }
    let wide: Vec<u8> = "xPix".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut source = in_encoding(&wide, "UTF-16LE", &[], 80);
    assert_eq!(source.search("pi"), 1);
    assert_eq!(source.hit(0), Some(2));
    assert!(html(&source).contains(r#"<mark class="hit">Pi</mark>"#));
    assert!(source.html(0, 1, Some(0)).contains(r#"<mark class="hit current">"#));
}

#[test]
fn places_to_jump_to_are_listed_with_their_offsets() {
    let mut inspection = Inspection::new(Options { limit: LimitChoice::User(30), ..Options::default() });
    inspection.push(b"<title>Kept</title><link rel=canonical href=/a>");
    let jumps = jumps(&inspection.finish(Context::default()), &Messages::default());
    assert_eq!(jumps[0].offset, 30);
    assert!(jumps.iter().any(|jump| jump.group == "Lost" && jump.label.starts_with("Canonical")), "{jumps:?}");
}

proptest! {
    /// Rows cover the body without gap or overlap, whatever it is, and any row can be reached from any other.
    #[test]
    fn rows_partition_the_body(
        body in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'a'), Just(b'<'), Just(0xE3), any::<u8>()], 0..600),
        columns in 1_usize..40,
        stops in proptest::collection::vec(0_u64..600, 0..=2),
        encoding in prop_oneof![Just("UTF-8"), Just("UTF-16LE"), Just("Shift_JIS"), Just("gb18030"), Just("ISO-2022-JP"), Just("windows-1252")],
    ) {
        let mut stops = stops;
        stops.sort_unstable();
        let source = in_encoding(&body, encoding, &stops, columns);
        let steps = rows_of(&source);
        prop_assert_eq!(steps.len() as u64, source.rows());
        let mut at = 0;
        for (number, step) in steps.iter().enumerate() {
            match step {
                Step::Row(row) => {
                    prop_assert_eq!(row.start, at);
                    prop_assert!(row.end > row.start);
                    at = row.end;
                    prop_assert_eq!(source.row_of(row.start), number as u64);
                    prop_assert_eq!(source.row_of(row.end - 1), number as u64);
                }
                Step::Stop(index) => prop_assert_eq!(source.stops[*index].offset, at),
            }
        }
        prop_assert_eq!(at, body.len() as u64);
        let middle = source.rows() / 2;
        let whole = source.html(0, u64::MAX, None);
        prop_assert_eq!([source.html(0, middle, None), source.html(middle, u64::MAX, None)].concat(), whole);
    }
}
