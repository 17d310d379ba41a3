//! Addresses in header fields and markup, as far as findings compare them.

/// Targets of `rel=canonical` in `Link` fields, in their order.
pub(super) fn header_canonicals(fields: &[String]) -> Vec<&str> {
    header_links(fields, "canonical").into_iter().map(|(target, _)| target).collect()
}

/// Targets of `rel=alternate` in `Link` fields, each with a language it is for.
pub(super) fn header_hreflangs(fields: &[String]) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for (target, parameters) in header_links(fields, "alternate") {
        for text in parameters.split(';') {
            if let Some(language) = parameter(text, "hreflang") {
                found.push((target, language));
            }
        }
    }
    found
}

/// Targets of this relation in `Link` fields, in their order, each with its parameters.
///
/// Source: RFC 8288: `<target>; rel="canonical"`, several to a field, separated by commas.
fn header_links<'a>(fields: &'a [String], rel: &str) -> Vec<(&'a str, &'a str)> {
    let mut targets = Vec::new();
    for field in fields {
        let mut rest = field.as_str();
        while let Some((_, after)) = rest.split_once('<') {
            let Some((target, parameters)) = after.split_once('>') else { break };
            let (parameters, others) = parameters.split_at(unquoted_comma(parameters));
            let is_rel = |value: &str| value.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(rel));
            if parameters.split(';').any(|one| parameter(one, "rel").is_some_and(is_rel)) {
                targets.push((target.trim(), parameters));
            }
            rest = others;
        }
    }
    targets
}

/// The value of the parameter `text` where it has this name.
fn parameter<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (own, value) = text.split_once('=')?;
    own.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"'))
}

/// Index of the first comma outside double quotes; the length when there is none.
fn unquoted_comma(text: &str) -> usize {
    let mut quoted = false;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b',' if !quoted => return index,
            _ => {}
        }
    }
    text.len()
}

/// `address` with the scheme and host of `page` where it leaves them out; as it is when it is relative in another way.
pub(super) fn absolute(address: &str, page: &str) -> String {
    let Some((scheme, rest)) = page.split_once("://") else { return address.to_owned() };
    if address.starts_with("//") {
        return format!("{scheme}:{address}");
    }
    if address.starts_with('/') {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        return format!("{scheme}://{host}{address}");
    }
    address.to_owned()
}

/// Scheme, host and port of an address; `None` when it has none.
pub(super) fn origin(address: &str) -> Option<&str> {
    let host_start = address.find("://")? + "://".len();
    let length = address[host_start..].find(['/', '?', '#']).unwrap_or(address.len() - host_start);
    Some(&address[..host_start + length])
}

/// Host of an address, with the port where it is not that of the scheme; empty when it has none.
pub(super) fn host(address: &str) -> &str {
    let Some((scheme, host)) = origin(address).and_then(|origin| origin.split_once("://")) else { return "" };
    let usual = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    host.strip_suffix(usual).unwrap_or(host)
}

/// Path of an address, without query and fragment; empty when it has none.
pub(super) fn path(address: &str) -> &str {
    let after = origin(address).map_or("", |origin| &address[origin.len()..]);
    after.split(['?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_fields_give_their_canonicals() {
        let cases: [(&str, &[&str]); 6] = [
            ("<https://a.example/>; rel=\"canonical\"", &["https://a.example/"]),
            ("</b>; rel=preload; as=style, </c>; title=\"x, y\"; REL=Canonical", &["/c"]),
            ("<https://a.example/?a,b>; rel=\"alternate canonical\"", &["https://a.example/?a,b"]),
            ("</x>; rel=preload; title=\"rel=canonical, <y>\"", &[]),
            ("<https://a.example/", &[]),
            ("", &[]),
        ];
        for (field, targets) in cases {
            assert_eq!(header_canonicals(&[field.to_owned()]), targets, "{field}");
        }
    }

    #[test]
    fn link_fields_give_their_hreflangs() {
        let fields = [
            "</de>; rel=\"alternate\"; hreflang=\"de\", </x>; rel=alternate; type=text/css".to_owned(),
            "</fr>; hreflang=fr; hreflang=fr-CH; rel=Alternate, </b>; rel=next; hreflang=it".to_owned(),
        ];
        assert_eq!(header_hreflangs(&fields), [("/de", "de"), ("/fr", "fr"), ("/fr", "fr-CH")]);
    }

    #[test]
    fn addresses_take_what_they_leave_out_from_the_page() {
        let page = "https://shop.example:8443/p/x?q#f";
        assert_eq!(absolute("/a", page), "https://shop.example:8443/a");
        assert_eq!(absolute("//b.example/a", page), "https://b.example/a");
        assert_eq!(absolute("https://c.example/", page), "https://c.example/");
        assert_eq!(absolute("a", page), "a");
        assert_eq!(absolute("/a", ""), "/a");
    }

    #[test]
    fn origins_and_paths() {
        assert_eq!(origin("https://a.example/x?y"), Some("https://a.example"));
        assert_eq!(origin("https://a.example?y"), Some("https://a.example"));
        assert_eq!(origin("page.html"), None);
        assert_eq!(path("https://a.example/robots.txt?x"), "/robots.txt");
        assert_eq!(path("https://a.example"), "");
        assert_eq!(path("page.html"), "");
    }
}
