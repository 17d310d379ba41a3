import { withoutFragment } from "./address.js";
import { browser, isFirefox } from "./browser.js";
import { Failure } from "./failure.js";
import { sendPage } from "./page-agent.js";
import { inTime } from "./patience.js";

/** @import { AgentMessage, PageHead, Refusal } from "./page-agent.js" */

/**
 * The page in a tab as its server sent it.
 *
 * @typedef {object} PageSource
 * @property {"cache" | "second_request" | "file"} origin "cache" is the response on screen itself
 * @property {PageHead} head fields with names in lower case; browsers hide `Set-Cookie`
 * @property {string | null} requestedUrl the tab's address, when redirects led elsewhere
 * @property {ReadableStream<Uint8Array>} body bytes after content decoding, before character decoding; a `Failure` when the
 *   page is gone, any other error when the connection broke
 * @property {() => Promise<number | null>} transferredBytes compressed body bytes of this response, known after the body
 */

/** Pieces of a body that may be on their way from the page at once. */
const PIECES_AHEAD = 4;

/** Time for the browser to report the size of a response after its end, in milliseconds. */
const TIMING_MS = 200;

/**
 * Opens the page in a tab: from the browser's cache where it is there, by a second request where it is not.
 *
 * The cache belongs to the page's own site, so only a request from inside the page reaches it; `only-if-cached` proves that
 * the server was not asked. Where a service worker answers the page's requests, that way is not taken: crawlers are
 * reported to have none. Nor is it while the page is loading: the cache would keep the request waiting for the end.
 * The extension's own request passes by service workers and by the page's policy, but Firefox allows it only with access to
 * the site.
 *
 * @param {number} tabId
 * @param {string} url
 * @param {import("./screen.js").Screen | null} screen
 * @param {AbortSignal} signal ends every request
 * @returns {Promise<PageSource>}
 * @throws {Failure}
 */
export async function openPageSource(tabId, url, screen, signal) {
  const source = await open(tabId, url, screen, signal);
  if (!url.startsWith("file:")) return source;
  // Files have no response head, whatever browsers make up for them.
  return { ...source, origin: "file", head: { url: source.head.url, status: null, fields: null } };
}

/**
 * @param {number} tabId
 * @param {string} url
 * @param {import("./screen.js").Screen | null} screen
 * @param {AbortSignal} signal
 * @returns {Promise<PageSource>}
 */
async function open(tabId, url, screen, signal) {
  if (screen && !screen.behindServiceWorker && !screen.loading) {
    const cached = await openInPage(tabId, url, "only-if-cached", signal);
    if ("body" in cached) return cached;
  }
  if (!isFirefox || (await browser.permissions.contains(siteAccess(url)))) return openFromExtension(url, signal);

  if (!screen) throw new Failure("site_access_tab", siteOf(url));
  if (screen.behindServiceWorker) throw new Failure("site_access_worker", siteOf(url));
  const second = await openInPage(tabId, url, "no-store", signal);
  if ("body" in second) return second;
  if (second.refused === "policy") throw new Failure("site_access_policy", siteOf(url));
  throw refusal(url, second.refused);
}

/**
 * The permission that lets the extension itself read a page. Ports cannot be told apart in it.
 *
 * @param {string} url
 */
export function siteAccess(url) {
  const { protocol, hostname } = new URL(url);
  return { origins: [`${protocol}//${hostname}/*`] };
}

/**
 * @param {number} tabId
 * @param {string} url
 * @param {"only-if-cached" | "no-store"} cache
 * @param {AbortSignal} signal
 * @returns {Promise<PageSource | { refused: Refusal }>}
 */
async function openInPage(tabId, url, cache, signal) {
  const port = await connect(tabId, cache, signal);
  const opening = await inTime(firstAnswer(port));
  if ("refused" in opening) port.disconnect();
  if (!("head" in opening)) return opening;
  const { body, transferredBytes } = receive(port);
  return {
    origin: cache === "only-if-cached" ? "cache" : "second_request",
    head: opening.head,
    requestedUrl: requestedUrl(url, opening.head.url),
    body,
    transferredBytes: () => transferredBytes,
  };
}

/**
 * Starts the agent in the page and waits for its port.
 *
 * @param {number} tabId
 * @param {"only-if-cached" | "no-store"} cache
 * @param {AbortSignal} signal
 * @returns {Promise<chrome.runtime.Port>}
 */
async function connect(tabId, cache, signal) {
  const name = crypto.randomUUID();
  const { promise: connected, resolve } = /** @type {PromiseWithResolvers<chrome.runtime.Port>} */ (Promise.withResolvers());
  /** @param {chrome.runtime.Port} port */
  const accept = (port) => {
    if (port.name === name) resolve(port);
  };
  browser.runtime.onConnect.addListener(accept);
  try {
    await browser.scripting.executeScript({ target: { tabId }, injectImmediately: true, func: sendPage, args: [name, cache, isFirefox] });
    const port = await inTime(connected);
    signal.addEventListener("abort", () => port.disconnect());
    return port;
  } catch (error) {
    throw error instanceof Failure ? error : new Failure("page_gone");
  } finally {
    browser.runtime.onConnect.removeListener(accept);
  }
}

/**
 * @param {chrome.runtime.Port} port
 * @returns {Promise<{ head: PageHead } | { refused: Refusal }>}
 */
function firstAnswer(port) {
  return new Promise((resolve, reject) => {
    port.onMessage.addListener(resolve);
    port.onDisconnect.addListener(() => reject(new Failure("page_gone")));
    port.postMessage("next");
  });
}

/**
 * Turns what comes through the port into a stream, asking for a few pieces ahead of the one that is needed.
 *
 * @param {chrome.runtime.Port} port
 * @returns {{ body: ReadableStream<Uint8Array>, transferredBytes: Promise<number | null> }}
 */
function receive(port) {
  const { promise: transferredBytes, resolve } = /** @type {PromiseWithResolvers<number | null>} */ (Promise.withResolvers());
  const askForOne = () => port.postMessage("next");
  /** @type {ReadableStream<Uint8Array>} */
  const body = new ReadableStream({
    start(stream) {
      /** @param {AgentMessage} message */
      const take = (message) => {
        if ("piece" in message) {
          const { piece } = message;
          stream.enqueue(typeof piece === "string" ? Uint8Array.fromBase64(piece) : piece);
          return;
        }
        port.onMessage.removeListener(take);
        port.disconnect();
        if ("done" in message) {
          resolve(message.transferredBytes);
          stream.close();
        } else {
          stream.error(new TypeError("The connection broke"));
        }
      };
      port.onMessage.addListener(take);
      port.onDisconnect.addListener(() => stream.error(new Failure("page_gone")));
      for (let ahead = 1; ahead < PIECES_AHEAD; ahead++) askForOne();
    },
    pull: askForOne,
    cancel: () => port.disconnect(),
  });
  return { body, transferredBytes };
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<PageSource>}
 */
async function openFromExtension(url, signal) {
  /** @param {RequestRedirect} redirect */
  const request = (redirect) => fetch(url, { cache: "no-store", credentials: "include", redirect, signal });
  const response = await inTime(request("follow").catch(() => null));
  if (!response) {
    const probe = await inTime(request("manual").catch(() => null));
    throw refusal(url, probe?.type === "opaqueredirect" ? "redirect" : "network");
  }
  return {
    origin: "second_request",
    head: { status: response.status, url: response.url, fields: [...response.headers] },
    requestedUrl: requestedUrl(url, response.url),
    body: response.body ?? new Blob().stream(),
    transferredBytes: () => encodedBytes(response.url),
  };
}

/**
 * @param {string} url
 * @returns {Promise<number | null>} compressed body bytes of the extension's own latest response from `url`
 */
function encodedBytes(url) {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const timing = /** @type {PerformanceResourceTiming | undefined} */ (list.getEntriesByName(url, "resource").at(-1));
      if (timing) settle(timing.encodedBodySize || null);
    });
    const timer = setTimeout(() => settle(null), TIMING_MS);
    /** @param {number | null} bytes */
    const settle = (bytes) => {
      clearTimeout(timer);
      observer.disconnect();
      resolve(bytes);
    };
    observer.observe({ type: "resource", buffered: true });
  });
}

/**
 * @param {string} url
 * @param {Refusal} refused
 * @returns {Failure}
 */
function refusal(url, refused) {
  if (!navigator.onLine) return new Failure("offline");
  return new Failure(refused === "redirect" ? "redirected_away" : "unreachable", siteOf(url));
}

/**
 * @param {string} tabUrl
 * @param {string} bodyUrl
 * @returns {string | null}
 */
function requestedUrl(tabUrl, bodyUrl) {
  const requested = withoutFragment(tabUrl);
  return requested === withoutFragment(bodyUrl) ? null : requested;
}

/** @param {string} url */
function siteOf(url) {
  return new URL(url).host;
}
