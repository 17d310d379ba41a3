//! The inline scripts of a page.

use std::borrow::Cow;

use encoding_rs::Encoding;

use super::{MAX_SCRIPT_BYTES, ScriptKind, find};
use crate::decode;
use crate::report::{Hazard, InlineScript, ScriptReading};
use crate::resource::{PageReading, PageTarget};

/// Length of an end tag, which a script needs to run.
const END_TAG_BYTES: u64 = b"</script>".len() as u64;

/// Most hazards that a report keeps of its page's own scripts.
const MAX_PAGE_HAZARDS: usize = 200;

/// Takes the body of a page for the sake of its scripts. Holds its first [`MAX_SCRIPT_BYTES`] and no more.
#[derive(Debug, Default)]
pub struct PageScripts {
    body: Vec<u8>,
}

impl PageScripts {
    /// Takes the next bytes of the body.
    pub fn push(&mut self, chunk: &[u8]) {
        let room = MAX_SCRIPT_BYTES - self.body.len();
        self.body.extend_from_slice(&chunk[..chunk.len().min(room)]);
    }

    /// Reads the scripts of `target` that end before the latest edge.
    #[must_use]
    pub fn read(&self, target: &PageTarget) -> PageReading {
        let encoding = target.encoding.as_deref().and_then(|label| Encoding::for_label(label.as_bytes()));
        let encoding = encoding.unwrap_or(encoding_rs::UTF_8);
        let mut found = PageReading::default();
        for script in &target.scripts {
            let reading = self.read_script(script, target, encoding, &mut found.hazards);
            found.readings.push(reading);
        }
        found
    }

    fn read_script(
        &self,
        script: &InlineScript,
        target: &PageTarget,
        encoding: &'static Encoding,
        found: &mut Vec<Hazard>,
    ) -> ScriptReading {
        if target.latest.is_some_and(|latest| script.end.saturating_add(END_TAG_BYTES) > latest) {
            return ScriptReading::Cut;
        }
        let Some(code) = slice(&self.body, script.start, script.end) else { return ScriptReading::TooLong };
        let text = decode::decode(encoding, code);
        let kind = if script.module { ScriptKind::Module } else { ScriptKind::Classic };
        match find(&text, &target.url, kind) {
            Ok(hazards) => {
                let room = MAX_PAGE_HAZARDS.saturating_sub(found.len());
                let is_raw = matches!(text, Cow::Borrowed(_));
                let first_column = column(&self.body, script.start, encoding);
                found
                    .extend(hazards.into_iter().take(room).map(|hazard| in_page(hazard, script, first_column, is_raw)));
                ScriptReading::Read
            }
            Err(unread) => unread.into(),
        }
    }
}

fn slice(body: &[u8], start: u64, end: u64) -> Option<&[u8]> {
    body.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

/// Characters before `start` on its line.
fn column(body: &[u8], start: u64, encoding: &'static Encoding) -> u64 {
    let before = slice(body, 0, start).unwrap_or_default();
    let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    decode::decode(encoding, &before[line..]).chars().count() as u64
}

/// The hazard at its place in the page. `is_raw`: the text is the bytes of the body.
fn in_page(hazard: Hazard, script: &InlineScript, first_column: u64, is_raw: bool) -> Hazard {
    Hazard {
        line: script.line + hazard.line - 1,
        column: if hazard.line == 1 { first_column + hazard.column } else { hazard.column },
        start: hazard.start.filter(|_| is_raw).map(|start| script.start + start),
        ..hazard
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Report;
    use crate::limit::LimitChoice;
    use crate::{Context, Inspection, Options};

    fn report(html: &str, limit: u64) -> Report {
        let url = "https://example.com/".to_owned();
        let mut inspection = Inspection::new(Options { url, limit: LimitChoice::User(limit), ..Options::default() });
        let mut scripts = PageScripts::default();
        for chunk in html.as_bytes().chunks(7) {
            inspection.push(chunk);
            scripts.push(chunk);
        }
        let mut report = inspection.finish(Context::default());
        scripts.read(&PageTarget::of(&report)).put_into(&mut report);
        report
    }

    fn readings(report: &Report) -> Vec<Option<ScriptReading>> {
        report.inline_scripts.iter().map(|script| script.reading).collect()
    }

    #[test]
    fn hazards_stand_where_the_page_has_them() {
        let html = "<!doctype html><meta charset=utf-8>\n<p>é</p> <script>a();\nb(localStorage.x)</script><script>document.cookie</script>";
        let report = report(html, 10_000);
        let [first, second] = &report.hazards[..] else { panic!("{:?}", report.hazards) };
        assert_eq!((first.line, first.column), (3, 3));
        assert_eq!(first.start, Some(html.find("localStorage").unwrap() as u64));
        assert_eq!((second.line, second.column), (3, "b(localStorage.x)</script><script>".len() as u64 + 1));
        assert_eq!(second.start, Some(html.find("document.cookie").unwrap() as u64));
        assert_eq!(first.place, "https://example.com/");
    }

    #[test]
    fn only_scripts_that_run_count() {
        let html = "<script type=application/json>{\"a\":localStorage.a}</script><script nomodule>localStorage.b</script>\
            <template><script>localStorage.c</script></template><script src=a.js>localStorage.d</script>\
            <script type=module>import \"./e.js\"; localStorage.e</script><!--<script>localStorage.f</script>-->\
            <script>let broken = ;localStorage.g</script><script>localStorage.h";
        let report = report(html, 10_000);
        let code: Vec<&str> = report.hazards.iter().map(|hazard| hazard.snippet.as_str()).collect();
        assert_eq!(code, ["localStorage.e"]);
        assert_eq!(readings(&report), [Some(ScriptReading::Read), Some(ScriptReading::Syntax)]);
    }

    #[test]
    fn a_script_that_is_cut_has_no_hazards() {
        let html = "<script>localStorage.a</script><script>localStorage.b</script>";
        let second = html.len() as u64;
        let cut = Some(ScriptReading::Cut);
        assert_eq!(readings(&report(html, second)), [Some(ScriptReading::Read); 2]);
        let report = report(html, second - 1);
        assert_eq!(readings(&report), [Some(ScriptReading::Read), cut]);
        assert_eq!(report.hazards.len(), 1);
    }
}
