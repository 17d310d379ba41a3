//! Build steps that need Rust: `cargo xtask <step>`.
//!
//! ```text
//! wasm      crate/browser → dist/wasm                 the WebAssembly package
//! dist      + extension/, manifest.json → dist/chrome, dist/firefox; + viewer/ → dist/viewer
//! package   → dist/crawl-cutoff-{chrome,firefox}.zip  same input, same bytes
//! budgets   sizes of the above against tests/budgets.json
//! ```
//!
//! Each step does the ones above it first, except `budgets`, which measures what is there.

mod budgets;
mod dist;
mod manifest;
mod notices;
mod package;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

/// Build steps of Crawl Cutoff that need Rust.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    step: Step,
}

#[derive(Clone, Copy, Subcommand)]
enum Step {
    /// Compile crate/browser to dist/wasm
    Wasm,
    /// Assemble dist/chrome, dist/firefox and dist/viewer
    Dist,
    /// Zip dist/chrome and dist/firefox, and print the hashes
    Package,
    /// Measure dist against tests/budgets.json
    Budgets,
}

fn main() -> ExitCode {
    match run(Arguments::parse().step) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(step: Step) -> Result<()> {
    let root = workspace_root()?;
    match step {
        Step::Wasm => wasm::build(&root),
        Step::Dist => dist::build(&root),
        Step::Package => package::build(&root),
        Step::Budgets => budgets::check(&root),
    }
}

/// The workspace that cargo runs this in: asked at run time, because a target folder can serve several checkouts.
fn workspace_root() -> Result<PathBuf> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").context("run this as `cargo xtask`")?;
    let root = Path::new(&package).ancestors().nth(2);
    root.map(Path::to_path_buf).context("crate/xtask is not two folders below the workspace")
}
