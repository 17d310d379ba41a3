use std::collections::BTreeSet;

use lol_html::{RewriteStrSettings, element, rewrite_str, text};

use super::sample::{SAMPLES, sample};
use super::*;

const PANEL_JS: &str = include_str!("../../../../extension/panel.js");

fn shown(name: &str) -> String {
    panel(&sample(name), &Messages::default())
}

/// Elements and attributes of `html`, `svg/…` for those inside a drawing.
fn vocabulary(html: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut elements, mut attributes) = (BTreeSet::new(), BTreeSet::new());
    let every = element!("*", |element| {
        elements.insert(element.tag_name());
        attributes.extend(element.attributes().iter().map(lol_html::html_content::Attribute::name_preserve_case));
        Ok(())
    });
    rewrite_str(html, RewriteStrSettings::new().append_element_content_handler(every)).unwrap();
    (elements, attributes)
}

/// The text inside `selector`, entities decoded, white space as it stands.
fn text_of(html: &str, selector: &str) -> String {
    let mut found = String::new();
    let handler = text!(selector, |chunk| {
        found.push_str(chunk.as_str());
        Ok(())
    });
    rewrite_str(html, RewriteStrSettings::new().append_element_content_handler(handler)).unwrap();
    htmlize::unescape(found).into_owned()
}

/// Strings of the array `name` in `extension/panel.js`.
fn sanitizer_list(name: &str) -> BTreeSet<String> {
    let start = PANEL_JS.find(&format!("const {name} = [")).unwrap();
    let list = PANEL_JS[start..].split_once('[').unwrap().1.split_once(']').unwrap().0;
    list.split(',').map(|item| item.trim().trim_matches('"').to_owned()).filter(|item| !item.is_empty()).collect()
}

#[test]
fn nothing_that_a_view_writes_is_dropped_by_the_sanitiser() {
    let elements: BTreeSet<String> = &sanitizer_list("HTML_ELEMENTS") | &sanitizer_list("SVG_ELEMENTS");
    let attributes = sanitizer_list("ATTRIBUTES");
    for (name, _) in SAMPLES {
        let report = sample(name);
        let messages = Messages::default();
        let all: String = [panel(&report, &messages), super::report(&report, &messages)].concat();
        let (used, with) = vocabulary(&all);
        let dropped: Vec<_> = used.difference(&elements).collect();
        assert!(dropped.is_empty(), "{name}: {dropped:?}");
        let dropped: Vec<_> = with.difference(&attributes).filter(|name| !name.starts_with("data-")).collect();
        assert!(dropped.is_empty(), "{name}: {dropped:?}");
    }
}

#[test]
fn hostile_values_are_text_and_only_text() {
    let html = shown("hostile");
    let (elements, attributes) = vocabulary(&html);
    assert!(!elements.contains("img") && !elements.contains("script"), "{elements:?}");
    assert!(!attributes.iter().any(|name| name == "style" || name.starts_with("on")), "{attributes:?}");
    assert!(!html.contains("<script") && !html.contains("<img") && !html.contains(" href="));
    assert!(text_of(&html, "#verdict").contains(r#"<img src=x onerror="alert(1)" style="position:fixed">"#));
    assert!(text_of(&html, "#findings").contains("<img src=x"));
    assert!(!html.contains('\u{202E}') && !html.contains('\u{200B}'), "what cannot be seen is named");
    assert!(text_of(&html, "#verdict").contains("[U+202E][U+200B]"));
}

#[test]
fn hostile_values_cannot_leave_an_attribute() {
    let mut report = sample("hostile");
    report.findings[0].id = r#"x" onclick="alert(1)"#.to_owned();
    report.ruler.groups = vec![r#"x"><script>"#.to_owned()];
    let (elements, attributes) = vocabulary(&panel(&report, &Messages::default()));
    assert!(!elements.contains("script") && !attributes.contains("onclick"));
}

#[test]
fn values_of_the_page_are_isolated_from_the_direction_around_them() {
    let html = shown("hostile");
    let words = "מכונת אספרסו";
    let mut rest = html.as_str();
    let mut seen = 0;
    while let Some(found) = rest.find(words) {
        let before = &html[..html.len() - rest.len() + found];
        let opened = before.matches("<bdi").count();
        let closed = before.matches("</bdi>").count();
        let in_attribute_or_title = before.rfind('<') > before.rfind('>') || before.ends_with("<title>");
        assert!(opened > closed || in_attribute_or_title, "not in bdi: …{}", &before[before.len() - 80..]);
        rest = &rest[found + words.len()..];
        seen += 1;
    }
    assert!(seen >= 4, "{seen}");
}

#[test]
fn every_page_has_the_handles_that_tests_and_screen_readers_hold_on_to() {
    for (name, _) in SAMPLES {
        let report = sample(name);
        let html = panel(&report, &Messages::default());
        let fate = words::fate_name(report.verdict.fate);
        let mut last = 0;
        let verdict = format!(r#"id="verdict" data-fate="{fate}""#);
        for handle in [verdict.as_str(), r#"id="ruler""#, r#"id="signals""#, r#"id="ledger""#, r#"id="findings""#] {
            assert_eq!(html.matches(handle).count(), 1, "{name}: {handle}");
            let place = html.find(handle).unwrap();
            assert!(place > last, "{name}: {handle} stands too early");
            last = place;
        }
        assert_eq!(html.contains(r#"id="resources""#), !report.resources.is_empty(), "{name}");
    }
}

#[test]
fn the_verdict_is_told_in_a_word_and_in_the_sentence_itself() {
    let text = text_of(&shown("over"), "#verdict");
    assert!(text.contains("lost: "), "{text}");
    assert!(text.contains("Googlebot stops at 2.00 MB of 3.15 MB"), "{text}");
    assert!(shown("image").contains(r#"id="verdict" data-fate="unknown""#));
}

#[test]
fn every_sentence_that_a_view_asks_for_exists_and_none_is_left_over() {
    let messages = Messages::default();
    let sources = [
        include_str!("advice.rs"),
        include_str!("breakdown.rs"),
        include_str!("compared.rs"),
        include_str!("compared.html"),
        include_str!("cut.rs"),
        include_str!("details.rs"),
        include_str!("details.html"),
        include_str!("document.rs"),
        include_str!("facts.rs"),
        include_str!("facts.html"),
        include_str!("findings.rs"),
        include_str!("findings.html"),
        include_str!("ledger.rs"),
        include_str!("ledger.html"),
        include_str!("map.rs"),
        include_str!("map.html"),
        include_str!("markdown_file.rs"),
        include_str!("resources.rs"),
        include_str!("resources.html"),
        include_str!("ruler.rs"),
        include_str!("server.rs"),
        include_str!("server.html"),
        include_str!("hazards.rs"),
        include_str!("hazards.html"),
        include_str!("shared.rs"),
        include_str!("signals.rs"),
        include_str!("source.rs"),
        include_str!("ticket.rs"),
        include_str!("verdict.rs"),
        include_str!("what_if.rs"),
        include_str!("what_if.html"),
        include_str!("words.rs"),
    ];
    let mut asked = BTreeSet::new();
    for piece in sources.iter().flat_map(|source| source.split('"')) {
        let is_key = ["view_", "signal_"].iter().any(|room| piece.starts_with(room));
        if is_key && piece.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
            asked.insert(piece);
        }
    }
    for key in &asked {
        let forms = ["", "_one", "_many", "_part"].map(|form| format!("{key}{form}"));
        assert!(forms.iter().any(|form| messages.has(form)), "no sentence for {key}");
    }
    for group in crate::ledger::Group::ALL {
        assert!(messages.has(&format!("group_{}", group.name())), "{}", group.name());
    }
    for category in crate::ledger::Category::ALL {
        assert!(messages.has(&format!("category_{}", category.name())), "{}", category.name());
    }
    for region in crate::ledger::Region::ALL {
        assert!(messages.has(&format!("region_{}", region.name())), "{}", region.name());
    }
    for part in crate::report::LeftOut::ALL {
        assert!(messages.has(&format!("view_left_out_{}", part.name())), "{}", part.name());
    }
    for kind in crate::report::ResourceKind::ALL {
        assert!(messages.has(&format!("view_resource_kind_{}", kind.name())), "{}", kind.name());
    }
    let built =
        ["view_fate_", "view_severity_", "view_left_out_", "view_resource_kind_", "view_requested_", "view_robots_"];
    for key in messages.keys().filter(|key| key.starts_with("view_") || key.starts_with("signal_")) {
        let stem = ["_one", "_many", "_part", "_means"].iter().find_map(|form| key.strip_suffix(form)).unwrap_or(key);
        let is_asked = asked.contains(key) || asked.contains(stem) || built.iter().any(|start| key.starts_with(start));
        assert!(is_asked, "nobody says {key}");
    }
}

#[test]
fn a_report_of_an_empty_body_is_shown() {
    let report = crate::Inspection::new(crate::Options::default()).finish(crate::Context::default());
    let html = panel(&report, &Messages::default());
    assert!(html.contains("0 bytes"), "{html}");
}

#[test]
fn the_full_report_is_one_file_without_script_that_lists_every_signal_and_opens_every_fold() {
    for (name, _) in SAMPLES {
        let report = sample(name);
        let html = document(&report, &Messages::default());
        let (elements, attributes) = vocabulary(&html);
        for element in ["script", "link", "img", "iframe"] {
            assert!(!elements.contains(element), "{name}: {element}");
        }
        assert!(!attributes.iter().any(|name| name == "href" || name == "src" || name.starts_with("on")), "{name}");
        assert_eq!(html.matches("<details").count(), html.matches("<details open").count(), "{name}");
        assert_eq!(html.matches("<tr data-fate=").count(), report.signals.len(), "{name}");
    }
}

#[test]
fn a_report_with_more_signals_than_anyone_reads_says_how_many_are_left_out() {
    let mut report = sample("over");
    report.signals = report.signals.iter().cloned().cycle().take(6_234).collect();
    let html = document(&report, &Messages::default());
    assert_eq!(html.matches("<tr data-fate=").count(), 5_000);
    assert!(html.contains("1,234 more are left out here."));
}

#[test]
fn hazards_are_listed_as_text() {
    let mut report = sample("over");
    report.hazards = vec![crate::report::Hazard {
        api: "localStorage".to_owned(),
        place: "https://example.com/app.js".to_owned(),
        line: 12,
        column: 5,
        start: Some(400),
        snippet: "localStorage.getItem('<b>')".to_owned(),
        access: crate::report::HazardAccess::Read,
        guarded: false,
        startup: true,
        basis: crate::limit::Basis::Heuristic,
    }];
    assert!(document(&report, &Messages::default()).contains("localStorage.getItem(&#39;&lt;b&gt;&#39;)"));
}
