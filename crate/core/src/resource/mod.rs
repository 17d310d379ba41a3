//! Subresources: which there are, which of them Google's renderer asks for, and what each one's own limit does to it.
//!
//! ```text
//! scan ─► Reference ┐
//! inline CSS ───────┼─► collect ─► Resource ─► judge ─► requested, fate, effect
//! Timing (browser) ─┘                 ▲
//! Measurement (one file, read) ───────┘ measure
//! RobotsFile (one host) ──────────────┘ robots
//! ```
//!
//! [`judge`] is a pure function of what the resources' stored facts and the limit say, so a report from a link, or one whose
//! limit was changed, is judged anew by the same rules.

pub mod address;
mod budget;
mod collect;
#[cfg(feature = "scripts")]
mod css;
mod measurement;
#[cfg(feature = "scripts")]
pub mod reader;
mod reference;
pub mod robots;
mod rule;
pub mod summary;
pub mod target;
mod timing;

pub use crate::scan::resource::Reference;
pub use budget::{band, judge, of_file};
pub(crate) use collect::collect;
pub use measurement::{Measurement, measure};
pub use robots::RobotsFile;
pub use target::{PageReading, PageTarget, ScriptKind, Target};
pub use timing::Timing;
