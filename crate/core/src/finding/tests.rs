//! Every finding fires and does not fire; every sentence is one.

use std::collections::BTreeSet;

use super::loss::{Loss, Need};
use super::sample::{EARLIEST, ENGLISH, LATEST, Sample};
use super::table::TABLE;
use super::{Row, judge};
use crate::limit::{Basis, GOOGLE_DEFAULT, GOOGLEBOT, LimitChoice};
use crate::report::{
    BytesSource, ContentKind, EncodingSource, Fate, Finding, Hazard, HazardAccess, InlineScript, JsonLdListRow,
    LedgerRow, PaidTwice, Placement, RepeatRow, Report, Resource, Robots, RobotsHost, RobotsState, ScriptReading,
    Severity, SheetRow, SignalKind, StateRow, UnlistedRow,
};

/// A page far past the limit, of which everything that counts is kept.
fn over() -> Sample {
    Sample::page(3_149_368)
}

/// A page whose end lies in the band.
fn in_band() -> Sample {
    Sample::page(2_050_000)
}

/// A page of a fifth of the limit.
fn small() -> Sample {
    Sample::page(412_118)
}

fn body(report: &mut Report, kind: SignalKind) {
    for signal in report.signals.iter_mut().filter(|signal| signal.kind == kind) {
        signal.placement = Placement::Body;
        signal.valid = false;
    }
}

/// A page that robots.txt forbids.
fn blocked() -> Sample {
    small().set(|report| {
        (report.page.robots, report.page.robots_line) = (Robots::Blocked, Some(2));
        report.page.robots_rule = Some("Disallow: /p".to_owned());
    })
}

fn with_status(status: u16) -> Sample {
    small().set(|report| report.page.status = Some(status))
}

fn with_head_ended_by(tag: &str) -> Sample {
    small().set(|report| {
        let head = report.head_element.as_mut().unwrap();
        (head.end, head.ended_by, head.late_end_tag) = (250, Some(tag.to_owned()), Some(2_000));
        body(report, SignalKind::Canonical);
    })
}

fn json_ld(sample: Sample, name: &str, start: u64) -> Sample {
    sample.signal_with(SignalKind::JsonLd, "{}", start, |signal| signal.name = Some(name.to_owned()))
}

fn state(bytes: u64) -> Sample {
    let row = StateRow { name: "Nuxt".to_owned(), count: 2, bytes };
    small().set(|report| report.breakdown.states = vec![row])
}

fn sheet(bytes: u64) -> Sample {
    let row = SheetRow { name: "Bootstrap".to_owned(), count: 1, bytes };
    small().set(|report| report.breakdown.sheets = vec![row])
}

fn json_ld_list(entries: u64) -> Sample {
    small().set(|report| {
        report.breakdown.json_ld_lists = vec![JsonLdListRow { entries, bytes: 90_000, start: 500, line: 9 }];
    })
}

fn paid_twice(bytes: u64) -> Sample {
    small().set(|report| report.breakdown.paid_twice = Some(PaidTwice { pieces: 90, bytes }))
}

fn menus(bytes: u64) -> Sample {
    small().set(|report| report.breakdown.menu_bytes_before_content = Some(bytes))
}

fn repeat(kind: &str, extra_bytes: u64) -> Sample {
    let (kind, label) = (kind.to_owned(), "style#a".to_owned());
    let row = RepeatRow { kind, count: 5, bytes: extra_bytes / 4, extra_bytes, start: 9, line: 1, label };
    small().set(|report| report.breakdown.repeats = vec![row])
}

/// A page of 412 KB with four pieces of one shape.
fn markup(bytes: u64) -> Sample {
    let (kind, label) = ("markup".to_owned(), "li.card".to_owned());
    let row = RepeatRow { kind, count: 4, bytes: bytes / 4, extra_bytes: bytes / 4 * 3, start: 9, line: 1, label };
    small().set(|report| report.breakdown.repeats = vec![row])
}

fn linked(sheets: u64) -> Sample {
    small().ledger(&[("style", 50_000)]).set(|report| report.breakdown.linked_sheets = sheets)
}

/// A page with `count` embedded images of `bytes` each.
fn hazards(api: &str, access: HazardAccess, guarded: bool) -> Sample {
    let hazard = Hazard {
        api: api.to_owned(),
        place: "https://shop.example/app.js".to_owned(),
        line: 12,
        column: 3,
        start: None,
        snippet: format!("{api}.use(1)"),
        access,
        guarded,
        startup: true,
        basis: Basis::Heuristic,
    };
    small().set(|report| report.hazards = vec![hazard])
}

fn scripts(reading: ScriptReading) -> Sample {
    let script = InlineScript { start: 9, end: 99, line: 1, module: false, reading: Some(reading) };
    small().set(|report| report.inline_scripts = vec![script; 2])
}

fn images(count: u64, bytes: u64) -> Sample {
    small().change("images", "Serve embedded images as files", count * bytes).set(|report| {
        let spans = (0..count).map(|index| (index * 5_000, index * 5_000 + bytes));
        report.what_if.changes[0].spans = spans.collect();
    })
}

/// An id, a page on which it fires and one that is as like it as can be and on which it does not.
struct Example {
    id: &'static str,
    fires: Report,
    quiet: Report,
}

fn example(id: &'static str, fires: Sample, quiet: Sample) -> Example {
    Example { id, fires: fires.judged(), quiet: quiet.judged() }
}

/// One example for each rule. Losses of signals have theirs in [`losses`].
fn rules() -> Vec<Example> {
    let file = |kind, content_type, bytes| Sample::file(kind, content_type, bytes);
    let sitemap = |entries, bytes| file(ContentKind::Xml, "text/xml", bytes).entries("url", entries, entries, entries);
    let robots = |value: &str, start| over().signal(SignalKind::Robots, value, start);
    let link = |field: &str| {
        let field = field.to_owned();
        small().set(|report| report.page.link_header = vec![field])
    };
    let canonical = "https://shop.example/p";
    let bare =
        |words| small().set(|report| (report.text.first_content_offset, report.text.words_total) = (None, words));
    let unmoved = || {
        with_head_ended_by("div").without(SignalKind::Canonical).set(|report| {
            report.head_element.as_mut().unwrap().late_end_tag = None;
        })
    };
    vec![
        example("body-empty", Sample::page(0), small()),
        example("over-limit", over(), in_band()),
        example("in-band", in_band(), small()),
        example("near-limit", Sample::page(1_800_000), Sample::page(1_799_999)),
        example(
            "limit-not-published",
            file(ContentKind::Image, "image/png", 9),
            file(ContentKind::Svg, "image/svg+xml", 9),
        ),
        example(
            "robots-txt-limit",
            file(ContentKind::Text, "text/plain", 9)
                .set(|report| report.page.url = "https://a.example/robots.txt".into()),
            file(ContentKind::Text, "text/plain", 9)
                .set(|report| report.page.url = "https://a.example/x/robots.txt".into()),
        ),
        example("sitemap-limit", sitemap(9, 900), file(ContentKind::Xml, "text/xml", 900).entries("item", 9, 9, 9)),
        example("robots-lost", robots("noindex", LATEST + 9), robots("index, follow", LATEST + 9)),
        example("robots-depends", robots("nosnippet", EARLIEST + 9), robots("nosnippet", LATEST + 9)),
        example("text-lost", over().words(400, 500), over().words(400, 1_000)),
        example("text-depends", over().words(400, 1_000), over().words(400, 500)),
        example("links-lost", over().links(431, 107, 120), over().links(431, 107, 431)),
        example("links-depends", over().links(431, 107, 431), over().links(431, 107, 120)),
        example(
            "entries-lost",
            file(ContentKind::Xml, "text/xml", 3_000_000).entries("item", 9, 5, 6),
            file(ContentKind::Xml, "text/xml", 3_000_000).entries("item", 9, 9, 9),
        ),
        example(
            "entries-depends",
            file(ContentKind::Xml, "text/xml", 3_000_000).entries("item", 9, 5, 9),
            file(ContentKind::Xml, "text/xml", 3_000_000).entries("item", 9, 5, 6),
        ),
        example("status-rate", with_status(503), with_status(502)),
        example("status-client-error", with_status(404), with_status(429)),
        example("status-misdirected", with_status(421), with_status(420)),
        example("status-redirect", with_status(302), with_status(304)),
        example("status-not-modified", with_status(304), with_status(200)),
        example("status-no-content", with_status(204), with_status(206)),
        example("status-not-200", with_status(502), with_status(503)),
        example(
            "content-type-contradicts",
            small().set(|report| report.page.looks_like = Some(ContentKind::Pdf)),
            small(),
        ),
        example(
            "content-type-missing",
            small().set(|report| report.page.content_type = None),
            small().set(|report| (report.page.content_type, report.page.status) = (None, None)),
        ),
        example(
            "content-type-unlisted",
            file(ContentKind::Other, "application/octet-stream", 9),
            file(ContentKind::Pdf, "application/pdf", 9),
        ),
        example(
            "content-encoding-unlisted",
            small().set(|report| report.page.content_encoding = Some("zstd".into())),
            small().set(|report| report.page.content_encoding = Some("gzip, BR".into())),
        ),
        example("noindex", robots("follow, NOINDEX", 400), robots("noindex", LATEST + 9)),
        example("canonical-in-body", small().set(|report| body(report, SignalKind::Canonical)), small()),
        example(
            "hreflang-in-body",
            small().signal(SignalKind::Hreflang, "/de", 400).set(|report| body(report, SignalKind::Hreflang)),
            small().signal(SignalKind::Hreflang, "/de", 400),
        ),
        example(
            "canonical-with-attributes",
            small().signal_with(SignalKind::Canonical, "/a", 400, |signal| signal.valid = false),
            small().signal_with(SignalKind::Canonical, "", 400, |signal| signal.valid = false),
        ),
        example(
            "canonicals-differ",
            small().signal(SignalKind::Canonical, "https://shop.example/other", 400),
            small().signal(SignalKind::Canonical, "/p", 400),
        ),
        example(
            "canonical-header-differs",
            link("<https://shop.example/other>; rel=canonical"),
            link("<https://shop.example/p>; rel=canonical"),
        ),
        example("canonical-in-header", link("</p>; rel=canonical"), link("</q>; rel=canonical")),
        example("head-ended-early", with_head_ended_by("div"), unmoved()),
        example("head-ended-by-text", with_head_ended_by("#text"), with_head_ended_by("div")),
        example(
            "noscript-in-head",
            small().set(|report| report.head_element.as_mut().unwrap().noscript_risk = Some(250)),
            small().set(|report| report.head_element.as_mut().unwrap().noscript_risk = Some(400)),
        ),
        example("title-missing", small().without(SignalKind::Title).set(|report| report.page.title = None), small()),
        example(
            "title-empty",
            small().without(SignalKind::Title).signal(SignalKind::Title, " ", 100),
            over().without(SignalKind::Title).signal(SignalKind::Title, " ", LATEST + 9),
        ),
        example(
            "json-ld-invalid",
            json_ld(small(), "Product", 500).set(|report| report.signals.last_mut().unwrap().valid = false),
            json_ld(small(), "Product", 500),
        ),
        example(
            "charset-unknown",
            small().set(|report| report.page.content_type = Some("text/html; Charset=\"utf8mb4\"".into())),
            small().set(|report| report.page.content_type = Some("text/html; charset=\"UTF8\"".into())),
        ),
        example(
            "charset-late",
            small().set(|report| {
                report.page.encoding_source = Some(EncodingSource::LateMeta);
                report.page.encoding_meta_offset = Some(2_048);
            }),
            small().set(|report| report.page.encoding_meta_offset = Some(2_048)),
        ),
        example(
            "charset-contradicts",
            small().signal(SignalKind::Charset, "text/html; charset=gb2312", 50),
            small().signal(SignalKind::Charset, "UTF8", 50),
        ),
        example(
            "charset-assumed",
            small().set(|report| report.page.encoding_source = Some(EncodingSource::Assumed)),
            small(),
        ),
        example(
            "behind-large-block",
            json_ld(small(), "Product", 300_000).block("style#a", 5_000, 155_000),
            json_ld(small(), "Product", 300_000).block("style#a", 5_000, 154_999),
        ),
        example(
            "essentials-late",
            json_ld(small(), "Product", 300_000),
            json_ld(small(), "Product", 300_000).block("style#a", 5_000, 200_000),
        ),
        example(
            "content-late",
            small().set(|report| report.text.first_content_offset = Some(100_001)),
            small().set(|report| report.text.first_content_offset = Some(100_000)),
        ),
        example("content-missing", bare(19), bare(20)),
        example("state-printed", state(50_000), state(49_999)),
        example("paid-twice", paid_twice(20_000), paid_twice(19_999)),
        example("menus-first", menus(50_000), menus(49_999)),
        example("styles-repeated", repeat("style", 20_000), repeat("svg", 20_000)),
        example("framework-inlined", sheet(50_000), sheet(49_999)),
        example("css-twice", linked(1), linked(0)),
        example("drawings-repeated", repeat("svg", 20_000), repeat("svg", 19_999)),
        example("addresses-repeated", repeat("data_uri", 20_000), repeat("data_uri", 19_999)),
        example("markup-repeated", markup(103_100), markup(20_000)),
        example("tiny-images", images(11, 1_999), images(11, 2_000)),
        example(
            "fonts-inlined",
            small().ledger(&[("data_uri_font", 20_000)]),
            small().ledger(&[("data_uri_font", 19_999)]),
        ),
        example("json-ld-large", small().ledger(&[("json_ld", 100_000)]), small().ledger(&[("json_ld", 99_999)])),
        example(
            "signals-unlisted",
            small().set(|report| {
                let kind = SignalKind::Heading;
                report.unlisted = vec![UnlistedRow { kind, count: 9, kept_earliest: 4, kept_latest: 5 }];
            }),
            small(),
        ),
        example("json-ld-entries", json_ld_list(1_000), json_ld_list(999)),
        example("white-space", small().ledger(&[("white_space", 62_000)]), small().ledger(&[("white_space", 61_000)])),
        example(
            "second-answer-differs",
            small().set(|report| report.page.screen_body_bytes = Some(9)),
            small().set(|report| report.page.screen_body_bytes = Some(412_118)),
        ),
        example(
            "redirected",
            small().set(|report| report.page.requested_url = Some("https://shop.example/".into())),
            small().set(|report| report.page.requested_url = Some("https://shop.example/p".into())),
        ),
        example(
            "second-request",
            small().source(BytesSource::SecondRequest).set(|report| report.page.screen_body_bytes = Some(412_118)),
            small().source(BytesSource::SecondRequest).set(|report| report.page.screen_body_bytes = Some(9)),
        ),
        example(
            "hazard-state",
            hazards("localStorage", HazardAccess::Read, false),
            hazards("localStorage", HazardAccess::Read, true),
        ),
        example(
            "hazard-connection",
            hazards("WebSocket", HazardAccess::Call, false),
            hazards("WebSocket", HazardAccess::Call, true),
        ),
        example(
            "hazard-stream",
            hazards("EventSource", HazardAccess::Call, false),
            hazards("EventSource", HazardAccess::Call, true),
        ),
        example(
            "hazard-permission",
            hazards("geolocation", HazardAccess::Call, false),
            hazards("WebRTC", HazardAccess::Call, false),
        ),
        example(
            "hazard-interaction",
            hazards("scroll handler", HazardAccess::Call, false),
            hazards("clipboard", HazardAccess::Call, false),
        ),
        example(
            "hazard-worker",
            hazards("service worker", HazardAccess::Call, false),
            hazards("service worker", HazardAccess::Call, true),
        ),
        example(
            "hazard-written",
            hazards("document.cookie", HazardAccess::Write, false),
            hazards("document.cookie", HazardAccess::Read, false),
        ),
        example(
            "hazard-guarded",
            hazards("IndexedDB", HazardAccess::Call, true),
            hazards("IndexedDB", HazardAccess::Call, false),
        ),
        example("hazard-unread", scripts(ScriptReading::Syntax), scripts(ScriptReading::Cut)),
        example("googlebot-may-differ", small().source(BytesSource::Cache), small()),
        example("limit-share", Sample::page(1_799_999), Sample::page(1_800_000)),
        example("content-early", small(), small().set(|report| report.text.first_content_offset = Some(100_001))),
        // The canonical of the page and that of the header agree, so what is lost is not the answer to which one it is.
        example(
            "canonical-lost",
            over().without(SignalKind::Canonical).signal(SignalKind::Canonical, canonical, LATEST + 9),
            over().signal(SignalKind::Canonical, canonical, LATEST + 9),
        ),
    ]
}

fn table_losses() -> impl Iterator<Item = &'static Loss> {
    TABLE.iter().filter_map(|row| match row {
        Row::Loss(loss) => Some(loss),
        Row::Rule(_) => None,
    })
}

/// One example for each finding about the files that the page names.
fn resources() -> Vec<Example> {
    let script = |change: fn(&mut Resource)| small().script("lib.3f2a9c1b.js", change);
    let sized = |bytes: u64| small().script("lib.3f2a9c1b.js", |one| one.body_bytes = Some(bytes));
    let host = |state, status, body_bytes| {
        let origin = "https://shop.example".to_owned();
        small().set(|report| report.robots = vec![RobotsHost { origin, status: Some(status), body_bytes, state }])
    };
    let blocks = |one: &mut Resource| {
        (one.robots, one.robots_line) = (Robots::Blocked, Some(7));
        one.robots_rule = Some("Disallow: /lib".to_owned());
    };
    vec![
        example("page-blocked", blocked(), small().set(|report| report.page.robots = Robots::Allowed)),
        example("robots-unreachable", host(RobotsState::Unreachable, 503, None), host(RobotsState::Missing, 404, None)),
        example(
            "robots-file-over-limit",
            host(RobotsState::Read, 200, Some(512_001)),
            host(RobotsState::Read, 200, Some(512_000)),
        ),
        example(
            "resource-essential-at-risk",
            small().script("main.3f2a9c1b.js", |one| one.body_bytes = Some(3_000_000)),
            sized(3_000_000),
        ),
        example("resource-over-limit", sized(2_097_153), sized(2_097_152)),
        example("resource-in-band", sized(2_000_001), sized(2_000_000)),
        example("resource-near-limit", sized(1_800_001), sized(1_800_000)),
        example("resource-after-cut", script(|one| one.end = Some(LATEST + 1)), script(|one| one.end = Some(LATEST))),
        example("resource-named-in-band", script(|one| one.end = Some(LATEST)), script(|one| one.end = Some(EARLIEST))),
        example("resource-blocked", script(blocks), script(|one| one.robots = Robots::Allowed)),
        example("resource-status", script(|one| one.status = Some(404)), script(|one| one.status = Some(204))),
        example(
            "resource-wrong-type",
            script(|one| one.content_type = Some("text/html; charset=utf-8".to_owned())),
            script(|one| one.content_type = Some("text/javascript".to_owned())),
        ),
        example("resource-unfingerprinted", small().script("lib.js", |_| ()), sized(10)),
        example("resources-fit", sized(10), script(|one| one.body_bytes = None)),
    ]
}

/// For each kind of signal, one example for the finding about its loss and one for that about the band.
fn losses() -> Vec<Example> {
    let at = |loss: &Loss, start| over().without(loss.kind).signal(loss.kind, "value", start);
    table_losses()
        .flat_map(|loss| {
            [
                example(loss.lost, at(loss, LATEST - 20), at(loss, EARLIEST - 20)),
                example(loss.depends, at(loss, EARLIEST - 20), at(loss, EARLIEST - 40)),
            ]
        })
        .collect()
}

fn find<'a>(report: &'a Report, id: &str) -> Option<&'a Finding> {
    report.findings.iter().find(|finding| finding.id == id)
}

fn severity(sample: Sample, id: &str) -> Option<Severity> {
    find(&sample.judged(), id).map(|finding| finding.severity)
}

fn title(sample: Sample, id: &str) -> String {
    find(&sample.judged(), id).map_or_else(String::new, |finding| finding.title.clone())
}

#[test]
fn every_finding_fires_and_does_not_fire() {
    for example in rules().into_iter().chain(resources()).chain(losses()) {
        assert!(
            find(&example.fires, example.id).is_some(),
            "{} does not fire: {:#?}",
            example.id,
            example.fires.findings
        );
        assert!(find(&example.quiet, example.id).is_none(), "{} fires: {:#?}", example.id, example.quiet.findings);
    }
}

#[test]
fn every_finding_has_an_example_and_an_id_of_its_own() {
    let mut ids: Vec<&str> = TABLE
        .iter()
        .flat_map(|row| match row {
            Row::Rule(rule) => vec![rule.id],
            Row::Loss(loss) => vec![loss.lost, loss.depends],
        })
        .collect();
    let shown: BTreeSet<&str> =
        rules().into_iter().chain(resources()).chain(losses()).map(|example| example.id).collect();
    for id in &ids {
        assert!(shown.contains(id), "{id} has no example");
        assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{id}");
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn names_of_kinds_are_those_of_the_report() {
    for kind in SignalKind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        assert!(ENGLISH.has(&format!("signal_{}", kind.name())), "{kind:?}");
    }
}

#[test]
fn the_loss_of_every_kind_of_signal_is_told() {
    // The doctype stands first, and headings and text tell what a landmark holds; robots rules have findings of their own.
    let untold = [SignalKind::Doctype, SignalKind::Landmark, SignalKind::Robots];
    for kind in SignalKind::ALL {
        assert_eq!(Loss::of(kind).is_none(), untold.contains(&kind), "{kind:?}");
    }
}

/// A finding's sentences, checked for what no sentence may have.
fn assert_is_well_spoken(finding: &Finding) {
    let id = &finding.id;
    for sentence in [&finding.title, &finding.evidence, &finding.fix, &finding.source] {
        for part in ["finding_", "verdict_", "limit_", "cut_", "$", "  ", "..", " .", " ,", ": .", "()"] {
            assert!(!sentence.contains(part), "{id}: {part:?} in {sentence}");
        }
    }
    assert!(!finding.title.is_empty() && !finding.title.ends_with('.'), "{id}: {}", finding.title);
    assert!(finding.evidence.ends_with('.'), "{id}: {}", finding.evidence);
    assert!(finding.fix.is_empty() || finding.fix.ends_with('.'), "{id}: {}", finding.fix);
    assert!(finding.fix.is_empty() || finding.severity != Severity::Good, "{id}: {}", finding.fix);
    assert_eq!(finding.source.is_empty(), finding.basis == Basis::Heuristic, "{id}: {}", finding.source);
    let first = finding.evidence.chars().next().unwrap();
    let is_name = finding.evidence.split(' ').next().is_some_and(|first| !first.chars().all(char::is_alphabetic));
    assert!(!first.is_lowercase() || is_name, "{id}: {}", finding.evidence);
}

#[test]
fn every_finding_is_well_spoken() {
    for example in rules().into_iter().chain(resources()).chain(losses()) {
        for report in [example.fires, example.quiet] {
            report.findings.iter().for_each(assert_is_well_spoken);
        }
    }
}

#[test]
fn findings_come_most_severe_first() {
    for example in rules() {
        assert!(example.fires.findings.is_sorted_by_key(|finding| finding.severity), "{}", example.id);
    }
}

#[test]
fn judging_again_changes_nothing() {
    for example in rules().into_iter().chain(resources()).chain(losses()) {
        let mut again = example.fires.clone();
        judge(&mut again, &ENGLISH);
        assert_eq!(again, example.fires, "{}", example.id);
    }
}

#[test]
fn a_clean_page_of_130_kb_comes_out_clean() {
    for source in [BytesSource::File, BytesSource::Cache] {
        let report = Sample::page(130_000).source(source).judged();
        assert_eq!(report.verdict.fate, Some(Fate::Kept));
        for finding in &report.findings {
            let is_quiet = finding.severity == Severity::Good || finding.id == "googlebot-may-differ";
            assert!(is_quiet, "{finding:#?}");
        }
    }
}

// Verdicts.

fn sentences(sample: Sample) -> (Option<Fate>, String, String) {
    let verdict = sample.judged().verdict;
    (verdict.fate, verdict.sentence, verdict.detail)
}

#[test]
fn verdict_of_a_page_that_loses_much() {
    let page = over()
        .without(SignalKind::Canonical)
        .signal(SignalKind::Canonical, "https://shop.example/p", 2_391_204)
        .words(390, 400)
        .links(431, 107, 120);
    let page =
        json_ld(json_ld(json_ld(page, "Organization", 500), "Product", EARLIEST - 10), "BreadcrumbList", 3_148_020)
            .set(|report| report.signals[4].end = 2_400_000);
    assert_eq!(
        sentences(page),
        (
            Some(Fate::Lost),
            "Googlebot stops at 2.00 MB of 3.15 MB".to_owned(),
            "Past it: the canonical, 2 of 3 JSON-LD blocks, 324 of 431 links and 61 % of the text.".to_owned()
        )
    );
}

#[test]
fn verdict_of_a_page_that_loses_only_code() {
    assert_eq!(
        sentences(over().set(|report| {
            let row = |category: &str, bytes, bytes_kept_earliest| LedgerRow {
                category: category.to_owned(),
                bytes,
                bytes_kept_earliest,
            };
            report.ledger =
                vec![row("text", 90_000, 90_000), row("script", 1_000_000, 100_000), row("comment", 100_000, 0)];
        })),
        (
            Some(Fate::Damaged),
            "Googlebot stops at 2.00 MB of 3.15 MB".to_owned(),
            "Past it: no whole word, link or signal, only 1.15 MB of inline scripts.".to_owned()
        )
    );
}

#[test]
fn verdict_of_a_page_that_loses_only_what_something_else_stands_for() {
    let page = over().signal(SignalKind::Landmark, "", LATEST + 9).signal(SignalKind::Canonical, "/p", LATEST + 99);
    let (fate, _, detail) = sentences(page);
    assert_eq!((fate, detail.as_str()), (Some(Fate::Lost), "Past it: lesser signals (canonical and landmark)."));
}

#[test]
fn verdict_of_a_page_that_fits() {
    let page = small()
        .set(|report| report.text.first_content_offset = Some(287_000))
        .ruler(10_000, &[["style"; 16].as_slice(), &["attributes"; 12], &["text"; 14]].concat());
    assert_eq!(
        sentences(page),
        (
            Some(Fate::Kept),
            "Googlebot reads all of it: 412 KB of 2 MB".to_owned(),
            "21 % of the limit. The content starts late: after 287 KB, mostly inline CSS and attributes.".to_owned()
        )
    );
    assert_eq!(sentences(small()).2, "21 % of the limit. The content starts after 4.0 KB.");
}

#[test]
fn verdict_just_below_the_limit_does_not_print_the_limit_itself() {
    assert_eq!(sentences(Sample::page(EARLIEST - 1)).1, "Googlebot reads all of it: 1,998,699 bytes of 2 MB");
}

#[test]
fn verdict_in_the_band_names_both_readings() {
    let page = Sample::page(2_000_518).links(15_389, 15_387, 15_389);
    assert_eq!(
        sentences(page),
        (
            Some(Fate::Depends),
            "It depends how Google counts 2 MB: this is 2,000,518 bytes".to_owned(),
            "Counted as 2,000,000 bytes with the response head, it stops at byte 1,998,700 and misses 2 of 15,389 links. \
             Counted as 2,097,152 bytes, it reads everything."
                .to_owned()
        )
    );
    assert!(sentences(in_band()).2.contains("misses no whole word, link or signal."));
}

#[test]
fn verdict_of_other_crawlers_names_them() {
    let sentence = |sample: Sample, choice| sample.judged_by(choice).verdict.sentence;
    let user = LimitChoice::User(500_000);
    assert_eq!(sentence(over(), user), "Your limit stops at 500 KB of 3.15 MB");
    assert_eq!(sentence(small(), user), "All of it is within your limit: 412 KB of 500 KB");
    let verdict = over().judged_by_default_limit().verdict;
    assert_eq!(verdict.sentence, "Google’s crawlers read all of it by default: 3.15 MB of 15 MB");
    let verdict = Sample::page(16_200_000).judged_by_default_limit().verdict;
    assert_eq!(verdict.sentence, "Google’s crawlers stop by default at 15.0 MB of 16.2 MB");
    let pdf =
        |bytes| Sample::file(ContentKind::Pdf, "application/pdf", bytes).set(|report| report.text.words_total = 0);
    assert_eq!(sentences(pdf(3_100_000)).1, "Googlebot reads all of this PDF: 3.10 MB of 64 MB");
    assert_eq!(sentences(pdf(70_100_000)).1, "Googlebot stops at 64.0 MB of this PDF’s 70.1 MB");
    assert_eq!(sentences(pdf(70_100_000)).0, Some(Fate::Damaged));
    assert!(sentences(pdf(70_100_000)).2.starts_with("Past it: the last 6.10 MB. "));
}

#[test]
fn verdict_where_no_limit_is_published_is_unknown() {
    let verdict = Sample::file(ContentKind::Image, "image/png", 412_000).judged().verdict;
    assert_eq!((verdict.fate, verdict.used_percent), (None, None));
    assert_eq!(verdict.sentence, "Google publishes no limit for images: this one has 412 KB");
}

#[test]
fn verdict_on_what_is_not_taken_says_so() {
    let detail = |sample: Sample| sentences(sample).2;
    let rest = "21 % of the limit. The content starts after 4.0 KB.";
    assert_eq!(detail(blocked()), format!("robots.txt forbids Googlebot to fetch this page. {rest}"));
    let told = |status| detail(with_status(status));
    assert_eq!(told(404), format!("Status 404: Google treats the content as not existing. {rest}"));
    assert_eq!(told(301), format!("Status 301: the content of a redirecting address is ignored. {rest}"));
    assert_eq!(told(304), format!("Status 304: Google uses the version it has stored. {rest}"));
    assert_eq!(told(500), rest);
    let empty = Sample::page(0).set(|report| report.page.status = Some(404));
    assert_eq!(detail(empty), "Status 404: Google treats the content as not existing.");
}

#[test]
fn verdict_of_nothing() {
    assert_eq!(sentences(Sample::page(0)).1, "The body is empty: there is nothing to read");
    let report = small().judged_by(LimitChoice::User(0));
    assert_eq!((report.verdict.fate, report.verdict.used_percent), (Some(Fate::Lost), None));
}

#[test]
fn fate_turns_at_the_edges_themselves() {
    for (bytes, fate) in
        [(EARLIEST, Fate::Kept), (EARLIEST + 1, Fate::Depends), (LATEST, Fate::Depends), (LATEST + 1, Fate::Damaged)]
    {
        assert_eq!(Sample::page(bytes).judged().verdict.fate, Some(fate), "{bytes}");
    }
    assert_eq!(over().links(10, 9, 9).judged().verdict.fate, Some(Fate::Lost));
    assert_eq!(over().links(10, 9, 10).judged().verdict.fate, Some(Fate::Damaged));
}

#[test]
fn used_percent_has_one_decimal() {
    assert_eq!(small().judged().verdict.used_percent, Some(20.6));
    assert_eq!(over().judged().verdict.used_percent, Some(157.6));
}

#[test]
fn all_of_the_text_is_not_a_share() {
    assert!(sentences(over().words(0, 1)).2.contains("all of the text"));
    assert!(sentences(over().words(1, 1)).2.contains("99.9 % of the text"));
}

#[test]
fn the_verdict_on_a_sitemap_names_its_own_limit() {
    let sitemap = Sample::file(ContentKind::Xml, "text/xml", 10_000_000).entries("url", 60_000, 12_000, 12_100);
    let report = sitemap.judged();
    assert!(report.verdict.detail.starts_with("Past it: 48,000 of 60,000 entries. "), "{}", report.verdict.detail);
    assert!(report.verdict.detail.contains("50 MB or 50,000 addresses"));
    assert_eq!(find(&report, "over-limit").unwrap().severity, Severity::Warning);
    assert_eq!(find(&report, "sitemap-limit").unwrap().severity, Severity::Error);
}

// Single findings.

#[test]
fn past_the_limit_is_a_warning_only_where_nothing_that_counts_is_past_it() {
    assert_eq!(severity(over(), "over-limit"), Some(Severity::Warning));
    assert_eq!(severity(over().links(10, 9, 9), "over-limit"), Some(Severity::Error));
    let script = Sample::file(ContentKind::Javascript, "text/javascript", 3_000_000);
    assert_eq!(severity(script, "over-limit"), Some(Severity::Error));
}

#[test]
fn a_lost_noindex_is_an_error_unless_it_holds_all_the_same() {
    let lost = |value: &str| over().signal(SignalKind::Robots, value, LATEST + 9);
    let header = |sample: Sample, field: &str| {
        let field = field.to_owned();
        sample.set(|report| report.page.x_robots_tag = vec![field])
    };
    assert_eq!(severity(lost("noindex"), "robots-lost"), Some(Severity::Error));
    assert_eq!(severity(lost("none"), "robots-lost"), Some(Severity::Error));
    assert_eq!(severity(lost("nosnippet"), "robots-lost"), Some(Severity::Warning));
    // What the response head says too still holds.
    assert_eq!(severity(header(lost("noindex"), "noindex"), "robots-lost"), None);
    assert_eq!(severity(header(lost("none"), "googlebot: none"), "robots-lost"), None);
    assert_eq!(severity(header(lost("max-snippet:20"), "max-snippet: 20"), "robots-lost"), None);
    let mixed = header(lost("noindex, nosnippet"), "noindex");
    assert_eq!(title(mixed.clone(), "robots-lost"), "Lost from the robots rules: nosnippet");
    assert_eq!(severity(mixed, "robots-lost"), Some(Severity::Warning));
    assert_eq!(sentences(header(lost("noindex"), "noindex")).2, "Past it: lesser signals (robots).");
    assert_eq!(severity(header(lost("noindex"), "nosnippet"), "robots-lost"), Some(Severity::Error));
    assert_eq!(severity(header(lost("noindex"), "otherbot: noindex"), "robots-lost"), Some(Severity::Error));
    // A rule that stands before the cut as well is not lost.
    let kept = |value: &str, name: &str| {
        let name = Some(name.to_owned());
        lost("noindex").signal_with(SignalKind::Robots, value, 400, |signal| signal.name = name)
    };
    assert_eq!(severity(kept("noindex", "robots"), "robots-lost"), None);
    assert_eq!(severity(kept("None", "googlebot"), "robots-lost"), None);
    assert_eq!(severity(kept("none", "otherbot"), "robots-lost"), Some(Severity::Error));
    assert_eq!(sentences(kept("none", "robots")).2, "Past it: lesser signals (robots).");
    assert!(sentences(lost("noindex")).2.starts_with("Past it: noindex"));
}

#[test]
fn robots_rules_for_another_crawler_are_not_googlebots() {
    let news = over().signal_with(SignalKind::Robots, "noindex", 400, |signal| {
        signal.name = Some("googlebot-news".to_owned());
    });
    assert_eq!(severity(news, "noindex"), None);
}

/// The page with this `Link` field.
fn linking(sample: Sample, field: &str) -> Sample {
    let field = field.to_owned();
    sample.set(|report| report.page.link_header = vec![field])
}

#[test]
fn a_canonical_that_the_header_names_too_is_no_error_when_it_is_lost() {
    let at = |start| over().without(SignalKind::Canonical).signal(SignalKind::Canonical, "/p", start);
    let lost = || at(LATEST + 9);
    assert_eq!(severity(lost(), "canonical-lost"), Some(Severity::Error));
    assert_eq!(title(lost(), "canonical-lost"), "Lost: the canonical; Google picks one itself");
    let same = || linking(lost(), "</p>; rel=canonical");
    assert_eq!(severity(same(), "canonical-lost"), Some(Severity::Notice));
    assert_eq!(title(same(), "canonical-lost"), "Lost: the canonical");
    let in_band = linking(at(EARLIEST + 9), "</p>; rel=canonical");
    assert_eq!(severity(in_band, "canonical-depends"), Some(Severity::Notice));
    // Google sees the one of the header alone, so nothing contradicts it.
    let other = || linking(lost(), "</q>; rel=canonical");
    assert_eq!(severity(other(), "canonical-lost"), Some(Severity::Warning));
    assert_eq!(severity(other(), "canonical-header-differs"), None);
    assert_eq!(severity(other(), "canonical-in-header"), Some(Severity::Good));
}

#[test]
fn canonicals_past_the_cut_contradict_nothing() {
    let second = |start| over().signal(SignalKind::Canonical, "/q", start);
    assert_eq!(severity(second(400), "canonicals-differ"), Some(Severity::Warning));
    assert_eq!(severity(second(LATEST + 9), "canonicals-differ"), None);
    let report = second(EARLIEST + 9).judged();
    assert_eq!(
        find(&report, "canonicals-differ").unwrap().evidence,
        "Canonical “https://shop.example/p” at byte 300 (line 4). \
         Between the two readings of the limit: canonical “/q” at byte 1,998,709 (line 19,988)."
    );
    let media = |start| over().signal_with(SignalKind::Canonical, "/m", start, |signal| signal.valid = false);
    assert_eq!(severity(media(400), "canonical-with-attributes"), Some(Severity::Notice));
    assert_eq!(severity(media(LATEST + 9), "canonical-with-attributes"), None);
    let alone = || media(400).set(|report| report.signals.retain(|signal| signal.value != "https://shop.example/p"));
    assert_eq!(severity(alone(), "canonical-with-attributes"), Some(Severity::Error));
    let past = alone().signal(SignalKind::Canonical, "/p", LATEST + 9);
    assert_eq!(severity(past, "canonical-with-attributes"), Some(Severity::Error));
    let header = linking(alone(), "</p>; rel=canonical");
    assert_eq!(severity(header, "canonical-with-attributes"), Some(Severity::Notice));
}

#[test]
fn hreflang_that_the_header_has_too_is_not_lost() {
    let link = |page: Sample, start| {
        page.signal_with(SignalKind::Hreflang, "/de", start, |signal| signal.name = Some("de".to_owned()))
    };
    let lost = || link(over(), LATEST + 9);
    assert_eq!(severity(lost(), "hreflang-lost"), Some(Severity::Error));
    let same = linking(lost(), "<https://shop.example/de>; rel=alternate; hreflang=\"DE\"");
    assert_eq!(severity(same.clone(), "hreflang-lost"), None);
    assert_eq!(sentences(same).2, "Past it: lesser signals (hreflang).");
    for other in ["</de>; rel=alternate; hreflang=fr", "</at>; rel=alternate; hreflang=de", "</de>; rel=alternate"] {
        assert_eq!(severity(linking(lost(), other), "hreflang-lost"), Some(Severity::Error), "{other}");
    }
    let in_band = linking(link(over(), EARLIEST + 9), "</de>; rel=alternate; hreflang=de");
    assert_eq!(severity(in_band, "hreflang-depends"), None);
}

#[test]
fn what_could_not_do_its_work_anyway_is_no_loss() {
    let in_the_body = over()
        .without(SignalKind::Canonical)
        .signal(SignalKind::Canonical, "/p", LATEST + 9)
        .set(|report| body(report, SignalKind::Canonical));
    assert_eq!(severity(in_the_body.clone(), "canonical-lost"), None);
    assert_eq!(severity(in_the_body, "canonical-in-body"), Some(Severity::Error));
}

#[test]
fn a_canonical_in_the_body_matters_less_beside_one_that_counts() {
    let alone = small().set(|report| body(report, SignalKind::Canonical));
    assert_eq!(severity(alone.clone(), "canonical-in-body"), Some(Severity::Error));
    let beside = alone.signal(SignalKind::Canonical, "/p", 200);
    assert_eq!(severity(beside, "canonical-in-body"), Some(Severity::Notice));
}

#[test]
fn a_head_that_ended_early_is_an_error_when_a_canonical_moved() {
    assert_eq!(severity(with_head_ended_by("div"), "head-ended-early"), Some(Severity::Error));
    let nothing_moved = with_head_ended_by("div").without(SignalKind::Canonical);
    assert_eq!(severity(nothing_moved, "head-ended-early"), Some(Severity::Notice));
    let finding = with_head_ended_by("div").judged();
    assert_eq!(
        find(&finding, "head-ended-early").unwrap().evidence,
        "The head ends at byte 250, at <div>. In the body because of it: canonical “https://shop.example/p” at byte 300 (line 4). \
         The end tag of the head comes at byte 2,000."
    );
}

#[test]
fn a_title_that_is_cut_through_tells_what_is_left() {
    let page =
        over().without(SignalKind::Title).signal_with(SignalKind::Title, "Espresso machine", EARLIEST - 9, |title| {
            title.end = LATEST + 9;
            title.survives = Some("Espre".to_owned());
        });
    assert_eq!(title(page, "title-lost"), "Cut through: the title; what is left is “Espre”");
}

#[test]
fn losses_of_one_of_many_and_of_all_read_as_english() {
    let blocks = |starts: &[u64]| {
        let page = starts.iter().fold(over(), |page, &start| json_ld(page, "Product", start));
        title(page, "json-ld-lost")
    };
    let past = LATEST + 9;
    assert_eq!(blocks(&[past]), "Lost: the JSON-LD block");
    assert_eq!(blocks(&[500, past]), "Lost: 1 of 2 JSON-LD blocks");
    assert_eq!(blocks(&[past, past, past]), "Lost: all 3 JSON-LD blocks");
}

#[test]
fn evidence_names_five_and_counts_the_rest() {
    let page = (0..7).fold(over(), |page, index| json_ld(page, &format!("T{index}"), LATEST + 100 * index));
    let report = page.judged();
    let evidence = &find(&report, "json-ld-lost").unwrap().evidence;
    assert!(evidence.starts_with("JSON-LD T0 at byte 2,097,152 (line 20,972); JSON-LD T1 at"), "{evidence}");
    assert!(evidence.ends_with("; 2 more."), "{evidence}");
}

#[test]
fn the_remedy_takes_the_largest_first_until_it_fits() {
    let fix = |sample: Sample, id| find(&sample.judged(), id).unwrap().fix.clone();
    const STYLES: (&str, &str) = ("styles", "Move 2 style blocks into one stylesheet");
    const IMAGES: (&str, &str) = ("images", "Serve 3 embedded images as files");
    const COMMENTS: (&str, &str) = ("comments", "Leave out 9 comments");
    let change = |page: Sample, (id, title): (&str, &str), bytes| page.change(id, title, bytes);
    let page = change(change(over(), STYLES, 1_231_000), IMAGES, 700_000);
    assert_eq!(
        fix(page, "over-limit"),
        "Move 2 style blocks into one stylesheet (−1.23 MB): everything fits. Each such file has 2 MB of its own."
    );
    let page = change(Sample::page(4_000_000), STYLES, 2_100_000);
    assert_eq!(
        fix(page, "over-limit"),
        "Move 2 style blocks into one stylesheet (−2.10 MB): everything fits. \
         Each such file has 2 MB of its own, so what is larger needs several."
    );
    // Each crawler, and the user, has one limit for pages and files.
    let fix_by = |choice, body_bytes, taken| {
        let report = change(Sample::page(body_bytes), STYLES, taken).judged_by(choice);
        find(&report, "over-limit").unwrap().fix.clone()
    };
    let user = fix_by(LimitChoice::User(500_000), 900_000, 600_000);
    assert!(user.ends_with(" Each such file has 500 KB of its own, so what is larger needs several."), "{user}");
    let default = fix_by(LimitChoice::Published(GOOGLE_DEFAULT), 16_000_000, 2_100_000);
    assert!(default.ends_with(": everything fits. Each such file has 15 MB of its own."), "{default}");
    let page = change(change(over(), STYLES, 700_000), IMAGES, 650_000);
    assert_eq!(
        fix(page, "over-limit"),
        "Move 2 style blocks into one stylesheet (−700 KB) and serve 3 embedded images as files (−650 KB): \
         everything fits. Each such file has 2 MB of its own."
    );
    let page = change(over(), COMMENTS, 400_000);
    assert_eq!(
        fix(page, "over-limit"),
        "Leave out 9 comments (−400 KB): that leaves 2.75 MB, which is still too much, \
         so split the content over several pages as well."
    );
    let page =
        (0..5).fold(change(over(), STYLES, 400_000), |page, index| page.change(&index.to_string(), "Do more", 9_000));
    assert!(fix(page, "over-limit").starts_with(
        "Move 2 style blocks into one stylesheet (−400 KB) and 5 smaller changes (−45 KB): that leaves 2.70 MB,"
    ));
    assert!(fix(over(), "over-limit").starts_with("Split it into several pages"));
    let near = change(Sample::page(1_900_000), IMAGES, 400_000);
    assert_eq!(fix(near, "near-limit"), "Serve 3 embedded images as files (−400 KB): that leaves 1.50 MB.");
}

#[test]
fn a_hidden_or_unknown_head_is_told_beside_the_numbers() {
    let evidence = |sample: Sample| find(&sample.judged(), "limit-share").unwrap().evidence.clone();
    assert!(evidence(small().set(|report| report.page.head_complete = Some(false))).contains("Set-Cookie is hidden"));
    assert!(evidence(small().set(|report| report.page.head_bytes = None)).contains("head is unknown"));
    assert_eq!(evidence(small()), "The body has 412 KB (412,118 bytes).");
}

#[test]
fn the_block_before_a_signal_is_named() {
    let report = json_ld(small(), "Product", 300_000).block("style#a", 5_000, 200_000).judged();
    let finding = find(&report, "behind-large-block").unwrap();
    assert_eq!(finding.title, "Behind one block of 195 KB: the JSON-LD block");
    assert_eq!(
        finding.evidence,
        "The block is style#a, from byte 5,000 (line 12). JSON-LD Product at byte 300,000 (line 3,001)."
    );
}

#[test]
fn text_without_white_space_is_content() {
    let page = |bytes| {
        let page = small().set(|report| (report.text.first_content_offset, report.text.words_total) = (None, 3));
        severity(page.ledger(&[("text", bytes)]), "content-missing")
    };
    assert_eq!(page(399), Some(Severity::Notice));
    assert_eq!(page(400), None);
}

#[test]
fn a_redirect_to_another_site_is_a_warning() {
    let redirected = |from: &str| {
        let from = from.to_owned();
        severity(small().set(|report| report.page.requested_url = Some(from)), "redirected")
    };
    assert_eq!(redirected("https://shop.example/"), Some(Severity::Notice));
    assert_eq!(redirected("https://login.example/p"), Some(Severity::Warning));
    // The scheme, the port that goes without saying and the case of letters make no other site.
    for same in ["http://shop.example/p", "http://Shop.example:80/", "https://shop.example:443/x"] {
        assert_eq!(redirected(same), Some(Severity::Notice), "{same}");
    }
    for other in ["https://www.shop.example/p", "https://shop.example:8443/p", "http://shop.example:443/p"] {
        assert_eq!(redirected(other), Some(Severity::Warning), "{other}");
    }
}

#[test]
fn content_past_the_earliest_edge_does_not_start_early() {
    let early = |edge| {
        let report = small().judged_by(LimitChoice::User(edge));
        find(&report, "content-early").map(|finding| finding.severity)
    };
    assert_eq!(early(4_001), Some(Severity::Good));
    assert_eq!(early(4_000), None);
}

#[test]
fn a_renderers_state_and_connections_are_told_as_far_as_google_tells() {
    let told = |api: &str, access, id| title(hazards(api, access, false), id);
    let (read, write, call) = (HazardAccess::Read, HazardAccess::Write, HazardAccess::Call);
    let cleared = "Scripts read localStorage, which Google’s renderer clears before each page";
    assert_eq!(told("localStorage", read, "hazard-state"), cleared);
    for api in ["IndexedDB", "Cache API"] {
        let unsure = format!("Scripts read {api}, which may be empty in Google’s renderer");
        assert_eq!(told(api, call, "hazard-state"), unsure);
    }
    assert!(told("document.cookie", write, "hazard-written").ends_with("forgets with the page"));
    assert!(!told("IndexedDB", write, "hazard-written").contains("forgets"));
    let http = "Scripts need WebSocket, and Google’s renderer fetches over HTTP only";
    assert_eq!(told("WebSocket", call, "hazard-connection"), http);
    assert_eq!(told("EventSource", call, "hazard-connection"), "");
    assert_eq!(told("EventSource", call, "hazard-permission"), "");
}

#[test]
fn an_unknown_head_lacks_no_content_type() {
    let head = |bytes| small().set(|report| (report.page.content_type, report.page.head_bytes) = (None, bytes));
    assert_eq!(severity(head(Some(19)), "content-type-missing"), Some(Severity::Warning));
    assert_eq!(severity(head(None), "content-type-missing"), None);
}

#[test]
fn a_second_answer_with_another_status_differs() {
    let report = small().set(|report| report.page.screen_status = Some(403)).judged();
    let evidence = &find(&report, "second-answer-differs").unwrap().evidence;
    assert_eq!(evidence, "It came with status 200, the one on screen with 403.");
}

#[test]
fn the_caution_mark_is_googlebots_only() {
    let report = Sample::page(1_900_000).judged_by(LimitChoice::User(1_950_000));
    assert!(find(&report, "near-limit").is_none());
    let report = Sample::page(1_900_000).judged_by(LimitChoice::Published(GOOGLEBOT));
    assert_eq!(find(&report, "near-limit").map(|finding| finding.basis), Some(Basis::Reported));
    let large = small().script("a.3f2a9c1b.js", |one| one.body_bytes = Some(14_000_000));
    assert!(find(&large.judged_by_default_limit(), "resource-near-limit").is_none());
}

#[test]
fn where_a_limit_of_the_users_own_cuts_is_nobodys_word() {
    let user = LimitChoice::User(500_000);
    let page = over().signal(SignalKind::Robots, "noindex", 600_000).links(10, 5, 5).words(10, 10);
    let lost = table_losses().fold(page, |page, loss| page.without(loss.kind).signal(loss.kind, "value", 600_000));
    let lost = lost.script("a.3f2a9c1b.js", |one| one.body_bytes = Some(600_000));
    let lost = lost.script("b.3f2a9c1b.js", |one| one.end = Some(600_000));
    let mut told = lost.judged_by(user).findings;
    told.extend(small().script("a.3f2a9c1b.js", |_| ()).judged_by(user).findings);
    told.extend(Sample::file(ContentKind::Xml, "text/xml", 900_000).entries("item", 9, 5, 5).judged_by(user).findings);
    let about_the_cut = |id: &str| {
        let ids =
            ["over-limit", "limit-share", "resource-over-limit", "resource-after-cut", "resources-fit", "robots-lost"];
        ids.contains(&id) || ["text-lost", "links-lost", "entries-lost"].contains(&id) || is_loss(id)
    };
    let found: BTreeSet<&str> = told.iter().map(|finding| &*finding.id).filter(|id| about_the_cut(id)).collect();
    assert_eq!(found.len(), 9 + table_losses().count(), "{found:?}");
    for Finding { id, basis, source, .. } in told.iter().filter(|finding| about_the_cut(&finding.id)) {
        assert_eq!((*basis, &**source), (Basis::Heuristic, "Your own limit, not Google’s"), "{id}");
    }
}

fn is_loss(id: &str) -> bool {
    table_losses().any(|loss| loss.lost == id)
}

#[test]
fn a_blocked_page_is_told_which_of_three_matters_it_is() {
    let evidence = find(&blocked().judged(), "page-blocked").unwrap().evidence.clone();
    assert_eq!(
        evidence,
        "By “Disallow: /p”, line 2 of robots.txt of https://shop.example. \
         This is about crawling; the index (noindex) and access (login) are other matters."
    );
}

#[test]
fn what_google_says_nothing_of_is_our_reading() {
    for id in ["open-graph-lost", "twitter-lost", "html-lang-lost"] {
        let loss = table_losses().find(|loss| loss.lost == id).unwrap();
        let report = over().signal(loss.kind, "value", LATEST + 9).judged();
        let finding = find(&report, id).unwrap();
        assert_eq!(finding.basis, Basis::Inferred, "{id}");
        assert!(finding.source.ends_with("; our own conclusion"), "{id}: {}", finding.source);
    }
}

#[test]
fn a_hostile_report_is_judged_without_panic() {
    let edge = [0, 1, u64::MAX];
    let over_limit = json_ld(over(), "Product", EARLIEST - 9).judged();
    for body_bytes in edge {
        for earliest in edge {
            for latest in edge {
                let mut report = over_limit.clone();
                report.page.body_bytes = body_bytes;
                (report.limit.earliest, report.limit.latest) = (Some(earliest), Some(latest));
                report.limit.crawler = "<img src=x>".to_owned();
                (report.text.words_total, report.text.words_kept_earliest) = (latest, body_bytes);
                (report.links.total, report.links.kept_latest) = (earliest, latest);
                report.text.first_content_offset = Some(u64::MAX);
                report.ruler.step_bytes = earliest;
                for signal in &mut report.signals {
                    (signal.start, signal.end) = (u64::MAX, 0);
                }
                let page = Sample(report).block("x", u64::MAX, 0).ledger(&[("style", u64::MAX), ("script", u64::MAX)]);
                judge(&mut { page.0 }, &ENGLISH);
            }
        }
    }
}

// Messages. That every key has a sentence is tested over the sources, in `tests/messages.rs` of this crate.

#[test]
fn sentences_by_number_have_each_form_they_need() {
    let messages = &ENGLISH;
    for key in messages.keys() {
        if let Some(stem) = key.strip_suffix("_one") {
            assert!(messages.has(&format!("{stem}_many")), "{stem}");
        }
    }
    for loss in table_losses() {
        let forms: &[&str] = if loss.need == Need::All { &["_the", "_both", "_all", "_part"] } else { &["_the"] };
        for form in forms {
            assert!(messages.has(&format!("{}{form}", loss.what)), "{}{form}", loss.what);
        }
    }
}
