//! extension/, manifest.json and dist/wasm → dist/chrome and dist/firefox, ready to load; viewer/ → dist/viewer, ready to serve.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::manifest::{self, Browser};
use crate::{notices, wasm};

/// Files at the root that travel with every copy.
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Builds dist/chrome, dist/firefox and dist/viewer.
pub(crate) fn build(root: &Path) -> Result<()> {
    wasm::build(root)?;
    let manifest = read(&root.join("manifest.json"))?;
    let notices = notices::collect(root)?;
    for browser in Browser::ALL {
        let folder = root.join("dist").join(browser.name());
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
        }
        copy_tree(&root.join("extension"), &folder)?;
        for file in wasm::MODULES.into_iter().flat_map(wasm::Module::files) {
            copy(&root.join("dist/wasm").join(&file), &folder.join("wasm").join(&file))?;
        }
        for file in LICENSES {
            copy(&root.join(file), &folder.join(file))?;
        }
        write(&folder.join("manifest.json"), &manifest::derive(&manifest, browser)?)?;
        name_viewer(&folder)?;
        write(&folder.join("THIRD-PARTY.txt"), &notices)?;
        println!("dist/{}", browser.name());
    }
    viewer(root, &notices)
}

/// Writes where share links lead unless the user says otherwise: the variable `CRAWL_CUTOFF_VIEWER` at build time.
fn name_viewer(folder: &Path) -> Result<()> {
    let Some(url) = std::env::var_os("CRAWL_CUTOFF_VIEWER").filter(|url| !url.is_empty()) else { return Ok(()) };
    let path = folder.join("viewer-url.js");
    let source = read(&path)?;
    let named = source.replace("\"\"", &serde_json::to_string(&url.to_string_lossy())?);
    ensure!(named != source, "{} has no empty address to fill in", path.display());
    write(&path, &named)
}

/// Files of the extension that the viewer uses too.
const VIEWER_FILES: [&str; 10] = [
    "_locales/en/messages.json",
    "failure.js",
    "files.js",
    "icons/icon-32.png",
    "page.js",
    "panel.js",
    "share-dialog.js",
    "shown.js",
    "style.css",
    "wasm-module.js",
];

/// Builds dist/viewer: the page that shows a share link without the extension, for any static host.
fn viewer(root: &Path, notices: &str) -> Result<()> {
    let folder = root.join("dist/viewer");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    copy_tree(&root.join("viewer"), &folder)?;
    for file in VIEWER_FILES {
        copy(&root.join("extension").join(file), &folder.join(file))?;
    }
    for file in wasm::SHOWN.files() {
        copy(&root.join("dist/wasm").join(&file), &folder.join("wasm").join(&file))?;
    }
    for file in LICENSES {
        copy(&root.join(file), &folder.join(file))?;
    }
    write(&folder.join("THIRD-PARTY.txt"), notices)?;
    println!("dist/viewer");
    Ok(())
}

/// Every file under `folder`, relative to it, in the order of their names; hidden ones are left out.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(relative) = folders.pop() {
        let entries =
            fs::read_dir(folder.join(&relative)).with_context(|| folder.join(&relative).display().to_string())?;
        for entry in entries {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let path = relative.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    files(from)?.iter().try_for_each(|file| copy(&from.join(file), &to.join(file)))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())
}
