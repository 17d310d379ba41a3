//! What to take out of a body so that it fits.

use super::Case;
use super::say::paragraph;
use crate::ledger::{ChangeKind, Plan, plan};
use crate::number;
use crate::report::{Change, ContentKind};
use crate::resource::of_file;

/// How to bring the body down to `goal` bytes: the report's own proposal where the body is past the limit.
pub(super) fn to_fit(goal: u64, case: &Case<'_>) -> String {
    let say = case.say;
    let report = case.report;
    if report.page.kind != ContentKind::Html {
        return say.with("finding_fix_split_file", &[&number::bytes(goal)]);
    }
    let plan = plan(report, goal);
    if plan.named.is_empty() {
        return say.text("finding_fix_split_page");
    }
    let clauses = clauses(&plan, case);
    let is_over = report.limit.earliest.is_some_and(|earliest| report.page.body_bytes > earliest);
    let left = number::bytes(plan.left_bytes);
    let result = match (is_over, plan.fits) {
        (true, true) => say.with("finding_fix_fits", &[&clauses]),
        (true, false) => say.with("finding_fix_leaves_too_much", &[&clauses, &left]),
        (false, _) => say.with("finding_fix_leaves", &[&clauses, &left]),
    };
    paragraph(&[result, own_limit(&plan, case)])
}

/// `Move 14 style blocks into one stylesheet (−1.23 MB) and serve 3 embedded images as files (−412 KB)`.
fn clauses(plan: &Plan<'_>, case: &Case<'_>) -> String {
    let say = case.say;
    let clause = |change: &&Change| say.with("finding_step", &[&change.title, &number::bytes_saved(change.bytes)]);
    let mut clauses: Vec<String> = plan.named.iter().map(clause).collect();
    for later in clauses.iter_mut().skip(1) {
        *later = small(later);
    }
    if plan.smaller > 0 {
        let (count, saved) = (number::count(plan.smaller), number::bytes_saved(plan.smaller_bytes));
        clauses.push(say.with("finding_steps_smaller", &[&count, &saved]));
    }
    say.list(&clauses)
}

/// That files have a limit of their own; nothing where nothing moves into a file that the renderer fetches.
fn own_limit(plan: &Plan<'_>, case: &Case<'_>) -> String {
    let to_files = plan.named.iter().filter(|change| ChangeKind::is_fetched(&change.id));
    let Some(largest) = to_files.map(|change| change.bytes).max() else { return String::new() };
    let (bytes, written) = of_file(&case.report.limit);
    let key = if largest > bytes { "finding_fix_own_limit_several" } else { "finding_fix_own_limit" };
    case.say.with(key, &[&written])
}

/// The sentence with its first letter in lower case, for the middle of a sentence.
fn small(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
