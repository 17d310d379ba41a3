//! Reading a response head from text or from fields, and its size.

use std::fmt;

use http::StatusCode;

/// A response head as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// HTTP status; `None` when unknown.
    pub status: Option<u16>,
    /// Field names (lower-cased) and values in the order in which they came.
    pub fields: Vec<(String, String)>,
    /// Bytes of the head in HTTP/1.1 form: status line, one line for each field, the empty line. `None` when unknown.
    pub bytes: Option<u64>,
    /// Whether every field is here. Browsers hide `Set-Cookie` from extensions, so theirs is `false` unless shown otherwise.
    pub complete: bool,
}

/// Why a text is not a response head.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeadError {
    /// Nothing but white space.
    Empty,
    /// The first line is not a status line such as `HTTP/1.1 200 OK`.
    NoStatusLine {
        /// The line, lossily decoded, at most 80 characters.
        text: String,
    },
    /// A line is no `Name: value`.
    NoField {
        /// Line, from 1.
        line: usize,
        /// The line, lossily decoded, at most 80 characters.
        text: String,
    },
}

impl fmt::Display for HeadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => formatter.write_str("the response head is empty"),
            Self::NoStatusLine { text } => write!(formatter, "the response head begins with {text:?}, no status line"),
            Self::NoField { line, text } => write!(formatter, "line {line} of the response head is no field: {text:?}"),
        }
    }
}

impl std::error::Error for HeadError {}

/// `HTTP/1.1 200 ` and the line's end, without the reason phrase.
const STATUS_LINE_BYTES: usize = "HTTP/1.1 200 \r\n".len();

impl Head {
    /// Reads a head as text: a status line and fields, lines ended by LF or CRLF, up to the first empty line.
    ///
    /// HTTP/2 and HTTP/3 status lines are read too; they have no reason phrase, so the standard one is counted. A folded line
    /// continues the value before it. Bytes that are not UTF-8 are replaced in the values and counted as they are. Where
    /// one head follows another (`curl --location --head` prints those of the redirects too) the last one counts; anything
    /// else after the empty line is ignored.
    ///
    /// # Errors
    ///
    /// When the text is empty, does not begin with a status line, or has a line that is no field.
    pub fn parse(text: &[u8]) -> Result<Self, HeadError> {
        let mut lines =
            text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).enumerate();
        let mut last = None;
        while let Some((_, line)) = lines.find(|(_, line)| !line.trim_ascii().is_empty()) {
            let Some((status, reason_bytes)) = status_line(line) else {
                if last.is_some() {
                    break;
                }
                return Err(HeadError::NoStatusLine { text: excerpt(line) });
            };
            let fields = fields(&mut lines)?;
            let field_bytes: usize = fields.iter().map(|(name, value)| field_line_bytes(name.len(), value.len())).sum();
            last = Some(Self {
                status: Some(status),
                bytes: Some((STATUS_LINE_BYTES + reason_bytes + field_bytes + "\r\n".len()) as u64),
                fields: fields
                    .into_iter()
                    .map(|(name, value)| (name, String::from_utf8_lossy(&value).into()))
                    .collect(),
                complete: true,
            });
        }
        last.ok_or(HeadError::Empty)
    }

    /// A head from what a browser or a client tells of it.
    ///
    /// Its size is that of HTTP/1.1 form, with the standard reason phrase, one line for each field. Assumed: a status that
    /// is unknown is `200`, and a value whose characters all lie below U+0100 has one byte for each, which is how `fetch`
    /// hands out bytes. Fields that are hidden cannot be counted; `complete` says whether there may be such.
    #[must_use]
    pub fn from_fields(status: Option<u16>, fields: Vec<(String, String)>, complete: bool) -> Self {
        let field_bytes: usize =
            fields.iter().map(|(name, value)| field_line_bytes(name.len(), isomorphic_bytes(value))).sum();
        let reason_bytes = standard_reason(status.unwrap_or(200)).len();
        Self {
            status,
            bytes: Some((STATUS_LINE_BYTES + reason_bytes + field_bytes + "\r\n".len()) as u64),
            fields: fields.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect(),
            complete,
        }
    }

    /// The first field called `name`; case does not matter.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Every field called `name`, in order; case does not matter.
    pub fn fields_named(&self, name: &str) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(move |(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// Reads fields up to the empty line, or to the end.
fn fields<'a>(lines: &mut impl Iterator<Item = (usize, &'a [u8])>) -> Result<Vec<(String, Vec<u8>)>, HeadError> {
    let mut fields: Vec<(String, Vec<u8>)> = Vec::new();
    for (index, line) in lines.take_while(|(_, line)| !line.is_empty()) {
        let broken = || HeadError::NoField { line: index + 1, text: excerpt(line) };
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            let (_, value) = fields.last_mut().ok_or_else(broken)?;
            let more = line.trim_ascii();
            if !value.is_empty() && !more.is_empty() {
                value.push(b' ');
            }
            value.extend_from_slice(more);
            continue;
        }
        let colon = line.iter().position(|&byte| byte == b':').ok_or_else(broken)?;
        let name = line[..colon].trim_ascii_end();
        if name.is_empty() || !name.iter().copied().all(is_token_byte) {
            return Err(broken());
        }
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        fields.push((name, line[colon + 1..].trim_ascii().to_vec()));
    }
    Ok(fields)
}

/// Status and bytes of the reason phrase; `None` when `line` is no status line.
fn status_line(line: &[u8]) -> Option<(u16, usize)> {
    let rest = line.strip_prefix(b"HTTP/")?;
    let space = rest.iter().position(|&byte| byte == b' ')?;
    let (version, rest) = (&rest[..space], rest[space..].trim_ascii());
    let digits = rest.get(..3)?;
    if !version.first()?.is_ascii_digit() || !digits.iter().all(u8::is_ascii_digit) || digits[0] == b'0' {
        return None;
    }
    let status = digits.iter().fold(0, |status, digit| status * 10 + u16::from(digit - b'0'));
    let reason = match rest.get(3) {
        None if version.starts_with(b"1") => b"",
        None => standard_reason(status).as_bytes(),
        Some(b' ') => &rest[4..],
        Some(_) => return None,
    };
    Some((status, reason.len()))
}

fn standard_reason(status: u16) -> &'static str {
    StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason()).unwrap_or_default()
}

const fn field_line_bytes(name_bytes: usize, value_bytes: usize) -> usize {
    name_bytes + ": ".len() + value_bytes + "\r\n".len()
}

/// Bytes of a value whose characters stand for one byte each, where they can.
fn isomorphic_bytes(value: &str) -> usize {
    if value.chars().all(|character| u32::from(character) <= 0xff) { value.chars().count() } else { value.len() }
}

const fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'!' | b'#'..=b'\'' | b'*' | b'+' | b'-' | b'.' | b'^'..=b'`' | b'|' | b'~')
}

fn excerpt(line: &[u8]) -> String {
    String::from_utf8_lossy(line).chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: a=1\r\nset-cookie:b=2\r\n\r\n";

    #[test]
    fn fields_come_in_order_with_lower_case_names() {
        let head = Head::parse(HEAD.as_bytes()).unwrap();
        assert_eq!(head.status, Some(200));
        assert_eq!(head.field("Content-type"), Some("text/html"));
        assert_eq!(head.fields_named("Set-Cookie").collect::<Vec<_>>(), ["a=1", "b=2"]);
        assert_eq!(head.field("location"), None);
        assert!(head.complete);
    }

    #[test]
    fn bytes_are_those_of_http_1_1_form_however_the_lines_end() {
        // One field lacks the space after its colon; HTTP/1.1 form as we write it has it.
        let bytes = Some(HEAD.len() as u64 + 1);
        assert_eq!(Head::parse(HEAD.as_bytes()).unwrap().bytes, bytes);
        assert_eq!(Head::parse(HEAD.replace('\r', "").as_bytes()).unwrap().bytes, bytes);
        assert_eq!(Head::parse(HEAD.trim_end().as_bytes()).unwrap().bytes, bytes);
        assert_eq!(Head::parse(HEAD.replace("HTTP/1.1 200 OK", "HTTP/2 200").as_bytes()).unwrap().bytes, bytes);
        assert_eq!(Head::parse(HEAD.replace("HTTP/1.1 200 OK", "HTTP/3 200 ").as_bytes()).unwrap().bytes, bytes);
    }

    #[test]
    fn the_reason_counts_as_given() {
        assert_eq!(Head::parse(b"HTTP/1.1 404 Gone fishing\n\n").unwrap().bytes, Some(29));
        assert_eq!(Head::parse(b"HTTP/1.0 404").unwrap().bytes, Some(17));
    }

    #[test]
    fn fields_count_like_the_same_head_as_text() {
        let parsed = Head::parse(HEAD.as_bytes()).unwrap();
        let built = Head::from_fields(Some(200), parsed.fields.clone(), false);
        assert_eq!(built.bytes, parsed.bytes);
        assert!(!built.complete);
        assert_eq!(Head::from_fields(None, vec![("X".into(), "\u{e9}".into())], false).bytes, Some(17 + 6 + 2));
        assert_eq!(Head::from_fields(None, vec![("X".into(), "\u{20ac}".into())], false).bytes, Some(17 + 8 + 2));
        assert_eq!(Head::from_fields(Some(799), Vec::new(), true).bytes, Some(17));
    }

    #[test]
    fn folded_lines_and_foreign_bytes_are_read() {
        let head = Head::parse(b"HTTP/1.1 200 OK\nX-A: one\n  two\n\tthree\nX-B: caf\xe9\n\n").unwrap();
        assert_eq!(head.field("x-a"), Some("one two three"));
        assert_eq!(head.field("x-b"), Some("caf\u{fffd}"));
        assert_eq!(head.bytes, Some(17 + 20 + 11 + 2));
    }

    #[test]
    fn of_several_heads_the_last_counts_and_a_body_is_ignored() {
        let text =
            b"HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\nHTTP/1.1 200 OK\r\nX-A: 1\r\n\r\n<!doctype html>\nno: field";
        let head = Head::parse(text).unwrap();
        assert_eq!((head.status, head.bytes), (Some(200), Some(27)));
    }

    #[test]
    fn five_thousand_lines_are_no_problem() {
        let mut text = b"HTTP/1.1 200 OK\n".to_vec();
        for line in 0..5_000 {
            text.extend_from_slice(format!("X-{line}: value\n").as_bytes());
        }
        assert_eq!(Head::parse(&text).unwrap().fields.len(), 5_000);
    }

    #[test]
    fn broken_heads_say_where() {
        assert_eq!(Head::parse(b" \r\n\n"), Err(HeadError::Empty));
        let no_status = |text: &str| Err(HeadError::NoStatusLine { text: text.to_owned() });
        assert_eq!(Head::parse(b"<!doctype html>\n"), no_status("<!doctype html>"));
        assert_eq!(Head::parse(b"HTTP/1.1 2000 OK"), no_status("HTTP/1.1 2000 OK"));
        assert_eq!(Head::parse(b"HTTP/ 200"), no_status("HTTP/ 200"));
        let no_field = |line, text: &str| Err(HeadError::NoField { line, text: text.to_owned() });
        assert_eq!(Head::parse(b"HTTP/1.1 200 OK\nA: b\nnonsense\n"), no_field(3, "nonsense"));
        assert_eq!(Head::parse(b"HTTP/1.1 200 OK\n: b\n"), no_field(2, ": b"));
        assert_eq!(Head::parse(b"HTTP/1.1 200 OK\n folded\n"), no_field(2, " folded"));
    }
}
