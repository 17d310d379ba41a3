//! What a report says that judging its facts in the link again does not: facts were left out that it was drawn from.

use crate::report::{Fate, Finding, Report, Requested, Resource, Verdict};

/// What to say where judging again says otherwise.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Judgement {
    /// Sentence and detail; `None` where they come out the same.
    pub(super) verdict: Option<(String, String)>,
    /// Every finding in its order; `None` where all come out the same.
    pub(super) findings: Option<Vec<Said>>,
    /// The resources that come out otherwise.
    pub(super) asked: Vec<Asked>,
}

/// A finding by its id, in words where judging again does not give these.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Said {
    pub(super) id: String,
    pub(super) text: Option<Finding>,
}

/// What becomes of one resource.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Asked {
    pub(super) index: u64,
    pub(super) requested: Requested,
    pub(super) fate: Option<Fate>,
    pub(super) effect: Option<String>,
}

impl Asked {
    /// What is said of `shared`, in the words of `kept`: the same resource with an address that may lack something.
    fn of((index, (shared, kept)): (usize, (&Resource, &Resource))) -> Self {
        let (before, after) = (shared.initiator.as_deref(), kept.initiator.as_deref());
        let effect = match (before, after) {
            (Some(before), Some(after)) if !before.is_empty() && before != after => {
                shared.effect.as_ref().map(|effect| effect.replace(before, after))
            }
            _ => shared.effect.clone(),
        };
        Self { index: index as u64, requested: shared.requested, fate: shared.fate, effect }
    }

    fn says(&self, resource: &Resource) -> bool {
        (self.requested, self.fate, &self.effect) == (resource.requested, resource.fate, &resource.effect)
    }
}

impl Judgement {
    /// What is to be said of `report`: what becomes of its resources, without what was left out of `kept`.
    pub(super) fn of_resources(report: &Report, kept: &Report) -> Self {
        let asked = report.resources.iter().zip(&kept.resources).enumerate().map(Asked::of).collect();
        Self { asked, ..Self::default() }
    }

    /// The verdict of `kept`, and those findings of `report` that `kept` has too, in its words. Whether that is all of them.
    pub(super) fn add_findings(&mut self, report: &Report, kept: &Report) -> bool {
        let same = |finding: &&Finding| {
            let is_same = |other: &&Finding| other.id == finding.id && other.severity == finding.severity;
            kept.findings.iter().find(is_same)
        };
        let found = report.findings.iter().filter_map(|finding| same(&finding));
        let said: Vec<Said> =
            found.map(|finding| Said { id: finding.id.clone(), text: Some(finding.clone()) }).collect();
        let is_all = said.len() == report.findings.len();
        let Verdict { sentence, detail, .. } = &kept.verdict;
        self.verdict = Some((sentence.clone(), detail.clone()));
        self.findings = Some(said);
        is_all
    }

    /// Puts in what becomes of the resources.
    pub(super) fn put_resources(&self, report: &mut Report) {
        for asked in &self.asked {
            let index = usize::try_from(asked.index).unwrap_or(usize::MAX);
            if let Some(resource) = report.resources.get_mut(index) {
                (resource.requested, resource.fate) = (asked.requested, asked.fate);
                resource.effect.clone_from(&asked.effect);
            }
        }
    }

    /// Only what becomes of those resources of which `judged` says otherwise.
    pub(super) fn beside_resources(&self, judged: &Report) -> Self {
        let is_other = |asked: &&Asked| {
            let index = usize::try_from(asked.index).unwrap_or(usize::MAX);
            judged.resources.get(index).is_some_and(|resource| !asked.says(resource))
        };
        Self { asked: self.asked.iter().filter(is_other).cloned().collect(), ..Self::default() }
    }

    /// Adds the verdict and the findings, if `judged` has others.
    pub(super) fn add_beside(&mut self, said: &Self, judged: &Report) {
        let Verdict { sentence, detail, .. } = &judged.verdict;
        self.verdict = said.verdict.clone().filter(|said| *said != (sentence.clone(), detail.clone()));
        let findings = said.findings.as_ref().filter(|said| {
            let said = said.iter().map(|said| said.text.as_ref());
            !said.eq(judged.findings.iter().map(Some))
        });
        let shortened = |said: &Said| {
            let is_judged = said.text.as_ref().is_some_and(|text| judged.findings.contains(text));
            Said { id: said.id.clone(), text: said.text.clone().filter(|_| !is_judged) }
        };
        self.findings = findings.map(|said| said.iter().map(shortened).collect());
    }

    /// Takes out evidence and fixes, for a link that must be short; whether there were any.
    pub(super) fn shorten(&mut self) -> bool {
        let texts = self.findings.iter_mut().flatten().filter_map(|said| said.text.as_mut());
        texts.fold(false, |has_shortened, text| {
            let rest = [&mut text.evidence, &mut text.fix, &mut text.source].map(std::mem::take);
            has_shortened | rest.iter().any(|text| !text.is_empty())
        })
    }

    /// Puts in verdict and findings.
    pub(super) fn put_findings(self, report: &mut Report) {
        if let Some((sentence, detail)) = self.verdict {
            (report.verdict.sentence, report.verdict.detail) = (sentence, detail);
        }
        let Some(said) = self.findings else { return };
        let mut judged = std::mem::take(&mut report.findings);
        report.findings = said
            .into_iter()
            .filter_map(|said| match said.text {
                Some(text) => Some(Finding { id: said.id, ..text }),
                None => judged.iter().position(|other| other.id == said.id).map(|index| judged.remove(index)),
            })
            .collect();
    }
}
