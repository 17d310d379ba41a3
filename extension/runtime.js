import { browser } from "./browser.js";
import { inTime } from "./patience.js";

/** @import { RobotsFile, RuntimeResource } from "./wasm/crawl-cutoff.js" */

/**
 * What a page tells of the files that it asked for, and of its host.
 *
 * @typedef {object} Runtime
 * @property {RuntimeResource[]} runtime
 * @property {RobotsFile[]} robots the file of the page's own host, where the page may read it; else empty
 */

/** Longest wait for a page that is busy, or for its host, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Bytes of a robots.txt that Google reads. */
const ROBOTS_BYTES = 512_000;

/**
 * Asks the page in a tab which files it asked for, and reads its host's robots.txt from inside it.
 *
 * @param {number} tabId
 * @returns {Promise<Runtime>} empty where scripts may not enter the tab
 */
export async function readRuntime(tabId) {
  const asked = browser.scripting.executeScript({
    target: { tabId }, injectImmediately: true, func: describeResources, args: [ROBOTS_BYTES, PATIENCE_MS / 2],
  });
  const [found] = await inTime(asked, PATIENCE_MS).catch(() => []);
  return found?.result ?? { runtime: [], robots: [] };
}

/**
 * Runs in the page: takes nothing from this module.
 *
 * Browsers write 0 for what they hide, so 0 is a size only where the head of an answer was counted. Chromium counts none of a
 * script that was refused.
 *
 * @param {number} robotsBytes
 * @param {number} patienceMs
 * @returns {Promise<Runtime>}
 */
async function describeResources(robotsBytes, patienceMs) {
  const entries = /** @type {(PerformanceResourceTiming & { contentType?: string })[]} */ (performance.getEntriesByType("resource"));
  const runtime = entries.map((entry) => {
    const told = entry.transferSize > 0 && entry.responseStatus < 400;
    /** @param {number} bytes */
    const size = (bytes) => (bytes > 0 || told ? bytes : null);
    return {
      url: entry.name,
      initiator: entry.initiatorType,
      bodyBytes: size(entry.decodedBodySize),
      encodedBytes: size(entry.encodedBodySize),
      transferredBytes: size(entry.transferSize),
      status: entry.responseStatus || null,
      durationMs: Math.round(entry.duration),
      protocol: entry.nextHopProtocol || null,
      contentType: entry.contentType || null,
    };
  });

  const readRobots = async () => {
    if (!/^https?:$/.test(location.protocol)) return [];
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(`${location.origin}/robots.txt`, { mode: "same-origin", credentials: "omit", signal });
    // As text: Firefox keeps the buffers of a page from scripts of an extension.
    const body = new TextEncoder().encode(await response.text());
    return [{
      origin: location.origin,
      status: response.status,
      redirects: Number(response.redirected),
      body: new TextDecoder().decode(body.subarray(0, robotsBytes)),
      bodyBytes: body.length,
    }];
  };
  // A policy or a worker of the page may stand before it: then it is unknown.
  const robots = navigator.serviceWorker?.controller ? [] : await readRobots().catch(() => []);
  return { runtime, robots };
}
