//! Where the bytes go: every body byte in exactly one leaf category, and what taking some of them out would bring back.

mod change;
mod plan;
mod what_if;

pub use crate::scan::ledger::{Category, ChangeKind, Group, Region};
pub use change::sentences;
pub use plan::{Plan, plan};
pub use what_if::{Outcome, propose, what_if};
