//! What a `Content-Type` says, read as browsers read it.

use std::str::FromStr;

use data_url::mime::Mime;

use super::Head;

impl Head {
    /// The `Content-Type` field as sent; several fields are joined by `, `.
    #[must_use]
    pub fn content_type(&self) -> Option<String> {
        let values: Vec<&str> = self.fields_named("content-type").collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// The media type without parameters, lower-cased: `text/html`. `None` when there is no valid one.
    ///
    /// Source: Fetch standard, "extract a MIME type": of several types the last valid one counts.
    #[must_use]
    pub fn mime(&self) -> Option<String> {
        self.extracted_type().map(|(essence, _)| essence)
    }

    /// The label of the `charset` parameter as sent, whether or not an encoding is called that.
    ///
    /// Of several parameters the first counts. Source: Fetch standard, "extract a MIME type".
    #[must_use]
    pub fn charset(&self) -> Option<String> {
        self.extracted_type().and_then(|(_, charset)| charset)
    }

    fn extracted_type(&self) -> Option<(String, Option<String>)> {
        let mut extracted: Option<(String, Option<String>)> = None;
        for value in split_list(&self.content_type()?) {
            let Ok(mime) = Mime::from_str(value) else { continue };
            let essence = essence(&mime);
            if essence == "*/*" {
                continue;
            }
            let inherited = extracted.filter(|(previous, _)| *previous == essence).and_then(|(_, charset)| charset);
            extracted = Some((essence, mime.get_parameter("charset").map(str::to_owned).or(inherited)));
        }
        extracted
    }
}

fn essence(mime: &Mime) -> String {
    format!("{}/{}", mime.type_, mime.subtype)
}

/// Splits a field value at commas that stand outside quotes. Source: Fetch standard, "get, decode, and split".
fn split_list(value: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut quoted, mut escaped) = (0, false, false);
    for (index, byte) in value.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b',' if !quoted => {
                parts.push(&value[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&value[start..]);
    parts.iter().map(|part| part.trim_matches([' ', '\t'])).collect()
}

/// Whether a media type is among those that Google's 2 MB rule names: csv, kml, gpx, html, svg, tex, txt and source code,
/// wml, xml; decided by `Content-Type`.
///
/// Style sheets, scripts and JSON have the same limit as resources of a page, but as pages the rule does not name them.
/// `essence` is a media type without parameters, lower-cased. Source: Google, "Googlebot", read 2026-11-30.
#[must_use]
pub fn named_by_rule(essence: &str) -> bool {
    if essence.ends_with("+xml") {
        return true;
    }
    match essence {
        "text/html" | "text/csv" | "text/plain" | "text/xml" | "application/xml" | "text/vnd.wap.wml" => true,
        "application/gpx" | "text/x-tex" | "application/x-tex" | "application/x-latex" => true,
        _ => SOURCE_CODE.contains(&essence),
    }
}

/// Media types under which servers send source code of the languages that Google's list of indexable files names.
const SOURCE_CODE: [&str; 13] = [
    "text/x-basic",
    "text/x-c",
    "text/x-c++src",
    "text/x-c++hdr",
    "text/x-csrc",
    "text/x-chdr",
    "text/x-csharp",
    "text/x-java",
    "text/x-java-source",
    "text/x-perl",
    "text/x-python",
    "text/x-script.python",
    "application/x-perl",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn head(values: &[&str]) -> Head {
        let fields = values.iter().map(|value| ("Content-Type".to_owned(), (*value).to_owned())).collect();
        Head::from_fields(Some(200), fields, true)
    }

    #[test]
    fn quoted_values_and_the_first_charset_count() {
        let head = head(&["Text/HTML; charset=\"windows-1251\"; charset=utf-8"]);
        assert_eq!(head.mime().as_deref(), Some("text/html"));
        assert_eq!(head.charset().as_deref(), Some("windows-1251"));
    }

    #[test]
    fn the_last_valid_type_counts_and_inherits_the_charset_of_an_equal_one() {
        assert_eq!(head(&["text/plain;charset=gbk", "text/html"]).charset(), None);
        assert_eq!(head(&["text/plain;charset=gbk", "text/plain"]).charset().as_deref(), Some("gbk"));
        assert_eq!(head(&["text/html", "*/*"]).mime().as_deref(), Some("text/html"));
        assert_eq!(head(&["nonsense"]).mime(), None);
        assert_eq!(head(&[]).content_type(), None);
    }

    #[test]
    fn a_comma_in_quotes_does_not_split() {
        assert_eq!(split_list("a/b;x=\",\\\",\", c/d"), ["a/b;x=\",\\\",\"", "c/d"]);
    }

    #[test]
    fn the_rule_names_documents_not_resources() {
        for named in ["text/html", "application/xhtml+xml", "image/svg+xml", "text/csv", "text/x-python"] {
            assert!(named_by_rule(named), "{named}");
        }
        for other in ["application/json", "text/css", "text/javascript", "application/octet-stream", "image/png"] {
            assert!(!named_by_rule(other), "{other}");
        }
    }
}
