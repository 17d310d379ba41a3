//! The command from its arguments to its exit status.

use std::io::{self, Write};

use clap::CommandFactory;
use clap::error::ErrorKind;
use crawl_cutoff_core::message::Messages;

use crate::arguments::{Arguments, Check};
use crate::check::{Settings, check, is_all_kept, read_head};
use crate::input::Input;
use crate::print::table::Row;
use crate::print::{self, Paper};
use crate::progress::Progress;
use crate::resources::Supply;
use crate::{json, plain};
use crawl_cutoff_core::view::words::Words;

/// How the command ends; the worst of all inputs is its exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    AllKept = 0,
    NotAllKept = 1,
    NotChecked = 2,
}

/// Checks every input and prints what it finds.
pub(crate) fn run(arguments: &Check) -> Outcome {
    if arguments.url.is_some() && arguments.inputs.len() > 1 {
        let sentence = "--url is the address of one page, but there are several inputs";
        Arguments::command().error(ErrorKind::ArgumentConflict, sentence).exit();
    }
    let messages = Messages::default();
    let head = match arguments.head.as_deref().map(read_head).transpose() {
        Ok(head) => head,
        Err(failure) => {
            let path = arguments.head.as_deref().unwrap_or_else(|| "".as_ref());
            complain(&failure.sentence(&path.to_string_lossy(), &messages));
            return Outcome::NotChecked;
        }
    };
    let resources = match arguments.resources.as_deref().map(Supply::open).transpose() {
        Ok(resources) => resources,
        Err(failure) => {
            let path = arguments.resources.as_deref().unwrap_or_else(|| "".as_ref());
            complain(&failure.sentence(&path.to_string_lossy(), &messages));
            return Outcome::NotChecked;
        }
    };
    let settings = Settings { limit: arguments.limit(), head, url: arguments.url.clone(), messages, resources };
    let inputs: Vec<Input> = arguments.inputs.iter().map(|path| Input::of_argument(path)).collect();
    match check_all(&inputs, &settings, arguments.json) {
        Ok(outcome) => outcome,
        // Whoever reads the output has enough of it.
        Err((error, outcome)) if error.kind() == io::ErrorKind::BrokenPipe => outcome,
        Err((error, _)) => {
            complain(&settings.messages.text("cli_failure_output", &[&error.to_string()]));
            Outcome::NotChecked
        }
    }
}

/// Fails where the output cannot be written, with the outcome so far.
fn check_all(inputs: &[Input], settings: &Settings, is_json: bool) -> Result<Outcome, (io::Error, Outcome)> {
    let words = Words(&settings.messages);
    let mut out = anstream::stdout().lock();
    let paper = Paper::of_standard_output();
    let progress = Progress::new(inputs.iter().map(Input::file_bytes).sum());
    let mut outcome = Outcome::AllKept;
    let mut rows = Vec::new();
    for input in inputs {
        let name = plain::plain(&input.name());
        progress.name(name.clone());
        let result = check(input, settings, |reader| progress.watch(reader));
        outcome = outcome.max(match &result {
            Ok(checked) if is_all_kept(&checked.report) => Outcome::AllKept,
            Ok(_) => Outcome::NotAllKept,
            Err(_) => Outcome::NotChecked,
        });
        let written = progress.suspend(|| match &result {
            Err(failure) => {
                complain(&failure.sentence(&name, &settings.messages));
                Ok(())
            }
            Ok(checked) if is_json => match json::line(&checked.report) {
                Ok(line) => writeln!(out, "{line}"),
                Err(error) => Err(error.into()),
            },
            Ok(checked) if inputs.len() == 1 => out.write_all(print::report(checked, &name, words, paper).as_bytes()),
            Ok(checked) => writeln!(out, "{}", print::line(&checked.report, &name)),
        });
        written.and_then(|()| out.flush()).map_err(|error| (error, outcome))?;
        rows.push(match result {
            Ok(checked) => Row::of_report(name, &checked.report),
            Err(_) => Row::of_failure(name),
        });
    }
    progress.finish();
    if inputs.len() > 1 && !is_json {
        let table = print::table::table(&rows, words, paper);
        write!(out, "\n{table}").and_then(|()| out.flush()).map_err(|error| (error, outcome))?;
    }
    Ok(outcome)
}

/// Prints a sentence on standard error. Where even that fails there is nobody left to tell.
pub(crate) fn complain(sentence: &str) {
    let _ = writeln!(io::stderr(), "crawl-cutoff: {sentence}");
}
