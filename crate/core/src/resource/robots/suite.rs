//! Google's own cases for its parser, read from its C++ tests, and real files; skipped where the corpus is not there.

#![allow(clippy::disallowed_methods)] // Tests are programs: they read the corpus.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::*;

/// Cases whose text is put together by code; `long_lines_of_any_characters_are_read_to_their_limit` stands in for them.
const BUILT_BY_CODE: usize = 3;

fn suite(name: &str) -> Option<PathBuf> {
    let corpus = std::env::var_os("CRAWL_CUTOFF_CORPUS").map(PathBuf::from);
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let path = corpus.unwrap_or_else(beside).join("suites").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no corpus");
    None
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Text(String),
    Mark(char),
}

fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = source.chars().peekable();
    while let Some(first) = rest.next() {
        if first == '/' && rest.peek() == Some(&'/') {
            rest.by_ref().find(|c| *c == '\n');
        } else if first == '"' {
            let mut bytes = Vec::new();
            while let Some(c) = rest.next().filter(|c| *c != '"') {
                if c != '\\' {
                    bytes.extend(c.to_string().bytes());
                    continue;
                }
                match rest.next().unwrap() {
                    'n' => bytes.push(b'\n'),
                    'r' => bytes.push(b'\r'),
                    't' => bytes.push(b'\t'),
                    'x' => {
                        let digits: String = std::iter::from_fn(|| rest.next_if(char::is_ascii_hexdigit)).collect();
                        bytes.push(u8::from_str_radix(&digits, 16).unwrap());
                    }
                    other => bytes.extend(other.to_string().bytes()),
                }
            }
            tokens.push(Token::Text(String::from_utf8_lossy(&bytes).into_owned()));
        } else if first.is_ascii_alphanumeric() || first == '_' {
            let more = std::iter::from_fn(|| rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_'));
            tokens.push(Token::Word(std::iter::once(first).chain(more).collect()));
        } else if !first.is_whitespace() {
            tokens.push(Token::Mark(first));
        }
    }
    tokens
}

/// Literals at the beginning of `tokens`, joined as C++ joins them, and how many there are.
fn literal(tokens: &[Token]) -> (String, usize) {
    let texts = tokens.iter().map_while(|token| if let Token::Text(text) = token { Some(text.as_str()) } else { None });
    let texts: Vec<&str> = texts.collect();
    (texts.concat(), texts.len())
}

#[test]
fn google_s_own_cases_pass() {
    let Some(folder) = suite("robotstxt") else { return };
    let tokens = tokens(&fs::read_to_string(folder.join("robots_test.cc")).unwrap());
    let mut variables: BTreeMap<&str, String> = BTreeMap::new();
    let (mut passed, mut built, mut wrong) = (0, 0, Vec::new());
    for at in 0..tokens.len() {
        let Token::Word(word) = &tokens[at] else { continue };
        if tokens.get(at + 1) == Some(&Token::Mark('=')) {
            let (text, count) = literal(&tokens[at + 2..]);
            if count > 0 {
                variables.insert(word, text);
            }
        }
        let is_call =
            matches!(&tokens[at..], [_, Token::Mark('('), Token::Word(call), ..] if call == "IsUserAgentAllowed");
        if !is_call || !matches!(word.as_str(), "EXPECT_TRUE" | "EXPECT_FALSE") {
            continue;
        }
        let mut arguments = Vec::new();
        let mut next = at + 4;
        for _ in 0..3 {
            let (text, count) = literal(&tokens[next..]);
            let (argument, length) = match &tokens[next] {
                _ if count > 0 => (Some(text), count),
                Token::Word(name) => (variables.get(name.as_str()).cloned(), 1),
                _ => (None, 1),
            };
            // Anything but a comma or the end after it is code.
            let is_whole = matches!(tokens[next + length], Token::Mark(',' | ')'));
            arguments.extend(argument.filter(|_| is_whole));
            next += length + 1;
        }
        let [robots, agent, url] = &arguments[..] else {
            built += 1;
            continue;
        };
        let name = agent.to_ascii_lowercase();
        let is_allowed = Rules::read_for(&name, robots).answer(url).robots == Robots::Allowed;
        if is_allowed == (word == "EXPECT_TRUE") {
            passed += 1;
        } else {
            wrong.push((robots.clone(), agent.clone(), url.clone(), word.clone()));
        }
    }
    assert_eq!(wrong, [], "{passed} passed");
    assert_eq!((passed > 130, built), (true, BUILT_BY_CODE), "{passed} passed");
}

#[test]
fn real_files_are_read_whatever_is_in_them() {
    let Some(folder) = suite("robotstxt-real/selected") else { return };
    let mut read = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let body = String::from_utf8_lossy(&fs::read(entry.unwrap().path()).unwrap()).into_owned();
        let rules = Rules::read(&body);
        let answer = rules.answer("https://a.example/some/path.html?query=1");
        // The line that decides is the line that is told.
        if let (Some(line), Some(rule)) = (answer.line, answer.rule) {
            assert!(lines(&body).nth(line as usize - 1).unwrap().starts_with(&rule), "{rule}");
        }
        read += 1;
    }
    assert!(read > 20, "{read}");
}
