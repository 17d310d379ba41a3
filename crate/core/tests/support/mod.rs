//! What the integration tests share.

#![allow(dead_code)] // Each test program uses its own part.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests, outside `#[test]` functions.

pub(crate) mod dat;
pub(crate) mod facts;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crawl_cutoff_core::limit::LimitChoice;
use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::response::Head;
use crawl_cutoff_core::{Context, Inspection, Options, Report};

/// Read once: tests make thousands of reports.
static MESSAGES: LazyLock<Messages> = LazyLock::new(Messages::default);

/// One of the project's own pages.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    pub(crate) body: Vec<u8>,
    pub(crate) head: Option<Head>,
}

/// The cases of `tests/pages`, by name.
pub(crate) fn cases() -> Vec<Case> {
    let pages = repository().join("tests/pages");
    let mut cases: Vec<Case> = std::fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|folder| folder.join("page.html").is_file())
        .map(|folder| Case {
            name: folder.file_name().unwrap().to_string_lossy().into_owned(),
            body: std::fs::read(folder.join("page.html")).unwrap(),
            head: std::fs::read(folder.join("head.txt")).ok().map(|head| Head::parse(&head).unwrap()),
            folder,
        })
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

/// A folder of the corpus; `None`, after saying so, when it is not there.
pub(crate) fn corpus(folder: &str) -> Option<PathBuf> {
    let corpus =
        std::env::var_os("CRAWL_CUTOFF_CORPUS").map_or_else(|| repository().join("../shared/corpus"), PathBuf::from);
    let path = corpus.join(folder);
    if !path.is_dir() {
        println!("skipped: no corpus");
        return None;
    }
    Some(path)
}

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A response head that says UTF-8 HTML.
pub(crate) fn utf8_html() -> Option<Head> {
    Some(Head::parse(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n").unwrap())
}

/// The report on `body`, given in chunks of `chunk_bytes`, when it is cut at `cut`.
pub(crate) fn inspect_in_chunks(body: &[u8], head: Option<Head>, cut: u64, chunk_bytes: usize) -> Report {
    let messages = MESSAGES.clone();
    let options = Options { head, limit: LimitChoice::User(cut), messages, ..Options::default() };
    let mut inspection = Inspection::new(options);
    for chunk in body.chunks(chunk_bytes.max(1)) {
        inspection.push(chunk);
    }
    inspection.finish(Context::default())
}

/// The report on `body` when it is cut at `cut`.
pub(crate) fn inspect(body: &[u8], head: Option<Head>, cut: u64) -> Report {
    inspect_in_chunks(body, head, cut, usize::MAX)
}

/// Tokens to make random documents of: the vocabulary that the oracle draws from too.
pub(crate) fn vocabulary() -> Vec<String> {
    let text = std::fs::read_to_string(repository().join("tests/oracle/vocabulary.json")).unwrap();
    let kinds: std::collections::BTreeMap<String, Vec<String>> = serde_json::from_str(&text).unwrap();
    kinds.into_values().flatten().collect()
}
