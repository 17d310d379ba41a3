//! Addresses: resolved against a base, and taken apart.
//!
//! Every browser has a parser of addresses already, and tables of names in other scripts with it. So the crate `url` is a
//! feature, `addresses`; a build without it asks the host, as [`crate::decode`] does for encodings.

use std::sync::OnceLock;

pub use crate::scan::resource::file_name;

/// Resolves `reference` against `base`, as the URL standard says; `None` where that fails. An empty base is none.
pub type Resolve = fn(reference: &str, base: &str) -> Option<String>;

static HOST: OnceLock<Resolve> = OnceLock::new();

/// Says once who resolves where the feature `addresses` is off. Until then only what is absolute is an address.
pub fn set_host(resolve: Resolve) {
    HOST.get_or_init(|| resolve);
}

/// The absolute address of `reference` on a page at `base`, without its fragment.
#[must_use]
pub fn resolve(reference: &str, base: &str) -> Option<String> {
    let mut url = parse(reference, base)?;
    url.truncate(without_fragment(&url).len());
    Some(url)
}

#[cfg(feature = "addresses")]
fn parse(reference: &str, base: &str) -> Option<String> {
    let base = url::Url::parse(base).ok();
    url::Url::options().base_url(base.as_ref()).parse(reference).ok().map(String::from)
}

#[cfg(not(feature = "addresses"))]
fn parse(reference: &str, base: &str) -> Option<String> {
    match HOST.get() {
        Some(resolve) => resolve(reference, base),
        None => reference.contains("://").then(|| reference.to_owned()),
    }
}

/// `url` up to its `#`.
#[must_use]
pub fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

/// Scheme, host and port of an absolute `http` or `https` address: `https://example.com`.
#[must_use]
pub fn origin(url: &str) -> Option<&str> {
    let start = url.find("://")? + 3;
    if !matches!(&url[..start], "http://" | "https://") {
        return None;
    }
    let end = url[start..].find(['/', '?', '#']).map_or(url.len(), |length| start + length);
    (end > start).then_some(&url[..end])
}

/// Whether it is asked for over a network or from the disk: not `data:`, `blob:`, `javascript:` and the like.
#[must_use]
pub fn is_fetched(url: &str) -> bool {
    ["http:", "https:", "file:"].iter().any(|scheme| url.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "addresses")]
    #[test]
    fn references_resolve_as_in_a_browser() {
        let at = |reference| resolve(reference, "https://a.example/x/y?z");
        assert_eq!(at("b.js#f").as_deref(), Some("https://a.example/x/b.js"));
        assert_eq!(at("//CDN.example:443/é").as_deref(), Some("https://cdn.example/%C3%A9"));
        assert_eq!(at(" \n../q ").as_deref(), Some("https://a.example/q"));
        assert_eq!(at("http://[").as_deref(), None);
        assert_eq!(resolve("b.js", ""), None);
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        assert_eq!(origin("https://a.example:8443?x"), Some("https://a.example:8443"));
        assert_eq!(origin("http://a.example/x"), Some("http://a.example"));
        assert_eq!(origin("file:///x"), None);
        assert_eq!(origin("https://"), None);
        assert_eq!(origin("x"), None);
    }
}
