//! robots.txt, apart from Google's own cases (`suite.rs`).

use super::*;

fn answer(body: &str, path: &str) -> (Robots, Option<u64>) {
    let answer = Rules::read(body).answer(&format!("https://a.example{path}"));
    (answer.robots, answer.line)
}

fn file(status: u16, redirects: u32) -> RobotsFile {
    let origin = "https://a.example".to_owned();
    RobotsFile { origin, status: Some(status), redirects, body: Some(String::new()), body_bytes: None }
}

#[test]
fn the_longest_match_decides_and_its_line_is_told() {
    let body = "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /assets/ # old\nAllow: /assets/*.css$\n";
    assert_eq!(answer(body, "/"), (Robots::Allowed, None));
    assert_eq!(answer(body, "/assets/a.js"), (Robots::Blocked, Some(5)));
    assert_eq!(answer(body, "/assets/a.css"), (Robots::Allowed, Some(6)));
    assert_eq!(answer(body, "/assets/a.css?v"), (Robots::Blocked, Some(5)));
    let rule = Rules::read(body).answer("https://a.example/assets/a.js").rule;
    assert_eq!(rule.as_deref(), Some("Disallow: /assets/"));
}

#[test]
fn stars_and_ends_match_as_google_documents() {
    let expected = [
        ("/", "", true),
        ("/fish", "/fish*", true),
        ("/fish.php?a", "/fish", true),
        ("/Fish.asp", "/fish", false),
        ("/filename.php?parameters", "/*.php", true),
        ("/windows.PHP", "/*.php", false),
        ("/filename.php?p", "/*.php$", false),
        ("/folder/a.php.php", "/*.php$", true),
        ("/fishheads/catfish.php?p", "/fish*.php", true),
        ("/a$b", "/a$b", true),
        ("/aXb", "/*****b$", true),
    ];
    for (path, pattern, does) in expected {
        assert_eq!(matches(path.as_bytes(), pattern.as_bytes()), does, "{pattern} {path}");
    }
}

#[test]
fn only_the_first_512_000_bytes_count() {
    let rest = "\nDisallow: /late\n";
    let start = "User-agent: *\nDisallow: /early\n#";
    let body = |bytes: usize| format!("{start}{}{rest}", "x".repeat(bytes - start.len()));
    assert_eq!(answer(&body(300_000), "/late").0, Robots::Blocked);
    assert_eq!(answer(&body(512_000), "/late").0, Robots::Allowed);
    assert_eq!(answer(&body(512_000), "/early").0, Robots::Blocked);
}

#[test]
fn long_lines_of_any_characters_are_read_to_their_limit() {
    let body = format!("User-agent: *\nDisallow: /{}\nDisallow: /b\n", "é".repeat(20_000));
    assert_eq!(answer(&body, "/b"), (Robots::Blocked, Some(3)));
    assert_eq!(
        answer("\u{feff}User-agent: *\rDisallow: /c%c3%A9/100%/é\r\n", "/c%C3%A9/100%/%C3%A9").0,
        Robots::Blocked
    );
}

#[test]
fn the_status_decides_as_google_documents() {
    let expected = [
        (file(200, 5), RobotsState::Read),
        (file(200, 6), RobotsState::Missing),
        (file(404, 0), RobotsState::Missing),
        (file(403, 0), RobotsState::Missing),
        // What 429 means for a robots.txt is not among the facts.
        (file(429, 0), RobotsState::Unknown),
        (file(503, 0), RobotsState::Unreachable),
        (file(301, 0), RobotsState::Unknown),
        (RobotsFile { status: None, ..file(200, 0) }, RobotsState::Unknown),
        (RobotsFile { body: None, ..file(200, 0) }, RobotsState::Unknown),
    ];
    for (file, state) in expected {
        assert_eq!(file.state(), state, "{file:?}");
    }
}
