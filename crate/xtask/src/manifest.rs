//! One manifest for each browser, derived from the one at the root.
//!
//! Why the source asks for what it asks:
//! - `activeTab`, `scripting`: read the page whose icon was clicked, and only that one. No browser warns at install.
//! - `storage`: the user's choices.
//! - `optional_host_permissions`: asked for one site at a time, at the click that needs it.
//! - `'wasm-unsafe-eval'`: both browsers refuse WebAssembly without it; it allows no script.
//! - `connect-src http: https: file:`: the popup reads the page's bytes with a request of its own.

use anyhow::{Context, Result};
use serde_json::Value;

/// A browser that gets a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Browser {
    /// Chromium and what is built on it.
    Chrome,
    /// Firefox.
    Firefox,
}

impl Browser {
    /// Every browser.
    pub(crate) const ALL: [Self; 2] = [Self::Chrome, Self::Firefox];

    /// Name of its folder in dist and in the name of its zip.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Chrome => "chrome",
            Self::Firefox => "firefox",
        }
    }

    /// Keys of the source manifest that only the other browser takes.
    const fn foreign_keys(self) -> &'static [&'static str] {
        match self {
            Self::Chrome => &["browser_specific_settings"],
            Self::Firefox => &["minimum_chrome_version"],
        }
    }
}

/// The manifest of `browser` as text. The version is the workspace's.
pub(crate) fn derive(source: &str, browser: Browser) -> Result<String> {
    let mut manifest: Value = serde_json::from_str(source).context("manifest.json")?;
    let keys = manifest.as_object_mut().context("manifest.json is not an object")?;
    for key in browser.foreign_keys() {
        keys.remove(*key).with_context(|| format!("manifest.json has no {key}"))?;
    }
    keys.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    Ok(serde_json::to_string_pretty(&manifest)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = include_str!("../../../manifest.json");

    fn derived(browser: Browser) -> Value {
        serde_json::from_str(&derive(SOURCE, browser).unwrap()).unwrap()
    }

    #[test]
    fn each_browser_gets_only_what_it_takes() {
        let (chrome, firefox) = (derived(Browser::Chrome), derived(Browser::Firefox));
        assert!(chrome.get("browser_specific_settings").is_none());
        assert!(chrome["minimum_chrome_version"].is_string());
        assert!(firefox.get("minimum_chrome_version").is_none());
        assert!(firefox["browser_specific_settings"]["gecko"]["id"].is_string());
    }

    #[test]
    fn version_is_the_workspaces() {
        for browser in Browser::ALL {
            assert_eq!(derived(browser)["version"], env!("CARGO_PKG_VERSION"));
        }
    }

    #[test]
    fn installing_asks_for_nothing_that_warns() {
        for browser in Browser::ALL {
            let manifest = derived(browser);
            assert_eq!(manifest["permissions"], serde_json::json!(["activeTab", "scripting", "storage"]));
            for key in ["host_permissions", "content_scripts", "web_accessible_resources"] {
                assert!(manifest.get(key).is_none(), "{key}");
            }
        }
    }

    #[test]
    fn pages_run_only_scripts_of_the_package() {
        for browser in Browser::ALL {
            let manifest = derived(browser);
            let policy = manifest["content_security_policy"]["extension_pages"].as_str().unwrap();
            assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
            // Frames inherit this policy, and the preview of a page needs the page's own inline styles.
            let inline: Vec<&str> = policy.split("; ").filter(|part| part.contains("unsafe-inline")).collect();
            assert_eq!(inline, ["style-src 'self' 'unsafe-inline'"]);
            assert!(!policy.contains("'unsafe-eval'"), "{policy}");
        }
    }
}
