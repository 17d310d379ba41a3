//! What is counted instead of listed: text, links and the entries of a feed or sitemap.

use crate::ledger::Category;
use crate::report::{Fate, Report};

/// Bytes of text for each word from which on white space no longer tells words apart, as in Japanese, Chinese or Thai.
const LONG_WORD_BYTES: u64 = 40;

/// How much of something there is, and how much is left when the body ends at an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// What is counted.
    pub unit: Unit,
    /// In the whole body.
    pub total: u64,
    /// At the earliest edge.
    pub kept_earliest: u64,
    /// At the latest edge; at most this much where bytes of text are counted.
    pub kept_latest: u64,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Visible words, white space between them.
    Words,
    /// Bytes of text, where it is written without white space between words.
    Bytes,
    /// Elements `a[href]`.
    Links,
    /// Complete entries of a feed or sitemap.
    Entries,
}

impl Amount {
    /// The visible text, in words; in bytes where words say little of it.
    #[must_use]
    pub fn text(report: &Report) -> Self {
        let text = &report.text;
        let words = Self {
            unit: Unit::Words,
            total: text.words_total,
            kept_earliest: text.words_kept_earliest,
            kept_latest: text.words_kept_latest,
        };
        let Some(row) = report.leaf(Category::Text).filter(|row| row.bytes / LONG_WORD_BYTES > words.total) else {
            return words;
        };
        let band = report.limit.latest.unwrap_or_default().saturating_sub(report.limit.earliest.unwrap_or_default());
        Self {
            unit: Unit::Bytes,
            total: row.bytes,
            kept_earliest: row.bytes_kept_earliest,
            kept_latest: row.bytes.min(row.bytes_kept_earliest.saturating_add(band)),
        }
    }

    /// Links.
    #[must_use]
    pub const fn links(report: &Report) -> Self {
        let links = &report.links;
        Self {
            unit: Unit::Links,
            total: links.total,
            kept_earliest: links.kept_earliest,
            kept_latest: links.kept_latest,
        }
    }

    /// Entries; `None` for what is no feed or sitemap.
    #[must_use]
    pub fn entries(report: &Report) -> Option<Self> {
        let entries = report.entries.as_ref()?;
        Some(Self {
            unit: Unit::Entries,
            total: entries.total,
            kept_earliest: entries.kept_earliest,
            kept_latest: entries.kept_latest,
        })
    }

    /// What is past the earliest edge.
    #[must_use]
    pub const fn past_earliest(&self) -> u64 {
        self.total.saturating_sub(self.kept_earliest)
    }

    /// What becomes of the part that is past the earliest edge; `None` when there is none.
    #[must_use]
    pub const fn fate(&self) -> Option<Fate> {
        if self.kept_latest < self.total {
            Some(Fate::Lost)
        } else if self.kept_earliest < self.total {
            Some(Fate::Depends)
        } else {
            None
        }
    }

    /// How much that is: from what is lost under every reading to what is lost under the strictest. One number where all of it depends.
    #[must_use]
    pub const fn gone(&self) -> (u64, u64) {
        let past = self.past_earliest();
        let lost = self.total.saturating_sub(self.kept_latest);
        (if lost == 0 { past } else { lost }, past)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::LedgerRow;
    use crate::{Context, Inspection, Options};

    fn report(words: u64, bytes: u64, bytes_kept_earliest: u64) -> Report {
        let mut report = Inspection::new(Options::default()).finish(Context::default());
        (report.limit.earliest, report.limit.latest) = (Some(2_000_000), Some(2_097_152));
        report.text.words_total = words;
        report.text.words_kept_earliest = words;
        report.text.words_kept_latest = words;
        report.ledger = vec![LedgerRow { category: "text".to_owned(), bytes, bytes_kept_earliest }];
        report
    }

    #[test]
    fn text_without_white_space_is_counted_in_bytes() {
        let japanese = Amount::text(&report(2, 3_600_000, 1_999_900));
        assert_eq!((japanese.unit, japanese.fate()), (Unit::Bytes, Some(Fate::Lost)));
        assert_eq!(japanese.gone(), (1_502_948, 1_600_100));
        let ending_in_the_band = Amount::text(&report(2, 2_050_000, 1_999_900));
        assert_eq!((ending_in_the_band.fate(), ending_in_the_band.gone()), (Some(Fate::Depends), (50_100, 50_100)));
        let english = Amount::text(&report(600_000, 3_600_000, 3_600_000));
        assert_eq!((english.unit, english.total, english.past_earliest()), (Unit::Words, 600_000, 0));
    }
}
