//! Places on a drawing that is as wide as its window: shares of a width, printed as SVG percentages.

use std::fmt;

/// A share of a drawing's width, in thousandths of a percent. Style attributes are forbidden here (the pages' policy and the
/// sanitiser drop them), so widths are SVG attributes in percent, which follow the window and leave text undistorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Share(u32);

impl Share {
    const WHOLE: u64 = 100_000;

    /// `part` of `whole`, at most all of it; nothing of nothing.
    pub(super) fn of(part: u64, whole: u64) -> Self {
        if whole == 0 {
            return Self(0);
        }
        let thousandths = u128::from(part.min(whole)) * u128::from(Self::WHOLE) / u128::from(whole);
        Self(u32::try_from(thousandths).unwrap_or(0))
    }

    /// What lies between this share and a later one.
    pub(super) fn to(self, end: Self) -> Self {
        Self(end.0.saturating_sub(self.0))
    }

    /// Pixels of a drawing `width` pixels wide.
    pub(super) fn pixels(self, width: f64) -> f64 {
        f64::from(self.0) * width / Self::WHOLE as f64
    }

    pub(super) fn is_nothing(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 1_000, self.0 % 1_000) {
            (whole, 0) => write!(formatter, "{whole}%"),
            (whole, rest) => write!(formatter, "{whole}.{}%", format!("{rest:03}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact_to_a_thousandth_of_a_percent() {
        assert_eq!(Share::of(1, 2).to_string(), "50%");
        assert_eq!(Share::of(1, 3).to_string(), "33.333%");
        assert_eq!(Share::of(1_000, 100_000_000).to_string(), "0.001%");
        assert_eq!(Share::of(u64::MAX, u64::MAX).to_string(), "100%");
        assert_eq!(Share::of(3, 2).to_string(), "100%");
        assert_eq!(Share::of(1, 10).to_string(), "10%");
        assert_eq!(Share::of(1, 80).to_string(), "1.25%");
        assert_eq!(Share::of(0, 1).to_string(), "0%");
        assert_eq!(Share::of(1, 0).to_string(), "0%");
        assert_eq!(Share::of(1, 4).to(Share::of(3, 4)).to_string(), "50%");
    }
}
