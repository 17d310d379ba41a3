//! State that frameworks print into pages for hydration, recognised by its element or its first bytes.

use super::tree::StartTag;

/// How state is recognised.
enum Mark {
    /// `id` of the script element.
    Id(&'static str),
    /// Name of an attribute of the script element.
    Attribute(&'static str),
    /// `type` of the script element.
    Type(&'static str),
    /// Text near the beginning of the script.
    Text(&'static str),
}

/// What a script must begin with to be looked at: this many bytes.
pub(crate) const LOOK_AHEAD_BYTES: usize = 512;

use Mark::{Attribute, Id, Text, Type};

const SCRIPTS: &[(Mark, &str)] = &[
    (Id("__NEXT_DATA__"), "Next.js (pages router)"),
    (Text("self.__next_f"), "Next.js (app router)"),
    (Id("__NUXT_DATA__"), "Nuxt"),
    (Text("window.__NUXT__"), "Nuxt"),
    (Text("__remixContext"), "Remix"),
    (Text("__reactRouterContext"), "React Router"),
    (Attribute("data-sveltekit-fetched"), "SvelteKit"),
    (Text("__sveltekit_"), "SvelteKit"),
    (Id("ng-state"), "Angular"),
    (Id("serverApp-state"), "Angular"),
    (Id("transfer-state"), "Angular"),
    (Text("__APOLLO_STATE__"), "Apollo"),
    (Text("__RELAY_STORE__"), "Relay"),
    (Text("__REACT_QUERY_STATE__"), "TanStack Query"),
    (Text("$_TSR"), "TanStack Router"),
    (Text("__VP_HASH_MAP__"), "VitePress"),
    (Text("__VP_SITE_DATA__"), "VitePress"),
    (Type("qwik/json"), "Qwik"),
    (Text("window.___gatsby"), "Gatsby"),
    (Text("window.pagePath="), "Gatsby"),
    (Id("gatsby-script-loader"), "Gatsby"),
    (Id("wix-warmup-data"), "Wix"),
    (Id("wix-viewer-model"), "Wix"),
    (Id("wix-essential-viewer-model"), "Wix"),
    (Text("window.Shopify"), "Shopify"),
    (Text("Shopify.theme"), "Shopify"),
    (Text("ShopifyAnalytics"), "Shopify"),
    (Id("shopify-features"), "Shopify"),
    (Id("web-pixels-manager-setup"), "Shopify"),
    (Type("text/x-magento-init"), "Magento"),
    (Attribute("data-drupal-selector"), "Drupal"),
    (Id("wp-emoji-settings"), "WordPress"),
    (Id("wp-script-module-data-@wordpress/interactivity"), "WordPress blocks"),
    (Type("fastboot/shoebox"), "Ember"),
    (Text("__PRELOADED_STATE__"), "Redux"),
    (Text("__REDUX_STATE__"), "Redux"),
    (Text("__INITIAL_STATE__"), "Initial state"),
    (Text("__INITIAL_DATA__"), "Initial state"),
    (Text("__INITIAL_PROPS__"), "Initial state"),
    (Text("__SSR_STATE__"), "Initial state"),
    (Text("__STATE__"), "Initial state"),
    (Text("ytInitialData"), "YouTube"),
];

/// The framework whose state a script holds, by its tag and its first bytes.
pub(crate) fn of_script(tag: &ScriptMarks, text: &[u8]) -> Option<&'static str> {
    if let Some(name) = tag.0 {
        return Some(name);
    }
    let text = &text[..text.len().min(LOOK_AHEAD_BYTES)];
    SCRIPTS.iter().find_map(|(mark, name)| match mark {
        Text(word) if memchr::memmem::find(text, word.as_bytes()).is_some() => Some(*name),
        _ => None,
    })
}

/// What the tag of a script element gives away.
#[derive(Clone, Copy)]
pub(crate) struct ScriptMarks(Option<&'static str>);

impl ScriptMarks {
    pub(crate) fn of(tag: &StartTag<'_>) -> Self {
        let is = |name: &str, expected: &str| tag.value(name).is_some_and(|value| value == expected.as_bytes());
        Self(SCRIPTS.iter().find_map(|(mark, name)| match mark {
            Id(id) if is("id", id) => Some(*name),
            Attribute(attribute) if tag.value(attribute).is_some() => Some(*name),
            Type(kind) if is("type", kind) => Some(*name),
            _ => None,
        }))
    }
}
