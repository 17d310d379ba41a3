//! Addresses by the browser's own parser.

use web_sys::Url;

/// See [`crawl_cutoff_core::resource::address::set_host`].
pub(crate) fn resolve(reference: &str, base: &str) -> Option<String> {
    let url = if base.is_empty() { Url::new(reference) } else { Url::new_with_base(reference, base) };
    url.ok().map(|url| url.href())
}
