//! Where the resources of a page come from on the command line: a folder, or an archive.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};

use crawl_cutoff_core::limit::LimitChoice;
use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::report::{Requested, Resource};
use crawl_cutoff_core::resource::reader::Reader;
use crawl_cutoff_core::resource::target::{Target, is_frame, of_frame, origins, target};
use crawl_cutoff_core::resource::{Measurement, RobotsFile, address, measure};
use crawl_cutoff_core::response::Head;
use crawl_cutoff_core::{Context, Inspection, Options, Report};

use crate::failure::Failure;
use crate::har::{Answer, Archive};

/// How often what was just found in stylesheets is read in turn: `@import` in `@import`.
const ROUNDS: usize = 5;

/// Where resources come from.
pub(crate) enum Supply {
    /// Files, looked up by address, see [`Supply::file`].
    Folder(PathBuf),
    Archive(Box<Archive>),
}

impl Supply {
    /// A folder, or an archive by its name.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if path.is_dir() {
            return Ok(Self::Folder(path.to_owned()));
        }
        let file = File::open(path).map_err(Failure::of_reading)?;
        Archive::read(file).map(Box::new).map(Self::Archive)
    }

    fn find(&self, url: &str) -> Option<Answer> {
        let folder = match self {
            Self::Archive(archive) => return archive.find(url),
            Self::Folder(folder) => folder,
        };
        let body = file(folder, url).and_then(|path| fs::read(path).ok())?;
        Some(Answer {
            body_bytes: Some(body.len() as u64),
            body: Some(body),
            head: None,
            transferred_bytes: None,
            protocol: None,
            duration_ms: None,
            error: None,
        })
    }

    fn robots(&self, origins: &[String]) -> Vec<RobotsFile> {
        let folder = match self {
            Self::Archive(archive) => return archive.robots(origins),
            Self::Folder(folder) => folder,
        };
        let file = |origin: &String| {
            let body = fs::read(file(folder, &format!("{origin}/robots.txt"))?).ok()?;
            Some(RobotsFile {
                origin: origin.clone(),
                status: Some(200),
                redirects: 0,
                body_bytes: Some(body.len() as u64),
                body: Some(String::from_utf8_lossy(&body).into_owned()),
            })
        };
        origins.iter().filter_map(file).collect()
    }

    /// Reads every resource of the report that may be requested, and the robots.txt of every host, and puts in what is found.
    pub(crate) fn measure(&self, report: &mut Report, messages: &Messages) {
        let mut seen = BTreeSet::new();
        for _ in 0..ROUNDS {
            let fresh: Vec<&Resource> = report
                .resources
                .iter()
                .filter(|one| one.requested != Requested::No && !seen.contains(&one.url))
                .collect();
            seen.extend(fresh.iter().map(|resource| resource.url.clone()));
            let measured: Vec<Measurement> =
                fresh.iter().filter_map(|resource| self.measured(resource, report, messages)).collect();
            let robots = self.robots(&origins(report));
            measure(report, &measured, &robots, messages);
            if measured.is_empty() {
                return;
            }
        }
    }

    fn measured(&self, resource: &Resource, report: &Report, messages: &Messages) -> Option<Measurement> {
        let answer = self.find(&resource.url)?;
        let target = target(report, &resource.url)?;
        let body = answer.body.as_deref().unwrap_or_default();
        let mut measurement = if is_frame(resource) && answer.body.is_some() {
            of_frame(&resource.url, &frame(target, answer.head.clone(), body, messages))
        } else {
            let mut reader = Reader::new(target, answer.head.clone());
            reader.push(body);
            reader.finish()
        };
        if answer.body.is_none() {
            // Nothing was read, so nothing that reading tells is known.
            measurement = Measurement {
                url: measurement.url,
                status: measurement.status,
                content_type: measurement.content_type,
                head_bytes: measurement.head_bytes,
                ..Measurement::default()
            };
        }
        Some(Measurement {
            body_bytes: answer.body_bytes,
            transferred_bytes: answer.transferred_bytes,
            protocol: answer.protocol,
            duration_ms: answer.duration_ms,
            error: answer.error,
            ..measurement
        })
    }
}

/// A document in a frame is a page of its own.
fn frame(target: Target, head: Option<Head>, body: &[u8], messages: &Messages) -> Report {
    let limit = match (target.limit.crawler.as_str(), target.limit.earliest) {
        ("user", Some(offset)) => LimitChoice::User(offset),
        _ => LimitChoice::Googlebot,
    };
    let mut inspection =
        Inspection::new(Options { url: target.url, head, limit, messages: messages.clone(), ..Options::default() });
    inspection.push(body);
    inspection.finish(Context::default())
}

/// The file of `url` in `folder`: the first that is there of `folder/HOST/PATH`, `folder/PATH` and `folder/NAME`.
///
/// A path that ends in `/` is `index.html` in it. The query is no part of a name.
fn file(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let origin = address::origin(path);
    let path = &path[origin.map_or(0, str::len)..];
    let path = path.strip_prefix("file://").unwrap_or(path).trim_start_matches('/');
    let path = if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    let host = origin.and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    let name = path.rsplit('/').next().unwrap_or_default();
    let candidates = [host.map(|host| format!("{host}/{path}")), Some(path.clone()), Some(name.to_owned())];
    let is_inside = |candidate: &PathBuf| candidate.components().all(|part| matches!(part, Component::Normal(_)));
    candidates
        .into_iter()
        .flatten()
        .map(PathBuf::from)
        .filter(is_inside)
        .map(|path| folder.join(path))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_host_and_path_then_path_then_name_and_never_outside() {
        let folder = std::env::temp_dir().join(format!("crawl-cutoff-resources-{}", std::process::id()));
        fs::create_dir_all(folder.join("a.example/js")).unwrap();
        fs::create_dir_all(folder.join("js")).unwrap();
        for name in ["a.example/js/x.js", "js/x.js", "x.js", "only.js", "a.example/index.html"] {
            fs::write(folder.join(name), name).unwrap();
        }
        let found = |url: &str| file(&folder, url).map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(found("https://a.example/js/x.js?v=1").as_deref(), Some("a.example/js/x.js"));
        assert_eq!(found("https://b.example/js/x.js").as_deref(), Some("js/x.js"));
        assert_eq!(found("https://b.example/deep/only.js").as_deref(), Some("only.js"));
        assert_eq!(found("js/x.js").as_deref(), Some("js/x.js"));
        assert_eq!(found("https://a.example/").as_deref(), Some("a.example/index.html"));
        assert_eq!(found("../../x.js"), Some("x.js".to_owned()));
        assert_eq!(found("https://a.example/none.js"), None);
        fs::remove_dir_all(folder).unwrap();
    }
}
