//! Who says so: the sources of FACTS, by short name.

use super::Case;
use super::say::capital;

/// Day on which Google's pages were read, `YYYY-MM-DD`.
const READ_ON: &str = crate::limit::GOOGLEBOT.read_on;

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Whoever says what the applied limit is.
    Limit,
    /// Google's word that nothing past the cut is fetched, rendered or indexed.
    Cut,
    /// A page of Google's, by its title.
    Google(&'static str),
    /// A page of Google's, by its title, and where it stands.
    GoogleAt(&'static str, &'static str),
    /// A standard, by its name.
    Standard(&'static str),
    /// Tried in Chromium 156.
    Chromium,
    /// What was found in the bytes themselves.
    Bytes,
    /// A commentator's advice, which is not Google's.
    Commentator,
    /// The conclusion is ours.
    Ours,
}

pub(super) const BLOG26: Source = Source::GoogleAt(
    "Inside Googlebot: demystifying crawling, fetching, and the bytes we process",
    "2026-03-31, developers.google.com/search/blog/2026/03/crawler-blog-post",
);
pub(super) const GBOT: Source =
    Source::GoogleAt("Googlebot", "developers.google.com/search/docs/crawling-indexing/googlebot");
pub(super) const OVERVIEW: Source = Source::GoogleAt(
    "Overview of Google crawlers and fetchers",
    "developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers",
);
pub(super) const JSBASICS: Source = Source::Google("JavaScript SEO basics");
pub(super) const CRAWLDEC: Source = Source::Google("Crawling December");
pub(super) const HTTPDOC: Source =
    Source::Google("How HTTP status codes, and network and DNS errors affect Google Search");
pub(super) const RATE: Source = Source::Google("Reduce the Googlebot crawl rate");
pub(super) const ROBOTS: Source = Source::Google("robots.txt specification");
pub(super) const META: Source = Source::Google("Robots meta tag");
pub(super) const HEAD: Source = Source::Google("Valid page metadata");
pub(super) const CANON: Source = Source::Google("Consolidate duplicate URLs");
pub(super) const LOCAL: Source = Source::Google("Localized versions");
pub(super) const SITEMAPS: Source = Source::Google("Sitemaps");
pub(super) const HTML_STANDARD: Source = Source::Standard("HTML");

/// The sources of one finding as text, the first named first.
pub(super) fn describe(sources: &[Source], case: &Case<'_>) -> String {
    let say = case.say;
    let described: Vec<String> = sources
        .iter()
        .map(|source| if *source == Source::Cut { &BLOG26 } else { source })
        .map(|source| match source {
            Source::Limit => {
                let limit = &case.report.limit;
                match &limit.read_on {
                    Some(read_on) => say.with("finding_source_read", &[&limit.source, read_on]),
                    None => limit.source.clone(),
                }
            }
            Source::Google(title) => say.with("finding_source_google", &[title, READ_ON]),
            Source::GoogleAt(title, place) => say.with("finding_source_google_at", &[title, place, READ_ON]),
            Source::Standard(name) => say.with("finding_source_standard", &[name]),
            Source::Chromium => say.text("finding_source_chromium"),
            Source::Bytes => say.text("finding_source_bytes"),
            Source::Commentator => say.text("finding_source_commentator"),
            Source::Cut | Source::Ours => say.text("finding_source_ours"),
        })
        .collect();
    capital(&say.series(&described))
}
