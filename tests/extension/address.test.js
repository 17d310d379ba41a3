import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";

const { readableAddress, withoutFragment } = await import("../../extension/address.js");
const { siteAccess } = await import("../../extension/page-source.js");

const UNREADABLE = /** @type {const} */ ([
  [undefined, "hidden_page"],
  ["chrome://version/", "browser_page"],
  ["about:blank", "browser_page"],
  ["edge://settings/", "browser_page"],
  ["moz-extension://c0ffee/popup.html", "browser_page"],
  ["https://chromewebstore.google.com/detail/x", "extension_store"],
  ["https://chrome.google.com/webstore/detail/x", "extension_store"],
  ["https://addons.mozilla.org/firefox/", "extension_store"],
  ["https://microsoftedge.microsoft.com/addons/detail/x", "extension_store"],
  ["view-source:https://example.com/", "view_source"],
  ["data:text/html,x", "no_web_address"],
  ["blob:https://example.com/c0ffee", "no_web_address"],
  ["file:///home/page.html", "file_access"],
]);

for (const [url, code] of UNREADABLE) {
  test(`${url} cannot be read: ${code}`, () => assert.rejects(readableAddress(url), { code }));
}

test("pages of the web can be read, those of hosts that only look like a store too", async () => {
  for (const url of ["https://example.com/", "http://127.0.0.1:8000/x?y#z", "https://addons.mozilla.org.example.com/"]) {
    assert.equal(await readableAddress(url), url);
  }
});

test("requests carry no fragment", () => {
  assert.equal(withoutFragment("https://example.com/a?b#c"), "https://example.com/a?b");
});

test("access is asked for one host, whatever its port", () => {
  assert.deepEqual(siteAccess("http://127.0.0.1:8000/a?b"), { origins: ["http://127.0.0.1/*"] });
});
