use super::*;

#[test]
fn every_step_between_the_versions_is_applied_once_and_in_order() {
    const STEPS: [fn(&mut Report); 3] = [
        |report| report.page.url.push_str("1 to 2, "),
        |report| report.page.url.push_str("2 to 3, "),
        |report| report.page.url.push_str("3 to 4, "),
    ];
    for (version, applied) in [(1, "1 to 2, 2 to 3, 3 to 4, "), (3, "3 to 4, "), (4, "")] {
        let mut report = Report::empty();
        upgrade(&mut report, version, &STEPS);
        assert_eq!(report.page.url, applied);
    }
}

/// A link of every version, as it was sent: it must open for ever. Add one when the version is raised; change none.
const SENT: [(u32, &str); 0] = [];

#[test]
fn links_of_every_version_open() {
    for (version, link) in SENT {
        let report = decode(link, &Messages::default()).unwrap();
        assert_eq!(report.shared.as_ref().map(|shared| shared.version), Some(VERSION), "sent in {version}");
    }
}
