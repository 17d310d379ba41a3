import { browser } from "./browser.js";
import { withoutFragment } from "./address.js";
import { inTime } from "./patience.js";

/**
 * What the browser tells about the response on screen. `null` is unknown.
 *
 * @typedef {object} Screen
 * @property {boolean} loading whether the response has not come to its end
 * @property {number | null} status HTTP status
 * @property {number | null} bodyBytes decoded body bytes
 * @property {number | null} transferredBytes compressed body bytes
 * @property {number | null} responseMs from sending the request to the first byte of the answer
 * @property {string | null} protocol `h3`, `h2`, `http/1.1`
 * @property {boolean} behindServiceWorker whether requests of the page pass through a script of its own
 */

/** Longest wait for a page that is busy with its own scripts, in milliseconds. */
const BUSY_MS = 5_000;

/**
 * Asks the page in a tab about its own response.
 *
 * @param {number} tabId
 * @returns {Promise<Screen | null>} `null` where scripts may not enter the tab, such as Firefox's PDF viewer, or find no turn in it
 */
export async function readScreen(tabId) {
  const asked = browser.scripting.executeScript({ target: { tabId }, injectImmediately: true, func: describeResponse });
  const [found] = await inTime(asked, BUSY_MS).catch(() => []);
  return found?.result ? screenOf(found.result) : null;
}

/**
 * @param {NonNullable<ReturnType<typeof describeResponse>>} page
 * @returns {Screen}
 */
function screenOf({ url, entry, behindServiceWorker }) {
  // A page that changed its own address shows the response of another address: its numbers are not this one's.
  if (!entry || withoutFragment(entry.name) !== withoutFragment(url)) return { ...UNKNOWN, behindServiceWorker };
  // Firefox writes an end before there is one; sizes it writes at the end.
  const loading = entry.responseEnd === 0 || (entry.domInteractive === 0 && entry.decodedBodySize === 0);
  const timed = entry.requestStart > 0 && entry.deliveryType !== "cache" && entry.transferSize > 0;
  return {
    loading,
    status: entry.responseStatus || null,
    bodyBytes: (!loading && entry.decodedBodySize) || null,
    transferredBytes: (!loading && entry.encodedBodySize) || null,
    responseMs: timed ? Math.round(entry.responseStart - entry.requestStart) : null,
    protocol: entry.nextHopProtocol || null,
    behindServiceWorker: behindServiceWorker || entry.workerStart > 0,
  };
}

const UNKNOWN = { loading: false, status: null, bodyBytes: null, transferredBytes: null, responseMs: null, protocol: null };

/** Runs in the page: takes nothing from this module. */
function describeResponse() {
  const [entry] = performance.getEntriesByType("navigation");
  return {
    url: location.href,
    entry: entry ? entry.toJSON() : null,
    behindServiceWorker: Boolean(navigator.serviceWorker?.controller),
  };
}
