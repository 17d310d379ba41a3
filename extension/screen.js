import { browser } from "./browser.js";
import { withoutFragment } from "./address.js";

/**
 * What the browser tells about the response on screen. `null` is unknown.
 *
 * @typedef {object} Screen
 * @property {number | null} status HTTP status
 * @property {number | null} bodyBytes decoded body bytes
 * @property {number | null} transferredBytes compressed body bytes
 * @property {number | null} responseMs from sending the request to the first byte of the answer
 * @property {string | null} protocol `h3`, `h2`, `http/1.1`
 * @property {boolean} behindServiceWorker whether requests of the page pass through a script of its own
 */

/**
 * Asks the page in a tab about its own response.
 *
 * @param {number} tabId
 * @returns {Promise<Screen | null>} `null` where scripts may not enter the tab, such as Firefox's PDF viewer
 */
export async function readScreen(tabId) {
  let found;
  try {
    [found] = await browser.scripting.executeScript({ target: { tabId }, func: describeResponse });
  } catch {
    return null;
  }
  return found?.result ? screenOf(found.result) : null;
}

/**
 * @param {NonNullable<ReturnType<typeof describeResponse>>} page
 * @returns {Screen}
 */
function screenOf(page) {
  const { entry, behindServiceWorker } = page;
  // A page that changed its own address shows the response of another address: its numbers are not this one's.
  const own = entry !== null && withoutFragment(entry.name) === withoutFragment(page.url);
  if (!own) {
    return {
      status: null,
      bodyBytes: null,
      transferredBytes: null,
      responseMs: null,
      protocol: null,
      behindServiceWorker,
    };
  }
  const complete = entry.responseEnd > 0;
  const timed = entry.requestStart > 0 && entry.deliveryType !== "cache" && entry.transferSize > 0;
  return {
    status: entry.responseStatus || null,
    bodyBytes: (complete && entry.decodedBodySize) || null,
    transferredBytes: (complete && entry.encodedBodySize) || null,
    responseMs: timed ? Math.round(entry.responseStart - entry.requestStart) : null,
    protocol: entry.nextHopProtocol || null,
    behindServiceWorker: behindServiceWorker || entry.workerStart > 0,
  };
}

/** Runs in the page: takes nothing from this module. */
function describeResponse() {
  const [entry] = performance.getEntriesByType("navigation");
  return {
    url: location.href,
    entry: entry ? entry.toJSON() : null,
    behindServiceWorker: Boolean(navigator.serviceWorker?.controller),
  };
}
