//! From references and timings to the list of resources: resolved, merged by address, in document order.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use twox_hash::XxHash64;

use super::{Measurement, Timing, address, rule};
use crate::report::{Found, Report, Requested, Resource};
use crate::scan::resource::NamedResources;

/// Resources found only at run time that a report keeps; the rest is counted.
const RUNTIME_RESOURCES: usize = 1_000;

/// Resources that a report keeps of those that stylesheet files name; the rest is counted.
const FILE_RESOURCES: usize = 1_000;

/// Fills the report's resources from what the page names and what Resource Timing told. Nothing is judged yet.
pub(crate) fn collect(report: &mut Report, named: NamedResources, runtime: &[Timing]) {
    let page = report.page.url.clone();
    let base = named.base.map(|(offset, href)| (offset, address::resolve(&href, &page).unwrap_or_default()));
    let mut list = List::default();
    for (found, reference) in named.references {
        // A base element holds for what comes after it. One that is no address holds too: it stands for the page's own.
        let base = base.as_ref().filter(|(offset, base)| *offset < reference.start && address::is_fetched(base));
        let base = base.map_or(page.as_str(), |(_, base)| base);
        let written = reference.url.trim_matches(|c: char| c.is_ascii_whitespace()).to_owned();
        if written.is_empty() {
            continue;
        }
        let url = match address::resolve(&written, base) {
            Some(url) => url,
            // Nothing is asked for under what is no address; but where the page's own is unknown, it may be one.
            None if address::is_fetched(base) => continue,
            None => written,
        };
        if url.contains(':') && !address::is_fetched(&url) {
            continue;
        }
        list.name(Resource::named(reference, url, found));
    }
    report.resources_left_out = named.left_out;
    let first_runtime = list.resources.len();
    for timing in runtime {
        let mut resource = timing.resource();
        if !address::is_fetched(&resource.url) || resource.url == address::without_fragment(&page) {
            continue;
        }
        match list.index.get(&hashed(&resource.url)) {
            Some(&index) => timing.fill(&mut list.resources[index]),
            None if list.resources.len() - first_runtime < RUNTIME_RESOURCES => {
                resource.line = None;
                list.name(resource);
            }
            None => report.resources_left_out += 1,
        }
    }
    report.resources = list.resources;
}

/// Resources by address.
#[derive(Default)]
struct List {
    resources: Vec<Resource>,
    /// By hash and address: addresses of one page begin alike, so comparing hashes first is much less work.
    index: BTreeMap<(u64, String), usize>,
}

impl List {
    /// Adds a resource. Of two ways to name one address the one that has it requested counts, the first of these.
    fn name(&mut self, resource: Resource) {
        match self.index.entry(hashed(&resource.url)) {
            Entry::Occupied(found) => {
                let known = &mut self.resources[*found.get()];
                if rank(&resource) < rank(known) {
                    *known = resource;
                }
            }
            Entry::Vacant(place) => {
                place.insert(self.resources.len());
                self.resources.push(resource);
            }
        }
    }
}

fn hashed(url: &str) -> (u64, String) {
    (XxHash64::oneshot(0, url.as_bytes()), url.to_owned())
}

fn rank(resource: &Resource) -> u8 {
    match rule::requested(resource.rule) {
        Requested::Yes => 0,
        Requested::Uncertain => 1,
        Requested::No => 2,
    }
}

/// Puts a measurement into the report: the sizes of the resource, its hazards, and what it names itself.
pub(super) fn put(report: &mut Report, measurement: &Measurement) {
    let place = &measurement.url;
    report.hazards.retain(|hazard| hazard.place != *place);
    report.hazards.extend(measurement.hazards.iter().cloned());
    let Some(resource) = report.resources.iter_mut().find(|resource| resource.url == *place) else { return };
    let known = std::mem::take(resource);
    let measured = measurement.clone();
    *resource = Resource {
        body_bytes: measured.body_bytes.or(known.body_bytes),
        head_bytes: measured.head_bytes.or(known.head_bytes),
        transferred_bytes: measured.transferred_bytes.or(known.transferred_bytes),
        status: measured.status.or(known.status),
        content_type: measured.content_type.or(known.content_type),
        looks_like: measured.looks_like,
        protocol: measured.protocol.or(known.protocol),
        duration_ms: measured.duration_ms.or(known.duration_ms),
        rules: measured.rules,
        script: measured.script,
        frame: measured.frame,
        error: measured.error,
        ..known
    };
    for reference in measured.references {
        if report.resources.iter().any(|known| known.url == reference.url) {
            continue;
        }
        let in_files = report.resources.iter().filter(|resource| resource.initiator_end.is_some()).count();
        if in_files >= FILE_RESOURCES {
            report.resources_left_out += 1;
            continue;
        }
        let (end, url) = (reference.end, reference.url.clone());
        let resource = Resource::named(reference, url, Found::Css);
        report.resources.push(Resource {
            start: None,
            end: None,
            initiator: Some(place.clone()),
            initiator_end: Some(end),
            ..resource
        });
    }
}

#[cfg(all(test, feature = "addresses"))]
mod tests {
    use super::*;
    use crate::report::{RequestRule, ResourceKind};
    use crate::resource::Reference;
    use crate::{Context, Inspection, Options};

    fn reference(start: u64, url: &str, kind: ResourceKind) -> (Found, Reference) {
        let (url, rule) = (url.to_owned(), rule::of_kind(kind));
        (Found::Html, Reference { url, kind, rule, start, end: start + 1, line: 1, detail: None })
    }

    fn collected(page: &str, named: NamedResources, runtime: &[Timing]) -> Vec<Resource> {
        let options = Options { url: page.to_owned(), ..Options::default() };
        let mut report = Inspection::new(options).finish(Context::default());
        collect(&mut report, named, runtime);
        report.resources
    }

    #[test]
    fn a_base_element_holds_for_what_comes_after_it() {
        let references = vec![
            reference(1, "a.js", ResourceKind::Script),
            reference(9, "a.js", ResourceKind::Script),
            reference(10, "//b.example/c.js#x", ResourceKind::Script),
        ];
        let base = Some((5, "/deep/".to_owned()));
        let urls: Vec<String> =
            collected("https://a.example/", NamedResources { references, base, ..NamedResources::default() }, &[])
                .into_iter()
                .map(|resource| resource.url)
                .collect();
        assert_eq!(urls, ["https://a.example/a.js", "https://a.example/deep/a.js", "https://b.example/c.js"]);
    }

    #[test]
    fn one_address_named_twice_is_one_resource_and_the_request_counts() {
        let references = vec![
            reference(1, "x.svg", ResourceKind::Image),
            reference(2, "x.svg", ResourceKind::Frame),
            reference(3, "x.svg", ResourceKind::Frame),
        ];
        let resources =
            collected("https://a.example/", NamedResources { references, ..NamedResources::default() }, &[]);
        assert_eq!(resources.len(), 1);
        assert_eq!((resources[0].start, resources[0].rule), (Some(2), RequestRule::Fetched));
    }

    #[test]
    fn what_is_not_fetched_is_no_resource() {
        let written =
            ["data:text/css,", "javascript:1", "about:blank", "blob:https://a.example/1", "", " ", "http://["];
        let references = written.map(|url| reference(1, url, ResourceKind::Frame)).into();
        assert_eq!(
            collected("https://a.example/", NamedResources { references, ..NamedResources::default() }, &[]),
            []
        );
    }

    /// Tried in Chromium: it asks for the page once more, or for what the base element names; and for nothing where the
    /// address is empty.
    #[test]
    fn a_frame_of_a_place_in_the_page_is_the_page_itself() {
        let asked = |written: &str, base: Option<&str>| {
            let references = vec![reference(9, written, ResourceKind::Frame)];
            let base = base.map(|href| (1, href.to_owned()));
            collected("https://a.example/p", NamedResources { references, base, left_out: 0 }, &[])
                .into_iter()
                .map(|resource| (resource.url, rule::requested(resource.rule)))
                .collect::<Vec<_>>()
        };
        assert_eq!(asked("#x", None), [("https://a.example/p".to_owned(), Requested::Yes)]);
        assert_eq!(asked("#x", Some("/other/")), [("https://a.example/other/".to_owned(), Requested::Yes)]);
        assert_eq!(asked("", None), []);
        assert_eq!(asked("", Some("/other/")), []);
    }

    #[test]
    fn without_the_pages_address_a_relative_one_stays_as_written() {
        let references = vec![reference(1, "a.js", ResourceKind::Script)];
        assert_eq!(
            collected("page.html", NamedResources { references, ..NamedResources::default() }, &[])[0].url,
            "a.js"
        );
    }

    #[test]
    fn a_timing_fills_what_the_html_names_and_adds_what_it_does_not() {
        let timing = |url: &str| Timing {
            url: url.to_owned(),
            initiator: "script".to_owned(),
            body_bytes: Some(7),
            ..Timing::default()
        };
        let runtime =
            [timing("https://a.example/a.js"), timing("https://a.example/late.js"), timing("https://a.example/")];
        let references = vec![reference(1, "a.js", ResourceKind::Script)];
        let resources =
            collected("https://a.example/", NamedResources { references, ..NamedResources::default() }, &runtime);
        let facts: Vec<_> = resources.iter().map(|one| (one.found, one.start, one.body_bytes)).collect();
        assert_eq!(facts, [(Found::Html, Some(1), Some(7)), (Found::Runtime, None, Some(7))]);
    }
}
