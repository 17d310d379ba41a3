//! Doctypes: what they say, and whether they put the document in quirks mode.

use super::attribute::is_space;

/// The name and the two identifiers of a doctype, in lower case.
pub(crate) struct Doctype {
    pub(crate) name: Vec<u8>,
    pub(crate) public: Option<Vec<u8>>,
    pub(crate) system: Option<Vec<u8>>,
}

/// Reads a doctype from its raw bytes, `<!DOCTYPE` included.
pub(crate) fn parse(bytes: &[u8]) -> Doctype {
    let bytes = bytes.get(9..).unwrap_or_default();
    let bytes = bytes.strip_suffix(b">").unwrap_or(bytes).to_ascii_lowercase();
    let rest = trim_start(&bytes);
    let length = rest.iter().position(|byte| is_space(*byte)).unwrap_or(rest.len());
    let name = rest[..length].to_vec();
    let rest = trim_start(&rest[length..]);
    let (public, system) = if let Some(rest) = rest.strip_prefix(b"public") {
        let (public, rest) = quoted(rest);
        (public, quoted(rest).0)
    } else if let Some(rest) = rest.strip_prefix(b"system") {
        (None, quoted(rest).0)
    } else {
        (None, None)
    };
    Doctype { name, public, system }
}

fn trim_start(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| !is_space(*byte)).unwrap_or(bytes.len());
    &bytes[start..]
}

fn quoted(bytes: &[u8]) -> (Option<Vec<u8>>, &[u8]) {
    let rest = trim_start(bytes);
    let Some(&quote) = rest.first().filter(|byte| matches!(byte, b'"' | b'\'')) else { return (None, rest) };
    match memchr::memchr(quote, &rest[1..]) {
        Some(end) => (Some(rest[1..=end].to_vec()), &rest[end + 2..]),
        None => (Some(rest[1..].to_vec()), b""),
    }
}

/// Whether the doctype puts the document in quirks mode (HTML standard, "The initial insertion mode").
pub(crate) fn is_quirky(bytes: &[u8]) -> bool {
    let doctype = parse(bytes);
    if doctype.name != b"html" {
        return true;
    }
    if doctype.system.as_deref() == Some(b"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd") {
        return true;
    }
    let Some(public) = doctype.public else { return false };
    if matches!(
        public.as_slice(),
        b"-//w3o//dtd w3 html strict 3.0//en//" | b"-/w3c/dtd html 4.0 transitional/en" | b"html"
    ) {
        return true;
    }
    let transitional: [&[u8]; 2] = [b"-//w3c//dtd html 4.01 frameset//", b"-//w3c//dtd html 4.01 transitional//"];
    (doctype.system.is_none() && transitional.iter().any(|prefix| public.starts_with(prefix)))
        || QUIRKY_PUBLIC.iter().any(|prefix| public.starts_with(prefix.as_bytes()))
}

const QUIRKY_PUBLIC: [&str; 55] = [
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quirks_mode_follows_the_standard() {
        assert!(!is_quirky(b"<!DOCTYPE html>"));
        assert!(!is_quirky(b"<!doctype HTML SYSTEM \"about:legacy-compat\">"));
        assert!(is_quirky(b"<!DOCTYPE>"));
        assert!(is_quirky(b"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">"));
        assert!(!is_quirky(
            b"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\">"
        ));
        assert!(is_quirky(b"<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2 Final//EN'>"));
    }
}
