//! The limit of one inspection, in words.

use crate::limit::{Band, Basis, GOOGLEBOT, GOOGLEBOT_PDF, Limit, LimitChoice, Reading, limit_of};
use crate::message::Messages;
use crate::number;
use crate::report::{AppliedLimit, ContentKind};

/// Says that Google publishes no limit for images and media.
const UNPUBLISHED_SOURCE: &str = "Google, “Inside Googlebot: demystifying crawling, fetching, and the bytes we process”, \
     2026-03-31, developers.google.com/search/blog/2026/03/crawler-blog-post";

impl AppliedLimit {
    /// The limit that `choice` means for content of this `kind` behind a response head of `head_bytes`.
    ///
    /// Googlebot's is 64 MB for PDF, not published for images, media and fonts, and 2 MB for the rest. A published limit
    /// that was chosen by name holds whatever the kind, and so does the user's own, which counts no head.
    /// Source: FACTS §1.
    #[must_use]
    pub fn of(choice: LimitChoice, kind: ContentKind, head_bytes: Option<u64>, messages: &Messages) -> Self {
        match (choice, kind) {
            (LimitChoice::User(edge), _) => user(edge, messages),
            (LimitChoice::Published(limit), _) => published(&limit, head_bytes, messages),
            (LimitChoice::Googlebot, ContentKind::Image) => unpublished("limit_reading_images", messages),
            (LimitChoice::Googlebot, ContentKind::Media) => unpublished("limit_reading_media", messages),
            (LimitChoice::Googlebot, ContentKind::Font) => unpublished("limit_reading_fonts", messages),
            (LimitChoice::Googlebot, ContentKind::Pdf) => published(&GOOGLEBOT_PDF, head_bytes, messages),
            (LimitChoice::Googlebot, _) => published(&GOOGLEBOT, head_bytes, messages),
        }
    }

    /// The same limit counted in one way only; `head_bytes` is the response head that the earliest edge has taken off.
    #[must_use]
    pub fn counted(self, reading: Reading, head_bytes: Option<u64>, messages: &Messages) -> Self {
        let Some(known) = limit_of(&self.crawler).filter(|_| self.latest.is_some()) else { return self };
        let decimal = number::bytes_counted(known.decimal_bytes);
        let binary = number::bytes_counted(known.binary_bytes);
        match reading {
            Reading::Band => self,
            Reading::Strictest => Self {
                latest: self.earliest,
                reading: match head_bytes.map(number::bytes_counted) {
                    Some(head) => messages.text("limit_reading_strictest", &[known.written, &decimal, &head]),
                    None => messages.text("limit_reading_strictest_no_head", &[known.written, &decimal]),
                },
                ..self
            },
            Reading::Loosest => Self {
                earliest: self.latest,
                reading: messages.text("limit_reading_loosest", &[known.written, &binary]),
                ..self
            },
        }
    }
}

fn published(limit: &Limit, head_bytes: Option<u64>, messages: &Messages) -> AppliedLimit {
    let Band { earliest, latest } = limit.band(head_bytes.unwrap_or(0));
    let decimal = number::bytes_counted(limit.decimal_bytes);
    let binary = number::bytes_counted(latest);
    let reading = match head_bytes {
        Some(head) => {
            messages.text("limit_reading_head", &[limit.written, &decimal, &number::bytes_counted(head), &binary])
        }
        None => messages.text("limit_reading_no_head", &[limit.written, &decimal, &binary]),
    };
    AppliedLimit {
        crawler: limit.crawler.to_owned(),
        earliest: Some(earliest),
        latest: Some(latest),
        reading,
        basis: Basis::Documented,
        source: limit.source.to_owned(),
        read_on: Some(limit.read_on.to_owned()),
    }
}

fn unpublished(reading_key: &str, messages: &Messages) -> AppliedLimit {
    AppliedLimit {
        crawler: GOOGLEBOT.crawler.to_owned(),
        earliest: None,
        latest: None,
        reading: messages.text(reading_key, &[]),
        basis: Basis::Unknown,
        source: UNPUBLISHED_SOURCE.to_owned(),
        read_on: Some(GOOGLEBOT.read_on.to_owned()),
    }
}

/// The user's own limit has no basis in anything that Google says; `heuristic` comes nearest.
fn user(edge: u64, messages: &Messages) -> AppliedLimit {
    AppliedLimit {
        crawler: "user".to_owned(),
        earliest: Some(edge),
        latest: Some(edge),
        reading: messages.text("limit_reading_user", &[&number::bytes_counted(edge)]),
        basis: Basis::Heuristic,
        source: messages.text("limit_source_user", &[]),
        read_on: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::GOOGLE_DEFAULT;

    fn edges(choice: LimitChoice, kind: ContentKind, head_bytes: Option<u64>) -> (String, Option<u64>, Option<u64>) {
        let limit = AppliedLimit::of(choice, kind, head_bytes, &Messages::default());
        (limit.crawler, limit.earliest, limit.latest)
    }

    #[test]
    fn each_choice_and_kind_gets_its_own_edges() {
        use ContentKind::{Font, Html, Image, Javascript, Media, Other, Pdf, Svg};
        let googlebot = LimitChoice::Googlebot;
        let cases = [
            (googlebot, Html, Some(1_300), "googlebot", Some(1_998_700), Some(2_097_152)),
            (googlebot, Html, None, "googlebot", Some(2_000_000), Some(2_097_152)),
            (googlebot, Javascript, None, "googlebot", Some(2_000_000), Some(2_097_152)),
            (googlebot, Svg, None, "googlebot", Some(2_000_000), Some(2_097_152)),
            (googlebot, Other, None, "googlebot", Some(2_000_000), Some(2_097_152)),
            (googlebot, Pdf, Some(500), "googlebot-pdf", Some(63_999_500), Some(67_108_864)),
            (googlebot, Image, None, "googlebot", None, None),
            (googlebot, Media, None, "googlebot", None, None),
            (googlebot, Font, None, "googlebot", None, None),
            (LimitChoice::Published(GOOGLE_DEFAULT), Image, None, "google-default", Some(15_000_000), Some(15_728_640)),
            (LimitChoice::User(5), Pdf, Some(1_300), "user", Some(5), Some(5)),
        ];
        for (choice, kind, head, crawler, earliest, latest) in cases {
            assert_eq!(edges(choice, kind, head), (crawler.to_owned(), earliest, latest), "{choice:?} {kind:?}");
        }
    }

    #[test]
    fn the_reading_names_both_edges_and_the_head() {
        let messages = Messages::default();
        let known = AppliedLimit::of(LimitChoice::Googlebot, ContentKind::Html, Some(1_312), &messages);
        assert_eq!(
            known.reading,
            "Google writes 2 MB and never says how it counts. Earliest: 2,000,000 bytes less the response head \
             (1,312 bytes); latest: 2,097,152 bytes of body."
        );
        let unknown = AppliedLimit::of(LimitChoice::Googlebot, ContentKind::Html, None, &messages);
        assert!(unknown.reading.contains("no response head is known"), "{}", unknown.reading);
    }

    #[test]
    fn one_reading_leaves_one_edge_and_says_so() {
        let messages = Messages::default();
        let counted = |choice, kind, head, reading| {
            let limit = AppliedLimit::of(choice, kind, head, &messages).counted(reading, head, &messages);
            (limit.earliest, limit.latest, limit.reading)
        };
        let googlebot = |head, reading| counted(LimitChoice::Googlebot, ContentKind::Html, head, reading);
        let (earliest, latest, sentence) = googlebot(Some(1_300), Reading::Strictest);
        assert_eq!((earliest, latest), (Some(1_998_700), Some(1_998_700)));
        assert!(sentence.contains("Strictest") && sentence.contains("1,300 bytes"), "{sentence}");
        assert!(googlebot(None, Reading::Strictest).2.contains("no response head"));
        let (earliest, latest, sentence) = googlebot(Some(1_300), Reading::Loosest);
        assert_eq!((earliest, latest), (Some(2_097_152), Some(2_097_152)));
        assert!(sentence.contains("Loosest"), "{sentence}");
        let own = counted(LimitChoice::User(5), ContentKind::Html, None, Reading::Loosest);
        assert_eq!((own.0, own.1), (Some(5), Some(5)));
        let image = counted(LimitChoice::Googlebot, ContentKind::Image, None, Reading::Strictest);
        assert_eq!((image.0, image.1), (None, None));
    }

    #[test]
    fn what_google_does_not_publish_is_unknown() {
        let limit = AppliedLimit::of(LimitChoice::Googlebot, ContentKind::Image, Some(900), &Messages::default());
        assert_eq!(limit.basis, Basis::Unknown);
        assert_eq!((limit.earliest, limit.latest), (None, None));
    }

    #[test]
    fn a_head_larger_than_the_limit_leaves_an_edge_of_nothing() {
        assert_eq!(edges(LimitChoice::Googlebot, ContentKind::Html, Some(3_000_000)).1, Some(0));
    }
}
