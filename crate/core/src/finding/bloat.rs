//! What fills a page without need: state, style sheets, drawings, addresses, menus and white space. Rules of thumb about bytes
//! that were counted; none of them is Google's, and all stay silent where little is to be saved.

use super::say::paragraph;
use super::{Case, Found};
use crate::ledger::Category;
use crate::number;
use crate::report::{JsonLdListRow, RepeatRow, Severity, SignalKind, StateKeyRow};

/// Less than this is not worth a remark, in bytes.
const WORTH_BYTES: u64 = 50_000;

/// Text that stands twice, or copies of a block, are a waste from here on, in bytes.
const TWICE_BYTES: u64 = 20_000;

/// An embedded image below this is a placeholder or an icon, in bytes.
const TINY_IMAGE_BYTES: u64 = 2_000;

/// Fewer tiny images are nobody's concern.
const TINY_IMAGES: u64 = 10;

/// A list in JSON-LD is long from here on, in entries.
const JSON_LD_ENTRIES: u64 = 1_000;

/// White space between tags is a waste from this share of the body on, in percent.
const WHITE_SPACE_PERCENT: u64 = 15;

fn leaf(category: Category, case: &Case<'_>) -> u64 {
    case.report.leaf(category).map_or(0, |row| row.bytes)
}

fn notice(title: String, evidence: String, fix: String) -> Found {
    Found { severity: Severity::Notice, title, evidence, fix }
}

/// "It is 93 % of the page."
fn share(bytes: u64, case: &Case<'_>) -> String {
    let percent = number::percent_of(bytes, case.report.page.body_bytes);
    case.say.with("finding_evidence_share", &[&number::bytes_exact(bytes), &percent])
}

/// State that a framework prints into the page.
///
/// ### What it does
/// Adds up the scripts and attributes in which a framework keeps its state; speaks from 50 KB on.
/// ### Why it matters
/// State repeats what the page shows, and often far more than its first view needs.
pub(super) fn state_printed(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let states = &case.report.breakdown.states;
    let total = states.iter().map(|state| state.bytes).fold(0, u64::saturating_add);
    let largest = states.first().filter(|_| total >= WORTH_BYTES)?;
    let each = states.iter().map(|state| say.with("finding_state_each", &[&state.name, &number::bytes(state.bytes)]));
    let each = if states.len() > 1 { say.sentence(each) } else { String::new() };
    let of_state = |key: &&StateKeyRow| states.iter().any(|state| state.name == key.script);
    let mut keys = case.report.breakdown.state_keys.iter().filter(of_state).peekable();
    let most = keys.peek().map_or(0, |key| key.bytes);
    // Where one key holds nearly all of the largest, that is the one to look at.
    let key = keys.take_while(|key| key.bytes.saturating_mul(10) >= most.saturating_mul(9)).last();
    let key = key.map_or_else(String::new, |key| {
        say.with("finding_state_key", &[&key.key, &number::bytes(key.bytes), &key.script])
    });
    Some(notice(
        say.with("finding_state_printed", &[&largest.name, &number::bytes(total)]),
        paragraph(&[each, share(total, case), key]),
        say.text("finding_state_printed_fix"),
    ))
}

/// Visible text that stands again in the state.
///
/// ### What it does
/// Looks for the beginnings of visible texts in the strings of inline data; speaks from 20 KB of such text on.
/// ### Why it matters
/// Every such byte is paid for twice.
pub(super) fn paid_twice(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let twice = case.report.breakdown.paid_twice.as_ref().filter(|twice| twice.bytes >= TWICE_BYTES)?;
    Some(notice(
        say.with("finding_paid_twice", &[&number::bytes(twice.bytes)]),
        say.with("finding_paid_twice_evidence", &[&number::count(twice.pieces)]),
        say.text("finding_paid_twice_fix"),
    ))
}

/// Menus before the content.
///
/// ### What it does
/// Adds up `nav`, and `header` outside the content, before the first content; speaks from 50 KB on.
/// ### Why it matters
/// Google names megabytes of menus as bloat: what comes first is sure to be read.
pub(super) fn menus_first(case: &Case<'_>) -> Option<Found> {
    let bytes = case.report.breakdown.menu_bytes_before_content.filter(|&bytes| bytes >= WORTH_BYTES)?;
    Some(notice(
        case.say.with("finding_menus_first", &[&number::bytes(bytes)]),
        share(bytes, case),
        case.say.text("finding_menus_first_fix"),
    ))
}

/// A whole CSS framework in the page.
///
/// ### What it does
/// Knows the banner that the style sheets of some CSS frameworks begin with; speaks from 50 KB on.
/// ### Why it matters
/// A page uses a small part of such a sheet, and as a file it has a limit of its own.
pub(super) fn framework_inlined(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let sheets = &case.report.breakdown.sheets;
    let total = sheets.iter().map(|sheet| sheet.bytes).fold(0, u64::saturating_add);
    if total < WORTH_BYTES {
        return None;
    }
    let names: Vec<String> = sheets.iter().map(|sheet| sheet.name.clone()).collect();
    Some(notice(
        say.with("finding_framework_inlined", &[&say.list(&names), &number::bytes(total)]),
        share(total, case),
        say.text("finding_framework_inlined_fix"),
    ))
}

/// CSS that is inlined although style sheets are linked too.
///
/// ### What it does
/// Looks for linked style sheets beside `style` elements; speaks from 50 KB in these on.
/// ### Why it matters
/// Rules that also stand in a linked sheet need not stand in the page.
pub(super) fn css_twice(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let bytes = leaf(Category::Style, case);
    let linked = case.report.breakdown.linked_sheets;
    (bytes >= WORTH_BYTES && linked > 0).then(|| {
        notice(
            say.with("finding_css_twice", &[&number::bytes(bytes)]),
            paragraph(&[share(bytes, case), say.counted("finding_css_twice_evidence", linked)]),
            say.text("finding_css_twice_fix"),
        )
    })
}

fn repeated(kind: &str, title: &str, fix: &str, case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let rows: Vec<&RepeatRow> = case.report.breakdown.repeats.iter().filter(|row| row.kind == kind).collect();
    let extra = rows.iter().map(|row| row.extra_bytes).fold(0, u64::saturating_add);
    if extra < TWICE_BYTES {
        return None;
    }
    let each = say.sentence(rows.iter().map(|row| {
        say.with(
            "finding_repeat_each",
            &[&row.label, &number::count(row.count), &number::bytes(row.bytes), &number::count(row.line)],
        )
    }));
    Some(notice(say.with(title, &[&number::bytes(extra)]), each, say.text(fix)))
}

/// The same style block more than once.
///
/// ### What it does
/// Compares `style` elements byte for byte; speaks from 20 KB of copies on.
/// ### Why it matters
/// One copy styles every instance of a component.
pub(super) fn styles_repeated(case: &Case<'_>) -> Option<Found> {
    repeated("style", "finding_styles_repeated", "finding_styles_repeated_fix", case)
}

/// The same drawing more than once.
///
/// ### What it does
/// Compares inline SVG byte for byte; speaks from 20 KB of copies on.
/// ### Why it matters
/// An icon that stands in every list item can be drawn once and referred to.
pub(super) fn drawings_repeated(case: &Case<'_>) -> Option<Found> {
    repeated("svg", "finding_drawings_repeated", "finding_drawings_repeated_fix", case)
}

/// The same `data:` address more than once.
///
/// ### What it does
/// Compares `data:` addresses in attributes byte for byte; speaks from 20 KB of copies on.
/// ### Why it matters
/// A file is fetched once, however often it is named.
pub(super) fn addresses_repeated(case: &Case<'_>) -> Option<Found> {
    repeated("data_uri", "finding_addresses_repeated", "finding_addresses_repeated_fix", case)
}

/// Markup of one shape that takes much of the page.
///
/// ### What it does
/// Compares the names and classes of elements in subtrees; speaks where one shape takes a quarter of the body and 100 KB.
/// ### Why it matters
/// What each copy carries besides its text is paid for as often as there are copies.
pub(super) fn markup_repeated(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let shapes = case.report.breakdown.repeats.iter().filter(|row| row.kind == "markup");
    let all = |row: &RepeatRow| row.bytes.saturating_mul(row.count);
    let largest = shapes.max_by_key(|row| all(row))?;
    let bytes = all(largest);
    let is_much = bytes.saturating_mul(4) >= case.report.page.body_bytes;
    (bytes >= 2 * WORTH_BYTES && is_much).then(|| {
        let each = [&*number::bytes(largest.bytes), &*number::count(largest.line), &*number::count(largest.count)];
        notice(
            say.with(
                "finding_markup_repeated",
                &[&largest.label, &number::count(largest.count), &number::bytes(bytes)],
            ),
            paragraph(&[share(bytes, case), say.with("finding_markup_repeated_evidence", &each)]),
            say.text("finding_markup_repeated_fix"),
        )
    })
}

/// Many tiny embedded images.
///
/// ### What it does
/// Counts embedded images below 2 KB each; speaks from ten of them and 20 KB on.
/// ### Why it matters
/// Blur placeholders help eyes, not crawlers; a plain colour takes a few bytes.
pub(super) fn tiny_images(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let images = case.report.what_if.changes.iter().find(|change| change.id == "images")?;
    let sizes = images.spans.iter().map(|(start, end)| end.saturating_sub(*start));
    let (count, bytes) = sizes
        .filter(|&bytes| bytes < TINY_IMAGE_BYTES)
        .fold((0, 0), |(count, sum): (u64, u64), bytes| (count + 1, sum.saturating_add(bytes)));
    (count >= TINY_IMAGES && bytes >= TWICE_BYTES).then(|| {
        notice(
            say.with("finding_tiny_images", &[&number::count(count), &number::bytes(bytes)]),
            share(bytes, case),
            say.text("finding_tiny_images_fix"),
        )
    })
}

/// Fonts in the page.
///
/// ### What it does
/// Adds up fonts in `data:` addresses, wherever they stand; speaks from 20 KB on.
/// ### Why it matters
/// Google's renderer does not fetch fonts; in the page they count.
pub(super) fn fonts_inlined(case: &Case<'_>) -> Option<Found> {
    let bytes = leaf(Category::DataUriFont, case);
    (bytes >= TWICE_BYTES).then(|| {
        notice(
            case.say.with("finding_fonts_inlined", &[&number::bytes(bytes)]),
            share(bytes, case),
            case.say.text("finding_fonts_inlined_fix"),
        )
    })
}

/// JSON-LD that is itself a large part of the page.
///
/// ### What it does
/// Adds up JSON-LD; speaks from 100 KB on.
/// ### Why it matters
/// Lists of thousands of entries push everything after them towards the cut.
pub(super) fn json_ld_large(case: &Case<'_>) -> Option<Found> {
    let bytes = leaf(Category::JsonLd, case);
    let blocks = case.signals(SignalKind::JsonLd).count() as u64;
    (bytes >= 2 * WORTH_BYTES).then(|| {
        notice(
            case.say.with("finding_json_ld_large", &[&number::bytes(bytes)]),
            paragraph(&[share(bytes, case), case.say.counted("finding_json_ld_large_evidence", blocks)]),
            case.say.text("finding_json_ld_large_fix"),
        )
    })
}

/// JSON-LD that lists thousands of entries.
///
/// ### What it does
/// Counts the entries of the document, of its `@graph` and of its `itemListElement`; speaks from 1,000 on.
/// ### Why it matters
/// A block that is cut anywhere says nothing at all, and a long list is the one most likely to be cut.
pub(super) fn json_ld_entries(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let lists = case.report.breakdown.json_ld_lists.iter().filter(|list| list.entries >= JSON_LD_ENTRIES);
    let lists: Vec<&JsonLdListRow> = lists.collect();
    let most = lists.first()?;
    let each = lists.iter().map(|list| {
        say.with(
            "finding_json_ld_entries_each",
            &[&number::count(list.entries), &number::bytes(list.bytes), &number::count(list.line)],
        )
    });
    Some(notice(
        say.with("finding_json_ld_entries", &[&number::count(most.entries)]),
        say.sentence(each),
        say.text("finding_json_ld_entries_fix"),
    ))
}

/// White space between tags.
///
/// ### What it does
/// Adds up white space between tags; speaks from 15 % of the body and 50 KB on.
/// ### Why it matters
/// Compression hides it on the wire; the limit counts it in full.
pub(super) fn white_space(case: &Case<'_>) -> Option<Found> {
    let bytes = leaf(Category::WhiteSpace, case);
    let is_much = bytes.saturating_mul(100) >= case.report.page.body_bytes.saturating_mul(WHITE_SPACE_PERCENT);
    (bytes >= WORTH_BYTES && is_much).then(|| {
        notice(
            case.say.with("finding_white_space", &[&number::bytes(bytes)]),
            share(bytes, case),
            case.say.text("finding_white_space_fix"),
        )
    })
}
