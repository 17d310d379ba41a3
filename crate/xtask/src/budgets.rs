//! Sizes in dist against tests/budgets.json.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;

use crate::manifest::Browser;
use crate::{package, wasm};

/// Most bytes of each product.
#[derive(Deserialize)]
struct Budgets {
    /// By the stem of the module's files.
    modules: BTreeMap<String, ModuleBudget>,
    /// Of each package.
    zip_bytes: u64,
}

/// Most bytes of one WebAssembly module.
#[derive(Deserialize)]
struct ModuleBudget {
    bytes: u64,
    gzip_bytes: u64,
}

/// Prints each size beside its budget.
///
/// # Errors
///
/// When one is over.
pub(crate) fn check(root: &Path) -> Result<()> {
    let budgets: Budgets = serde_json::from_slice(&read(&root.join("tests/budgets.json"))?)?;
    let mut rows = Vec::new();
    for module in wasm::MODULES {
        let bytes = read(&root.join("dist/wasm").join(module.wasm()))?;
        let budget = budgets.modules.get(module.stem).with_context(|| format!("{}: no budget", module.stem))?;
        rows.push((module.wasm(), bytes.len() as u64, budget.bytes));
        rows.push((format!("{}, gzipped", module.wasm()), gzip_bytes(&bytes)?, budget.gzip_bytes));
    }
    for browser in Browser::ALL {
        let zip = read(&package::path(root, browser))?;
        rows.push((format!("{} zip", browser.name()), zip.len() as u64, budgets.zip_bytes));
    }
    for (what, bytes, budget) in &rows {
        println!("{what:<32}{bytes:>9} of {budget:>9} bytes  {:>3} %", bytes * 100 / budget);
    }
    let over: Vec<&str> =
        rows.iter().filter(|(_, bytes, budget)| bytes > budget).map(|(what, ..)| what.as_str()).collect();
    ensure!(over.is_empty(), "over budget: {}", over.join(", "));
    Ok(())
}

fn gzip_bytes(bytes: &[u8]) -> Result<u64> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len() as u64)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{}: build the package first", path.display()))
}
