//! State that frameworks print into pages for hydration, recognised by its element or its first bytes.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::name::{Name, name};
use super::tree::StartTag;

/// How state is recognised.
enum Mark {
    /// `id` of the script element.
    Id(&'static str),
    /// End of the `id` of the script element.
    IdEnd(&'static str),
    /// Name of an attribute of a script element that holds JSON.
    Attribute(&'static str),
    /// `type` of the script element.
    Type(&'static str),
    /// A variable that is assigned near the beginning of the script: itself, a part of it, or one whose name begins so.
    Assigned(&'static str),
    /// Text near the beginning of the script.
    Text(&'static str),
}

/// What a script must begin with to be looked at: this many bytes.
pub(crate) const LOOK_AHEAD_BYTES: usize = 512;

use Mark::{Assigned, Attribute, Id, IdEnd, Text, Type};

/// In order of reliability: what the element says of itself, then variables, a framework's own before those of any.
const SCRIPTS: &[(Mark, &str)] = &[
    (Id("__NEXT_DATA__"), "Next.js (pages router)"),
    (Id("__NUXT_DATA__"), "Nuxt"),
    (Id("ng-state"), "Angular"),
    (Id("serverApp-state"), "Angular"),
    (Id("transfer-state"), "Angular"),
    (Id("gatsby-script-loader"), "Gatsby"),
    (Id("gatsby-chunk-mapping"), "Gatsby"),
    (Id("wix-warmup-data"), "Wix"),
    (Id("wix-viewer-model"), "Wix"),
    (Id("wix-essential-viewer-model"), "Wix"),
    (Id("shopify-features"), "Shopify"),
    (Id("web-pixels-manager-setup"), "Shopify"),
    (Id("wp-script-module-data-@wordpress/interactivity"), "WordPress blocks"),
    (Id("wp-interactivity-data"), "WordPress blocks"),
    (Id("wp-emoji-settings"), "WordPress"),
    (IdEnd("-js-extra"), "WordPress"),
    (Id("vike_pageContext"), "Vike"),
    (Id("__FRSH_STATE"), "Fresh"),
    (Attribute("data-nuxt-data"), "Nuxt"),
    (Attribute("data-sveltekit-fetched"), "SvelteKit"),
    (Attribute("data-drupal-selector"), "Drupal"),
    (Attribute("data-page"), "Inertia"),
    (Type("qwik/json"), "Qwik"),
    (Type("qwik/state"), "Qwik"),
    (Type("qwik/vnode"), "Qwik"),
    (Type("text/x-magento-init"), "Magento"),
    (Type("fastboot/shoebox"), "Ember"),
    (Text("self.__next_f.push("), "Next.js (app router)"),
    (Text("(self.__next_f="), "Next.js (app router)"),
    (Text("__remixContext.streamController."), "Remix"),
    (Text("__reactRouterContext.streamController."), "React Router"),
    (Text("(self.__FLIGHT_DATA||="), "React Server Components"),
    (Text("jQuery.extend(Drupal.settings,"), "Drupal"),
    (Text("Symbol.for(\"ApolloSSRDataTransport\")"), "Apollo"),
    (Text("_$HY.r["), "Solid"),
    (Assigned("__NEXT_DATA__"), "Next.js (pages router)"),
    (Assigned("__NUXT__"), "Nuxt"),
    (Assigned("__remixContext"), "Remix"),
    (Assigned("__reactRouterContext"), "React Router"),
    (Assigned("__sveltekit_"), "SvelteKit"),
    (Assigned("__APOLLO_STATE__"), "Apollo"),
    (Assigned("__RELAY_STORE__"), "Relay"),
    (Assigned("__REACT_QUERY_STATE__"), "TanStack Query"),
    (Assigned("$_TSR"), "TanStack Router"),
    (Assigned("_$HY"), "Solid"),
    (Assigned("__VP_HASH_MAP__"), "VitePress"),
    (Assigned("__VP_SITE_DATA__"), "VitePress"),
    (Assigned("window.___gatsby"), "Gatsby"),
    (Assigned("window.pagePath"), "Gatsby"),
    (Assigned("window.checkoutConfig"), "Magento"),
    (Assigned("RLCONF"), "MediaWiki"),
    (Assigned("Static.SQUARESPACE_CONTEXT"), "Squarespace"),
    (Assigned("ytInitialData"), "YouTube"),
    (Assigned("ytInitialPlayerResponse"), "YouTube"),
    (Assigned("ShopifyAnalytics.meta"), "Shopify"),
    (Assigned("Shopify.shop"), "Shopify"),
    (Assigned("Shopify.theme"), "Shopify"),
    (Assigned("__PRELOADED_STATE__"), "Redux"),
    (Assigned("__REDUX_STATE__"), "Redux"),
    (Assigned("__INITIAL_STATE__"), "Initial state"),
    (Assigned("__INITIAL_DATA__"), "Initial state"),
    (Assigned("__INITIAL_PROPS__"), "Initial state"),
    (Assigned("__SSR_STATE__"), "Initial state"),
    (Assigned("__STATE__"), "Initial state"),
];

/// Whole style sheets of others that are known by the banner they begin with, in their first bytes.
const SHEETS: &[(&str, &str)] = &[
    ("getbootstrap.com", "Bootstrap"),
    ("tailwindcss v", "Tailwind CSS"),
    ("bulma.io v", "Bulma"),
    ("Foundation for Sites", "Foundation"),
    ("Font Awesome", "Font Awesome"),
    ("animate.css", "Animate.css"),
];

/// The CSS framework that a style sheet is, by its first bytes.
pub(crate) fn of_sheet(text: &[u8]) -> Option<&'static str> {
    let text = &text[..text.len().min(LOOK_AHEAD_BYTES)];
    /// Made once: that takes longer than to search the beginning of a sheet.
    static FINDERS: LazyLock<Vec<Finder<'static>>> =
        LazyLock::new(|| SHEETS.iter().map(|(banner, _)| Finder::new(banner)).collect());
    let mut sheets = SHEETS.iter().zip(&*FINDERS);
    sheets.find(|(_, finder)| finder.find(text).is_some()).map(|((_, name), _)| *name)
}

/// The framework whose state a script holds, by its tag and its first bytes.
pub(crate) fn of_script(tag: &ScriptMarks, text: &[u8]) -> Option<&'static str> {
    if let Some(name) = tag.0 {
        return Some(name);
    }
    let text = &text[..text.len().min(LOOK_AHEAD_BYTES)];
    let begun = WORDS.begun_in(text);
    words().filter(|(bit, ..)| begun & bit != 0).find_map(|(_, word, mark, name)| {
        let is_state = match mark {
            Assigned(_) => assigns(text, word),
            _ => places(text, word).next().is_some(),
        };
        is_state.then_some(name)
    })
}

/// What is looked for in the text of scripts, in order, each with a bit of its own.
fn words() -> impl Iterator<Item = (u64, &'static [u8], &'static Mark, &'static str)> {
    let marked = SCRIPTS.iter().filter_map(|(mark, name)| match mark {
        Assigned(word) | Text(word) => Some((word.as_bytes(), mark, *name)),
        _ => None,
    });
    marked.enumerate().map(|(index, (word, mark, name))| (1 << index, word, mark, name))
}

/// The words whose first, second or third byte a byte may be.
struct Words([[u64; 256]; 3]);

static WORDS: LazyLock<Box<Words>> = LazyLock::new(|| {
    let mut table = Box::new(Words([[0; 256]; 3]));
    for (bit, word, ..) in words() {
        table.0.iter_mut().zip(word).for_each(|(bits, byte)| bits[usize::from(*byte)] |= bit);
    }
    table
});

impl Words {
    /// Which words may stand in `text`, by their first three bytes.
    fn begun_in(&self, text: &[u8]) -> u64 {
        let of = |place: usize, byte: u8| self.0[place][usize::from(byte)];
        text.windows(3).fold(0, |words, begin| words | of(0, begin[0]) & of(1, begin[1]) & of(2, begin[2]))
    }
}

/// Where `word` stands in a short text: to prepare a search takes longer.
fn places(text: &[u8], word: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(word[0], text).filter(move |at| text[*at..].starts_with(word))
}

/// Whether `text` assigns the variable `word`: `window.word = …`, `window["word"]=…`, `word.part=…`, `word_16i0hk2=…`.
fn assigns(text: &[u8], word: &[u8]) -> bool {
    places(text, word).any(|at| {
        let in_word = at > 0 && is_name(text[at - 1]) && is_name(word[0]);
        let rest = &text[at + word.len()..];
        let path = rest.iter().take_while(|byte| is_name(**byte) || **byte == b'.').count();
        let closed = rest[path..].iter().take_while(|byte| matches!(byte, b'"' | b'\'' | b']')).count();
        let value = rest[path + closed..].trim_ascii_start();
        !in_word && value.first() == Some(&b'=') && !matches!(value.get(1), Some(b'=' | b'>'))
    })
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

/// What the tag of a script element gives away.
#[derive(Clone, Copy)]
pub(crate) struct ScriptMarks(Option<&'static str>);

impl ScriptMarks {
    pub(crate) fn of(tag: &StartTag<'_>) -> Self {
        let (id, kind) = (tag.value(name!("id")), tag.value(name!("type")));
        let is = |value: Option<&[u8]>, expected: &str| value.is_some_and(|value| value == expected.as_bytes());
        if id.is_none() && kind.is_none() {
            return Self(None);
        }
        let is_json = is(kind, "application/json");
        Self(SCRIPTS.iter().find_map(|(mark, name)| match mark {
            Id(expected) if is(id, expected) => Some(*name),
            IdEnd(end) if id.is_some_and(|id| id.ends_with(end.as_bytes())) => Some(*name),
            Attribute(attribute) if is_json && tag.value(Name::new(attribute.as_bytes())).is_some() => Some(*name),
            Type(expected) if is(kind, expected) => Some(*name),
            _ => None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Option<&'static str> {
        of_script(&ScriptMarks(None), text.as_bytes())
    }

    #[test]
    fn a_variable_that_is_assigned_is_state() {
        assert_eq!(named("window.__NUXT__=(function(a){return {}})(1)"), Some("Nuxt"));
        assert_eq!(named("window['__INITIAL_STATE__'] = {}"), Some("Initial state"));
        assert_eq!(named("{ __sveltekit_16i0hk2 = { base: '' };"), Some("SvelteKit"));
        assert_eq!(named("window.__NUXT__={};window.__NUXT__.config={}"), Some("Nuxt"));
        assert_eq!(named("window.__REDUX_STATE__={a:1}; window.__STATE__={}"), Some("Redux"));
    }

    #[test]
    fn a_variable_that_is_read_is_none() {
        assert_eq!(named("if (window.__STATE__ == null) start()"), None);
        assert_eq!(named("var a = window.__INITIAL_STATE__ || {}"), None);
        assert_eq!(named("init(window.__APOLLO_STATE__)"), None);
        assert_eq!(named("MY__STATE__ = 1"), None);
        assert_eq!(named(&format!("{}window.__STATE__={{}}", " ".repeat(LOOK_AHEAD_BYTES))), None);
    }
}
