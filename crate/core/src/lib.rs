//! Crawl Cutoff's core: where a crawler stops reading a page, and what that costs the page.
//!
//! A pure library: no browser, no clock, no network, no environment. Bytes go in, a report comes out.
//!
//! ```text
//! limit, response              what may be taken; what the server said
//!        │
//!       scan                   the one pass over the body, a crate of its own (crate/scan): charset, signals, ledger
//!        │
//!   cut, ledger                where it stops and what that does; what-if
//!     resource                 subresources: what Google's renderer asks for, robots.txt, budgets
//!      hazard                  code that a stateless renderer fails
//!        │
//!     finding                  verdict and findings, each with its basis
//!        │
//!     report, amount           the serialisable whole; what of it is counted and not listed
//!        │
//!  compare, share, view          two side by side; report ⇄ link; report → HTML
//! ```
//!
//! Start at [`Inspection`]: `push` the body in chunks as they arrive, then `finish` for a [`report::Report`].

#![deny(clippy::disallowed_methods, clippy::disallowed_types)] // The list is clippy.toml.

pub mod amount;
pub mod compare;
pub mod cut;
pub mod finding;
#[cfg(feature = "scripts")]
pub mod hazard;
pub mod inspection;
pub mod ledger;
pub mod limit;
pub mod message;
pub mod number;
pub mod report;
pub mod resource;
pub mod response;
pub mod share;
pub mod view;

pub use crawl_cutoff_scan::{self as scan, charset, decode};
pub use inspection::{Context, Inspection, Options};
pub use report::Report;

use crawl_cutoff_scan::order;
