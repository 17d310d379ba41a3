//! dist/chrome and dist/firefox → one zip each. The bytes depend on nothing but the files: sorted names, one fixed date,
//! one mode, one compressor in its one version.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use crate::dist;
use crate::manifest::Browser;

/// Path of the zip for `browser`.
pub(crate) fn path(root: &Path, browser: Browser) -> PathBuf {
    root.join("dist").join(format!("crawl-cutoff-{}.zip", browser.name()))
}

/// Builds both zips and prints their hashes.
pub(crate) fn build(root: &Path) -> Result<()> {
    dist::build(root)?;
    for browser in Browser::ALL {
        let bytes = zip(&root.join("dist").join(browser.name()))?;
        let path = path(root, browser);
        fs::write(&path, &bytes).with_context(|| path.display().to_string())?;
        let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        println!("{hash}  dist/crawl-cutoff-{}.zip", browser.name());
    }
    Ok(())
}

fn zip(folder: &Path) -> Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(10))
        .last_modified_time(DateTime::default())
        .system(System::Unix)
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for file in dist::files(folder)? {
        let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
        zip.start_file(parts.join("/"), options)?;
        zip.write_all(&fs::read(folder.join(&file))?)?;
    }
    Ok(zip.finish()?.into_inner())
}
