//! Addresses by the browser's own parser.

use web_sys::Url;

/// See [`crawl_cutoff_core::resource::address::set_host`].
pub(crate) fn resolve(reference: &str, base: &str) -> Option<String> {
    // What has a scheme and a host needs no base, which would be read every time.
    if reference.starts_with("https://") || reference.starts_with("http://") {
        return Url::new(reference).ok().map(|url| url.href());
    }
    // Against a base that is no address, an absolute one is an address all the same.
    Url::new_with_base(reference, base).or_else(|_| Url::new(reference)).ok().map(|url| url.href())
}
