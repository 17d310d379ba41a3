//! crate/browser → dist/wasm: the modules, their JavaScript and their types.

use std::collections::BTreeSet;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Message, Metadata, MetadataCommand};
use wasm_bindgen_cli_support::Bindgen;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
pub(crate) const CRATE: &str = "crawl-cutoff-browser";
/// Profile in the root Cargo.toml: small, but fast where a page's bytes pass through.
const PROFILE: &str = "wasm";

/// One WebAssembly module: crate/browser with one of its features.
#[derive(Clone, Copy)]
pub(crate) struct Module {
    /// Stem of its files in dist/wasm.
    pub(crate) stem: &'static str,
    feature: &'static str,
    /// Optimisation: as the root Cargo.toml says, or all for size where no page passes through.
    core: Core,
}

#[derive(Clone, Copy, PartialEq)]
enum Core {
    Fast,
    Small,
}

/// What ships: the module of the popup, that of the report tab, and that which reads subresources.
pub(crate) const MODULES: [Module; 3] = [
    Module { stem: "crawl-cutoff", feature: "inspect", core: Core::Fast },
    SHOWN,
    Module { stem: "reader", feature: "read", core: Core::Small },
];

/// The module that shows reports, which is all that the viewer needs.
pub(crate) const SHOWN: Module = Module { stem: "report", feature: "show", core: Core::Small };

impl Module {
    /// The JavaScript and the WebAssembly.
    pub(crate) fn files(self) -> [String; 2] {
        [format!("{}.js", self.stem), self.wasm()]
    }

    /// The WebAssembly.
    pub(crate) fn wasm(self) -> String {
        format!("{}_bg.wasm", self.stem)
    }
}

/// Builds dist/wasm.
pub(crate) fn build(root: &Path) -> Result<()> {
    MODULES.into_iter().try_for_each(|module| bind(root, module))
}

fn bind(root: &Path, module: Module) -> Result<()> {
    let compiled = compile(root, module)?;
    Bindgen::new()
        .input_path(&compiled)
        .web(true)?
        .typescript(true)
        // Callers name the module themselves: a default address would have to guess where it lies.
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name(module.stem)
        .generate(root.join("dist/wasm"))
        .with_context(|| format!("wasm-bindgen on {}", compiled.display()))
}

/// Metadata of everything that crate/browser is built from.
pub(crate) fn metadata(root: &Path) -> Result<Metadata> {
    Ok(MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .other_options(["--locked".to_owned(), "--filter-platform".to_owned(), TARGET.to_owned()])
        .exec()?)
}

fn compile(root: &Path, module: Module) -> Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    if module.core == Core::Small {
        for package in ["crawl-cutoff-core", "crawl-cutoff-scan"] {
            cargo.arg("--config").arg(format!("profile.wasm.package.{package}.opt-level=\"z\""));
        }
    }
    let mut cargo = cargo
        .args(["build", "--profile", PROFILE, "--locked", "--target", TARGET, "--package", CRATE])
        .args(["--no-default-features", "--features", module.feature])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(root)?.join("\u{1f}"))
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo does not start")?;
    let output = cargo.stdout.take().context("cargo has no output")?;
    let mut compiled = None;
    for message in Message::parse_stream(BufReader::new(output)) {
        if let Message::CompilerArtifact(artifact) = message? {
            let wasm = artifact.filenames.into_iter().find(|file| file.extension() == Some("wasm"));
            compiled = wasm.or(compiled);
        }
    }
    ensure!(cargo.wait()?.success(), "{CRATE} does not compile for {TARGET}");
    Ok(compiled.context("cargo named no WebAssembly module")?.into_std_path_buf())
}

/// Compiler flags: 128-bit vectors, which every browser that runs the extension has, and no path of this machine in
/// the module, so that every machine builds the same bytes.
fn flags(root: &Path) -> Result<Vec<String>> {
    let metadata = metadata(root)?;
    let registries: BTreeSet<&Path> = metadata
        .packages
        .iter()
        .filter(|package| package.source.is_some())
        .filter_map(|package| package.manifest_path.as_std_path().ancestors().nth(2))
        .collect();
    let remapped = registries.into_iter().chain([root]).map(|path| format!("--remap-path-prefix={}/=", path.display()));
    Ok(["-Ctarget-feature=+simd128".to_owned()].into_iter().chain(remapped).collect())
}
