//! The command `crawl-cutoff`: the core on files and pipes.
//!
//! ```text
//! arguments ─► input ─► check (core) ─► report ─► print or json
//!                 └────── failure ──────────────► standard error
//! ```
//!
//! Reports go to standard output, everything else to standard error. Exit status: 0 everything kept, 1 something depends, is
//! damaged or lost, 2 an input could not be checked (the others still are).

mod arguments;
mod check;
mod failure;
mod input;
mod json;
mod plain;
mod print;
mod progress;
mod run;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments::Arguments { command: arguments::Command::Check(arguments) } = arguments::Arguments::parse();
    ExitCode::from(run::run(&arguments) as u8)
}
