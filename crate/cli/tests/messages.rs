//! Every sentence that the command says is there, and none of its own is there in vain.
#![allow(clippy::unwrap_used)] // Helpers of tests, outside `#[test]` functions.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crawl_cutoff_core::message::Messages;

/// Endings that the sources leave out, because a number chooses them.
const FORMS: [&str; 3] = ["_one", "_many", "_part"];

/// Strings in the sources under `folder` that are keys.
fn collect_keys(folder: &Path, keys: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_keys(&path, keys);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let is_key = |literal: &&str| {
            let is_name = literal.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase());
            is_name && (literal.starts_with("cli_") || literal.starts_with("view_"))
        };
        keys.extend(text.split('"').filter(is_key).map(str::to_owned));
    }
}

#[test]
fn every_key_has_a_sentence_and_every_sentence_is_used() {
    let messages = Messages::default();
    let mut used = BTreeSet::new();
    collect_keys(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut used);
    assert!(used.len() > 30, "the sources were not found");
    for key in &used {
        let has_form = FORMS.iter().any(|form| messages.has(&format!("{key}{form}")));
        assert!(messages.has(key) || has_form, "{key} has no sentence");
    }
    for key in messages.keys().filter(|key| key.starts_with("cli_")) {
        let stem = FORMS.iter().find_map(|form| key.strip_suffix(form)).unwrap_or(key);
        assert!(used.contains(key) || used.contains(stem), "{key} is used nowhere");
    }
}
