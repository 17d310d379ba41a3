//! From an input to a report.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crawl_cutoff_core::hazard::PageScripts;
use crawl_cutoff_core::limit::LimitChoice;
use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::report::Fate;
use crawl_cutoff_core::resource::PageTarget;
use crawl_cutoff_core::response::Head;
use crawl_cutoff_core::{Context, Inspection, Options, Report, finding};

use crate::failure::Failure;
use crate::har::Archive;
use crate::input::{self, Input};
use crate::resources::Supply;

/// Bytes read at once. Only this much of an input is in memory, and its beginning for the sake of its scripts.
const CHUNK_BYTES: usize = 256 * 1024;

/// What holds for every input.
pub(crate) struct Settings {
    pub(crate) limit: LimitChoice,
    pub(crate) head: Option<Head>,
    pub(crate) url: Option<String>,
    pub(crate) messages: Messages,
    /// Where the resources of every page come from.
    pub(crate) resources: Option<Supply>,
}

/// An input that was checked.
pub(crate) struct Checked {
    pub(crate) report: Report,
    /// Whether the input was gzip; its decoded bytes were counted.
    pub(crate) was_gzip: bool,
}

/// Reads the response head that a file holds.
pub(crate) fn read_head(path: &Path) -> Result<Head, Failure> {
    if path.is_dir() {
        return Err(Failure::Folder);
    }
    let text = fs::read(path).map_err(Failure::of_reading)?;
    Head::parse(&text).map_err(Failure::Head)
}

/// Reads an input to its end and reports on it. `watch` wraps what is read, to follow it.
pub(crate) fn check(
    input: &Input,
    settings: &Settings,
    watch: impl FnOnce(Box<dyn Read>) -> Box<dyn Read>,
) -> Result<Checked, Failure> {
    let reader = watch(input.open()?);
    if Archive::is_name(&input.name()) {
        return check_archive(Archive::read(reader)?, settings);
    }
    let decoded = input::decoded(reader).map_err(Failure::of_reading)?;
    let url = settings.url.clone().unwrap_or_else(|| name_as_url(input, decoded.is_gzip));
    let inspection = start(settings, url, settings.head.clone());
    let mut report = inspect(inspection, Context::default(), decoded.reader).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof if decoded.is_gzip => {
            Failure::DamagedGzip(error)
        }
        _ => Failure::of_reading(error),
    })?;
    if report.page.body_bytes == 0 {
        return Err(Failure::Empty);
    }
    finish(&mut report, settings.resources.as_ref(), settings);
    Ok(Checked { report, was_gzip: decoded.is_gzip })
}

/// The first page of an archive, with its resources from there or from elsewhere.
fn check_archive(archive: Archive, settings: &Settings) -> Result<Checked, Failure> {
    let page = archive.page();
    let body = page.body.ok_or(Failure::ArchiveWithoutPage)?;
    let url = settings.url.clone().unwrap_or_else(|| archive.page_url().to_owned());
    let context = Context {
        transferred_bytes: page.transferred_bytes,
        response_ms: page.duration_ms,
        protocol: page.protocol,
        requested_url: archive.requested_url(),
        runtime: archive.timings(),
        ..Context::default()
    };
    let inspection = start(settings, url, settings.head.clone().or(page.head));
    let mut report = inspect(inspection, context, &*body).map_err(Failure::of_reading)?;
    let own = Supply::Archive(Box::new(archive));
    finish(&mut report, settings.resources.as_ref().or(Some(&own)), settings);
    Ok(Checked { report, was_gzip: false })
}

fn start(settings: &Settings, url: String, head: Option<Head>) -> Inspection {
    let (limit, messages) = (settings.limit, settings.messages.clone());
    Inspection::new(Options { url, head, limit, messages, ..Options::default() })
}

/// Reads a body to its end: the page, and the scripts in it.
fn inspect(mut inspection: Inspection, context: Context, reader: impl Read) -> io::Result<Report> {
    let mut scripts = PageScripts::default();
    feed(&mut inspection, &mut scripts, reader)?;
    let mut report = inspection.finish(context);
    scripts.read(&PageTarget::of(&report)).put_into(&mut report);
    Ok(report)
}

/// Reads the resources, and judges.
fn finish(report: &mut Report, resources: Option<&Supply>, settings: &Settings) {
    match resources {
        Some(supply) => supply.measure(report, &settings.messages),
        None => finding::judge(report, &settings.messages),
    }
}

fn feed(inspection: &mut Inspection, scripts: &mut PageScripts, mut reader: impl Read) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        match reader.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(read_bytes) => {
                inspection.push(&chunk[..read_bytes]);
                scripts.push(&chunk[..read_bytes]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The path stands in for an address that is not known: its ending helps to tell the kind of content.
fn name_as_url(input: &Input, is_gzip: bool) -> String {
    match input {
        Input::StandardInput => String::new(),
        Input::File(_) => {
            let name = input.name();
            match name.strip_suffix(".gz") {
                Some(inner) if is_gzip => inner.to_owned(),
                _ => name,
            }
        }
    }
}

/// Whether everything in the report is kept, as far as limits are published.
pub(crate) fn is_all_kept(report: &Report) -> bool {
    let fates = report.signals.iter().map(|signal| signal.fate);
    let resource_fates = report.resources.iter().filter_map(|resource| resource.fate);
    report.verdict.fate.into_iter().chain(fates).chain(resource_fates).all(|fate| fate == Fate::Kept)
}
