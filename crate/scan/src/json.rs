//! JSON, byte by byte: whether a text is JSON by RFC 8259, and what stands in it, without holding it.
//!
//! Works on any text in which ASCII characters are bytes of their own; a byte from 0x80 on is part of some other character,
//! and a null stands for U+FFFD, which the tokenizer of HTML makes of it.

/// Bytes of a string that are told; of a longer one the beginning.
const STRING_BYTES: usize = 512;

/// Something that stands in the text.
pub(crate) enum Event<'t> {
    /// An array or object begins.
    Open {
        /// Whether it is an array.
        is_array: bool,
    },
    /// An array or object ends.
    Close,
    /// The name of a member, escapes and all.
    Key(&'t [u8]),
    /// A string that is a value, escapes and all.
    String(&'t [u8]),
    /// A number, `true`, `false` or `null`.
    Scalar,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// A value must come.
    #[default]
    Value,
    /// A value, or the end of the array.
    ValueOrEnd,
    /// The name of a member, or the end of the object.
    KeyOrEnd,
    /// The name of a member.
    Key,
    Colon,
    /// A comma, or the end of the array or object; after the outermost value nothing more.
    Comma,
    String,
    Escape,
    /// So many hexadecimal digits must come.
    Unicode(u8),
    Minus,
    Zero,
    Digits,
    Point,
    Fraction,
    Exponent,
    Sign,
    Power,
    /// The rest of `true`, `false` or `null`.
    Word(&'static [u8]),
    /// This is no JSON.
    Broken,
}

/// Reads JSON in pieces of any size.
#[derive(Clone, Default)]
pub(crate) struct Json {
    state: State,
    /// Whether each open array or object is an array: a bit each, so that any depth is held.
    open: Vec<u64>,
    depth: usize,
    is_key: bool,
    string: Vec<u8>,
}

impl Json {
    /// Takes the next bytes; tells what stands in them.
    pub(crate) fn read(&mut self, bytes: &[u8], mut tell: impl FnMut(Event<'_>)) {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self.state == State::String {
                let length = bytes[at..].iter().position(|byte| matches!(byte, b'"' | b'\\' | 1..0x20));
                let end = length.map_or(bytes.len(), |length| at + length);
                let room = STRING_BYTES - self.string.len().min(STRING_BYTES);
                self.string.extend_from_slice(&bytes[at..end][..room.min(end - at)]);
                at = end;
                let Some(&byte) = bytes.get(at) else { return };
                self.state = match byte {
                    b'"' => {
                        tell(if self.is_key { Event::Key(&self.string) } else { Event::String(&self.string) });
                        if self.is_key { State::Colon } else { State::Comma }
                    }
                    b'\\' => {
                        self.string.push(byte);
                        State::Escape
                    }
                    _ => State::Broken,
                };
                at += 1;
                continue;
            }
            self.state = self.step(byte, &mut tell);
            if self.state == State::Broken {
                return;
            }
            at += 1;
        }
    }

    /// Whether the text is JSON if it ends here.
    pub(crate) const fn is_complete(&self) -> bool {
        let ends = matches!(self.state, State::Comma | State::Zero | State::Digits | State::Fraction | State::Power);
        ends && self.depth == 0
    }

    /// Takes a byte outside of strings, or of an escape.
    fn step(&mut self, byte: u8, tell: &mut impl FnMut(Event<'_>)) -> State {
        use State::*;
        match (self.state, byte) {
            (Escape, b'u') => Unicode(4),
            (Escape, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.escaped(byte),
            (Unicode(left), _) if byte.is_ascii_hexdigit() => {
                if left > 1 {
                    Unicode(left - 1)
                } else {
                    String
                }
            }
            (Minus, b'0') => Zero,
            (Minus, b'1'..=b'9') | (Digits, b'0'..=b'9') => Digits,
            (Zero | Digits, b'.') => Point,
            (Point | Fraction, b'0'..=b'9') => Fraction,
            (Zero | Digits | Fraction, b'e' | b'E') => Exponent,
            (Exponent, b'+' | b'-') => Sign,
            (Exponent | Sign | Power, b'0'..=b'9') => Power,
            (Word(rest), _) if rest.first() == Some(&byte) => {
                if rest.len() > 1 {
                    Word(&rest[1..])
                } else {
                    Comma
                }
            }
            (Escape | Unicode(_) | Minus | Point | Exponent | Sign | Word(_) | Broken | String, _) => Broken,
            (state, b' ' | b'\t' | b'\n' | b'\r') => {
                if matches!(state, Zero | Digits | Fraction | Power) {
                    Comma
                } else {
                    state
                }
            }
            (Colon, b':') => Value,
            (Key | KeyOrEnd, b'"') => self.begin_string(true),
            (KeyOrEnd, b'}') => self.close(false, tell),
            (ValueOrEnd, b']') => self.close(true, tell),
            (Comma | Zero | Digits | Fraction | Power, b'}' | b']') => self.close(byte == b']', tell),
            (Comma | Zero | Digits | Fraction | Power, b',') if self.depth > 0 => {
                if self.is_in_array() {
                    Value
                } else {
                    Key
                }
            }
            (Value | ValueOrEnd, _) => self.begin_value(byte, tell),
            _ => Broken,
        }
    }

    fn begin_value(&mut self, byte: u8, tell: &mut impl FnMut(Event<'_>)) -> State {
        let state = match byte {
            b'"' => return self.begin_string(false),
            b'{' | b'[' => {
                let is_array = byte == b'[';
                tell(Event::Open { is_array });
                if self.depth.is_multiple_of(64) {
                    self.open.push(0);
                }
                let bit = 1 << (self.depth % 64);
                if let Some(last) = self.open.last_mut() {
                    *last = if is_array { *last | bit } else { *last & !bit };
                }
                self.depth += 1;
                return if is_array { State::ValueOrEnd } else { State::KeyOrEnd };
            }
            b'-' => State::Minus,
            b'0' => State::Zero,
            b'1'..=b'9' => State::Digits,
            b't' => State::Word(b"rue"),
            b'f' => State::Word(b"alse"),
            b'n' => State::Word(b"ull"),
            _ => return State::Broken,
        };
        tell(Event::Scalar);
        state
    }

    fn begin_string(&mut self, is_key: bool) -> State {
        self.is_key = is_key;
        self.string.clear();
        State::String
    }

    fn escaped(&mut self, byte: u8) -> State {
        self.string.push(byte);
        State::String
    }

    fn is_in_array(&self) -> bool {
        let at = self.depth.wrapping_sub(1);
        self.open.last().is_some_and(|last| last & (1 << (at % 64)) != 0)
    }

    fn close(&mut self, is_array: bool, tell: &mut impl FnMut(Event<'_>)) -> State {
        if self.depth == 0 || self.is_in_array() != is_array {
            return State::Broken;
        }
        tell(Event::Close);
        self.depth -= 1;
        if self.depth.is_multiple_of(64) {
            self.open.pop();
        }
        State::Comma
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::IgnoredAny;

    fn is_json(text: &str) -> bool {
        let mut json = Json::default();
        json.read(text.as_bytes(), |_| {});
        let mut pieces = Json::default();
        text.as_bytes().chunks(1).for_each(|byte| pieces.read(byte, |_| {}));
        assert_eq!(json.is_complete(), pieces.is_complete(), "{text}");
        json.is_complete()
    }

    #[test]
    fn what_is_json_is_what_a_parser_says() {
        let texts = [
            "",
            " ",
            "1",
            "-",
            "-0",
            "01",
            "1.",
            "1.5e",
            "1.5e+3 ",
            "1e-07",
            "true",
            "tru",
            "truex",
            "null ",
            "nul",
            "[]",
            "[1",
            "[1,]",
            "[,1]",
            "[1 2]",
            "[1]]",
            "[1}",
            "{}",
            "{1:2}",
            r#"{"a"}"#,
            r#"{"a":}"#,
            r#"{"a":1,}"#,
            r#"{"a":1,"b":[{}]}"#,
            r#"{"a":1 "b":2}"#,
            r#""a""#,
            r#""a"#,
            r#""\x""#,
            r#""\u12g4""#,
            r#""\ud800""#,
            r#""\"\\\/\b\f\n\r\t""#,
            "\"a\nb\"",
            "\"é日\"",
            "é",
            "\u{feff}1",
            "\u{a0}1",
            "1 1",
            "{} {}",
            "[1],",
            "[[[]]",
            "[[[]],{\"a\":[[]]}]",
            "{\"a\":{\"b\":[1,2,{\"c\":null}]}}\n",
            "\"\u{7f}\"",
            "\"\u{1}\"",
            "[1.5,-2E3,0]",
            "0x1",
            "+1",
            ".5",
        ];
        for text in texts {
            assert_eq!(is_json(text), serde_json::from_str::<IgnoredAny>(text).is_ok(), "{text}");
        }
        let deep = format!("{}{}", "[{\"a\":".repeat(500), "1");
        assert!(!is_json(&deep));
        assert!(is_json(&format!("{deep}{}", "}]".repeat(500))));
    }
}
