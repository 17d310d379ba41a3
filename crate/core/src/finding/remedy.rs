//! What to take out of a body so that it fits.

use super::Case;
use super::say::{capital, paragraph};
use crate::ledger::Category;
use crate::limit::GOOGLEBOT;
use crate::number;
use crate::report::ContentKind;

/// Steps that one remedy names.
const STEPS: usize = 3;
/// A step that saves less than this share of the body is not worth its sentence.
const WORTH: u64 = 100;

/// Bytes that a page can do without, or keep elsewhere.
struct Step {
    /// Key of the clause; `$1` is the change of size.
    key: &'static str,
    categories: &'static [Category],
    /// Whether the bytes go to a file that the renderer fetches, which has a limit of its own.
    to_file: bool,
}

const STEPS_OF_HTML: [Step; 6] = [
    Step { key: "finding_step_style", categories: &[Category::Style], to_file: true },
    Step { key: "finding_step_script", categories: &[Category::Script], to_file: true },
    Step { key: "finding_step_data", categories: &[Category::InlineData], to_file: true },
    Step {
        key: "finding_step_data_uri",
        categories: &[Category::DataUriImage, Category::DataUriFont, Category::DataUriOther],
        to_file: false,
    },
    Step { key: "finding_step_svg", categories: &[Category::Svg], to_file: false },
    Step { key: "finding_step_comment", categories: &[Category::Comment], to_file: false },
];

/// How to bring the body down to `goal` bytes: the steps that save most, until it fits.
pub(super) fn to_fit(goal: u64, case: &Case<'_>) -> String {
    let say = case.say;
    let body = case.report.page.body_bytes;
    if case.report.page.kind != ContentKind::Html {
        return say.with("finding_fix_split_file", &[&number::bytes(goal)]);
    }
    let mut steps: Vec<(u64, &Step)> = STEPS_OF_HTML.iter().map(|step| (bytes_of(step, case), step)).collect();
    steps.retain(|&(bytes, _)| bytes > 0 && bytes >= body / WORTH);
    steps.sort_by_key(|&(bytes, _)| std::cmp::Reverse(bytes));

    let mut left = body;
    let mut taken = Vec::new();
    for &(bytes, step) in steps.iter().take(STEPS) {
        if left <= goal {
            break;
        }
        left = left.saturating_sub(bytes);
        taken.push((bytes, step));
    }
    if taken.is_empty() {
        return say.text("finding_fix_split_page");
    }
    let clauses: Vec<String> = taken.iter().map(|&(bytes, step)| say.with(step.key, &[&saving(bytes)])).collect();
    let clauses = capital(&say.list(&clauses));
    let is_over = case.report.limit.earliest.is_some_and(|earliest| body > earliest);
    let result = match (is_over, left <= goal) {
        (true, true) => say.with("finding_fix_fits", &[&clauses]),
        (true, false) => say.with("finding_fix_leaves_too_much", &[&clauses, &number::bytes(left)]),
        (false, _) => say.with("finding_fix_leaves", &[&clauses, &number::bytes(left)]),
    };
    let to_files = || taken.iter().filter(|(_, step)| step.to_file);
    let own_limit = if case.report.limit.crawler != GOOGLEBOT.crawler || to_files().next().is_none() {
        String::new()
    } else if to_files().any(|&(bytes, _)| bytes > GOOGLEBOT.decimal_bytes) {
        say.text("finding_fix_own_limit_several")
    } else {
        say.text("finding_fix_own_limit")
    };
    paragraph(&[result, own_limit])
}

fn bytes_of(step: &Step, case: &Case<'_>) -> u64 {
    let is_of_step =
        |category: &str| Category::of_name(category).is_some_and(|category| step.categories.contains(&category));
    let rows = case.report.ledger.iter().filter(|row| is_of_step(&row.category));
    rows.map(|row| row.bytes).fold(0, u64::saturating_add)
}

/// `−1.23 MB`.
fn saving(bytes: u64) -> String {
    number::bytes_changed(i64::try_from(bytes).map_or(i64::MIN, |bytes| -bytes))
}
