import { browser, isFirefox } from "./browser.js";
import { Failure } from "./failure.js";

const STORES = [
  /^https:\/\/chromewebstore\.google\.com\//,
  /^https:\/\/chrome\.google\.com\/webstore/,
  /^https:\/\/microsoftedge\.microsoft\.com\/addons/,
  /^https:\/\/addons\.mozilla\.org\//,
];

/**
 * The address of a tab, if extensions may read a page at it at all.
 *
 * @param {string | undefined} url of the tab; Chromium hides it on pages that the click gives no access to
 * @returns {Promise<string>}
 * @throws {Failure} the reason why not
 */
export async function readableAddress(url) {
  if (!url) throw new Failure("hidden_page");
  if (STORES.some((store) => store.test(url))) throw new Failure("extension_store");
  switch (new URL(url).protocol) {
    case "http:":
    case "https:":
      return url;
    case "file:":
      if (isFirefox) throw new Failure("file_firefox");
      if (!(await browser.extension.isAllowedFileSchemeAccess())) throw new Failure("file_access");
      return url;
    case "view-source:":
      throw new Failure("view_source");
    case "data:":
    case "blob:":
      throw new Failure("no_web_address");
    default:
      throw new Failure("browser_page");
  }
}

/**
 * An address as requests carry it.
 *
 * @param {string} url
 * @returns {string} without its fragment
 */
export function withoutFragment(url) {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}
