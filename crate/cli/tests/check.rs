//! The command as a user runs it: exit status, output, errors.
#![allow(clippy::unwrap_used)] // Helpers of tests, outside `#[test]` functions.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

const PAGE: &str = "<!doctype html><html lang=en><head><meta charset=utf-8><title>A page</title></head>\
    <body><h1>Heading</h1><p>Some words to read, <a href=/x>and a link</a>.</p></body></html>\n";

/// A folder of a test's own, empty at first.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// `crawl-cutoff check` in `folder`, with nothing in the environment that asks for or forbids colours.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crawl-cutoff"));
    command.arg("check").args(arguments).current_dir(folder);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run_with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(folder, arguments).spawn().unwrap();
    // A command that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    run_with_input(folder, arguments, b"")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn error(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn reports(output: &Output) -> Vec<Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn exit_status_tells_whether_everything_is_kept() {
    let folder = folder("exit-status");
    fs::write(folder.join("page.html"), PAGE).unwrap();
    assert_eq!(run(&folder, &["page.html"]).status.code(), Some(0));
    assert_eq!(run(&folder, &["--limit", "100", "page.html"]).status.code(), Some(1));
    assert_eq!(run(&folder, &["--limit", "100", "page.html", "none.html"]).status.code(), Some(2));
}

#[test]
fn a_missing_file_among_others_leaves_the_others_checked() {
    let folder = folder("missing-among-others");
    fs::write(folder.join("a.html"), PAGE).unwrap();
    fs::write(folder.join("b.html"), PAGE).unwrap();
    let output = run(&folder, &["--json", "a.html", "none.html", "b.html"]);
    assert_eq!(output.status.code(), Some(2));
    let urls: Vec<Value> = reports(&output).iter().map(|report| report["page"]["url"].clone()).collect();
    assert_eq!(urls, ["a.html", "b.html"]);
    assert_eq!(error(&output), "crawl-cutoff: none.html does not exist; check the path.\n");

    let output = run(&folder, &["a.html", "none.html", "b.html"]);
    let lines: Vec<&str> = out(&output).lines().collect();
    assert!(lines[0].starts_with("✓ a.html  "), "{lines:?}");
    assert!(lines[1].starts_with("✓ b.html  "), "{lines:?}");
    assert_eq!(lines.last(), Some(&"2 checked · 2 kept · 1 not checked"));
}

#[test]
fn standard_input_is_an_input() {
    let folder = folder("standard-input");
    let output = run_with_input(&folder, &["--json", "--url", "https://example.com/a", "-"], PAGE.as_bytes());
    let reports = reports(&output);
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0]["schema"], 1);
    assert_eq!(reports[0]["page"]["url"], "https://example.com/a");
    assert_eq!(reports[0]["page"]["body_bytes"], PAGE.len());
    assert_eq!(reports[0]["page"]["kind"], "html");
    assert_eq!(reports[0]["page"]["title"], "A page");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_head_gives_status_type_charset_and_size() {
    let folder = folder("head");
    let head = "HTTP/1.1 404 Not Found\r\nContent-Type: text/html; charset=windows-1251\r\n\r\n";
    fs::write(folder.join("head.txt"), head).unwrap();
    fs::write(folder.join("page.txt"), PAGE).unwrap();
    let page = reports(&run(&folder, &["--json", "--head", "head.txt", "page.txt"])).remove(0)["page"].take();
    assert_eq!(page["status"], 404);
    assert_eq!(page["content_type"], "text/html; charset=windows-1251");
    assert_eq!(page["kind"], "html");
    assert_eq!(page["encoding"], "windows-1251");
    assert_eq!(page["head_bytes"], head.len());
    // The user's limit counts no head, Googlebot's strictest reading does.
    let limited = |arguments: &[&str]| reports(&run(&folder, arguments)).remove(0)["limit"].take();
    assert_eq!(limited(&["--json", "--head", "head.txt", "page.txt"])["earliest"], 2_000_000 - head.len());
    assert_eq!(limited(&["--json", "--head", "head.txt", "--limit", "90", "page.txt"])["earliest"], 90);
    assert_eq!(limited(&["--json", "--crawler", "google-default", "page.txt"])["latest"], 15_728_640);
}

#[test]
fn gzip_is_decompressed_and_its_decoded_bytes_count() {
    let folder = folder("gzip");
    let compressed = gzip(PAGE.as_bytes());
    fs::write(folder.join("page.html.gz"), &compressed).unwrap();
    let page = reports(&run(&folder, &["--json", "page.html.gz"])).remove(0)["page"].take();
    assert_eq!(page["body_bytes"], PAGE.len());
    assert_eq!(page["kind"], "html");
    assert!(out(&run(&folder, &["page.html.gz"])).contains("decoded from gzip"));

    fs::write(folder.join("half.html.gz"), &compressed[..compressed.len() / 2]).unwrap();
    let output = run(&folder, &["half.html.gz"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).starts_with("crawl-cutoff: half.html.gz begins as gzip but cannot be decompressed"));
}

#[test]
fn what_cannot_be_checked_gets_one_sentence() {
    let folder = folder("failures");
    fs::write(folder.join("empty.html"), "").unwrap();
    fs::write(folder.join("page.html"), PAGE).unwrap();
    fs::write(folder.join("broken.txt"), "HTTP/1.1 200 OK\nno field\n").unwrap();
    fs::write(folder.join("body.txt"), PAGE).unwrap();
    for (arguments, sentence) in [
        (&["."][..], ". is a folder; name the files in it."),
        (&["empty.html"], "empty.html is empty; there is nothing to check."),
        (&["-"], "- is empty; there is nothing to check."),
        (&["https://example.com/"], "https://example.com/ is an address, and addresses are not read yet"),
        (&["--head", "none.txt", "page.html"], "none.txt does not exist; check the path."),
        (&["--head", "empty.html", "page.html"], "empty.html holds no response head"),
        (&["--head", "body.txt", "page.html"], "body.txt is no response head: it begins with “<!doctype html>"),
        (&["--head", "broken.txt", "page.html"], "broken.txt is no response head: line 2, “no field”, is no field"),
    ] {
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(out(&output), "", "{arguments:?}");
        assert!(error(&output).starts_with(&format!("crawl-cutoff: {sentence}")), "{arguments:?}: {}", error(&output));
        assert_eq!(error(&output).lines().count(), 1, "{arguments:?}: {}", error(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_that_fails_is_told() {
    let output = run(&folder("unreadable"), &["/proc/self/mem"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).starts_with("crawl-cutoff: /proc/self/mem cannot be read ("), "{}", error(&output));
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let folder = folder("arguments");
    for (arguments, part) in [
        (&["--crawler", "bing", "-"][..], "no such crawler; known are googlebot, google-default, googlebot-pdf"),
        (&["--limit", "2MB", "-"], "a limit is a whole number of bytes"),
        (&["--limit", "1", "--crawler", "googlebot", "-"], "cannot be used with"),
        (&["--url", "https://example.com/", "a.html", "b.html"], "--url is the address of one page"),
        (&[], "required"),
    ] {
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error(&output).contains(part), "{arguments:?}: {}", error(&output));
    }
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let folder = folder("colours");
    fs::write(folder.join("page.html"), PAGE).unwrap();
    assert!(!out(&run(&folder, &["page.html"])).contains('\u{1b}'));
    let mut forced = command(&folder, &["page.html"]);
    let forced = forced.env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(out(&forced).contains('\u{1b}'));
    let mut refused = command(&folder, &["page.html"]);
    let refused = refused.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap();
    assert!(!out(&refused).contains('\u{1b}'), "{}", out(&refused));
}

#[test]
fn text_of_a_page_cannot_act_on_the_terminal() {
    let folder = folder("hostile");
    let title = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}gpj.exe\u{200b}\r\nnext";
    let page = format!("<!doctype html><title>{title}</title><h1 id='\u{1b}[31m'>{title}</h1><p>words</p>");
    let name = "\u{1b}[31mred.html";
    fs::write(folder.join(name), &page).unwrap();
    for arguments in [&[name][..], &[name, name], &["--json", name], &["--limit", "20", name], &["none\u{1b}[31m"]] {
        let output = run(&folder, arguments);
        let text = format!("{}{}", out(&output), error(&output));
        let acts = |character: &char| {
            (character.is_control() && *character != '\n') || "\u{202e}\u{200b}".contains(*character)
        };
        assert_eq!(text.chars().find(acts), None, "{arguments:?}: {text}");
    }
    let report = reports(&run(&folder, &["--json", name])).remove(0);
    assert!(report["page"]["title"].as_str().unwrap().contains('\u{202e}'), "JSON carries the title as it is");
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let folder = folder("closed-pipe");
    fs::write(folder.join("page.html"), PAGE).unwrap();
    let mut child = command(&folder, &["--json", "-", "page.html"]).spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(PAGE.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), error(&output)), (Some(0), ""));
}

#[test]
fn any_way_in_gives_the_same_report() {
    let folder = folder("same-report");
    let page = format!("{PAGE}{}", "<p>more words and <b>more</b></p>\n".repeat(20_000));
    fs::write(folder.join("page.html"), &page).unwrap();
    fs::write(folder.join("page.html.gz"), gzip(page.as_bytes())).unwrap();
    let url = "https://example.com/page.html";
    let file = run(&folder, &["--json", "--limit", "300001", "--url", url, "page.html"]);
    let compressed = run(&folder, &["--json", "--limit", "300001", "--url", url, "page.html.gz"]);
    let piped = run_with_input(&folder, &["--json", "--limit", "300001", "--url", url, "-"], page.as_bytes());
    assert_eq!(file.status.code(), Some(1));
    assert_eq!(out(&file), out(&compressed));
    assert_eq!(out(&file), out(&piped));
}

#[test]
fn what_would_bring_it_back_is_said_once_and_in_short() {
    let folder = folder("what-if");
    let style = ".a{color:red}".repeat(40);
    fs::write(folder.join("page.html"), format!("<!doctype html><style>{style}</style>{PAGE}")).unwrap();
    let output = run(&folder, &["--limit", "400", "page.html"]);
    let text = out(&output);
    assert!(
        text.contains("What would bring it back\n  → Move the inline style block into a stylesheet (−520 bytes)\n"),
        "{text}"
    );
    assert!(text.contains("everything fits."), "{text}");
    assert_eq!(text.matches("Move the inline style block").count(), 1, "{text}");
    let report = reports(&run(&folder, &["--json", "--limit", "400", "page.html"])).remove(0);
    assert_eq!(report["what_if"]["proposal"], serde_json::json!(["styles"]));
    assert!(!out(&run(&folder, &["page.html"])).contains("What would bring it back"));
}
