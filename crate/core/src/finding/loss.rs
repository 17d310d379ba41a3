//! What the cut takes: signals, text, links and entries.

use super::say::{Say, paragraph};
use super::source::Source;
use super::{Case, Found, Row, address, finished, table};
use crate::limit::Basis;
use crate::number;
use crate::report::{Fate, Finding, Report, Severity, Signal, SignalKind};

/// How many signals of a kind a page needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// One: nothing is lost while one is kept.
    Any,
    /// Each: every one that is not kept is a loss.
    All,
}

/// What it means that signals of one kind are past the cut.
pub(super) struct Loss {
    pub(super) kind: SignalKind,
    pub(super) need: Need,
    /// Id of the finding about what is lost or cut through.
    pub(super) lost: &'static str,
    /// Id of the finding about what lies in the band.
    pub(super) depends: &'static str,
    pub(super) severity: Severity,
    pub(super) basis: Basis,
    pub(super) sources: &'static [Source],
    /// Start of the keys that name one of it, all of it or a part.
    pub(super) what: &'static str,
    /// Key of the title; `$1` is what is lost.
    pub(super) title: &'static str,
    pub(super) fix: &'static str,
}

/// Signals of one kind that do not survive everywhere, out of `whole`.
pub(super) struct Affected<'a> {
    lost: Vec<&'a Signal>,
    depends: Vec<&'a Signal>,
    whole: u64,
}

impl Loss {
    /// What the table says about signals of this kind; `None` for kinds whose loss another finding tells.
    pub(super) fn of(kind: SignalKind) -> Option<&'static Self> {
        table::TABLE.iter().find_map(|row| match row {
            Row::Loss(loss) if loss.kind == kind => Some(loss),
            _ => None,
        })
    }

    /// "the canonical", "2 of 3 JSON-LD blocks".
    pub(super) fn named(&self, part: u64, whole: u64, say: Say<'_>) -> String {
        match self.need {
            Need::Any => say.part(self.what, 1, 1),
            Need::All => say.part(self.what, part, whole),
        }
    }

    /// Signals that do not survive; those that could not do their work even in the whole body do not count.
    fn affected<'a>(&self, case: &Case<'a>) -> Affected<'a> {
        let mut relevant: Vec<&Signal> = case.signals(self.kind).filter(|signal| signal.valid).collect();
        if self.need == Need::Any {
            relevant = crate::order::by_key(relevant, |signal| signal.fate as u64);
            relevant.truncate(1);
        }
        // A JSON-LD block of which only the end tag is cut away still parses.
        let parses = |signal: &Signal| signal.kind == SignalKind::JsonLd && signal.survives.is_some();
        let with = |fates: &[Fate]| {
            relevant.iter().copied().filter(|signal| fates.contains(&signal.fate) && !parses(signal)).collect()
        };
        Affected {
            lost: with(&[Fate::Damaged, Fate::Lost]),
            depends: with(&[Fate::Depends]),
            whole: relevant.len() as u64,
        }
    }

    /// "the canonical", "2 of 3 JSON-LD blocks": what is not kept at the earliest edge; `None` when all of it is.
    pub(super) fn past_earliest(&self, case: &Case<'_>) -> Option<String> {
        let Affected { lost, depends, whole } = self.affected(case);
        let part = (lost.len() + depends.len()) as u64;
        (part > 0).then(|| self.named(part, whole, case.say))
    }

    /// At most one finding for what is lost and one for what depends.
    pub(super) fn findings(&self, case: &Case<'_>) -> Vec<Finding> {
        let affected = self.affected(case);
        let lost = (!affected.lost.is_empty()).then(|| self.lost(&affected, case));
        let depends = (!affected.depends.is_empty()).then(|| self.depends(&affected, case));
        lost.into_iter().chain(depends).collect()
    }

    fn lost(&self, affected: &Affected<'_>, case: &Case<'_>) -> Finding {
        let say = case.say;
        let what = self.named(affected.lost.len() as u64, affected.whole, say);
        let left = match affected.lost[..] {
            [
                Signal {
                    kind: SignalKind::Title | SignalKind::Heading, fate: Fate::Damaged, survives: Some(left), ..
                },
            ] => Some(left),
            _ => None,
        };
        let title = match left {
            Some(left) => say.with("finding_cut_through", &[&what, &say.quote(left)]),
            None => say.with(self.title, &[&what]),
        };
        let mut evidence = say.sentence(affected.lost.iter().map(|signal| match signal.fate {
            Fate::Damaged => say.with("finding_item_cut_through", &[&say.signal(signal)]),
            _ => say.signal(signal),
        }));
        let mut severity = self.severity;
        if self.kind == SignalKind::Canonical
            && let Some(header) = address::header_canonicals(&case.report.page.link_header).first()
        {
            severity = Severity::Notice;
            evidence = paragraph(&[evidence, say.with("finding_evidence_link_header", &[&say.quote(header)])]);
        }
        let found = Found { severity, title, evidence, fix: say.text(self.fix) };
        finished(self.lost, self.basis, self.sources, found, case)
    }

    fn depends(&self, affected: &Affected<'_>, case: &Case<'_>) -> Finding {
        let say = case.say;
        let what = self.named(affected.depends.len() as u64, affected.whole, say);
        let found = Found {
            severity: self.severity.max(Severity::Warning),
            title: say.with("finding_depends", &[&what]),
            evidence: say.sentence(affected.depends.iter().map(|signal| say.signal(signal))),
            fix: say.text(self.fix),
        };
        finished(self.depends, Basis::Inferred, self.sources, found, case)
    }
}

/// Something that is counted: how much of it there is and how much is left at the two edges.
struct Amount {
    total: u64,
    kept_earliest: u64,
    kept_latest: u64,
}

impl Amount {
    /// Something is lost under every reading.
    fn is_lost(&self) -> bool {
        self.kept_latest < self.total
    }

    /// Something is lost under some readings only.
    fn depends(&self) -> bool {
        !self.is_lost() && self.kept_earliest < self.total
    }

    fn evidence(&self, key: &str, case: &Case<'_>) -> String {
        let numbers = [self.kept_earliest, self.kept_latest, self.total].map(number::count);
        let [earliest, latest, total] = numbers.each_ref().map(String::as_str);
        case.say.with(key, &[earliest, latest, total])
    }
}

const fn words(report: &Report) -> Amount {
    let text = &report.text;
    Amount { total: text.words_total, kept_earliest: text.words_kept_earliest, kept_latest: text.words_kept_latest }
}

const fn links(report: &Report) -> Amount {
    let links = &report.links;
    Amount { total: links.total, kept_earliest: links.kept_earliest, kept_latest: links.kept_latest }
}

fn entries(report: &Report) -> Option<Amount> {
    let entries = report.entries.as_ref()?;
    Some(Amount { total: entries.total, kept_earliest: entries.kept_earliest, kept_latest: entries.kept_latest })
}

/// "61 % of the text": what is not kept at the earliest edge.
pub(super) fn text_past_earliest(case: &Case<'_>) -> Option<String> {
    let Amount { total, kept_earliest, .. } = words(case.report);
    let past = total.checked_sub(kept_earliest).filter(|&past| past > 0)?;
    Some(match kept_earliest {
        0 => case.say.text("finding_what_text_all"),
        _ => case.say.with("finding_what_text_part", &[&number::percent_of(past, total)]),
    })
}

/// "324 of 431 links": what is not kept at the earliest edge.
pub(super) fn links_past_earliest(case: &Case<'_>) -> Option<String> {
    let Amount { total, kept_earliest, .. } = links(case.report);
    let past = total.checked_sub(kept_earliest).filter(|&past| past > 0)?;
    Some(case.say.part("finding_what_links", past, total))
}

/// "300 of 5,000 entries": what is not complete at the earliest edge.
pub(super) fn entries_past_earliest(case: &Case<'_>) -> Option<String> {
    let Amount { total, kept_earliest, .. } = entries(case.report)?;
    let past = total.checked_sub(kept_earliest).filter(|&past| past > 0)?;
    Some(case.say.part("finding_what_entries", past, total))
}

/// Whether a signal, word, link or entry is lost under every reading.
pub(super) fn anything_is_lost(report: &Report) -> bool {
    report.signals.iter().any(|signal| signal.fate == Fate::Lost)
        || words(report).is_lost()
        || links(report).is_lost()
        || entries(report).is_some_and(|entries| entries.is_lost())
}

fn lost(severity: Severity, title: &str, what: Option<String>, evidence: String, case: &Case<'_>) -> Option<Found> {
    let fix = case.say.text("finding_fix_less_before");
    Some(Found { severity, title: case.say.with(title, &[&what?]), evidence, fix })
}

/// Text past the cut.
///
/// ### What it does
/// Counts the visible words of the whole body and of what is left at both edges.
/// ### Why it matters
/// What Googlebot does not fetch is not indexed.
/// ### Source
/// BLOG26.
pub(super) fn text_lost(case: &Case<'_>) -> Option<Found> {
    let words = words(case.report);
    let evidence = words.evidence("finding_evidence_words", case);
    words.is_lost().then(|| lost(Severity::Error, "finding_text_lost", text_past_earliest(case), evidence, case))?
}

/// Text in the band; as [`text_lost`].
pub(super) fn text_depends(case: &Case<'_>) -> Option<Found> {
    let words = words(case.report);
    let evidence = words.evidence("finding_evidence_words", case);
    words.depends().then(|| lost(Severity::Warning, "finding_depends", text_past_earliest(case), evidence, case))?
}

/// Links past the cut.
///
/// ### What it does
/// Counts `a[href]` elements of the whole body and of what is left at both edges.
/// ### Why it matters
/// Addresses behind these links are not discovered here.
/// ### Source
/// BLOG26.
pub(super) fn links_lost(case: &Case<'_>) -> Option<Found> {
    let links = links(case.report);
    let evidence = links.evidence("finding_evidence_links", case);
    links.is_lost().then(|| lost(Severity::Warning, "finding_links_lost", links_past_earliest(case), evidence, case))?
}

/// Links in the band; as [`links_lost`].
pub(super) fn links_depends(case: &Case<'_>) -> Option<Found> {
    let links = links(case.report);
    let evidence = links.evidence("finding_evidence_links", case);
    links.depends().then(|| lost(Severity::Warning, "finding_depends", links_past_earliest(case), evidence, case))?
}

/// Entries of a feed or sitemap past the cut.
///
/// ### What it does
/// Counts the entries that are complete in the whole body and at both edges.
/// ### Why it matters
/// Addresses in entries that are not fetched are not discovered here.
/// ### Source
/// BLOG26.
pub(super) fn entries_lost(case: &Case<'_>) -> Option<Found> {
    let entries = entries(case.report)?;
    let evidence = entries.evidence("finding_evidence_entries", case);
    entries.is_lost().then(|| lost(Severity::Warning, "finding_lost", entries_past_earliest(case), evidence, case))?
}

/// Entries in the band; as [`entries_lost`].
pub(super) fn entries_depends(case: &Case<'_>) -> Option<Found> {
    let entries = entries(case.report)?;
    let evidence = entries.evidence("finding_evidence_entries", case);
    entries
        .depends()
        .then(|| lost(Severity::Warning, "finding_depends", entries_past_earliest(case), evidence, case))?
}
