//! Properties of the ledger and of what-if, and the frameworks whose state is known by name.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use crawl_cutoff_core::Report;
use crawl_cutoff_core::ledger::{Outcome, what_if};
use crawl_cutoff_core::report::Fate;
use proptest::prelude::*;
use support::{inspect, inspect_in_chunks, utf8_html, vocabulary};

/// Pieces that the ledger looks into, long enough to count.
fn pieces() -> Vec<String> {
    let address = format!("data:image/png;base64,{}", "iVBORw0KGgo".repeat(8));
    let rules = ".a{color:red}".repeat(12);
    let json = "{\"text\":\"The reservoir holds two litres of water, enough for a day\"}".repeat(4);
    let quoted = json.replace('"', "&quot;");
    let mut pieces = vec![
        format!("<img src=\"{address}\">"),
        format!("<img src={address} alt=x>"),
        format!("<img srcset=\"{address} 1x, /b.png 2x\">"),
        format!("<p style='background:url({address})'>"),
        format!("<style>{rules}</style>"),
        format!("<style>.b{{background:url({address})}}{rules}</style>"),
        format!("<script>window.__INITIAL_STATE__ = {json}</script>"),
        format!("<script>self.__next_f.push([1,{json:?}])</script>"),
        format!("<script type=application/json>{json}</script>"),
        format!("<script>{}</script>", "call(1);".repeat(20)),
        format!("<script>var image = '{address}';</script>"),
        format!("<script type='application/ld+json'>{json}</script>"),
        format!("<svg viewBox='0 0 9 9'><path d='{}'/></svg>", "M1 1h7".repeat(20)),
        format!("<svg><foreignObject><h2>{}</h2></foreignObject></svg>", "In a drawing ".repeat(5)),
        format!("<svg><g>{}", "<path d='M0 0h9'/>".repeat(4)),
        format!("<!-- {} -->", "remark ".repeat(8)),
        format!("<<!-- {} -->b>", "remark ".repeat(8)),
        format!("<noscript><img src='/a.png' alt='{}'></noscript>", "lazy ".repeat(9)),
        format!("<template><p>{}</template>", "unused ".repeat(9)),
        format!("<template><td>{}", "never ended ".repeat(9)),
        format!("<div id=app data-page=\"{quoted}\"></div>"),
        format!("<h1 data-state={} title=x>One</h1>", quoted.replace(' ', "_")),
        "<p>The reservoir holds two litres of water, enough for a day</p>".to_owned(),
        "<h2>Two</h2>".to_owned(),
        "<title>t</title><link rel=canonical href=/p><meta name=robots content=noindex>".to_owned(),
    ];
    pieces.extend(vocabulary().into_iter().filter(|token| !token.contains("frameset")));
    pieces
}

/// Random documents of such pieces.
fn document() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(prop::sample::select(pieces()), 0..16);
    pieces.prop_map(|pieces| pieces.concat().into_bytes())
}

fn any_body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![3 => document(), 1 => prop::collection::vec(any::<u8>(), 0..300)]
}

fn check_sums(report: &Report) {
    let body = report.page.body_bytes;
    assert_eq!(report.ledger.iter().map(|row| row.bytes).sum::<u64>(), body, "leaves");
    assert_eq!(report.breakdown.regions.iter().map(|row| row.bytes).sum::<u64>(), body, "regions");
    for region in &report.breakdown.regions {
        assert!(region.bytes_kept_earliest <= region.bytes, "{region:?}");
    }
}

/// The spans of these changes, in order of the body.
fn spans(report: &Report, ids: &[&str]) -> Vec<(u64, u64)> {
    let changes = report.what_if.changes.iter().filter(|change| ids.contains(&change.id.as_str()));
    let mut spans: Vec<(u64, u64)> = changes.flat_map(|change| change.spans.iter().copied()).collect();
    spans.sort_unstable();
    spans
}

fn all_ids(report: &Report) -> Vec<&str> {
    report.what_if.changes.iter().map(|change| change.id.as_str()).collect()
}

fn check_spans(report: &Report) {
    let mut last = 0;
    for (start, end) in spans(report, &all_ids(report)) {
        assert!(last <= start && start < end && end <= report.page.body_bytes, "{start}..{end} after {last}");
        last = end;
    }
    for change in &report.what_if.changes {
        assert!(change.spans.is_sorted(), "{}", change.id);
        assert_eq!(change.bytes, change.spans.iter().map(|(start, end)| end - start).sum::<u64>(), "{}", change.id);
    }
}

fn check_prediction(body: &[u8], limit: u64, ids: &[&str], report: &Report) {
    let Outcome { body_bytes, cut, fate, signals, .. } = what_if(report, ids);
    let mut changed = body.to_vec();
    for (start, end) in spans(report, ids).into_iter().rev() {
        changed.drain(start as usize..end as usize);
    }
    let after = inspect(&changed, utf8_html(), limit);
    let say = || format!("{ids:?} of {:?}", String::from_utf8_lossy(body));
    assert_eq!(after.page.body_bytes, body_bytes, "{}", say());
    assert_eq!(after.cut.is_some(), cut.is_some(), "{}", say());
    let fates: Vec<Fate> = after.signals.iter().map(|signal| signal.fate).collect();
    assert_eq!(fates, signals, "{}", say());
    if fate == Some(Fate::Kept) {
        assert_eq!(after.verdict.fate, fate, "{}", say());
    }
    if let Some(cut) = cut {
        let removed: u64 = spans(report, ids).iter().map(|&(start, end)| end.min(cut).saturating_sub(start)).sum();
        assert_eq!(cut - removed, limit, "{}", say());
        assert_eq!(body[cut as usize], changed[limit as usize], "{}", say());
    }
}

proptest! {
    #[test]
    fn leaves_and_regions_sum_to_the_body(body in any_body(), limit in 0u64..2_000) {
        check_sums(&inspect(&body, None, limit));
        check_sums(&inspect(&body, utf8_html(), limit));
    }

    #[test]
    fn spans_of_changes_do_not_overlap(body in document()) {
        check_spans(&inspect(&body, utf8_html(), 100));
    }

    #[test]
    fn any_chunking_gives_the_same_ledger(body in document(), size in 1usize..90, limit in 0u64..2_000) {
        let whole = inspect(&body, utf8_html(), limit);
        let pieces = inspect_in_chunks(&body, utf8_html(), limit, size);
        prop_assert_eq!(&whole.ledger, &pieces.ledger);
        prop_assert_eq!(&whole.breakdown, &pieces.breakdown);
        prop_assert_eq!(&whole.what_if, &pieces.what_if);
        prop_assert_eq!(&whole.largest, &pieces.largest);
    }

    #[test]
    fn what_if_is_true(body in document(), limit in 0u64..2_000, choice in any::<u32>()) {
        let report = inspect(&body, utf8_html(), limit);
        let all = all_ids(&report);
        let some: Vec<&str> =
            all.iter().enumerate().filter(|(index, _)| choice >> index & 1 == 1).map(|(_, id)| *id).collect();
        check_prediction(&body, limit, &all, &report);
        check_prediction(&body, limit, &some, &report);
        let proposed: Vec<&str> = report.what_if.proposal.iter().map(String::as_str).collect();
        check_prediction(&body, limit, &proposed, &report);
    }
}

#[test]
fn linked_style_sheets_are_counted() {
    let page = b"<link rel=stylesheet href=/a.css><link rel='preload stylesheet' href=/b.css><link rel='alternate stylesheet' href=/c.css>\
        <link rel=stylesheet><template><link rel=stylesheet href=/d.css></template>";
    assert_eq!(inspect(page, utf8_html(), u64::MAX).breakdown.linked_sheets, 2);
}

/// What a page of `tests/frameworks` must show: names of states, names of sheets, kinds of repeats.
fn expected() -> BTreeMap<&'static str, Vec<&'static str>> {
    [
        ("angular", vec!["Angular"]),
        ("apollo", vec!["Apollo"]),
        ("apollo-streaming", vec!["Apollo"]),
        ("aspnet-viewstate", vec!["ASP.NET ViewState"]),
        ("astro", vec!["Astro islands"]),
        ("bootstrap", vec!["sheet Bootstrap"]),
        ("drupal", vec!["Drupal"]),
        ("drupal-7", vec!["Drupal"]),
        ("ember", vec!["Ember"]),
        ("emotion", vec!["repeated style"]),
        ("fresh", vec!["Fresh"]),
        ("gatsby", vec!["Gatsby"]),
        ("inertia", vec!["Inertia"]),
        ("inertia-script", vec!["Inertia"]),
        ("livewire", vec!["Livewire"]),
        ("look-alikes", vec![]),
        ("magento", vec!["Magento"]),
        ("mediawiki", vec!["MediaWiki"]),
        ("nextjs-app", vec!["Next.js (app router)"]),
        ("nextjs-pages", vec!["Next.js (pages router)"]),
        ("nuxt-2", vec!["Nuxt"]),
        ("nuxt-3", vec!["Nuxt"]),
        ("phoenix-liveview", vec!["Phoenix LiveView"]),
        ("qwik", vec!["Qwik"]),
        ("qwik-2", vec!["Qwik"]),
        ("react-router", vec!["React Router"]),
        ("react-server-components", vec!["React Server Components"]),
        ("redux", vec!["Redux"]),
        ("relay", vec!["Relay"]),
        ("remix", vec!["Remix"]),
        ("shopify", vec!["Shopify"]),
        ("solid", vec!["Solid"]),
        ("squarespace", vec!["Squarespace"]),
        ("styled-components", vec!["repeated style"]),
        ("sveltekit", vec!["SvelteKit"]),
        ("tailwind", vec!["sheet Tailwind CSS"]),
        ("tanstack-query", vec!["TanStack Query"]),
        ("tanstack-start", vec!["TanStack Router"]),
        ("vike", vec!["Vike"]),
        ("vitepress", vec!["VitePress"]),
        ("vuex", vec!["Initial state"]),
        ("wix", vec!["Wix"]),
        ("woocommerce", vec!["WooCommerce"]),
        ("wordpress-global-styles", vec!["repeated style"]),
        ("wordpress-interactivity", vec!["WordPress", "WordPress blocks"]),
        ("youtube", vec!["YouTube"]),
    ]
    .into()
}

fn found(report: &Report) -> Vec<String> {
    let breakdown = &report.breakdown;
    let mut found: Vec<String> = breakdown.states.iter().map(|state| state.name.clone()).collect();
    found.extend(breakdown.sheets.iter().map(|sheet| format!("sheet {}", sheet.name)));
    found.extend(breakdown.repeats.iter().map(|repeat| format!("repeated {}", repeat.kind)));
    found.sort();
    found
}

#[test]
fn every_framework_is_known_by_name_and_nothing_else_is() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/frameworks"));
    let mut expected = expected();
    let mut failures = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let body = std::fs::read(path.join("page.html")).unwrap();
        let names = expected.remove(name.as_str()).unwrap_or_else(|| panic!("nothing is expected of {name}"));
        for chunk_bytes in [usize::MAX, 100, 7] {
            let report = inspect_in_chunks(&body, utf8_html(), u64::MAX, chunk_bytes);
            check_sums(&report);
            check_spans(&report);
            if found(&report) != names {
                failures.push(format!("{name} in chunks of {chunk_bytes}: {:?}, not {names:?}", found(&report)));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(expected.is_empty(), "no page for {:?}", expected.keys());
}

#[test]
fn text_that_stands_again_in_the_state_is_paid_twice() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/frameworks"));
    for name in ["nextjs-app", "nextjs-pages"] {
        let body = std::fs::read(folder.join(name).join("page.html")).unwrap();
        let twice = inspect(&body, utf8_html(), u64::MAX).breakdown.paid_twice;
        assert_eq!(twice.map(|twice| (twice.pieces, twice.bytes)), Some((1, 63)), "{name}");
    }
}

#[test]
fn keys_of_state_in_an_attribute_are_told_as_frameworks_write_it() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/frameworks"));
    let pages: [(&str, &str, &[&str]); 6] = [
        ("inertia", "Inertia", &["props", "props.text"]),
        ("livewire", "Livewire", &["data", "data.text"]),
        ("astro", "Astro islands", &["product"]),
        ("woocommerce", "WooCommerce", &["[].availability_html"]),
        ("wordpress-interactivity", "WordPress blocks", &["text"]),
        ("magento", "Magento", &["productGallery", "productGallery.text"]),
    ];
    for (name, framework, keys) in pages {
        let page = std::fs::read_to_string(folder.join(name).join("page.html")).unwrap();
        // Also of a tag that is too long to be held.
        for times in [200, 30_000] {
            let long = "two litres\\u003c ".repeat(times);
            let empty = "availability_html&quot;:&quot;";
            let page = page.replacen("two litres", &long, 1).replacen(empty, &format!("{empty}{long}"), 1);
            let whole = inspect(page.as_bytes(), utf8_html(), u64::MAX);
            let told = whole.breakdown.state_keys.iter().filter(|key| key.script == framework);
            let told: Vec<&str> = told.map(|key| key.key.as_str()).collect();
            assert_eq!(told, keys, "{name}");
            for key in &whole.breakdown.state_keys {
                let name = key.key.rsplit('.').next().unwrap();
                let text = &page[key.start as usize..(key.start + key.bytes) as usize];
                let text = text.strip_prefix("&quot;").or(text.strip_prefix('"')).unwrap();
                assert!(text.starts_with(name), "{key:?}: {}", &text[..20]);
                assert!(key.bytes > long.len() as u64, "{key:?}");
            }
            for chunk_bytes in [1_000, 65_536] {
                assert_eq!(inspect_in_chunks(page.as_bytes(), utf8_html(), u64::MAX, chunk_bytes), whole, "{name}");
            }
        }
    }
}
