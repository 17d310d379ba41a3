/** What modules of the extension need of a browser to be loaded in Node: sentences are their own keys. */

Object.assign(globalThis, {
  chrome: {
    runtime: { getURL: (/** @type {string} */ path) => `chrome-extension://crawl-cutoff/${path}` },
    i18n: { getMessage: (/** @type {string} */ key) => key },
    extension: { isAllowedFileSchemeAccess: async () => false },
  },
});
