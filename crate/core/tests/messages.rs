//! Every sentence of the rooms `finding`, `limit` and `cut` is there, and none is there in vain.

#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests, outside `#[test]` functions.

use std::collections::BTreeSet;
use std::path::Path;

use crawl_cutoff_core::message::Messages;

/// How keys of these rooms begin.
const PREFIXES: [&str; 4] = ["finding_", "verdict_", "limit_", "cut_"];

/// Endings that the sources leave out, because a number chooses them.
const FORMS: [&str; 6] = ["_one", "_many", "_the", "_both", "_all", "_part"];

fn is_ours(key: &str) -> bool {
    PREFIXES.iter().any(|prefix| key.starts_with(prefix))
}

/// Strings in the sources under `folder` that are keys; tests may name keys that nothing says.
fn collect_keys(folder: &Path, keys: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_keys(&path, keys);
        } else if path.file_name().is_some_and(|name| name != "tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let literals = text.split('"').filter(|literal| is_ours(literal));
            let is_key = |literal: &&str| literal.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
            keys.extend(literals.filter(is_key).map(str::to_owned));
        }
    }
}

#[test]
fn every_key_has_a_sentence_and_every_sentence_is_used() {
    let messages = Messages::default();
    let mut used = BTreeSet::new();
    collect_keys(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut used);
    assert!(used.len() > 200, "the sources were not found");
    for key in &used {
        let has_form = FORMS.iter().any(|form| messages.has(&format!("{key}{form}")));
        assert!(messages.has(key) || has_form, "{key} has no sentence");
    }
    for key in messages.keys().filter(|key| is_ours(key)) {
        let stem = FORMS.iter().find_map(|form| key.strip_suffix(form)).unwrap_or(key);
        assert!(used.contains(key) || used.contains(stem), "{key} is used nowhere");
    }
}
