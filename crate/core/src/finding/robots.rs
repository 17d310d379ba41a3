//! Robots rules in the page and in `X-Robots-Tag`, as Googlebot reads them.

use std::collections::BTreeSet;

use super::say::paragraph;
use super::{Case, Found};
use crate::order::distinct;
use crate::report::{Fate, Severity, Signal, SignalKind};

/// Rules that carry a value after a colon; before any other colon stands the name of a crawler.
const VALUED: [&str; 4] = ["max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"];

/// Rules that ask for nothing that is not so without them.
const PERMISSIVE: [&str; 6] =
    ["all", "index", "follow", "max-snippet:-1", "max-image-preview:large", "max-video-preview:-1"];

const NOINDEX: &str = "noindex";

/// Rules of one `content` attribute, lower-cased.
fn rules(content: &str) -> BTreeSet<String> {
    spelt_out(distinct(content.split(',').map(|rule| rule.trim().to_ascii_lowercase()).filter(|rule| !rule.is_empty())))
}

/// The rules with noindex and nofollow for none, which means both, and without space before a value. Source: META.
fn spelt_out(rules: BTreeSet<String>) -> BTreeSet<String> {
    let mut spelt = BTreeSet::new();
    for rule in rules {
        if rule == "none" {
            spelt.insert(NOINDEX.to_owned());
            spelt.insert("nofollow".to_owned());
        } else if let Some((name, value)) = rule.split_once(": ") {
            spelt.insert([name, value].join(":"));
        } else {
            spelt.insert(rule);
        }
    }
    spelt
}

/// Rules of `X-Robots-Tag` fields that hold for Googlebot.
fn header_rules(fields: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for field in fields {
        // A crawler's name holds for the rules after it.
        let mut is_for_googlebot = true;
        for token in field.split(',') {
            let mut rule = token.trim().to_ascii_lowercase();
            if let Some((name, rest)) = rule.split_once(':')
                && !VALUED.contains(&name.trim())
            {
                is_for_googlebot = name.trim() == "googlebot";
                rule = rest.trim().to_owned();
            }
            if is_for_googlebot && !rule.is_empty() {
                found.insert(rule);
            }
        }
    }
    spelt_out(found)
}

/// Robots `meta` elements that Googlebot reads.
fn metas<'a>(case: &Case<'a>) -> impl Iterator<Item = &'a Signal> + Clone {
    case.signals(SignalKind::Robots)
        .filter(|signal| matches!(signal.name.as_deref(), None | Some("robots" | "googlebot")))
}

/// Rules that stand only in elements with one of `fates`, with these elements; those of the response head always hold.
fn only_in<'a>(fates: &[Fate], case: &Case<'a>) -> (BTreeSet<String>, Vec<&'a Signal>) {
    let (gone, left): (Vec<&Signal>, Vec<&Signal>) = metas(case).partition(|signal| fates.contains(&signal.fate));
    let survives = |signal: &&&Signal| !matches!(signal.fate, Fate::Damaged | Fate::Lost);
    let mut kept = header_rules(&case.report.page.x_robots_tag);
    for signal in left.iter().filter(survives) {
        for rule in rules(&signal.value) {
            kept.insert(rule);
        }
    }
    let gone_rules = gone.iter().flat_map(|signal| rules(&signal.value));
    let only = distinct(gone_rules.filter(|rule| !kept.contains(rule) && !PERMISSIVE.contains(&rule.as_str())));
    (only, gone)
}

/// "a noindex", "the robots rules": what is not kept at the earliest edge.
pub(super) fn past_earliest(case: &Case<'_>) -> Option<String> {
    let (rules, _) = only_in(&[Fate::Depends, Fate::Damaged, Fate::Lost], case);
    if rules.is_empty() {
        return None;
    }
    let key = if rules.contains(NOINDEX) { "finding_what_noindex" } else { "finding_what_robots" };
    Some(case.say.text(key))
}

fn found(fates: &[Fate], severity: Severity, keys: [&str; 2], case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let (rules, metas) = only_in(fates, case);
    if rules.is_empty() {
        return None;
    }
    let names: Vec<String> = rules.iter().cloned().collect();
    let is_noindex = rules.contains(NOINDEX);
    let title = match (is_noindex, keys) {
        (true, [key, _]) => say.text(key),
        (false, [_, key]) => say.with(key, &[&say.list(&names)]),
    };
    let header = header_rules(&case.report.page.x_robots_tag);
    let note = if header.is_empty() {
        String::new()
    } else {
        let header: Vec<String> = header.into_iter().collect();
        say.with("finding_evidence_header_other", &[&say.list(&header)])
    };
    // What is not about indexing hides less than a noindex shows.
    let severity = if is_noindex { severity } else { severity.max(Severity::Warning) };
    let where_it_stands = say.sentence(metas.into_iter().map(|signal| say.signal(signal)));
    Some(Found {
        severity,
        title,
        evidence: paragraph(&[where_it_stands, note]),
        fix: say.text("finding_robots_lost_fix"),
    })
}

/// Robots rules past the cut.
///
/// ### What it does
/// Compares the rules of robots and googlebot `meta` elements that are not kept with those that are, and with `X-Robots-Tag`.
/// ### Why it matters
/// Googlebot never sees a noindex or nosnippet past the cut, and nobody is told: a page meant to be hidden can be indexed.
/// `X-Robots-Tag` is not affected.
/// ### Source
/// META; that the rule is then missing is our conclusion.
pub(super) fn lost(case: &Case<'_>) -> Option<Found> {
    let keys = ["finding_robots_lost_noindex", "finding_robots_lost"];
    found(&[Fate::Damaged, Fate::Lost], Severity::Error, keys, case)
}

/// Robots rules in the band; as [`lost`].
pub(super) fn depends(case: &Case<'_>) -> Option<Found> {
    let keys = ["finding_robots_depends_noindex", "finding_robots_depends"];
    found(&[Fate::Depends], Severity::Warning, keys, case)
}

/// A page that asks not to be indexed.
///
/// ### What it does
/// Looks for noindex or none in robots `meta` elements that are not lost, and in `X-Robots-Tag`.
/// ### Why it matters
/// The page stays out of the index. Rendering may be skipped too, so a script that takes the rule away may never run.
/// ### Source
/// META, JSBASICS.
pub(super) fn noindex(case: &Case<'_>) -> Option<Found> {
    let say = case.say;
    let mut places: Vec<String> = metas(case)
        .filter(|signal| !matches!(signal.fate, Fate::Damaged | Fate::Lost))
        .filter(|signal| rules(&signal.value).contains(NOINDEX))
        .map(|signal| say.signal(signal))
        .collect();
    let fields = &case.report.page.x_robots_tag;
    if header_rules(fields).contains(NOINDEX) {
        places.push(say.with("finding_noindex_header", &[&say.quote(&fields.join(", "))]));
    }
    (!places.is_empty()).then(|| Found {
        severity: Severity::Warning,
        title: say.text("finding_noindex"),
        evidence: say.sentence(places.into_iter()),
        fix: say.text("finding_noindex_fix"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(fields: &[&str]) -> Vec<String> {
        let fields: Vec<String> = fields.iter().map(|&field| field.to_owned()).collect();
        header_rules(&fields).into_iter().collect()
    }

    #[test]
    fn header_rules_hold_for_all_crawlers_or_for_the_one_named() {
        assert_eq!(header(&["noindex, NoFollow"]), ["nofollow", "noindex"]);
        assert_eq!(header(&["otherbot: noindex, nofollow"]), [""; 0]);
        assert_eq!(header(&["googlebot: noindex"]), ["noindex"]);
        assert_eq!(header(&["otherbot: noindex", "nosnippet"]), ["nosnippet"]);
        assert_eq!(header(&["max-snippet: 20"]), ["max-snippet:20"]);
        assert_eq!(header(&["otherbot: noindex, googlebot: nosnippet"]), ["nosnippet"]);
        assert_eq!(header(&["googlebot: none"]), ["nofollow", "noindex"]);
    }
}
