//! robots.txt: which addresses of a host Googlebot may fetch.
//!
//! Lines are read by the crate `robotstxt`, a port of Google's own parser. What is done here instead of there: lines are taken
//! apart (a long line of it panics), patterns are escaped (it loses what follows a lone `%`), and the file is read once for all
//! addresses of its host, with the line that decided, which the crate does not tell.

use robotstxt::RobotsParseHandler;
use robotstxt::parser::{ParseKeyType, ParsedRobotsKey, RobotsTxtParser};
use serde::{Deserialize, Serialize};

use super::address;
use crate::report::{Report, Robots, RobotsHost, RobotsState};

/// Bytes of a robots.txt that Google reads; the rest is ignored (FACTS §1).
const FILE_BYTES: usize = 512_000;

/// Redirects after which the answer counts as "no such file" (FACTS §1: at least five hops are followed).
const REDIRECTS: u32 = 5;

/// Bytes of one line that Google's parser reads.
const LINE_BYTES: usize = 2083 * 8 - 1;

/// The name in robots.txt that Googlebot obeys, on phones and desktops (FACTS §6).
const TOKEN: &str = "googlebot";

/// One robots.txt as it was answered.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RobotsFile {
    /// Scheme, host and port that it is for: `https://example.com`.
    pub origin: String,
    /// HTTP status of the last answer; `None` when there was none.
    pub status: Option<u16>,
    /// Redirects that were followed to it.
    pub redirects: u32,
    /// Its text. The first 512,000 bytes are enough.
    pub body: Option<String>,
    /// Decoded bytes of the whole file, where `body` is only its beginning.
    pub body_bytes: Option<u64>,
}

impl RobotsFile {
    /// What Google does with the host, by status and redirects.
    #[must_use]
    pub fn state(&self) -> RobotsState {
        if self.redirects > REDIRECTS {
            return RobotsState::Missing;
        }
        match self.status {
            Some(500..) => RobotsState::Unreachable,
            Some(429) => RobotsState::Unknown,
            Some(400..) => RobotsState::Missing,
            Some(200..300) if self.body.is_some() => RobotsState::Read,
            // A redirect that nobody followed tells nothing.
            _ => RobotsState::Unknown,
        }
    }
}

/// Says for the page and for each of its resources whether robots.txt lets Googlebot fetch it.
///
/// A host whose file is not among `files` keeps what is known of it.
pub fn apply(report: &mut Report, files: &[RobotsFile]) {
    for file in files {
        let body = file.body.as_deref().filter(|_| file.state() == RobotsState::Read);
        let host = RobotsHost {
            origin: file.origin.clone(),
            status: file.status,
            body_bytes: body.map(|body| file.body_bytes.unwrap_or(0).max(body.len() as u64)),
            state: file.state(),
        };
        let rules = body.map(Rules::read);
        let answer = |url: &str| {
            (address::origin(url) == Some(&*file.origin)).then(|| match (&rules, host.state) {
                (Some(rules), _) => rules.answer(url),
                (None, RobotsState::Missing) => Answer { robots: Robots::Allowed, line: None, rule: None },
                (None, RobotsState::Unreachable) => Answer { robots: Robots::Blocked, line: None, rule: None },
                (None, _) => Answer { robots: Robots::Unknown, line: None, rule: None },
            })
        };
        if let Some(answer) = answer(&report.page.url) {
            let page = &mut report.page;
            (page.robots, page.robots_line, page.robots_rule) = (answer.robots, answer.line, answer.rule);
        }
        for resource in &mut report.resources {
            if let Some(answer) = answer(&resource.url) {
                (resource.robots, resource.robots_line, resource.robots_rule) =
                    (answer.robots, answer.line, answer.rule);
            }
        }
        report.robots.retain(|known| known.origin != host.origin);
        report.robots.push(host);
    }
}

/// What a robots.txt says about one address.
#[derive(Debug, Clone, PartialEq)]
struct Answer {
    robots: Robots,
    /// From 1; `None` when no line decides.
    line: Option<u64>,
    /// That line as it stands there, without comment.
    rule: Option<String>,
}

/// The rules that Googlebot obeys.
struct Rules {
    /// Whether a group names Googlebot: then the groups for `*` are not its own.
    is_specific: bool,
    rules: Vec<Rule>,
}

struct Rule {
    is_specific: bool,
    allows: bool,
    /// Percent-encoded.
    pattern: String,
    line: u64,
    text: String,
}

impl Rules {
    fn read(body: &str) -> Self {
        Self::read_for(TOKEN, body)
    }

    /// The rules for the crawler called `token`, in lower case.
    fn read_for(token: &str, body: &str) -> Self {
        let mut end = body.len().min(FILE_BYTES);
        while !body.is_char_boundary(end) {
            end -= 1;
        }
        let mut read = Self { is_specific: false, rules: Vec::new() };
        let (mut in_specific, mut in_global, mut after_rule) = (false, false, false);
        let body = body[..end].strip_prefix('\u{feff}').unwrap_or(&body[..end]);
        for (line, text) in (1..).zip(lines(body)) {
            let (key_text, value, is_pair) = RobotsTxtParser::<NoHandler>::parse_key_value(text);
            if !is_pair {
                continue;
            }
            let mut key = ParsedRobotsKey::default();
            key.parse(key_text);
            match key.get_type() {
                ParseKeyType::UserAgent => {
                    if after_rule {
                        (in_specific, in_global, after_rule) = (false, false, false);
                    }
                    let is_name = |c: &char| c.is_ascii_alphabetic() || matches!(c, '-' | '_');
                    let name: String = value.chars().take_while(is_name).collect();
                    if value.strip_prefix('*').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])) {
                        in_global = true;
                    } else if name.eq_ignore_ascii_case(token) {
                        (in_specific, read.is_specific) = (true, true);
                    }
                }
                ParseKeyType::Allow | ParseKeyType::Disallow if in_specific || in_global => {
                    after_rule = true;
                    let text = text.split('#').next().unwrap_or(text).trim_end().to_owned();
                    let allows = *key.get_type() == ParseKeyType::Allow;
                    read.rules.push(Rule { is_specific: in_specific, allows, pattern: escaped(value), line, text });
                }
                // Only these two end a list of names: no other line closes a group.
                ParseKeyType::Allow | ParseKeyType::Disallow | ParseKeyType::Sitemap | ParseKeyType::Unknown => {}
            }
        }
        read
    }

    /// The longest match decides; of an allowing and a forbidding one of the same length the allowing.
    fn answer(&self, url: &str) -> Answer {
        let path = path(url);
        let mut best: [Option<(usize, &Rule)>; 2] = [None, None];
        for rule in self.rules.iter().filter(|rule| rule.is_specific == self.is_specific) {
            let index = usize::from(rule.allows);
            if let Some(length) = rule.matched(&path)
                && best[index].is_none_or(|(longest, _)| longest < length)
            {
                best[index] = Some((length, rule));
            }
        }
        let length = |index: usize| best[index].map_or(0, |(length, _)| length);
        let is_blocked = length(0) > length(1);
        let decisive = best[usize::from(!is_blocked)].filter(|(length, _)| *length > 0).map(|(_, rule)| rule);
        Answer {
            robots: if is_blocked { Robots::Blocked } else { Robots::Allowed },
            line: decisive.map(|rule| rule.line),
            rule: decisive.map(|rule| rule.text.clone()),
        }
    }
}

impl Rule {
    /// How much of the pattern matches `path`: all of it or nothing.
    fn matched(&self, path: &str) -> Option<usize> {
        if matches(path.as_bytes(), self.pattern.as_bytes()) {
            return Some(self.pattern.len());
        }
        // Google reads "/index.htm" and "/index.html" as the folder too, where a rule allows.
        let (folder, file) = self.pattern.rsplit_once('/')?;
        if !self.allows || !file.starts_with("index.htm") {
            return None;
        }
        let pattern = format!("{folder}/$");
        matches(path.as_bytes(), pattern.as_bytes()).then_some(pattern.len())
    }
}

/// Whether `pattern` matches the beginning of `path`: `*` is any run of bytes, `$` at the end is the end of the path.
fn matches(path: &[u8], pattern: &[u8]) -> bool {
    let (pattern, is_anchored) = match pattern.strip_suffix(b"$") {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    // After a star: where the pattern goes on, and the first byte of the path that was not tried for it.
    let mut star: Option<(usize, usize)> = None;
    let (mut at, mut in_pattern) = (0, 0);
    loop {
        match pattern.get(in_pattern) {
            None if !is_anchored || at == path.len() => return true,
            Some(b'*') => {
                in_pattern += 1;
                star = Some((in_pattern, at));
            }
            Some(byte) if path.get(at) == Some(byte) => {
                at += 1;
                in_pattern += 1;
            }
            _ => {
                let Some((after, tried)) = star.filter(|(_, tried)| *tried < path.len()) else { return false };
                star = Some((after, tried + 1));
                (at, in_pattern) = (tried + 1, after);
            }
        }
    }
}

/// Path and query of an address, which is percent-encoded already; `/` when it has none.
fn path(url: &str) -> String {
    let start =
        url.find("://").map_or(0, |colon| url[colon + 3..].find(['/', '?']).map_or(url.len(), |at| colon + 3 + at));
    let path = address::without_fragment(&url[start..]);
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}

/// `text` with bytes above ASCII percent-encoded and the digits of what is encoded in upper case.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut hex = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        if byte == b'%' && bytes.get(index + 1..index + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)) {
            hex = 3;
        }
        match byte {
            0x80.. => escaped.push_str(&format!("%{byte:02X}")),
            _ if hex > 0 => escaped.push(char::from(byte.to_ascii_uppercase())),
            _ => escaped.push(char::from(byte)),
        }
        hex = usize::saturating_sub(hex, 1);
    }
    escaped
}

/// The lines, ended by `\n`, `\r` or both, trimmed, no longer than Google's parser reads.
fn lines(body: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(body);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\n', '\r']) else {
            rest = None;
            return Some(text);
        };
        let length = if text[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&text[end + length..]);
        Some(&text[..end])
    })
    .map(|line| {
        let mut end = line.len().min(LINE_BYTES);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        line[..end].trim_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b')
    })
}

/// Nothing is handled: only the crate's reading of single lines is used.
struct NoHandler;

impl RobotsParseHandler for NoHandler {
    fn handle_robots_start(&mut self) {}
    fn handle_robots_end(&mut self) {}
    fn handle_user_agent(&mut self, _: u32, _: &str) {}
    fn handle_allow(&mut self, _: u32, _: &str) {}
    fn handle_disallow(&mut self, _: u32, _: &str) {}
    fn handle_sitemap(&mut self, _: u32, _: &str) {}
    fn handle_unknown_action(&mut self, _: u32, _: &str, _: &str) {}
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod suite;
