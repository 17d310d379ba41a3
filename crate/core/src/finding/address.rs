//! Addresses in header fields and markup, as far as findings compare them.

/// Targets of `rel=canonical` in `Link` fields, in their order.
///
/// Source: RFC 8288: `<target>; rel="canonical"`, several to a field, separated by commas.
pub(super) fn header_canonicals(fields: &[String]) -> Vec<&str> {
    let mut targets = Vec::new();
    for field in fields {
        let mut rest = field.as_str();
        while let Some((_, after)) = rest.split_once('<') {
            let Some((target, parameters)) = after.split_once('>') else { break };
            let end = unquoted_comma(parameters);
            if parameters[..end].split(';').any(is_canonical) {
                targets.push(target.trim());
            }
            rest = &parameters[end..];
        }
    }
    targets
}

fn is_canonical(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else { return false };
    name.trim().eq_ignore_ascii_case("rel")
        && value.trim().trim_matches('"').split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("canonical"))
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
