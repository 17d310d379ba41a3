//! What Google's renderer does not have, or forgets: as names in scripts.

/// How code uses one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// A store: some of its methods and every assignment to a member write, anything else reads.
    Store,
    /// A property: an assignment writes, anything else reads.
    Value,
    /// An object: one of these methods calls, the object itself is read.
    Object(&'static [&'static str]),
    /// A name that others use too: it counts only where one of these methods is called.
    Shared(&'static [&'static str]),
    /// A function or constructor that is called.
    Function,
    /// A constructor; where it is only named, it is read.
    Constructor,
}

/// One of them.
#[derive(Debug)]
pub(super) struct Api {
    /// What reports call it.
    pub(super) name: &'static str,
    /// From the global object.
    pub(super) path: &'static [&'static str],
    pub(super) usage: Use,
}

const fn api(name: &'static str, path: &'static [&'static str], usage: Use) -> Api {
    Api { name, path, usage }
}

/// Names of the global object itself.
pub(super) const GLOBAL_OBJECTS: [&str; 7] = ["window", "self", "globalThis", "top", "parent", "frames", "defaultView"];

/// Methods of a [`Use::Store`] that write.
pub(super) const WRITING_METHODS: [&str; 5] = ["setItem", "removeItem", "clear", "set", "delete"];

/// Everything looked for. Source: FACTS §2 (Google, "Fix search-related JavaScript problems", "JavaScript SEO basics").
pub(super) const APIS: &[Api] = &[
    api("localStorage", &["localStorage"], Use::Store),
    api("sessionStorage", &["sessionStorage"], Use::Store),
    api("document.cookie", &["document", "cookie"], Use::Value),
    api("cookieStore", &["cookieStore"], Use::Store),
    api("IndexedDB", &["indexedDB"], Use::Object(&["open", "deleteDatabase", "databases"])),
    api("IndexedDB", &["webkitIndexedDB"], Use::Object(&["open"])),
    api("IndexedDB", &["mozIndexedDB"], Use::Object(&["open"])),
    api("IndexedDB", &["msIndexedDB"], Use::Object(&["open"])),
    api("Cache API", &["caches"], Use::Shared(&["open", "match", "has", "delete", "keys"])),
    api("service worker", &["navigator", "serviceWorker"], Use::Object(&["register"])),
    api("Notification", &["Notification", "requestPermission"], Use::Function),
    api("Notification", &["Notification"], Use::Constructor),
    api("geolocation", &["navigator", "geolocation", "getCurrentPosition"], Use::Function),
    api("geolocation", &["navigator", "geolocation", "watchPosition"], Use::Function),
    api("getUserMedia", &["navigator", "mediaDevices", "getUserMedia"], Use::Function),
    api("getUserMedia", &["navigator", "mediaDevices", "getDisplayMedia"], Use::Function),
    api("getUserMedia", &["navigator", "getUserMedia"], Use::Function),
    api("getUserMedia", &["navigator", "webkitGetUserMedia"], Use::Function),
    api("getUserMedia", &["navigator", "mozGetUserMedia"], Use::Function),
    api("clipboard", &["navigator", "clipboard", "read"], Use::Function),
    api("clipboard", &["navigator", "clipboard", "readText"], Use::Function),
    api("clipboard", &["navigator", "clipboard", "write"], Use::Function),
    api("clipboard", &["navigator", "clipboard", "writeText"], Use::Function),
    api("permissions", &["navigator", "permissions", "query"], Use::Function),
    api("permissions", &["navigator", "permissions", "request"], Use::Function),
    api("Web MIDI", &["navigator", "requestMIDIAccess"], Use::Function),
    api("Web Bluetooth", &["navigator", "bluetooth", "requestDevice"], Use::Function),
    api("WebUSB", &["navigator", "usb", "requestDevice"], Use::Function),
    api("Web Serial", &["navigator", "serial", "requestPort"], Use::Function),
    api("WebHID", &["navigator", "hid", "requestDevice"], Use::Function),
    api("wake lock", &["navigator", "wakeLock", "request"], Use::Function),
    api("persistent storage", &["navigator", "storage", "persist"], Use::Function),
    api("storage access", &["document", "requestStorageAccess"], Use::Function),
    api("motion sensors", &["DeviceMotionEvent", "requestPermission"], Use::Function),
    api("motion sensors", &["DeviceOrientationEvent", "requestPermission"], Use::Function),
    api("WebSocket", &["WebSocket"], Use::Constructor),
    api("WebSocket", &["MozWebSocket"], Use::Constructor),
    api("WebTransport", &["WebTransport"], Use::Constructor),
    api("WebRTC", &["RTCPeerConnection"], Use::Constructor),
    api("WebRTC", &["webkitRTCPeerConnection"], Use::Constructor),
    api("WebRTC", &["mozRTCPeerConnection"], Use::Constructor),
    api("EventSource", &["EventSource"], Use::Constructor),
];

/// The entry that `path` leads to, the longest first, and how many names of it that takes.
pub(super) fn find(path: &[&str]) -> Option<&'static Api> {
    APIS.iter().filter(|api| path.starts_with(api.path)).max_by_key(|api| api.path.len())
}

/// Whether a longer path than `path` may lead to an entry.
pub(super) fn leads_on(path: &[&str]) -> bool {
    APIS.iter().any(|api| api.path.starts_with(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_wins() {
        assert_eq!(find(&["Notification", "requestPermission"]).unwrap().usage, Use::Function);
        assert_eq!(find(&["Notification", "permission"]).unwrap().usage, Use::Constructor);
        assert!(find(&["navigator", "userAgent"]).is_none());
        assert!(leads_on(&["navigator"]));
        assert!(leads_on(&[]));
        assert!(!leads_on(&["navigator", "userAgent"]));
    }
}
