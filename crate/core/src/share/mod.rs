//! Report ⇄ link: a report as text short enough to send.
//!
//! A link is the address of a viewer, `#`, and what this room makes of a report:
//!
//! ```text
//! https://viewer.example/#1.rhEAkXoZ4V1…
//!                         │ └ base64url without padding of
//!                         │     2 bytes   length of what follows the checksum, little-endian
//!                         │     4 bytes   CRC-32 of the version, the length and what follows, little-endian
//!                         │     n bytes   deflate, with [`dictionary.txt`] before its first byte, of
//!                         │                 number    bytes of numbers
//!                         │                 numbers   LEB128, differences in zigzag; lengths of texts among them
//!                         │                 texts     UTF-8, one after the other
//!                         └ version of the format, decimal
//! ```
//!
//! In the order that [`codec`] gives, which reads and writes by one description. Sentences do not travel: they are said again
//! from the facts, in the reader's language, by the code that said them first. One that comes out otherwise, because facts
//! that it needs were dropped to make the link fit, travels as text.
//!
//! **Length.** What the sender did not include is taken out first ([`Include`]). Then, while the link is longer than a step
//! allows, [`fit`] takes out detail, step by step. What is missing is named in `shared.left_out`.
//!
//! **Distrust.** A link is hostile input. Any changed character is noticed: it is a burst of at most six bits, which a CRC-32
//! never misses. Decoding takes at most [`LINK_CHARACTERS_READ`], inflates to at most [`INFLATED_BYTES`], makes no list
//! longer than the bytes that are left, and so needs less than 16 MB whatever it reads. It does not panic, and neither does
//! what is made of a decoded report.
//!
//! ### Versions
//!
//! A reader reads its own version and every older one, through one upgrader for each step; a newer one it refuses by name.
//! A change of the dictionary or of the description is a new version.
//!
//! - 1: the first.

mod codec;
mod envelope;
mod fit;
mod include;
mod judgement;
mod retell;
mod squeeze;
mod wire;

#[cfg(test)]
mod tests;

use crate::Report;
use crate::message::Messages;
use crate::report::{LeftOut, SCHEMA, Shared};
use judgement::Judgement;
use wire::{Reader, Writer};

pub use envelope::{LINK_CHARACTERS_READ, ShareError};
pub use fit::{COMFORTABLE_CHARACTERS, LINK_CHARACTERS};
pub use include::Include;
pub use squeeze::INFLATED_BYTES;

/// Version of the format that this code writes.
pub const VERSION: u32 = 1;

/// From each version to the next, the oldest first: what a report that was read in the old one lacks.
const UPGRADERS: [fn(&mut Report); VERSION as usize - 1] = [];

/// A link, and the report that opening it gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The whole address, at most [`LINK_CHARACTERS`] characters.
    pub text: String,
    /// What [`decode`] makes of it in the same language.
    pub report: Report,
}

impl Link {
    /// Its length, viewer included.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.text.chars().count()
    }

    /// What the link lacks.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        self.report.shared.as_ref().map_or(&[], |shared| &shared.left_out)
    }
}

/// The link to `report` on the viewer at `viewer`. `messages` are the sentences in which the report was made.
#[must_use]
pub fn encode(report: &Report, include: &Include, viewer: &str, messages: &Messages) -> Link {
    let viewer = viewer.split('#').next().unwrap_or_default();
    let mut kept = Report { schema: SCHEMA, ..report.clone() };
    // What a link left out before is out of this one too.
    let before = kept.shared.take().unwrap_or_default();
    let mut left_out = include.apply(&mut kept, messages);
    let mut judgement = Judgement::of_resources(report, &kept);
    // A report from a link lacks facts that its findings were drawn from: they stand unless more is left out.
    if report.shared.is_none() || !left_out.is_empty() {
        retell::retell(&mut kept, &judgement, messages);
    }
    // What is said without what the sender left out; making the link fit must not change it.
    if !judgement.add_findings(report, &kept) {
        left_out.push(LeftOut::Findings);
    }
    left_out.extend(before.left_out);
    left_out = LeftOut::ALL.into_iter().filter(|part| left_out.contains(part)).collect();
    kept.shared = Some(Shared { version: VERSION, left_out, signals: before.signals });
    fit::fit(&kept, &judgement, viewer, messages)
}

/// The report that a link carries. `link` is a whole address, or what stands after its `#`; white space in it is ignored.
///
/// # Errors
///
/// When it is no link of this product, is cut short, was altered, or comes from a newer version.
pub fn decode(link: &str, messages: &Messages) -> Result<Report, ShareError> {
    let (version, bytes) = envelope::open(link)?;
    let inflated = squeeze::inflate(&bytes).ok_or(ShareError::Altered)?;
    let mut reader = Reader::new(version, &inflated).ok_or(ShareError::Altered)?;
    let (mut report, judgement) = codec::read(&mut reader, messages).map_err(|_| ShareError::Altered)?;
    upgrade(&mut report, version, &UPGRADERS);
    retell::retell(&mut report, &judgement, messages);
    judgement.put_findings(&mut report);
    Ok(report)
}

/// The bytes inside a link, before anything is made of them: what a fuzzer changes.
///
/// # Errors
///
/// As for [`decode`].
pub fn inflated(link: &str) -> Result<Vec<u8>, ShareError> {
    let (_, bytes) = envelope::open(link)?;
    squeeze::inflate(&bytes).ok_or(ShareError::Altered)
}

/// Applies every step from `version` on, one after the other.
fn upgrade(report: &mut Report, version: u32, upgraders: &[fn(&mut Report)]) {
    for upgrader in upgraders.iter().skip((version as usize).saturating_sub(1)) {
        upgrader(report);
    }
}

/// The link text of `report` and `judgement`; `None` where a reader would refuse it as too large.
fn write(report: &mut Report, judgement: &mut Judgement, viewer: &str, messages: &Messages) -> Option<String> {
    let mut writer = Writer::default();
    // Writing does not fail.
    codec::walk(&mut writer, report, judgement, messages).ok()?;
    let bytes = writer.into_bytes();
    if bytes.len() > INFLATED_BYTES {
        return None;
    }
    Some(format!("{viewer}#{}", envelope::close(VERSION, &squeeze::deflate(&bytes)?)?))
}
