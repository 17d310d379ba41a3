/** The extension interface of whichever browser runs this. */
export const browser = /** @type {typeof chrome} */ (globalThis.browser ?? globalThis.chrome);

/** Told by the scheme of the extension's own pages: `globalThis.browser` exists in other browsers too. */
export const isFirefox = browser.runtime.getURL("").startsWith("moz-extension:");
