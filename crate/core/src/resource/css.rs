//! A stylesheet: how many of its rules a cut leaves, and what it names.

use cssparser::{
    AtRuleParser, CowRcStr, ParseError, Parser, ParserInput, ParserState, QualifiedRuleParser, StyleSheetParser, Token,
};

use super::address::is_fetched;
use super::{Reference, address, rule};
use crate::report::ResourceKind;
use crate::scan::resource::is_font;

/// References of one stylesheet that are kept.
const REFERENCES: usize = 500;

/// At-rules that Chromium 156 knows; it drops others whole. `@charset` is no rule.
const AT_RULES: [&str; 19] = [
    "container",
    "counter-style",
    "font-face",
    "font-feature-values",
    "font-palette-values",
    "function",
    "import",
    "keyframes",
    "-webkit-keyframes",
    "layer",
    "media",
    "namespace",
    "page",
    "position-try",
    "property",
    "scope",
    "starting-style",
    "supports",
    "view-transition",
];

/// Beginnings of names of other browsers' selectors: Chromium drops a rule with one.
const FOREIGN: [&str; 3] = ["-moz-", "-ms-", "-o-"];

/// At-rules whose blocks hold rules that are counted too.
const GROUPS: [&str; 6] = ["container", "layer", "media", "scope", "starting-style", "supports"];

/// Rules of `css` that Chromium keeps, those in `@media` and other groups too. What is open at the end is closed.
pub(super) fn count_rules(css: &str) -> u64 {
    read(css).0
}

/// What `css`, the file at `url`, names, with addresses resolved.
pub(super) fn references(css: &str, url: &str) -> Vec<Reference> {
    let (_, found) = read(css);
    let mut references: Vec<Reference> = Vec::new();
    for one in found {
        let Some(resolved) = address::resolve(&one.url, url).filter(|resolved| is_fetched(resolved)) else { continue };
        let is_known = references.iter().any(|known| known.url == resolved);
        if one.url.starts_with('#') || is_known || references.len() == REFERENCES {
            continue;
        }
        let kind = match one.is_import {
            true => ResourceKind::Stylesheet,
            false if is_font(&resolved) => ResourceKind::Font,
            false => ResourceKind::Image,
        };
        let detail = one.is_import.then(|| "@import".to_owned());
        references.push(Reference {
            url: resolved,
            kind,
            detail,
            rule: rule::of_kind(kind),
            start: one.start,
            end: one.end,
            line: one.line,
        });
    }
    references
}

fn read(css: &str) -> (u64, Vec<Named>) {
    let mut input = ParserInput::new(css);
    let mut parser = Parser::new(&mut input);
    let mut rules = Rules::default();
    rules.read(&mut parser);
    (rules.count, rules.named)
}

struct Named {
    url: String,
    is_import: bool,
    start: u64,
    end: u64,
    line: u64,
}

#[derive(Default)]
struct Rules {
    named: Vec<Named>,
    count: u64,
    /// Whether a rule was seen after which `@import` is not valid.
    is_past_imports: bool,
}

impl Rules {
    /// Reads a list of rules to its end.
    fn read(&mut self, input: &mut Parser<'_, '_>) {
        let count = StyleSheetParser::new(input, self).filter(Result::is_ok).count() as u64;
        self.count += count;
    }

    /// Reads to the end of `input` and what is nested in it; gives whether a selector of another browser is in it.
    fn walk<'i>(&mut self, input: &mut Parser<'i, '_>, is_import: bool) -> bool {
        let mut is_foreign = false;
        let mut after_colon = false;
        loop {
            let start = input.position().byte_index() as u64;
            let line = u64::from(input.current_source_location().line) + 1;
            let Ok(token) = input.next_including_whitespace_and_comments() else { return is_foreign };
            let name = |url: &CowRcStr<'i>| Named {
                url: url.to_string(),
                is_import,
                start,
                // Set once the token's end is known.
                end: start,
                line,
            };
            let was_colon = std::mem::replace(&mut after_colon, matches!(token, Token::Colon));
            let mut found = None;
            let mut nested = None;
            match token {
                Token::UnquotedUrl(url) => found = Some(name(url)),
                Token::QuotedString(url) if is_import && self.named.last().is_none_or(|last| last.start < start) => {
                    found = Some(name(url));
                }
                Token::Ident(word) if was_colon => is_foreign |= FOREIGN.iter().any(|begin| word.starts_with(begin)),
                Token::Function(word) => {
                    is_foreign |= was_colon && FOREIGN.iter().any(|begin| word.starts_with(begin));
                    nested = Some(word.eq_ignore_ascii_case("url") || word.eq_ignore_ascii_case("src"));
                }
                Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => nested = Some(false),
                _ => {}
            }
            if let Some(is_address) = nested {
                let inner: Result<(bool, Option<String>), ParseError<'i, ()>> = input.parse_nested_block(|inner| {
                    if is_address {
                        return Ok((false, inner.expect_string().ok().map(|url| url.to_string())));
                    }
                    Ok((self.walk(inner, false), None))
                });
                let (inner_is_foreign, url) = inner.unwrap_or_default();
                is_foreign |= inner_is_foreign;
                found = url.map(|url| Named { url, is_import, start, end: start, line });
            }
            if let Some(mut found) = found {
                found.end = input.position().byte_index() as u64;
                self.named.push(found);
                if is_import {
                    // Layer, conditions and media follow.
                    while input.next().is_ok() {}
                    return is_foreign;
                }
            }
        }
    }
}

impl<'i> QualifiedRuleParser<'i> for Rules {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();

    fn parse_prelude<'t>(&mut self, input: &mut Parser<'i, 't>) -> Result<(), ParseError<'i, ()>> {
        if self.walk(input, false) { Err(input.new_custom_error(())) } else { Ok(()) }
    }

    fn parse_block<'t>(
        &mut self,
        (): (),
        _: &ParserState,
        input: &mut Parser<'i, 't>,
    ) -> Result<(), ParseError<'i, ()>> {
        self.is_past_imports = true;
        self.walk(input, false);
        Ok(())
    }
}

impl<'i> AtRuleParser<'i> for Rules {
    /// Name of the rule in lower case.
    type Prelude = String;
    type AtRule = ();
    type Error = ();

    fn parse_prelude<'t>(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i, 't>,
    ) -> Result<String, ParseError<'i, ()>> {
        let name = name.to_ascii_lowercase();
        let is_import = name == "import";
        if !AT_RULES.contains(&name.as_str()) || (is_import && self.is_past_imports) {
            return Err(input.new_custom_error(()));
        }
        self.walk(input, is_import);
        Ok(name)
    }

    fn rule_without_block(&mut self, name: String, _: &ParserState) -> Result<(), ()> {
        if matches!(name.as_str(), "import" | "layer" | "namespace") { Ok(()) } else { Err(()) }
    }

    fn parse_block<'t>(
        &mut self,
        name: String,
        _: &ParserState,
        input: &mut Parser<'i, 't>,
    ) -> Result<(), ParseError<'i, ()>> {
        self.is_past_imports = true;
        if GROUPS.contains(&name.as_str()) {
            self.read(input);
        } else {
            self.walk(input, false);
        }
        if matches!(name.as_str(), "import" | "namespace") { Err(input.new_custom_error(())) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "@charset \"utf-8\";@import url(a.css) screen;@import 'b.css';\n.a{background:url(\"c.png\")}\
        @media print{.b{color:red}.c{d:url(e.woff2)}}@font-face{src:url(f.woff)}:-moz-any(x){y:z}@-moz-document{x}\
        @import 'late.css';.d{mask:url(#m);e:url(data:image/png,x)}";

    #[test]
    fn rules_are_counted_as_chromium_counts_them() {
        // Two imports, .a, @media with two, @font-face, .d.
        assert_eq!(count_rules(SHEET), 8);
        assert_eq!(count_rules(".a{b:c}.d{e:"), 2);
        assert_eq!(count_rules(".a{b:c}.d"), 1);
        assert_eq!(count_rules("@media x{.a{}.b{c"), 3);
        assert_eq!(count_rules("@keyframes x{from{}to{}}"), 1);
        assert_eq!(count_rules(""), 0);
    }

    #[cfg(feature = "addresses")]
    #[test]
    fn what_a_stylesheet_names_is_resolved_against_it() {
        let found = references(SHEET, "https://a.example/css/x.css");
        let facts: Vec<_> = found.iter().map(|one| (one.url.as_str(), one.kind, one.line)).collect();
        let expected = [
            ("https://a.example/css/a.css", ResourceKind::Stylesheet, 1),
            ("https://a.example/css/b.css", ResourceKind::Stylesheet, 1),
            ("https://a.example/css/c.png", ResourceKind::Image, 2),
            ("https://a.example/css/e.woff2", ResourceKind::Font, 2),
            ("https://a.example/css/f.woff", ResourceKind::Font, 2),
        ];
        assert_eq!(facts, expected);
        assert_eq!(&SHEET[found[2].start as usize..found[2].end as usize], "url(\"c.png\")");
        let silent = "c{content:\"url(no.png)\"/* url(no.png) */}d{content:'/*'}/* ' */";
        assert_eq!(references(silent, "https://a.example/css/x.css"), []);
    }
}
