//! The addresses in inline CSS: `@import` at its beginning, and `url()` anywhere outside comments and strings.
//!
//! Light on purpose, because it runs over every style element in the popup: no token is read that is not near an address.
//! Traps: a comment that begins inside a string hides what follows up to its end; a string is seen by looking back from what
//! may be an address to where its declaration begins, and not far.

use memchr::memmem;

use super::attribute::is_space;

/// Bytes at the beginning of a sheet in which `@import` is looked for.
const PRELUDE_BYTES: usize = 8_192;

/// Bytes of one address; a longer one is skipped, as every `data:` address is.
const ADDRESS_BYTES: usize = 4_096;

/// Bytes kept between two pieces: an opening that is not whole yet, and the byte before it.
const TAIL_BYTES: usize = 4;

/// Bytes in front of `url(` in which the beginning of its declaration is looked for.
const LOOK_BACK_BYTES: usize = 128;

/// One address.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CssAddress {
    pub(crate) text: String,
    pub(crate) is_import: bool,
    /// Offset of `url(` or of `@import`.
    pub(crate) start: u64,
    /// Offset after the address and what closes it; for an import after its rule.
    pub(crate) end: u64,
    pub(crate) line: u64,
}

/// A sheet as it is read, piece by piece. Any split into pieces gives the same addresses.
#[derive(Clone)]
pub(crate) struct InlineSheet {
    /// Found and not yet taken.
    pub(crate) found: Vec<CssAddress>,
    /// The first bytes, while rules at the beginning are looked for.
    prelude: Option<Vec<u8>>,
    start: u64,
    start_line: u64,
    /// What was not read to the end yet, what stands in front of that and may be looked back at, and where it begins.
    buffer: Vec<u8>,
    buffer_start: u64,
    /// Index of the first byte not read to the end yet, and its line.
    done: usize,
    done_line: u64,
    in_comment: bool,
    /// What ends the address that is being skipped.
    skipping: Option<u8>,
}

impl InlineSheet {
    /// A sheet whose first byte stands at `start` on `line`.
    pub(crate) const fn new(start: u64, line: u64) -> Self {
        Self {
            found: Vec::new(),
            prelude: Some(Vec::new()),
            start,
            start_line: line,
            buffer: Vec::new(),
            buffer_start: start,
            done: 0,
            done_line: line,
            in_comment: false,
            skipping: None,
        }
    }

    /// Takes the next bytes.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        self.read_prelude(bytes, false);
        self.buffer.extend_from_slice(bytes);
        self.read_buffer(false);
    }

    /// Ends the sheet.
    pub(crate) fn finish(&mut self) {
        self.read_prelude(&[], true);
        self.read_buffer(true);
    }

    fn read_prelude(&mut self, bytes: &[u8], is_last: bool) {
        let Some(prelude) = &mut self.prelude else { return };
        let room = PRELUDE_BYTES - prelude.len();
        prelude.extend_from_slice(&bytes[..bytes.len().min(room)]);
        let is_whole = is_last || prelude.len() == PRELUDE_BYTES;
        if !is_whole && memchr::memchr(b'{', bytes).is_none() {
            return;
        }
        let (imports, is_over) = imports(prelude);
        if !is_over && !is_whole {
            return;
        }
        for (address, range) in imports {
            let line = self.start_line + memchr::memchr_iter(b'\n', &prelude[..range.start]).count() as u64;
            let (start, end) = (self.start + range.start as u64, self.start + range.end as u64);
            self.found.push(CssAddress { text: address, is_import: true, start, end, line });
        }
        self.prelude = None;
    }

    fn read_buffer(&mut self, is_last: bool) {
        let mut buffer = std::mem::take(&mut self.buffer);
        // What reading never goes back behind, and where to look for the next mark.
        let (mut at, mut from) = (0, self.done);
        let mut keep_from = None;
        // Up to where line feeds are counted.
        let mut counted = self.done;
        loop {
            if let Some(end) = self.skipping {
                at = from;
                let Some(length) = memchr::memchr(end, &buffer[at..]) else {
                    at = buffer.len();
                    break;
                };
                at += length + 1;
                from = at;
                self.skipping = None;
            }
            let Some(mark) = memchr::memchr2(b'(', b'*', &buffer[from..]).map(|index| from + index) else { break };
            from = mark + 1;
            if buffer[mark] == b'*' {
                if self.in_comment {
                    if buffer.get(mark + 1) == Some(&b'/') {
                        self.in_comment = false;
                        at = mark + 2;
                        from = at;
                    }
                } else if mark > at && buffer[mark - 1] == b'/' {
                    self.in_comment = true;
                    at = mark + 1;
                }
                continue;
            }
            if self.in_comment || !is_opening(&buffer[at..from]) {
                continue;
            }
            let opening = from - OPENING.len();
            if is_in_string(&buffer[at..opening]) {
                continue;
            }
            at = from;
            if opening > 0 && is_name(buffer[opening - 1]) {
                continue;
            }
            match address(&buffer[at..], is_last) {
                Address::Whole { text, length } => {
                    at += length;
                    if !text.is_empty() && !text.starts_with('#') {
                        self.done_line += memchr::memchr_iter(b'\n', &buffer[counted..opening]).count() as u64;
                        counted = opening;
                        let line = self.done_line;
                        let (start, end) = (self.buffer_start + opening as u64, self.buffer_start + at as u64);
                        self.found.push(CssAddress { text, is_import: false, start, end, line });
                    }
                }
                Address::Skip { end, length } => {
                    at += length;
                    self.skipping = Some(end);
                }
                Address::Unfinished => {
                    keep_from = Some(opening);
                    break;
                }
            }
            from = at;
        }
        let keep_from = keep_from.unwrap_or_else(|| buffer.len().saturating_sub(TAIL_BYTES).max(at));
        self.done_line += memchr::memchr_iter(b'\n', &buffer[counted..keep_from]).count() as u64;
        let left = keep_from.saturating_sub(LOOK_BACK_BYTES).max(at.min(keep_from));
        self.done = keep_from - left;
        self.buffer_start += left as u64;
        buffer.drain(..left);
        self.buffer = buffer;
    }
}

/// Whether an address may stand in the value of a `style` attribute, in which character references are not resolved.
pub(crate) fn may_hold_address(css: &[u8]) -> bool {
    memchr::memchr2_iter(b'(', b'&', css).any(|index| css[index] == b'&' || is_opening(&css[..=index]))
}

/// The addresses in the value of a `style` attribute.
pub(crate) fn addresses_in(css: &[u8]) -> Vec<CssAddress> {
    let mut sheet = InlineSheet { prelude: None, ..InlineSheet::new(0, 1) };
    sheet.read(css);
    sheet.finish();
    sheet.found
}

const OPENING: &[u8] = b"url(";

/// Whether `text` ends with `url(`, in small or in capital letters.
fn is_opening(text: &[u8]) -> bool {
    text.ends_with(OPENING) || text.ends_with(b"URL(")
}

/// Whether `css`, what stands in front of `url(`, ends inside a string.
fn is_in_string(css: &[u8]) -> bool {
    let near = &css[css.len().saturating_sub(LOOK_BACK_BYTES)..];
    let begin = near.iter().rposition(|byte| matches!(byte, b'{' | b'}' | b';' | b'\n'));
    // Where the declaration begins farther away it is not known which quotes open.
    if begin.is_none() && near.len() < css.len() {
        return false;
    }
    let (mut open, mut is_escaped) = (None, false);
    for &byte in &near[begin.map_or(0, |index| index + 1)..] {
        match (byte, open) {
            _ if is_escaped => is_escaped = false,
            (b'\\', _) => is_escaped = true,
            (b'"' | b'\'', None) => open = Some(byte),
            (_, Some(quote)) if byte == quote => open = None,
            _ => {}
        }
    }
    open.is_some()
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | 0x80..)
}

enum Address {
    Whole {
        text: String,
        length: usize,
    },
    /// Not wanted; it ends at the byte `end`.
    Skip {
        end: u8,
        length: usize,
    },
    Unfinished,
}

/// Reads the address after `url(`.
fn address(bytes: &[u8], is_last: bool) -> Address {
    let space = bytes.iter().take_while(|byte| is_space(**byte)).count();
    let quote = bytes.get(space).copied().filter(|byte| matches!(byte, b'"' | b'\''));
    let from = space + usize::from(quote.is_some());
    let end = quote.unwrap_or(b')');
    let value = &bytes[from.min(bytes.len())..];
    let is_data = value.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"data:"));
    let length = closing(value, end);
    match length {
        _ if is_data => Address::Skip { end, length: from },
        Some(length) if length <= ADDRESS_BYTES => {
            // After a quoted one, its parenthesis.
            let after = from + length + 1;
            let close =
                if quote.is_some() { memchr::memchr(b')', &bytes[after..]).map(|more| more + 1) } else { Some(0) };
            match close {
                Some(more) => Address::Whole { text: unescaped(&value[..length]), length: after + more },
                None if is_last => Address::Whole { text: unescaped(&value[..length]), length: bytes.len() },
                None if bytes.len() > ADDRESS_BYTES + space => Address::Skip { end: b')', length: after },
                None => Address::Unfinished,
            }
        }
        Some(_) => Address::Skip { end, length: from },
        None if value.len() > ADDRESS_BYTES => Address::Skip { end, length: from },
        // The end of a sheet closes what is open.
        None if is_last => Address::Whole { text: unescaped(value), length: bytes.len() },
        None => Address::Unfinished,
    }
}

/// Index of the byte `end` that is not escaped.
fn closing(bytes: &[u8], end: u8) -> Option<usize> {
    memchr::memchr_iter(end, bytes)
        .find(|&index| bytes[..index].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 0)
}

/// An address with its escapes resolved and without white space at its ends.
fn unescaped(value: &[u8]) -> String {
    let text = String::from_utf8_lossy(value);
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '\\' {
            resolved.push(character);
            continue;
        }
        let mut code = None;
        for _ in 0..6 {
            let Some(digit) = rest.peek().and_then(|next| next.to_digit(16)) else { break };
            code = Some(code.unwrap_or(0) * 16 + digit);
            rest.next();
        }
        match code {
            Some(code) => {
                resolved.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                rest.next_if(|next| next.is_ascii_whitespace());
            }
            // A line end after a backslash stands for nothing.
            None => resolved.extend(rest.next().filter(|next| !matches!(next, '\n' | '\r' | '\x0c'))),
        }
    }
    resolved
}

/// The `@import` rules at the beginning of a sheet, each with its range, and whether all of them were seen.
fn imports(css: &[u8]) -> (Vec<(String, std::ops::Range<usize>)>, bool) {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += css[at..].iter().take_while(|byte| is_space(**byte)).count();
        let rest = &css[at..];
        const BEGINNINGS: [&[u8]; 6] = [b"@charset", b"@import", b"@layer", b"/*", b"<!--", b"-->"];
        // Too little to tell what begins, or nothing at all.
        if BEGINNINGS.iter().any(|begin| rest.len() < begin.len() && begin[..rest.len()].eq_ignore_ascii_case(rest)) {
            return (found, false);
        }
        if let Some(mark) = [b"<!--".as_slice(), b"-->"].into_iter().find(|mark| rest.starts_with(mark)) {
            at += mark.len();
            continue;
        }
        if rest.starts_with(b"/*") {
            let Some(length) = memmem::find(&rest[2..], b"*/") else { return (found, false) };
            at += length + 4;
            continue;
        }
        let is_rule = |name: &[u8]| rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        let is_import = is_rule(b"@import");
        // A layer with a block begins the rules proper.
        if !is_import && !is_rule(b"@charset") && !is_rule(b"@layer") {
            return (found, true);
        }
        let Some((length, is_block)) = rule_end(rest) else {
            found.extend(is_import.then(|| imported(rest)).flatten().map(|address| (address, at..css.len())));
            return (found, false);
        };
        if is_block {
            return (found, true);
        }
        if is_import && let Some(address) = imported(&rest[..length]) {
            found.push((address, at..at + length));
        }
        at += length;
    }
}

/// Where a rule at the top ends, and whether it has a block; `None` when that is not there yet.
fn rule_end(css: &[u8]) -> Option<(usize, bool)> {
    let mut at = 0;
    while let Some(&byte) = css.get(at) {
        match byte {
            b';' => return Some((at + 1, false)),
            b'{' => return Some((at, true)),
            b'"' | b'\'' => at += 1 + closing(&css[at + 1..], byte)?,
            b'(' if css[..at].to_ascii_lowercase().ends_with(b"url") => {
                let inner = css[at + 1..].iter().take_while(|byte| is_space(**byte)).count();
                if !matches!(css.get(at + 1 + inner), Some(b'"' | b'\'')) {
                    at += 1 + closing(&css[at + 1..], b')')?;
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The address of an `@import` rule.
fn imported(rule: &[u8]) -> Option<String> {
    let rest = rule.get("@import".len()..)?;
    let space = rest.iter().take_while(|byte| is_space(**byte)).count();
    let rest = &rest[space..];
    let text = match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let value = &rest[1..];
            unescaped(&value[..closing(value, *quote).unwrap_or(value.len())])
        }
        _ if rest.get(..4)?.eq_ignore_ascii_case(OPENING) => match address(&rest[4..], true) {
            Address::Whole { text, .. } => text,
            Address::Skip { .. } | Address::Unfinished => return None,
        },
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(css: &str, piece_bytes: usize) -> Vec<CssAddress> {
        let mut sheet = InlineSheet::new(100, 7);
        let mut found = Vec::new();
        for piece in css.as_bytes().chunks(piece_bytes) {
            sheet.read(piece);
            found.append(&mut sheet.found);
        }
        sheet.finish();
        found.append(&mut sheet.found);
        found.sort_by_key(|address| (address.start, !address.is_import));
        found
    }

    fn texts(css: &str) -> Vec<String> {
        found(css, usize::MAX).into_iter().map(|address| address.text).collect()
    }

    const SHEET: &str = "/* url(no.png) { */ @charset \"utf-8\";@import 'a.css' screen;\n@import url( \"b.css\" );\
        @layer x, y;\n.a{background:url(c.png)}.b{background:URL('d e.png')  }/*url(no)*/\
        .c{background:url(data:image/svg+xml,url%28#x);mask:url(#m)}.d{src:url(f\\)g.woff2)}\
        .e{background:url(\"data:image/png;base64,AAAA\"),url(h.png)}@import 'late.css';.f{x:myurl(no.png)}.g{x:url(end.png";

    #[test]
    fn addresses_are_found_outside_comments_and_data() {
        let expected = ["a.css", "b.css", "b.css", "c.png", "d e.png", "f)g.woff2", "h.png", "end.png"];
        assert_eq!(texts(SHEET), expected);
        assert_eq!(texts("/* { */@import \"a.css\""), ["a.css"]);
        assert_eq!(texts("@layer a{}@import 'no.css';"), [""; 0]);
        assert_eq!(texts("a{background:url()}b{c:url( )}"), [""; 0]);
    }

    #[test]
    fn any_split_gives_the_same_addresses() {
        let whole = found(SHEET, usize::MAX);
        for size in 1..SHEET.len() {
            assert_eq!(found(SHEET, size), whole, "in pieces of {size}");
        }
    }

    /// Tried in Chromium: what a string says is not asked for.
    #[test]
    fn strings_hold_no_addresses() {
        for css in [
            "c{content:\"url(no.png)\"}",
            "c{content:'it\\'s url(no.png) url(no.png)'}",
            "c{content:\"'\" 'url(no.png)'}",
            "/* it's */c{content:\"a/b url(no.png)\"}",
        ] {
            let sheet = format!("{css}d{{background:\"a\" url('yes.png'),url(\"b;c'.png\"),url(yes.png)}}");
            for size in 1..sheet.len() {
                let texts: Vec<String> = found(&sheet, size).into_iter().map(|address| address.text).collect();
                assert_eq!(texts, ["yes.png", "b;c'.png", "yes.png"], "{css} in pieces of {size}");
            }
        }
        // So far back is not looked, however the sheet is split.
        for length in LOOK_BACK_BYTES - 16..LOOK_BACK_BYTES + 3 {
            let sheet = format!("/* */ c{{content:\"{} url(a.png)\"}}", "x".repeat(length));
            let whole = found(&sheet, usize::MAX);
            assert_eq!(whole.is_empty(), length + "content:\" ".len() < LOOK_BACK_BYTES, "{length}");
            for size in 1..sheet.len() {
                assert_eq!(found(&sheet, size), whole, "{length} in pieces of {size}");
            }
        }
    }

    #[test]
    fn places_are_those_of_the_rule() {
        let addresses = found(SHEET, usize::MAX);
        let place =
            |index: usize| &SHEET[(addresses[index].start - 100) as usize..(addresses[index].end - 100) as usize];
        assert_eq!((place(0), addresses[0].line), ("@import 'a.css' screen;", 7));
        assert_eq!((place(3), addresses[3].line), ("url(c.png)", 9));
    }

    #[test]
    fn endless_addresses_are_skipped_whole() {
        let css = format!("a{{b:url({}url(x)}}c{{d:url(e.png)}}", "x".repeat(9_000));
        for size in [7, 1_000, usize::MAX] {
            let texts: Vec<String> = found(&css, size).into_iter().map(|address| address.text).collect();
            assert_eq!(texts, ["e.png"], "in pieces of {size}");
        }
    }
}
