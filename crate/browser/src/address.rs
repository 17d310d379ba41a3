//! Addresses by the browser's own parser.

use web_sys::Url;

/// See [`crawl_cutoff_core::resource::address::set_host`].
pub(crate) fn resolve(reference: &str, base: &str) -> Option<String> {
    // Against a base that is no address, an absolute one is an address all the same.
    Url::new_with_base(reference, base).or_else(|_| Url::new(reference)).ok().map(|url| url.href())
}
