//! Where labels go so that none lies on another.

use std::fmt;

/// Room between two labels of one row, in pixels.
const GAP: f64 = 8.0;
/// How far a label beside its tick reaches over it, in pixels.
const OVERHANG: f64 = 3.0;
/// Rows under the bar.
const ROWS: usize = 2;

/// Pixels that a label takes at the ruler's font size of 11 pixels, rather too many than too few: fonts differ.
pub(super) fn text_pixels(text: &str) -> f64 {
    let of = |character: char| match character {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | '\'' | '|' | ' ' => 3.6,
        'm' | 'w' | 'M' | 'W' | '%' | '×' => 10.4,
        '0'..='9' | 'A'..='Z' => 7.6,
        character if character < '\u{1100}' => 6.8,
        _ => 11.5,
    };
    text.chars().map(of).sum()
}

/// From where to where a label reaches, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extent {
    left: f64,
    right: f64,
}

impl Extent {
    /// A label `pixels` wide around `centre`, moved inward where it would leave a drawing `width` wide.
    pub(super) fn around(centre: f64, pixels: f64, width: f64) -> Self {
        Self::from(centre - pixels / 2.0, pixels, width)
    }

    fn beside(side: Side, x: f64, pixels: f64, width: f64) -> Self {
        match side {
            Side::Centre => Self::around(x, pixels, width),
            Side::Right => Self::from(x - OVERHANG, pixels, width),
            Side::Left => Self::from(x + OVERHANG - pixels, pixels, width),
        }
    }

    fn from(left: f64, pixels: f64, width: f64) -> Self {
        let left = left.min(width - pixels).max(0.0);
        Self { left, right: left + pixels }
    }

    pub(super) fn touches(&self, other: &Self) -> bool {
        self.left < other.right + GAP && other.left < self.right + GAP
    }

    fn covers(&self, x: f64) -> bool {
        self.left - 2.0 < x && x < self.right + 2.0
    }

    /// How a label at `x` is tied to its tick so that it keeps its distance in a wider drawing: by the end that is nearer.
    pub(super) fn anchor(&self, x: f64) -> Anchor {
        let (before, after) = (x - self.left, self.right - x);
        if (before - after).abs() < 1.0 {
            Anchor { name: "middle", dx: 0 }
        } else if before < after {
            Anchor { name: "start", dx: -(before.round() as i32) }
        } else {
            Anchor { name: "end", dx: after.round() as i32 }
        }
    }
}

/// Where a label stands to its tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Centre,
    Right,
    Left,
}

impl Side {
    pub(super) const CENTRE_FIRST: [Self; 3] = [Self::Centre, Self::Right, Self::Left];
    pub(super) const RIGHT_FIRST: [Self; 3] = [Self::Right, Self::Left, Self::Centre];
}

/// SVG's `text-anchor` and `dx`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Anchor {
    pub(super) name: &'static str,
    pub(super) dx: i32,
}

impl fmt::Display for Anchor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, r#"text-anchor="{}" dx="{}""#, self.name, self.dx)
    }
}

/// The rows of labels under the bar, filled one label after the other.
pub(super) struct Labels {
    width: f64,
    sides: [Side; 3],
    placed: Vec<(usize, f64, Extent)>,
}

impl Labels {
    /// No label yet, on a drawing `width` pixels wide; `sides` are tried in their order.
    pub(super) fn new(width: f64, sides: [Side; 3]) -> Self {
        Self { width, sides, placed: Vec::new() }
    }

    /// Anchor and row for a label `pixels` wide at `x`; `None` when there is no room in any row.
    pub(super) fn place(&mut self, x: f64, pixels: f64) -> Option<(Anchor, usize)> {
        for row in 0..ROWS {
            for side in self.sides {
                let extent = Extent::beside(side, x, pixels, self.width);
                if self.placed.iter().all(|placed| self.is_free(row, x, extent, *placed)) {
                    self.placed.push((row, x, extent));
                    return Some((extent.anchor(x), row));
                }
            }
        }
        None
    }

    /// Labels that found room.
    pub(super) fn count(&self) -> usize {
        self.placed.len()
    }

    /// Rows in use.
    pub(super) fn rows(&self) -> usize {
        self.placed.iter().map(|(row, _, _)| row + 1).max().unwrap_or(0)
    }

    /// Whether two labels get along: apart in one row; in two rows, the line to the lower one passes beside the upper one.
    fn is_free(&self, row: usize, x: f64, extent: Extent, (other_row, other_x, other): (usize, f64, Extent)) -> bool {
        match row.cmp(&other_row) {
            std::cmp::Ordering::Equal => !extent.touches(&other),
            std::cmp::Ordering::Greater => !other.covers(x),
            std::cmp::Ordering::Less => !extent.covers(other_x),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_at_the_edges_stay_inside_and_keep_their_distance_to_the_tick() {
        let left = Extent::around(3.0, 40.0, 348.0);
        assert_eq!((left.left, left.right), (0.0, 40.0));
        assert_eq!(left.anchor(3.0), Anchor { name: "start", dx: -3 });
        let right = Extent::around(340.0, 40.0, 348.0);
        assert_eq!((right.left, right.right), (308.0, 348.0));
        assert_eq!(right.anchor(340.0), Anchor { name: "end", dx: 8 });
        assert_eq!(Extent::around(100.0, 40.0, 348.0).anchor(100.0), Anchor { name: "middle", dx: 0 });
    }

    #[test]
    fn a_label_that_would_touch_another_moves_aside_then_down_and_is_left_out_last() {
        let mut labels = Labels::new(348.0, Side::CENTRE_FIRST);
        assert_eq!(labels.place(100.0, 60.0), Some((Anchor { name: "middle", dx: 0 }, 0)));
        assert_eq!(labels.place(142.0, 60.0), Some((Anchor { name: "start", dx: -3 }, 0)));
        assert_eq!(labels.place(135.0, 60.0), Some((Anchor { name: "middle", dx: 0 }, 1)));
        assert_eq!(labels.place(137.0, 60.0), None);
        assert_eq!((labels.count(), labels.rows()), (3, 2));
    }

    #[test]
    fn the_line_to_a_lower_label_never_crosses_an_upper_one() {
        let mut labels = Labels::new(348.0, Side::CENTRE_FIRST);
        labels.place(100.0, 80.0);
        assert_eq!(labels.place(110.0, 80.0), None, "its line would cross the first label");
        labels.place(145.0, 300.0);
        assert_eq!(labels.place(190.0, 90.0).map(|(_, row)| row), Some(0));
        assert_eq!(labels.rows(), 2);
    }

    #[test]
    fn a_label_wider_than_the_drawing_starts_at_its_left() {
        assert_eq!(Extent::around(300.0, 900.0, 348.0).left, 0.0);
    }
}
