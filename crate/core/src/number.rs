//! Sizes, counts and shares as text: the one place that decides how a number looks.
//!
//! Sizes are decimal (1 KB is 1,000 bytes): megabytes in three figures, kilobytes in two or three, so that no digit is
//! printed that nobody reads. They round to the nearest, half up. Where that would hide a difference (two sizes in one
//! sentence, one just past a limit) [`bytes_apart`] prints both to the byte. A share never rounds to 0 % or 100 %, nor across.

/// `n` for people: `999 bytes`, `1.3 KB`, `41 KB`, `412 KB`, `1.84 MB`, `13.1 MB`.
#[must_use]
pub fn bytes(n: u64) -> String {
    const KB: u64 = 1_000;
    const MB: u64 = 1_000_000;
    const GB: u64 = 1_000_000_000;
    // Unit, its name, decimals; the first row whose rounded number stays below its bound is taken.
    const FORMS: [(u64, &str, usize, u64); 8] = [
        (KB, "KB", 1, 10),
        (KB, "KB", 0, 1_000),
        (MB, "MB", 2, 10),
        (MB, "MB", 1, 100),
        (MB, "MB", 0, 1_000),
        (GB, "GB", 2, 10),
        (GB, "GB", 1, 100),
        (GB, "GB", 0, u64::MAX),
    ];
    if n < KB {
        return bytes_counted(n);
    }
    for (unit, name, decimals, below) in FORMS {
        let scale = [1, 10, 100][decimals];
        let rounded = rounded(n, unit, scale);
        if rounded / scale < below {
            let whole = count(rounded / scale);
            return match decimals {
                0 => format!("{whole} {name}"),
                _ => format!("{whole}.{:0decimals$} {name}", rounded % scale),
            };
        }
    }
    bytes_counted(n)
}

/// `n / unit * scale`, to the nearest, half up.
fn rounded(n: u64, unit: u64, scale: u64) -> u64 {
    let scaled = u128::from(n) * u128::from(scale) + u128::from(unit / 2);
    u64::try_from(scaled / u128::from(unit)).unwrap_or(u64::MAX)
}

/// `n` as [`bytes`] prints it with the exact number behind it: `1.84 MB (1,843,201 bytes)`; below 1,000 only `999 bytes`.
#[must_use]
pub fn bytes_exact(n: u64) -> String {
    if n < 1_000 { bytes_counted(n) } else { format!("{} ({})", bytes(n), bytes_counted(n)) }
}

/// `n` to the byte: `1,843,201 bytes`, `1 byte`.
#[must_use]
pub fn bytes_counted(n: u64) -> String {
    if n == 1 { "1 byte".to_owned() } else { format!("{} bytes", count(n)) }
}

/// Two sizes as a range, the unit once where both have it: `2.00–2.10 MB`; one size where they are equal.
#[must_use]
pub fn bytes_range(from: u64, to: u64) -> String {
    if from == to {
        return bytes(from);
    }
    let (from, to) = bytes_apart(from, to);
    match (from.split_once(' '), to.split_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}–{to}"),
        _ => format!("{from}–{to}"),
    }
}

/// Two sizes that stand in one sentence: as [`bytes`] prints them, or to the byte where different sizes would look alike. A page of 1,999,000 bytes that is cut at 1,998,700 must not read "2.00 MB of 2.00 MB".
#[must_use]
pub fn bytes_apart(a: u64, b: u64) -> (String, String) {
    let (short_a, short_b) = (bytes(a), bytes(b));
    if a != b && short_a == short_b { (bytes_counted(a), bytes_counted(b)) } else { (short_a, short_b) }
}

/// A signed change of size, with a true minus sign: `−1.23 MB`, `+412 KB`, `0 bytes`.
#[must_use]
pub fn bytes_changed(difference: i64) -> String {
    let size = bytes(difference.unsigned_abs());
    match difference {
        ..0 => format!("−{size}"),
        0 => size,
        1.. => format!("+{size}"),
    }
}

/// A saving: `−1.23 MB`.
#[must_use]
pub fn bytes_saved(n: u64) -> String {
    bytes_changed(i64::try_from(n).map_or(i64::MIN, |n| -n))
}

/// `n` with a comma between thousands: `1,843,201`.
#[must_use]
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Two numbers as a range: `328–361`; one where they are equal.
#[must_use]
pub fn count_range((from, to): (u64, u64)) -> String {
    if from == to { count(to) } else { format!("{}–{}", count(from), count(to)) }
}

/// A share in percent: `21 %`, `1.5 %` below ten, `< 0.1 %`, and one decimal (`99.6 %`, `100.1 %`) where a whole number
/// would claim that all of something is meant.
#[must_use]
pub fn percent(share: f64) -> String {
    // Whole tenths of a percent: printing integers keeps the float printer out of the WebAssembly.
    let tenths = (share * 10.0 + 0.5) as u64;
    match share {
        ..=0.0 => "0 %".to_owned(),
        ..0.1 => "< 0.1 %".to_owned(),
        ..9.95 => tenths_of_percent(tenths),
        ..99.5 | 100.0 | 100.5.. => format!("{} %", count((share + 0.5) as u64)),
        ..100.0 => tenths_of_percent(tenths.min(999)),
        100.0.. => tenths_of_percent(tenths.max(1_001)),
        _ => "0 %".to_owned(), // Not a number.
    }
}

fn tenths_of_percent(tenths: u64) -> String {
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// `part` of `whole` in percent, as [`percent`] prints it; `0 %` of nothing.
#[must_use]
pub fn percent_of(part: u64, whole: u64) -> String {
    if whole == 0 { percent(0.0) } else { percent(part as f64 * 100.0 / whole as f64) }
}

/// A range of parts of `whole` in percent: `76–79 %`; one share where both print alike.
#[must_use]
pub fn percent_range((from, to): (u64, u64), whole: u64) -> String {
    let (from, to) = (percent_of(from, whole), percent_of(to, whole));
    if from == to { to } else { format!("{}–{to}", from.strip_suffix(" %").unwrap_or(&from)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_decimal_and_carry_no_needless_digit() {
        let expected = [
            (0, "0 bytes"),
            (1, "1 byte"),
            (999, "999 bytes"),
            (1_000, "1.0 KB"),
            (1_304, "1.3 KB"),
            (9_949, "9.9 KB"),
            (9_950, "10 KB"),
            (41_249, "41 KB"),
            (412_118, "412 KB"),
            (1_843_201, "1.84 MB"),
            (2_000_000, "2.00 MB"),
            (2_097_152, "2.10 MB"),
            (13_100_000, "13.1 MB"),
            (67_108_864, "67.1 MB"),
            (314_572_800, "315 MB"),
            (7_000_000_000, "7.00 GB"),
            (4_500_000_000_000, "4,500 GB"),
        ];
        for (n, text) in expected {
            assert_eq!(bytes(n), text, "{n}");
        }
        assert_eq!(bytes(u64::MAX), "18,446,744,074 GB");
    }

    #[test]
    fn rounding_carries_into_the_next_unit() {
        assert_eq!(bytes(999_499), "999 KB");
        assert_eq!(bytes(999_500), "1.00 MB");
        assert_eq!(bytes(999_999_999), "1.00 GB");
    }

    #[test]
    fn exact_sizes_carry_every_byte() {
        assert_eq!(bytes_exact(1_843_201), "1.84 MB (1,843,201 bytes)");
        assert_eq!(bytes_exact(12), "12 bytes");
        assert_eq!(bytes_exact(1), "1 byte");
    }

    #[test]
    fn different_sizes_never_look_alike_in_one_sentence() {
        assert_eq!(bytes_apart(1_998_700, 3_149_368), ("2.00 MB".to_owned(), "3.15 MB".to_owned()));
        assert_eq!(bytes_apart(1_998_700, 1_999_000), ("1,998,700 bytes".to_owned(), "1,999,000 bytes".to_owned()));
        assert_eq!(bytes_apart(2_000_000, 2_000_000), ("2.00 MB".to_owned(), "2.00 MB".to_owned()));
    }

    #[test]
    fn ranges_name_their_unit_once() {
        assert_eq!(bytes_range(1_998_700, 2_097_152), "2.00–2.10 MB");
        assert_eq!(bytes_range(999_000, 2_097_152), "999 KB–2.10 MB");
        assert_eq!(bytes_range(1_500_000, 1_500_000), "1.50 MB");
        assert_eq!(bytes_range(1_998_700, 1_999_000), "1,998,700–1,999,000 bytes");
    }

    #[test]
    fn changes_carry_a_sign() {
        assert_eq!(bytes_changed(-1_230_000), "−1.23 MB");
        assert_eq!(bytes_changed(412_000), "+412 KB");
        assert_eq!(bytes_changed(0), "0 bytes");
        assert!(bytes_changed(i64::MIN).starts_with('−'));
        assert_eq!(bytes_saved(1_230_000), "−1.23 MB");
        assert!(bytes_saved(u64::MAX).starts_with('−'));
    }

    #[test]
    fn counts_group_thousands() {
        for (n, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (431_000, "431,000"),
            (1_843_201, "1,843,201"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(count(n), text);
        }
    }

    #[test]
    fn shares_never_round_to_nothing_or_to_all() {
        let expected = [
            (0.0, "0 %"),
            (0.04, "< 0.1 %"),
            (0.1, "0.1 %"),
            (1.54, "1.5 %"),
            (9.96, "10 %"),
            (20.6, "21 %"),
            (99.4, "99 %"),
            (99.6, "99.6 %"),
            (99.999, "99.9 %"),
            (100.0, "100 %"),
            (100.001, "100.1 %"),
            (157.46, "157 %"),
            (655_360.2, "655,360 %"),
        ];
        for (share, text) in expected {
            assert_eq!(percent(share), text, "{share}");
        }
        assert_eq!(percent(f64::NAN), "0 %");
        assert_eq!(percent_of(324, 431), "75 %");
        assert_eq!(percent_of(1, 0), "0 %");
    }
}
