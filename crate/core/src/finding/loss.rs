//! What the cut takes: signals, text, links and entries.

use super::say::{Say, paragraph};
use super::source::Source;
use super::{Case, Found, Row, address, finished, head, table};
use crate::amount::{Amount, Unit};
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

    /// Signals that do not survive; those that could not do their work even in the whole body do not count, nor do hreflang
    /// links that the response head has too.
    fn affected<'a>(&self, case: &Case<'a>) -> Affected<'a> {
        let mut relevant: Vec<&Signal> = case.signals(self.kind).filter(|signal| signal.valid).collect();
        if self.need == Need::Any {
            relevant = crate::order::by_key(relevant, |signal| signal.fate as u64);
            relevant.truncate(1);
        }
        let in_header = header_hreflangs(self.kind, case);
        let is_in_header = |signal: &Signal| {
            let language = signal.name.as_deref().unwrap_or_default().to_ascii_lowercase();
            !in_header.is_empty() && in_header.contains(&(head::full(&signal.value, case), language))
        };
        // A JSON-LD block of which only the end tag is cut away still parses.
        let parses = |signal: &Signal| signal.kind == SignalKind::JsonLd && signal.survives.is_some();
        let with = |fates: &[Fate]| {
            let of_fate = relevant.iter().copied().filter(|signal| fates.contains(&signal.fate));
            of_fate.filter(|signal| !parses(signal) && !is_in_header(signal)).collect()
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
        let header = self.header_canonical(&affected.lost, case);
        let title = match (left, &header) {
            (Some(left), _) => say.with("finding_cut_through", &[&what, &say.quote(left)]),
            // The other one counts.
            (_, Some(_)) => say.with("finding_lost", &[&what]),
            _ => say.with(self.title, &[&what]),
        };
        let evidence = say.sentence(affected.lost.iter().map(|signal| match signal.fate {
            Fate::Damaged => say.with("finding_item_cut_through", &[&say.signal(signal)]),
            _ => say.signal(signal),
        }));
        let (severity, note) = header.unwrap_or((self.severity, String::new()));
        let evidence = paragraph(&[evidence, note]);
        let found = Found { severity, title, evidence, fix: say.text(self.fix) };
        finished(self.lost, self.basis, self.sources, found, case)
    }

    /// For a canonical that the response head has too: how much is left to say, and what is there. Another address than the
    /// page's is more than a notice.
    fn header_canonical(&self, gone: &[&Signal], case: &Case<'_>) -> Option<(Severity, String)> {
        let signal = gone.first().filter(|_| self.kind == SignalKind::Canonical)?;
        let header = *address::header_canonicals(&case.report.page.link_header).first()?;
        let is_same = head::full(header, case) == head::full(&signal.value, case);
        let severity = if is_same { Severity::Notice } else { Severity::Warning };
        Some((severity, case.say.with("finding_evidence_link_header", &[&case.say.quote(header)])))
    }

    fn depends(&self, affected: &Affected<'_>, case: &Case<'_>) -> Finding {
        let say = case.say;
        let what = self.named(affected.depends.len() as u64, affected.whole, say);
        let header = self.header_canonical(&affected.depends, case);
        let (severity, note) = header.unwrap_or((self.severity.max(Severity::Warning), String::new()));
        let evidence = say.sentence(affected.depends.iter().map(|signal| say.signal(signal)));
        let found = Found {
            severity,
            title: say.with("finding_depends", &[&what]),
            evidence: paragraph(&[evidence, note]),
            fix: say.text(self.fix),
        };
        finished(self.depends, Basis::Inferred, self.sources, found, case)
    }
}

/// Address and language of the hreflang links in the response head; none for other kinds.
fn header_hreflangs(kind: SignalKind, case: &Case<'_>) -> Vec<(String, String)> {
    if kind != SignalKind::Hreflang {
        return Vec::new();
    }
    let links = address::header_hreflangs(&case.report.page.link_header).into_iter();
    links.map(|(target, language)| (head::full(target, case), language.to_ascii_lowercase())).collect()
}

/// "61 % of the text", "328–361 of 434 links": a part of an amount.
fn named(amount: &Amount, part: (u64, u64), case: &Case<'_>) -> String {
    match amount.unit {
        Unit::Words | Unit::Bytes if part.0 >= amount.total => case.say.text("finding_what_text_all"),
        Unit::Words | Unit::Bytes => {
            case.say.with("finding_what_text_part", &[&number::percent_range(part, amount.total)])
        }
        Unit::Links => case.say.range("finding_what_links", part, amount.total),
        Unit::Entries => case.say.range("finding_what_entries", part, amount.total),
    }
}

/// What of text, links or entries is past the earliest edge; `None` when nothing is.
pub(super) fn amount_past_earliest(amount: &Amount, case: &Case<'_>) -> Option<String> {
    let past = amount.past_earliest();
    (past > 0).then(|| named(amount, (past, past), case))
}

/// Whether a signal, word, link or entry is lost under every reading.
pub(super) fn anything_is_lost(report: &Report) -> bool {
    let is_lost = |amount: &Amount| amount.fate() == Some(Fate::Lost);
    report.signals.iter().any(|signal| signal.fate == Fate::Lost)
        || is_lost(&Amount::text(report))
        || is_lost(&Amount::links(report))
        || Amount::entries(report).as_ref().is_some_and(is_lost)
}

/// The finding that a part of an amount meets `fate`; `None` when it does not.
fn counted(amount: &Amount, fate: Fate, severity: Severity, title: &str, case: &Case<'_>) -> Option<Found> {
    let evidence = match amount.unit {
        Unit::Words => "finding_evidence_words",
        Unit::Bytes => "finding_evidence_text_bytes",
        Unit::Links => "finding_evidence_links",
        Unit::Entries => "finding_evidence_entries",
    };
    let numbers = [amount.kept_earliest, amount.kept_latest, amount.total].map(number::count);
    let [earliest, latest, total] = numbers.each_ref().map(String::as_str);
    (amount.fate() == Some(fate)).then(|| Found {
        severity,
        title: case.say.with(title, &[&named(amount, amount.gone(), case)]),
        evidence: case.say.with(evidence, &[earliest, latest, total]),
        fix: case.say.text("finding_fix_less_before"),
    })
}

/// Text past the cut.
///
/// ### What it does
/// Counts the visible words of the whole body and of what is left at both edges; bytes where white space tells no words apart.
/// ### Why it matters
/// What Googlebot does not fetch is not indexed.
/// ### Source
/// BLOG26.
pub(super) fn text_lost(case: &Case<'_>) -> Option<Found> {
    counted(&Amount::text(case.report), Fate::Lost, Severity::Error, "finding_text_lost", case)
}

/// Text in the band; as [`text_lost`].
pub(super) fn text_depends(case: &Case<'_>) -> Option<Found> {
    counted(&Amount::text(case.report), Fate::Depends, Severity::Warning, "finding_depends", case)
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
    counted(&Amount::links(case.report), Fate::Lost, Severity::Warning, "finding_links_lost", case)
}

/// Links in the band; as [`links_lost`].
pub(super) fn links_depends(case: &Case<'_>) -> Option<Found> {
    counted(&Amount::links(case.report), Fate::Depends, Severity::Warning, "finding_depends", case)
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
    counted(&Amount::entries(case.report)?, Fate::Lost, Severity::Warning, "finding_lost", case)
}

/// Entries in the band; as [`entries_lost`].
pub(super) fn entries_depends(case: &Case<'_>) -> Option<Found> {
    counted(&Amount::entries(case.report)?, Fate::Depends, Severity::Warning, "finding_depends", case)
}
