//! A report as JSON text, byte for byte what `serde_json::to_string` gives.
//!
//! A report of a large page has a hundred thousand short values, and in WebAssembly each short copy of unknown length is a call into the
//! engine: this writer copies in steps of eight bytes. It knows the types that reports have, and is a third of the code.

use std::fmt;

use serde::ser::{self, Impossible, Serialize, Serializer};

use super::Report;

impl Report {
    /// The report as JSON text, schema 1.
    ///
    /// # Errors
    ///
    /// When a type has no JSON here; a test makes sure that no report has such a one.
    pub fn to_json(&self) -> Result<String, NoJson> {
        let mut text = Vec::with_capacity(65_536);
        self.serialize(Writer(&mut text))?;
        // Every piece of it was a string.
        simdutf8::basic::from_utf8(&text).map_err(|_| NoJson)?;
        String::from_utf8(text).map_err(|_| NoJson)
    }
}

/// A value that [`Report::to_json`] does not write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoJson;

impl fmt::Display for NoJson {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value of the report has no JSON")
    }
}

impl std::error::Error for NoJson {}

impl ser::Error for NoJson {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

const STEP_BYTES: usize = 8;

/// Appends bytes in steps, where a copy at once would be a call.
fn put(text: &mut Vec<u8>, bytes: &[u8]) {
    let (steps, rest) = bytes.as_chunks::<STEP_BYTES>();
    for step in steps {
        text.extend_from_slice(step);
    }
    for byte in rest {
        text.push(*byte);
    }
}

/// Whether one of eight bytes is a control character, a quote or a backslash, by the usual arithmetic on all of them at once.
const fn has_special(step: [u8; STEP_BYTES]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; STEP_BYTES]);
    const HIGH: u64 = ONES << 7;
    const fn has_zero(word: u64) -> bool {
        word.wrapping_sub(ONES) & !word & HIGH != 0
    }
    let word = u64::from_ne_bytes(step);
    let controls = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
    controls != 0 || has_zero(word ^ (ONES * b'"' as u64)) || has_zero(word ^ (ONES * b'\\' as u64))
}

#[inline(never)]
fn string(text: &mut Vec<u8>, value: &str) {
    text.push(b'"');
    let (steps, rest) = value.as_bytes().as_chunks::<STEP_BYTES>();
    for step in steps {
        if has_special(*step) {
            step.iter().for_each(|byte| escaped(text, *byte));
        } else {
            text.extend_from_slice(step);
        }
    }
    rest.iter().for_each(|byte| escaped(text, *byte));
    text.push(b'"');
}

fn escaped(text: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x08 => b'b',
        0x0c => b'f',
        ..0x20 => {
            const DIGITS: &[u8; 16] = b"0123456789abcdef";
            text.extend_from_slice(b"\\u00");
            text.extend_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
            return;
        }
        _ => return text.push(byte),
    };
    text.extend_from_slice(&[b'\\', short]);
}

#[inline(never)]
fn number(text: &mut Vec<u8>, value: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = value;
    // Most numbers are short, and division of 32 bits is much faster than of 64.
    while u32::try_from(rest).is_err() {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let mut rest = rest as u32;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    put(text, &digits[start..]);
}

/// Writes one value.
struct Writer<'t>(&'t mut Vec<u8>);

impl<'t> Serializer for Writer<'t> {
    type Ok = ();
    type Error = NoJson;
    type SerializeSeq = List<'t>;
    type SerializeTuple = List<'t>;
    type SerializeTupleStruct = Impossible<(), NoJson>;
    type SerializeTupleVariant = Impossible<(), NoJson>;
    type SerializeMap = Impossible<(), NoJson>;
    type SerializeStruct = Object<'t>;
    type SerializeStructVariant = Impossible<(), NoJson>;

    fn serialize_bool(self, value: bool) -> Result<(), NoJson> {
        self.0.extend_from_slice(if value { b"true".as_slice() } else { b"false" });
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), NoJson> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), NoJson> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), NoJson> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), NoJson> {
        number(self.0, value);
        Ok(())
    }

    /// Floats of a report have one decimal. Printing integers keeps the float printer out of the WebAssembly.
    fn serialize_f64(self, value: f64) -> Result<(), NoJson> {
        let tenths = (value * 10.0).round();
        if tenths / 10.0 != value || !(0.0..1e15).contains(&tenths) {
            return Err(NoJson);
        }
        let tenths = tenths as u64;
        number(self.0, tenths / 10);
        self.0.extend_from_slice(&[b'.', b'0' + (tenths % 10) as u8]);
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), NoJson> {
        string(self.0, value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), NoJson> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NoJson> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), NoJson> {
        string(self.0, name);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), NoJson> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'t>, NoJson> {
        self.0.push(b'[');
        Ok(List { text: self.0, is_first: true })
    }

    fn serialize_tuple(self, count: usize) -> Result<List<'t>, NoJson> {
        self.serialize_seq(Some(count))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Object<'t>, NoJson> {
        self.0.push(b'{');
        Ok(Object { text: self.0, is_first: true })
    }

    fn serialize_i8(self, _: i8) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_i16(self, _: i16) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_i32(self, _: i32) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_i64(self, _: i64) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_f32(self, _: f32) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_char(self, _: char) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_unit(self) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), NoJson> {
        Err(NoJson)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, NoJson> {
        Err(NoJson)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NoJson> {
        Err(NoJson)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, NoJson> {
        Err(NoJson)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, NoJson> {
        Err(NoJson)
    }
}

/// An array that is open.
struct List<'t> {
    text: &'t mut Vec<u8>,
    is_first: bool,
}

impl List<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
        if !std::mem::take(&mut self.is_first) {
            self.text.push(b',');
        }
        value.serialize(Writer(self.text))
    }

    fn close(self) {
        self.text.push(b']');
    }
}

impl ser::SerializeSeq for List<'_> {
    type Ok = ();
    type Error = NoJson;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
        self.element(value)
    }

    fn end(self) -> Result<(), NoJson> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeTuple for List<'_> {
    type Ok = ();
    type Error = NoJson;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
        self.element(value)
    }

    fn end(self) -> Result<(), NoJson> {
        self.close();
        Ok(())
    }
}

/// An object that is open.
struct Object<'t> {
    text: &'t mut Vec<u8>,
    is_first: bool,
}

impl Object<'_> {
    #[inline(never)]
    fn key(&mut self, key: &'static str) {
        self.text.extend_from_slice(if std::mem::take(&mut self.is_first) { b"\"" } else { b",\"" });
        put(self.text, key.as_bytes());
        self.text.extend_from_slice(b"\":");
    }
}

impl ser::SerializeStruct for Object<'_> {
    type Ok = ();
    type Error = NoJson;

    #[inline(never)] // A report has three hundred fields of thirty types.
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), NoJson> {
        self.key(key);
        value.serialize(Writer(self.text))
    }

    fn end(self) -> Result<(), NoJson> {
        self.text.push(b'}');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::LimitChoice;
    use crate::{Context, Inspection, Options};

    fn text<T: Serialize + ?Sized>(value: &T) -> String {
        let mut text = Vec::new();
        value.serialize(Writer(&mut text)).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_report_is_written_as_serde_json_writes_it() {
        let page = "<!doctype html><html lang=en><title>\"t\\\u{1f}\n é日</title><style>.a{b:url(x.png)}</style><h1>One</h1>\
            <link rel=canonical href=/a><script src=a.js></script><script>localStorage</script><p>words and words";
        for limit in [LimitChoice::Googlebot, LimitChoice::User(3), LimitChoice::User(130)] {
            let url = "https://a.example/".to_owned();
            let mut inspection = Inspection::new(Options { limit, url, ..Options::default() });
            inspection.push(page.as_bytes());
            let report = inspection.finish(Context::default());
            assert_eq!(report.to_json().unwrap(), serde_json::to_string(&report).unwrap());
        }
    }

    #[test]
    fn strings_are_escaped_wherever_they_stand() {
        for byte in 0..=0x7f_u8 {
            for before in 0..10 {
                let string =
                    "é".repeat(before / 2) + &"a".repeat(before % 2) + &char::from(byte).to_string() + "bcdefghi";
                assert_eq!(text(&string), serde_json::to_string(&string).unwrap());
            }
        }
    }

    #[test]
    fn numbers_are_exact() {
        for value in [0, 9, 10, 4_294_967_295, 4_294_967_296, 42_949_672_960, u64::MAX] {
            assert_eq!(text(&value), value.to_string());
        }
        for value in [0.0, 0.1, 20.6, 157.6, 100.0, 655_360.2, 30_000_000_000.1] {
            assert_eq!(text(&value), serde_json::to_string(&value).unwrap());
        }
        assert_eq!(0.25.serialize(Writer(&mut Vec::new())), Err(NoJson));
    }
}
