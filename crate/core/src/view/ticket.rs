//! One finding as a ticket for whoever has to act on it: what, where, why, fix, how to check. Markdown.

use super::markdown::{code, text};
use super::words::Words;
use crate::message::Messages;
use crate::number;
use crate::report::{Fate, Finding, Place, Placement, Report, Signal, SignalKind};

/// Places that are listed one by one.
const SHOWN: usize = 20;

/// Somewhere in the page.
struct Spot {
    selector: String,
    range: Option<(u64, u64)>,
    line: Option<u64>,
}

/// The finding with this id as a ticket in Markdown; `None` where the report has no such finding.
#[must_use]
pub fn ticket(report: &Report, id: &str, messages: &Messages) -> Option<String> {
    let words = Words(messages);
    let finding = report.findings.iter().find(|finding| finding.id == id)?;
    let heading = |key: &str| format!("**{}**", words.say(key));
    let mut blocks = vec![format!("## {}", text(&finding.title)), what(report, words)];
    let spots = spots(finding, report);
    if let Some(list) = where_to_look(&spots, finding, words) {
        blocks.push(format!("{}\n\n{list}", heading("view_ticket_where")));
    }
    blocks.push(format!("{}\n\n{}", heading("view_ticket_why"), why(finding, words)));
    if !finding.fix.is_empty() {
        blocks.push(format!("{}\n\n{}", heading("view_ticket_fix"), text(&finding.fix)));
    }
    blocks.push(format!("{}\n\n{}", heading("view_ticket_check"), check(report, finding, words)));
    Some(blocks.join("\n\n") + "\n")
}

fn what(report: &Report, words: Words) -> String {
    let page = if report.page.url.is_empty() { words.say("view_fact_unknown") } else { code(&report.page.url) };
    let verdict = text(&report.verdict.sentence);
    [words.with("view_ticket_page", &[&page]), words.with("view_ticket_verdict", &[&verdict])].join("\n\n")
}

fn why(finding: &Finding, words: Words) -> String {
    let basis = format!("{}: {}", words.basis(finding.basis), words.basis_means(finding.basis));
    let sentences = [finding.evidence.as_str(), &basis, &finding.source];
    let texts: Vec<String> = sentences.into_iter().filter(|sentence| !sentence.is_empty()).map(text).collect();
    texts.join("\n\n")
}

fn check(report: &Report, finding: &Finding, words: Words) -> String {
    let url = &report.page.url;
    let is_web = url.starts_with("http://") || url.starts_with("https://");
    let again = words.with("view_ticket_check_click", &[&code(&finding.id)]);
    if !is_web {
        return again;
    }
    // Between single quotes a shell takes everything but the quote itself.
    let quoted = format!("'{}'", url.replace('\'', r"'\''").replace(|character: char| character.is_control(), ""));
    let command = if is_of_head(&finding.id) {
        format!("curl -sI --compressed {quoted}")
    } else {
        format!("curl -s --compressed {quoted} | crawl-cutoff check --url {quoted} -")
    };
    format!("{again} {}\n\n```sh\n{command}\n```", words.say("view_ticket_check_command"))
}

/// What the response head decides: there is no place in the body.
fn is_of_head(id: &str) -> bool {
    ["status-", "content-type-", "content-encoding-", "canonical-in-header", "canonical-header", "redirected"]
        .iter()
        .any(|start| id.starts_with(start))
}

fn where_to_look(spots: &[Spot], finding: &Finding, words: Words) -> Option<String> {
    if spots.is_empty() {
        return is_of_head(&finding.id).then(|| words.say("view_ticket_in_head"));
    }
    let mut lines: Vec<String> = spots.iter().take(SHOWN).map(|spot| format!("- {}", line(spot, words))).collect();
    if spots.len() > SHOWN {
        let more = number::count((spots.len() - SHOWN) as u64);
        lines.push(format!("- {}", words.with("view_ticket_more", &[&more])));
    }
    Some(lines.join("\n"))
}

fn line(spot: &Spot, words: Words) -> String {
    let mut parts = vec![code(&spot.selector)];
    parts.extend(spot.range.map(|(start, end)| {
        let [from, to] = [start, end].map(number::count);
        if end > start {
            words.with("view_ticket_range", &[&from, &to])
        } else {
            words.with("view_ticket_byte", &[&from])
        }
    }));
    parts.extend(spot.line.map(|line| words.with("view_ticket_line", &[&number::count(line)])));
    words.list(&parts)
}

fn spots(finding: &Finding, report: &Report) -> Vec<Spot> {
    let id = finding.id.as_str();
    let at_cut = |place: &Place| Spot {
        selector: place.path.clone(),
        range: Some((place.offset, place.offset)),
        line: Some(place.line),
    };
    let at = |selector: &str, offset: Option<u64>| -> Vec<Spot> {
        let spot = |offset| Spot { selector: selector.to_owned(), range: Some((offset, offset)), line: None };
        offset.map(spot).into_iter().collect()
    };
    let largest = |category: &str| -> Vec<Spot> {
        let of_category = report.largest.iter().filter(|large| category.is_empty() || large.category == category);
        of_category
            .map(|large| Spot {
                selector: large.label.clone(),
                range: Some((large.start, large.end)),
                line: Some(large.line),
            })
            .collect()
    };
    let repeats = |kind: &str| -> Vec<Spot> {
        let of_kind = report.breakdown.repeats.iter().filter(|repeat| repeat.kind == kind);
        of_kind
            .map(|repeat| Spot {
                selector: repeat.label.clone(),
                range: Some((repeat.start, repeat.start + repeat.bytes)),
                line: Some(repeat.line),
            })
            .collect()
    };
    let head = report.head_element.as_ref();
    match id {
        "over-limit" | "in-band" | "text-lost" | "text-depends" | "links-lost" | "links-depends" | "entries-lost"
        | "entries-depends" => report.cut.iter().map(|cut| at_cut(&cut.earliest)).collect(),
        "head-ended-early" | "head-ended-by-text" => at("head", head.map(|head| head.end)),
        "noscript-in-head" => at("head > noscript", head.and_then(|head| head.noscript_risk)),
        "charset-late" | "charset-contradicts" => at("meta[charset]", report.page.encoding_meta_offset),
        "content-late" | "content-early" | "menus-first" => at("body", report.text.first_content_offset),
        "styles-repeated" => repeats("style"),
        "drawings-repeated" => repeats("svg"),
        "addresses-repeated" => repeats("data_uri"),
        "framework-inlined" | "css-twice" => largest("style"),
        "state-printed" | "paid-twice" => largest("inline_data"),
        "behind-large-block" => largest("").into_iter().take(1).collect(),
        _ => of_signals(id, report),
    }
}

fn of_signals(id: &str, report: &Report) -> Vec<Spot> {
    let (stem, fates): (&str, &[Fate]) = match (id.strip_suffix("-lost"), id.strip_suffix("-depends")) {
        (Some(stem), _) => (stem, &[Fate::Lost, Fate::Damaged]),
        (_, Some(stem)) => (stem, &[Fate::Depends]),
        _ => (id, &[]),
    };
    let Some(kind) = kind_of(stem) else { return Vec::new() };
    let of_kind = report.signals.iter().filter(|signal| signal.kind == kind);
    let meant = of_kind.filter(|signal| match id {
        "json-ld-invalid" | "canonical-with-attributes" => !signal.valid,
        "canonical-in-body" | "hreflang-in-body" => signal.placement == Placement::Body,
        _ => fates.is_empty() || fates.contains(&signal.fate),
    });
    meant
        .map(|signal| Spot {
            selector: selector(signal),
            range: Some((signal.start, signal.end)),
            line: Some(signal.line),
        })
        .collect()
}

fn kind_of(stem: &str) -> Option<SignalKind> {
    Some(match stem {
        "noindex" | "robots" => SignalKind::Robots,
        "headings" => SignalKind::Heading,
        "title-empty" => SignalKind::Title,
        "canonical-in-body" | "canonical-with-attributes" | "canonicals-differ" => SignalKind::Canonical,
        "hreflang-in-body" => SignalKind::Hreflang,
        "json-ld-invalid" | "json-ld-large" => SignalKind::JsonLd,
        _ => return SignalKind::ALL.into_iter().find(|kind| kind.name().replace('_', "-") == stem),
    })
}

/// A CSS selector that a signal's element answers to, others perhaps too: the byte range tells them apart.
fn selector(signal: &Signal) -> String {
    let name = signal.name.as_deref().unwrap_or_default();
    let value = |attribute: &str, element: &str| format!("{element}[{attribute}={}]", quoted(name));
    match signal.kind {
        SignalKind::Doctype => "<!doctype>".to_owned(),
        SignalKind::HtmlLang => "html[lang]".to_owned(),
        SignalKind::Charset => "meta[charset]".to_owned(),
        SignalKind::Title => "title".to_owned(),
        SignalKind::Description => r#"meta[name="description"]"#.to_owned(),
        SignalKind::Robots if name.is_empty() => r#"meta[name="robots"]"#.to_owned(),
        SignalKind::Canonical => r#"link[rel="canonical"]"#.to_owned(),
        SignalKind::Hreflang => value("hreflang", "link"),
        SignalKind::Alternate => r#"link[rel="alternate"]"#.to_owned(),
        SignalKind::Viewport => r#"meta[name="viewport"]"#.to_owned(),
        SignalKind::OpenGraph => value("property", "meta"),
        SignalKind::Robots | SignalKind::Twitter | SignalKind::Verification => value("name", "meta"),
        SignalKind::JsonLd => r#"script[type="application/ld+json"]"#.to_owned(),
        SignalKind::Microdata => "[itemscope]".to_owned(),
        SignalKind::Rdfa => "[typeof]".to_owned(),
        SignalKind::Heading | SignalKind::Landmark => name.to_owned(),
        SignalKind::Refresh => r#"meta[http-equiv="refresh"]"#.to_owned(),
        SignalKind::NextPrev => value("rel", "link"),
        SignalKind::Base => "base".to_owned(),
    }
}

fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', r"\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::super::sample::sample;
    use super::*;
    use crate::limit::LimitChoice;
    use crate::{Context, Inspection, Options};

    #[test]
    fn a_lost_signal_names_place_reason_and_check() {
        let url = "https://a.example/p?q='x'".to_owned();
        let mut inspection = Inspection::new(Options { url, limit: LimitChoice::User(40), ..Options::default() });
        inspection.push(b"<!doctype html>\n<title>A page</title>\n     <link rel=canonical href=/a>");
        let ticket = ticket(&inspection.finish(Context::default()), "canonical-lost", &Messages::default()).unwrap();
        for part in [
            "## Lost: the canonical",
            r#"- `link[rel="canonical"]`, bytes 43 to 71, line 3"#,
            "rule of thumb: A rule of thumb of this product.",
            "Your own limit, not Google’s",
            "**Fix**",
            r"curl -s --compressed 'https://a.example/p?q='\''x'\''' | crawl-cutoff check",
        ] {
            assert!(ticket.contains(part), "{part} is missing in\n{ticket}");
        }
    }

    #[test]
    fn every_finding_of_every_sample_has_a_ticket() {
        for (name, _) in super::super::sample::SAMPLES {
            let report = sample(name);
            for finding in &report.findings {
                let ticket = ticket(&report, &finding.id, &Messages::default()).unwrap();
                assert!(!ticket.contains("_ticket_"), "{ticket}");
            }
        }
        assert_eq!(ticket(&sample("over"), "no-such", &Messages::default()), None);
    }

    #[test]
    fn a_hostile_page_cannot_leave_its_text_or_its_quotes() {
        let mut report = sample("hostile");
        report.page.url = "https://a.example/'; rm -rf ~ #`\n".to_owned();
        for finding in &report.findings {
            let ticket = ticket(&report, &finding.id, &Messages::default()).unwrap();
            assert!(!ticket.contains(" <img") && !ticket.contains("--compressed 'https://a.example/';"), "{ticket}");
            assert!(!ticket.contains('\u{202E}'), "{ticket}");
        }
    }
}
