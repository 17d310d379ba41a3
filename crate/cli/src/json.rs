//! A report as one line of JSON.

use std::io;

use crawl_cutoff_core::Report;
use crawl_cutoff_core::view::is_unseen;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// The report as JSON on one line, without line end.
///
/// Characters that could act on a terminal or hide there are escaped (`\u009b`): the same JSON, harmless to look at.
pub(crate) fn line(report: &Report) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    report.serialize(&mut Serializer::with_formatter(&mut bytes, Harmless))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut written = 0;
        for (start, character) in fragment.char_indices().filter(|&(_, character)| is_unseen(character)) {
            writer.write_all(&fragment.as_bytes()[written..start])?;
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            written = start + character.len_utf8();
        }
        writer.write_all(&fragment.as_bytes()[written..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_escaped_and_reads_back_the_same() {
        let text = "a\u{9b}31m\u{202e}\u{e0041}\u{1b}é";
        let mut bytes = Vec::new();
        text.serialize(&mut Serializer::with_formatter(&mut bytes, Harmless)).unwrap();
        assert_eq!(String::from_utf8(bytes.clone()).unwrap(), r#""a\u009b31m\u202e\udb40\udc41\u001bé""#);
        assert_eq!(serde_json::from_slice::<String>(&bytes).unwrap(), text);
    }
}
