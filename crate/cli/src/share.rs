//! A report as a link, and a link as a report.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use crawl_cutoff_core::Report;
use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::share::{self, LINK_CHARACTERS_READ};
use crawl_cutoff_core::view::shared_sentence;
use crawl_cutoff_core::view::words::Words;

use crate::arguments::{Open, Share};
use crate::check::{Checked, is_all_kept};
use crate::failure::Failure;
use crate::json;
use crate::plain::plain;
use crate::print::{self, Paper};
use crate::run::{Outcome, complain};

/// Prints the link to a report, and on standard error what it is.
pub(crate) fn share(arguments: &Share) -> Outcome {
    let messages = Messages::default();
    let name = arguments.report.to_string_lossy();
    let report = read(&arguments.report).and_then(|json| {
        serde_json::from_str::<Report>(json.trim()).map_err(|error| Failure::NoReport(error.to_string()))
    });
    let report = match report {
        Ok(report) => report,
        Err(failure) => return not_done(&failure.sentence(&name, &messages)),
    };
    let link = share::encode(&report, &arguments.include(), &arguments.viewer, &messages);
    if let Err(outcome) = put(&format!("{}\n", link.text), Outcome::AllKept, &messages) {
        return outcome;
    }
    let words = Words(&messages);
    // On standard error: on standard output stands the link alone, to be piped.
    let length = words.counted("cli_link_characters", link.characters() as u64);
    let parts: Vec<String> =
        link.left_out().iter().map(|part| words.say(&format!("view_left_out_{}", part.name()))).collect();
    let note = match parts.as_slice() {
        [] => words.with("cli_link_whole", &[&length]),
        parts => words.with("cli_link_left_out", &[&length, &words.list(parts)]),
    };
    // Where nobody hears it, the link is still there.
    let _ = writeln!(io::stderr(), "{note}");
    Outcome::AllKept
}

/// Prints the report that a link carries.
pub(crate) fn open(arguments: &Open) -> Outcome {
    let messages = Messages::default();
    let link = if arguments.link == "-" { read("-".as_ref()) } else { Ok(arguments.link.clone()) };
    let link = match link {
        Ok(link) => link,
        Err(failure) => return not_done(&failure.sentence("-", &messages)),
    };
    let report = match share::decode(link.trim(), &messages) {
        Ok(report) => report,
        Err(error) => return not_done(&error.sentence(&messages)),
    };
    let outcome = if is_all_kept(&report) { Outcome::AllKept } else { Outcome::NotAllKept };
    let text = if arguments.json {
        match json::line(&report) {
            Ok(line) => line + "\n",
            Err(error) => return not_done(&error.to_string()),
        }
    } else {
        let note = shared_sentence(&report, Words(&messages)).unwrap_or_default();
        let name = plain(&report.page.url);
        let checked = Checked { report, was_gzip: false };
        let sheet = print::report(&checked, &name, Words(&messages), Paper::of_standard_output());
        format!("{sheet}\n{note}\n")
    };
    put(&text, outcome, &messages).unwrap_or_else(|outcome| outcome)
}

/// The text of a file or of standard input, at most what a report or a link can be.
fn read(path: &Path) -> Result<String, Failure> {
    /// Far more than the JSON of any report.
    const REPORT_BYTES: u64 = 256 * 1024 * 1024;
    const _: () = assert!((LINK_CHARACTERS_READ as u64) < REPORT_BYTES);
    if path.is_dir() {
        return Err(Failure::Folder);
    }
    let reader: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(fs::File::open(path).map_err(Failure::of_reading)?)
    };
    let mut bytes = Vec::new();
    reader.take(REPORT_BYTES).read_to_end(&mut bytes).map_err(Failure::of_reading)?;
    String::from_utf8(bytes).map_err(|error| Failure::NoReport(error.to_string()))
}

fn not_done(sentence: &str) -> Outcome {
    complain(sentence);
    Outcome::NotChecked
}

/// Writes to standard output. Whoever closed it has enough.
fn put(text: &str, outcome: Outcome, messages: &Messages) -> Result<Outcome, Outcome> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(outcome),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(outcome),
        Err(error) => Err(not_done(&messages.text("cli_failure_output", &[&error.to_string()]))),
    }
}
