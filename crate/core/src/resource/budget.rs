//! What becomes of each resource: whether it is asked for, its own band, its fate, and what the cut does to it.

use crate::cut::{self, CutSituation};
use crate::limit::{Band, GOOGLEBOT, LIMITS, Limit};
use crate::message::Messages;
use crate::number;
use crate::report::{AppliedLimit, Fate, Found, Place, Report, Requested, Resource, ResourceKind, Robots};

use super::rule;

/// The band of one resource: every address has the crawler's limit for itself (FACTS §1).
///
/// A limit of the user's own is applied to every address too. A page without a published limit, an image, has Googlebot's
/// for what it names.
#[must_use]
pub fn band(limit: &AppliedLimit, head_bytes: Option<u64>) -> Band {
    if let ("user", Some(earliest), Some(latest)) = (limit.crawler.as_str(), limit.earliest, limit.latest) {
        return Band { earliest, latest };
    }
    published(limit).band(head_bytes.unwrap_or(0))
}

/// A PDF's limit is for its own type; what else is fetched with it has Googlebot's.
fn published(limit: &AppliedLimit) -> Limit {
    let own = LIMITS.into_iter().find(|known| known.crawler == limit.crawler && limit.crawler != "googlebot-pdf");
    own.unwrap_or(GOOGLEBOT)
}

/// The limit of any file that the page names: bytes that fit under every reading, and how it is written.
#[must_use]
pub fn of_file(limit: &AppliedLimit) -> (u64, String) {
    let bytes = band(limit, None).earliest;
    let written = if limit.crawler == "user" { number::bytes(bytes) } else { published(limit).written.to_owned() };
    (bytes, written)
}

/// Sets what follows from the stored facts of every resource, and from the limit: `requested`, `basis`, `earliest`, `latest`,
/// `fate`, `effect` and `parts`.
pub fn judge(report: &mut Report, messages: &Messages) {
    let edges = (report.limit.earliest.unwrap_or(u64::MAX), report.limit.latest.unwrap_or(u64::MAX));
    for index in 0..report.resources.len() {
        let named = named(report, index, edges);
        let runs = runs(report, &report.resources[index]);
        let resource = &mut report.resources[index];
        let band = band(&report.limit, resource.head_bytes);
        resource.basis = rule::basis(resource.rule);
        resource.requested = rule::requested(resource.rule);
        resource.earliest = Some(band.earliest);
        resource.latest = Some(band.latest);
        resource.parts = resource
            .body_bytes
            .filter(|&bytes| bytes > band.earliest)
            .map(|bytes| bytes.div_ceil(band.earliest.max(1)));
        (resource.fate, resource.effect) = (None, None);
        if resource.requested == Requested::No {
            continue;
        }
        let after = |key| Some(messages.text(key, &[resource.initiator.as_deref().unwrap_or_default()]));
        let is_in_file = resource.found == Found::Css && resource.initiator.is_some();
        if named == Fate::Lost {
            resource.requested = Requested::No;
            resource.fate = Some(Fate::Lost);
            resource.effect = after(if is_in_file { "cut_resource_after_in_file" } else { "cut_resource_after" });
            continue;
        }
        if resource.robots == Robots::Blocked {
            resource.requested = Requested::No;
            continue;
        }
        let own = resource.body_bytes.map(|bytes| fate(resource, bytes, band));
        resource.fate = own.map(|own| own.max(named));
        if let Some(own) = own.filter(|&own| own != Fate::Kept) {
            let effect = effect(resource, messages);
            resource.effect =
                Some(if own == Fate::Depends { messages.text("cut_resource_depends", &[&effect]) } else { effect });
        }
        if named == Fate::Depends {
            resource.requested = Requested::Uncertain;
            resource.fate = Some(own.unwrap_or(Fate::Depends).max(Fate::Depends));
            if own.is_none_or(|own| own == Fate::Kept) {
                resource.effect =
                    after(if is_in_file { "cut_resource_after_in_file_depends" } else { "cut_resource_after_depends" });
            }
        }
        if runs > resource.fate.unwrap_or_default() {
            let effect = cut::effect(messages, CutSituation::ExternalScript);
            resource.fate = Some(runs);
            resource.effect =
                Some(if runs == Fate::Depends { messages.text("cut_resource_depends", &[&effect]) } else { effect });
        }
    }
}

/// Whether the cut leaves a script its end tag, without which it never runs: `Kept`, `Depends` or `Lost`.
///
/// Tried in Chromium: the file is asked for all the same, ahead of the parser.
fn runs(report: &Report, resource: &Resource) -> Fate {
    const END_TAG_BYTES: u64 = b"</script>".len() as u64;
    let (Some(cut), Some(end)) = (&report.cut, resource.end) else { return Fate::Kept };
    let is_script = resource.kind == ResourceKind::Script && resource.found == Found::Html;
    // Farther behind the tag another script may have begun.
    let ends_in = |place: &Place| {
        is_script
            && place.situations.first() == Some(&CutSituation::ExternalScript)
            && place.offset.checked_sub(end).is_some_and(|bytes| bytes < END_TAG_BYTES)
    };
    match (ends_in(&cut.earliest), ends_in(&cut.latest)) {
        (_, true) => Fate::Lost,
        (true, false) => Fate::Depends,
        (false, false) => Fate::Kept,
    }
}

/// Whether what names the resource survives: `Kept`, `Depends` or `Lost`.
fn named(report: &Report, index: usize, edges: (u64, u64)) -> Fate {
    let resource = &report.resources[index];
    let place = |end: u64, (earliest, latest): (u64, u64)| match end {
        _ if end <= earliest => Fate::Kept,
        _ if end <= latest => Fate::Depends,
        _ => Fate::Lost,
    };
    if let Some(end) = resource.end {
        return place(end, edges);
    }
    let (Some(file), Some(end)) = (&resource.initiator, resource.initiator_end) else { return Fate::Kept };
    // Files come before what they name.
    let Some(file) = report.resources[..index].iter().find(|other| other.url == *file) else { return Fate::Kept };
    let own = place(end, (file.earliest.unwrap_or(u64::MAX), file.latest.unwrap_or(u64::MAX)));
    match (file.requested, file.fate) {
        (Requested::No, Some(Fate::Lost)) => Fate::Lost,
        (Requested::Uncertain, Some(_)) => own.max(Fate::Depends),
        _ => own,
    }
}

/// What its own budget does to a resource of `bytes` bytes.
fn fate(resource: &Resource, bytes: u64, band: Band) -> Fate {
    match bytes {
        _ if bytes <= band.earliest => Fate::Kept,
        _ if bytes <= band.latest => Fate::Depends,
        _ if is_all_or_nothing(resource) => Fate::Lost,
        _ => Fate::Damaged,
    }
}

/// Whether nothing of it is of use once a part is missing.
fn is_all_or_nothing(resource: &Resource) -> bool {
    match resource.kind {
        ResourceKind::Script | ResourceKind::Worker => !runs_cut(resource),
        ResourceKind::Manifest => true,
        ResourceKind::Fetch => is_json(resource),
        _ => false,
    }
}

/// Whether the script was read, and what is before the earliest edge parses: then that much runs.
fn runs_cut(resource: &Resource) -> bool {
    resource.script.as_ref().is_some_and(|script| script.runs_earliest == Some(true))
}

fn is_json(resource: &Resource) -> bool {
    resource.content_type.as_deref().is_none_or(|kind| kind.to_ascii_lowercase().contains("json"))
}

/// What a cut does to it, in one sentence.
fn effect(resource: &Resource, messages: &Messages) -> String {
    let counted = |key, part: u64, whole: u64| messages.text(key, &[&number::count(part), &number::count(whole)]);
    let situation = match resource.kind {
        ResourceKind::Script | ResourceKind::Worker if runs_cut(resource) => {
            return messages.text("cut_resource_script_runs", &[]);
        }
        ResourceKind::Script | ResourceKind::Worker => CutSituation::JavascriptFile,
        ResourceKind::Stylesheet => {
            let here = (resource.earliest, resource.latest);
            if let Some(rules) = resource.rules.filter(|rules| (Some(rules.earliest), Some(rules.latest)) == here) {
                return counted("cut_resource_rules", rules.kept_earliest, rules.total);
            }
            CutSituation::StylesheetFile
        }
        ResourceKind::Frame => {
            if let Some(frame) = &resource.frame {
                return counted("cut_resource_frame_words", frame.words_kept, frame.words_total);
            }
            return messages.text("cut_resource_frame", &[]);
        }
        ResourceKind::Manifest => CutSituation::JsonFile,
        ResourceKind::Fetch if is_json(resource) => CutSituation::JsonFile,
        _ => CutSituation::BinaryFile,
    };
    cut::effect(messages, situation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Cut, RuleCount, ScriptFacts};
    use crate::{Context, Inspection, Options};

    fn report(resources: Vec<Resource>) -> Report {
        let mut report = Inspection::new(Options::default()).finish(Context::default());
        report.resources = resources;
        judge(&mut report, &Messages::default());
        report
    }

    fn judged(resource: Resource) -> Resource {
        report(vec![resource]).resources.remove(0)
    }

    fn script(body_bytes: Option<u64>) -> Resource {
        let kind = ResourceKind::Script;
        Resource { kind, rule: rule::of_kind(kind), start: Some(0), end: Some(9), body_bytes, ..Resource::default() }
    }

    #[test]
    fn each_resource_has_its_own_band_with_its_own_head() {
        let edges = |head_bytes| {
            let judged = judged(Resource { head_bytes, ..script(None) });
            (judged.earliest, judged.latest, judged.fate)
        };
        assert_eq!(edges(None), (Some(2_000_000), Some(2_097_152), None));
        assert_eq!(edges(Some(300)), (Some(1_999_700), Some(2_097_152), None));
    }

    #[test]
    fn a_cut_script_is_lost_and_a_cut_stylesheet_damaged() {
        let fate = |kind, bytes| {
            judged(Resource { kind, rule: rule::of_kind(kind), body_bytes: Some(bytes), ..Resource::default() }).fate
        };
        assert_eq!(fate(ResourceKind::Script, 2_000_000), Some(Fate::Kept));
        assert_eq!(fate(ResourceKind::Script, 2_000_001), Some(Fate::Depends));
        assert_eq!(fate(ResourceKind::Script, 2_097_152), Some(Fate::Depends));
        assert_eq!(fate(ResourceKind::Script, 2_097_153), Some(Fate::Lost));
        assert_eq!(fate(ResourceKind::Stylesheet, 2_097_153), Some(Fate::Damaged));
        assert_eq!(fate(ResourceKind::Fetch, 2_097_153), Some(Fate::Lost));
        assert_eq!(fate(ResourceKind::Image, 9_000_000), None);
    }

    #[test]
    fn a_cut_script_that_was_read_and_parses_runs_as_far_as_it_goes() {
        let facts = ScriptFacts { runs_earliest: Some(true), ..ScriptFacts::default() };
        let judged = judged(Resource { script: Some(facts), ..script(Some(2_097_153)) });
        assert_eq!(judged.fate, Some(Fate::Damaged));
        assert!(judged.effect.is_some_and(|effect| effect.contains("runs")));
    }

    #[test]
    fn what_is_named_past_the_cut_is_never_requested() {
        let at = |end| judged(Resource { end: Some(end), ..script(Some(10)) });
        assert_eq!((at(2_000_000).requested, at(2_000_000).fate), (Requested::Yes, Some(Fate::Kept)));
        assert_eq!((at(2_000_001).requested, at(2_000_001).fate), (Requested::Uncertain, Some(Fate::Depends)));
        let past = at(2_097_153);
        assert_eq!((past.requested, past.fate), (Requested::No, Some(Fate::Lost)));
        assert!(past.effect.is_some_and(|effect| effect.contains("never requested")));
    }

    #[test]
    fn a_script_whose_end_tag_lies_in_the_band_may_not_run() {
        let place = |offset, situation| Place { offset, situations: vec![situation], ..Place::default() };
        let judged = |cut| {
            let mut report = report(vec![script(None), Resource { start: Some(40), end: Some(60), ..script(None) }]);
            report.cut = Some(cut);
            judge(&mut report, &Messages::default());
            let fates = report.resources.iter().map(|one| (one.requested, one.fate));
            fates.collect::<Vec<_>>()
        };
        let (inside, text) = (place(68, CutSituation::ExternalScript), place(69, CutSituation::Text));
        let (yes, kept) = (Requested::Yes, (Requested::Yes, None));
        assert_eq!(judged(Cut { earliest: inside.clone(), latest: text.clone() }), [kept, (yes, Some(Fate::Depends))]);
        assert_eq!(judged(Cut { earliest: inside.clone(), latest: inside }), [kept, (yes, Some(Fate::Lost))]);
        assert_eq!(judged(Cut { earliest: text.clone(), latest: text }), [kept, kept]);
    }

    #[test]
    fn what_a_lost_or_cut_stylesheet_names_is_not_requested() {
        let sheet = |end| Resource {
            url: "https://a.example/a.css".to_owned(),
            kind: ResourceKind::Stylesheet,
            body_bytes: Some(9_000_000),
            end: Some(end),
            ..script(None)
        };
        let import = |end| Resource {
            found: Found::Css,
            initiator: Some("https://a.example/a.css".to_owned()),
            initiator_end: Some(end),
            start: None,
            end: None,
            ..script(None)
        };
        let requested = |sheet_end, end| report(vec![sheet(sheet_end), import(end)]).resources[1].requested;
        assert_eq!(requested(9, 20), Requested::Yes);
        assert_eq!(requested(9, 8_000_000), Requested::No);
        assert_eq!(requested(2_050_000, 20), Requested::Uncertain);
        assert_eq!(requested(5_000_000, 20), Requested::No);
    }

    #[test]
    fn what_robots_txt_blocks_is_not_requested_and_has_no_fate() {
        let blocked = judged(Resource { robots: Robots::Blocked, ..script(Some(10)) });
        assert_eq!((blocked.requested, blocked.fate), (Requested::No, None));
    }

    #[test]
    fn rules_counted_at_other_edges_are_not_claimed() {
        let counted = |earliest| {
            let rules = RuleCount { total: 900, kept_earliest: 700, kept_latest: 720, earliest, latest: 2_097_152 };
            let kind = ResourceKind::Stylesheet;
            judged(Resource { kind, rules: Some(rules), ..script(Some(3_000_000)) }).effect.unwrap()
        };
        assert_eq!(counted(2_000_000), "700 of its 900 rules are left.");
        assert_eq!(counted(1_999_000), "The complete rules so far apply.");
    }

    #[test]
    fn a_file_is_split_into_as_many_parts_as_fit() {
        assert_eq!(judged(script(Some(2_000_000))).parts, None);
        assert_eq!(judged(script(Some(4_834_409))).parts, Some(3));
    }
}
