//! Subresources: those over their own budget one by one, the rest as counts.

use askama::Template;

use super::icon::Icon;
use super::words::{Words, fate_name};
use crate::number;
use crate::report::{Fate, Report, Requested, Resource};
use crate::resource::address::file_name;

/// Resources listed one by one.
const SHOWN: usize = 4;

#[derive(Template)]
#[template(path = "resources.html")]
pub(super) struct ResourcesView {
    heading: String,
    rows: Vec<Row>,
}

struct Row {
    icon: Icon,
    fate: &'static str,
    spoken: String,
    name: String,
    place: String,
}

impl ResourcesView {
    /// `None` when no resource is known.
    pub(super) fn new(report: &Report, words: Words) -> Option<Self> {
        if report.resources.is_empty() {
            return None;
        }
        let at_risk = |fate: Fate| report.resources.iter().filter(move |resource| resource.fate == Some(fate));
        let at_risk: Vec<&Resource> =
            [Fate::Lost, Fate::Damaged, Fate::Depends].into_iter().flat_map(at_risk).collect();
        let mut rows: Vec<Row> = at_risk.iter().take(SHOWN).map(|resource| over(resource, words)).collect();
        let count =
            |keep: fn(&Resource) -> bool| report.resources.iter().filter(|resource| keep(resource)).count() as u64;
        let sums = [
            (Some(Fate::Kept), "view_resources_fit", count(|resource| resource.fate == Some(Fate::Kept))),
            (
                None,
                "view_resources_unknown",
                count(|resource| resource.fate.is_none() && resource.requested != Requested::No),
            ),
            (
                None,
                "view_resources_skipped",
                count(|resource| resource.fate.is_none() && resource.requested == Requested::No),
            ),
        ];
        if at_risk.len() > SHOWN {
            let more = words.with("view_signals_more", &[&number::count((at_risk.len() - SHOWN) as u64)]);
            rows.push(sum(at_risk[SHOWN].fate, more, words));
        }
        rows.extend(
            sums.into_iter().filter(|(_, _, n)| *n > 0).map(|(fate, key, n)| sum(fate, words.counted(key, n), words)),
        );
        Some(Self { heading: words.say("view_resources_heading"), rows })
    }
}

fn over(resource: &Resource, words: Words) -> Row {
    let place = match (resource.body_bytes, resource.earliest) {
        (Some(bytes), Some(edge)) => {
            let (bytes, edge) = number::bytes_apart(bytes, edge);
            words.with("view_resource_size", &[&bytes, &edge])
        }
        _ => words.say("view_resource_after"),
    };
    Row {
        icon: Icon::Fate(resource.fate),
        fate: fate_name(resource.fate),
        spoken: words.fate(resource.fate),
        name: file_name(&resource.url).to_owned(),
        place,
    }
}

fn sum(fate: Option<Fate>, name: String, words: Words) -> Row {
    Row { icon: Icon::Fate(fate), fate: fate_name(fate), spoken: words.fate(fate), name, place: String::new() }
}
