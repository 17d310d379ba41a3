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
mod har;
mod input;
mod json;
mod plain;
mod print;
mod progress;
mod resources;
mod run;
mod share;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::Parser;

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Check(arguments) => run::run(&arguments),
        Command::Share(arguments) => share::share(&arguments),
        Command::Open(arguments) => share::open(&arguments),
    };
    ExitCode::from(outcome as u8)
}
