//! Names and licences of the libraries inside the WebAssembly module. BSD and MIT ask that their texts travel with every
//! copy, MPL that it says where the source is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, Package, PackageId, TargetKind};

use crate::wasm;

const HEADING: &str = "\
Crawl Cutoff contains these libraries, compiled to WebAssembly, unchanged. Each stays under its own licence; its source
is at the address beside it.

Rust standard library  MIT OR Apache-2.0 (LICENSE-APACHE)  https://github.com/rust-lang/rust
";

/// The whole text of THIRD-PARTY.txt.
pub(crate) fn collect(root: &Path) -> Result<String> {
    let metadata = wasm::metadata(root)?;
    let mut list = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in linked(&metadata)? {
        let name = format!("{} {}", package.name, package.version);
        let license = package.license.as_deref().unwrap_or("see its source");
        let source = package.repository.as_deref().unwrap_or_default();
        list.push_str(&format!("{name}  {license}  {source}\n"));
        for file in license_files(package)? {
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            texts.entry(text.replace("\r\n", "\n").trim().to_owned()).or_default().push(name.clone());
        }
    }
    let mut texts: Vec<(Vec<String>, String)> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    let mut notices = format!("{HEADING}{list}");
    for (names, text) in texts {
        notices.push_str(&format!("\n{}\n{}\n\n{text}\n", "-".repeat(80), names.join(", ")));
    }
    Ok(notices)
}

/// Every package that the linker may put into the module, by name: macros run on this machine only.
fn linked(metadata: &Metadata) -> Result<Vec<&Package>> {
    let resolve = metadata.resolve.as_ref().context("cargo metadata resolved nothing")?;
    let start = metadata.packages.iter().find(|package| package.name.as_str() == wasm::CRATE);
    let mut found: BTreeSet<&PackageId> = BTreeSet::new();
    let mut left = vec![&start.context("crate/browser is not in the workspace")?.id];
    while let Some(id) = left.pop() {
        let is_macro = metadata[id].targets.iter().any(|target| target.is_kind(TargetKind::ProcMacro));
        if is_macro || !found.insert(id) {
            continue;
        }
        let node = resolve.nodes.iter().find(|node| node.id == *id).context("a package was not resolved")?;
        let normal = node
            .deps
            .iter()
            .filter(|dependency| dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal));
        left.extend(normal.map(|dependency| &dependency.pkg));
    }
    let mut packages: Vec<&Package> =
        found.into_iter().map(|id| &metadata[id]).filter(|package| package.source.is_some()).collect();
    packages.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(packages)
}

/// Licence texts in a package. Where it offers a choice that includes MIT, only what is not about the others.
fn license_files(package: &Package) -> Result<Vec<PathBuf>> {
    let folder = package.manifest_path.parent().context("a manifest has no folder")?;
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let is_license = ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|word| name.contains(word));
        if is_license && path.is_file() {
            files.push((name, path));
        }
    }
    if files.iter().any(|(name, _)| name.contains("MIT")) {
        files.retain(|(name, _)| !name.contains("APACHE") && !name.contains("UNLICENSE") && name != "COPYING");
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_licence_that_asks_for_its_text_gets_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let notices = collect(&root).unwrap();
        assert!(notices.contains("\nlol_html "), "{notices}");
        assert!(notices.contains("Redistribution and use in source and binary forms"), "BSD");
        assert!(notices.contains("Permission is hereby granted, free of charge"), "MIT");
        assert!(notices.contains("Mozilla Public License Version 2.0"), "MPL");
        assert!(!notices.contains("\nclap "), "xtask does not ship");
    }
}
