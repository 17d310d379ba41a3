//! Scripts in tests/hazards: each line says what is found on it, `// hazard: localStorage read guarded startup`. A line without
//! such a comment holds a look-alike. A file `….mjs` is a module.
#![cfg(feature = "scripts")]
#![allow(clippy::unwrap_used)] // Helpers of tests, outside `#[test]` functions.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crawl_cutoff_core::hazard::{self, ScriptKind, Unread};
use crawl_cutoff_core::report::{Hazard, HazardAccess};

const MARK: &str = "// hazard: ";

fn described(hazard: &Hazard) -> String {
    let access = match hazard.access {
        HazardAccess::Read => "read",
        HazardAccess::Write => "write",
        HazardAccess::Call => "call",
    };
    let mut text = format!("{} {access}", hazard.api);
    for (is_so, word) in [(hazard.guarded, " guarded"), (hazard.startup, " startup")] {
        text += if is_so { word } else { "" };
    }
    text
}

/// The lines that a script expects something on, `3: localStorage read`.
fn expected(source: &str) -> Vec<String> {
    let lines = source.lines().enumerate();
    lines
        .filter_map(|(line, code)| Some((line + 1, code.split_once(MARK)?.1)))
        .flat_map(|(line, marks)| marks.split("; ").map(move |mark| format!("{line}: {}", mark.trim())))
        .collect()
}

/// The scripts of the folder, by name.
fn scripts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hazards");
    let paths = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "js" || end == "mjs"));
    let named = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut scripts: Vec<_> = paths.map(|path| (named(&path), fs::read_to_string(&path).unwrap())).collect();
    scripts.sort();
    scripts
}

fn kind(name: &str) -> ScriptKind {
    if name.ends_with(".mjs") { ScriptKind::Module } else { ScriptKind::Classic }
}

#[test]
fn hazards_are_told_from_look_alikes() {
    let scripts = scripts();
    let mut differences = String::new();
    for (name, source) in &scripts {
        let mut found: Vec<String> = match hazard::find(source, "script.js", kind(name)) {
            Ok(hazards) => hazards.iter().map(|hazard| format!("{}: {}", hazard.line, described(hazard))).collect(),
            Err(unread) => vec![format!("{unread:?}")],
        };
        let mut expected = expected(source);
        found.sort();
        expected.sort();
        if found != expected {
            writeln!(differences, "{name}\n  expected {expected:#?}\n  found {found:#?}").unwrap();
        }
    }
    assert!(differences.is_empty(), "{differences}");
    assert!(scripts.len() >= 40, "only {} scripts", scripts.len());
}

#[test]
fn a_script_that_ends_anywhere_is_read_or_refused() {
    for (name, source) in scripts() {
        for (end, _) in source.char_indices() {
            let cut = &source[..end];
            let found = hazard::find(cut, "script.js", kind(&name));
            assert_eq!(found.is_ok(), hazard::runs(cut, kind(&name)).unwrap(), "{name} cut at {end}");
        }
    }
}

#[test]
fn what_no_parser_may_take_is_refused() {
    let deep = "(".repeat(100_000);
    assert_eq!(hazard::find(&deep, "", ScriptKind::Classic), Err(Unread::TooDeep));
    assert_eq!(hazard::runs(&deep, ScriptKind::Classic), Err(Unread::TooDeep));
    let long = " ".repeat(hazard::MAX_SCRIPT_BYTES + 1);
    assert_eq!(hazard::find(&long, "", ScriptKind::Classic), Err(Unread::TooLong));
    for broken in ["let a; let a;", "if (", "import a from 'b'", "const a", "return 1", "`${", "'", "/*", "a b"] {
        assert_eq!(hazard::find(broken, "", ScriptKind::Classic), Err(Unread::Syntax), "{broken}");
    }
    assert_eq!(hazard::runs("import a from 'b'", ScriptKind::Module), Ok(true));
    assert_eq!(hazard::runs("import a from 'b'", ScriptKind::Unknown), Ok(true));
    assert_eq!(hazard::runs("with (a) b", ScriptKind::Unknown), Ok(true));
    assert_eq!(hazard::runs("with (a) b", ScriptKind::Module), Ok(false));
}

#[test]
fn a_hazard_says_where_it_stands_and_what_the_code_is() {
    let source = "a();\nlet é = 1, b = localStorage\n  .getItem('x');";
    let hazards = hazard::find(source, "https://example.com/a.js", ScriptKind::Classic).unwrap();
    let [hazard] = &hazards[..] else { panic!("{hazards:?}") };
    assert_eq!((hazard.line, hazard.column), (2, 16));
    assert_eq!(hazard.start, Some(source.find("localStorage").unwrap() as u64));
    assert_eq!(hazard.snippet, "localStorage .getItem('x')");
    assert_eq!(hazard.place, "https://example.com/a.js");
}

#[test]
fn the_worst_stand_first_and_the_list_is_bounded() {
    let one = "function f(){localStorage.a} try{localStorage.b}catch{} localStorage.c;";
    let order: Vec<bool> =
        hazard::find(one, "", ScriptKind::Classic).unwrap().iter().map(|found| found.startup).collect();
    assert_eq!(order, [true, false, true]);
    let many = "localStorage.a;".repeat(1_000);
    assert_eq!(hazard::find(&many, "", ScriptKind::Classic).unwrap().len(), hazard::MAX_HAZARDS);
}
