import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openChromium } from "../driver/chromium.js";
import { PageServer } from "../server/server.js";
import { spread } from "./statistics.js";

/** @import { Spread } from "./statistics.js" */

/** A page of 100,000 bytes. */
const PATH = "/under";

/** A popup of the same size that needs nothing else. */
const EMPTY = `<!doctype html><html data-state="ready"><body style="width:500px;height:560px"><p id="panel">A popup with nothing in it but words</p></html>`;

/**
 * @typedef {object} PopupTimes in milliseconds
 * @property {Spread} opening from the click on the icon to the start of the popup's document
 * @property {Spread} verdict from the click to the paint that shows the verdict
 * @property {Spread} empty the same for a popup that only shows words
 * @property {Spread} verdictDrawn from the start of the popup's document to the paint that shows the verdict: the start itself takes 10 or
 *   250 ms, as the browser likes
 * @property {Spread} emptyDrawn the same for a popup that only shows words
 * @property {Spread} read what reading the page alone takes, from the same cache
 */

/**
 * Clicks the toolbar icon on a page, again and again.
 *
 * @param {string} extension folder
 * @param {string} program
 * @param {number} rounds
 * @returns {Promise<PopupTimes>}
 */
export async function popupTimes(extension, program, rounds) {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const server = await PageServer.start();
  try {
    await cp(extension, folder, { recursive: true });
    await writeFile(join(folder, "popup.html"), EMPTY);
    const { opening, shown, drawn, read } = await clickOften(extension, program, server.origin + PATH, rounds);
    const empty = await clickOften(folder, program, server.origin + PATH, rounds);
    return {
      opening: spread(opening),
      verdict: spread(shown),
      empty: spread(empty.shown),
      verdictDrawn: spread(drawn),
      emptyDrawn: spread(empty.drawn),
      read: spread(read),
    };
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {string} extension folder
 * @param {string} program
 * @param {string} url
 * @param {number} rounds
 */
async function clickOften(extension, program, url, rounds) {
  /** @type {{ opening: number[], shown: number[], drawn: number[], read: number[] }} */
  const times = { opening: [], shown: [], drawn: [], read: [] };
  const browser = await openChromium({ extension, program });
  try {
    const tab = await browser.open(url);
    for (let round = 0; round < rounds; round++) {
      times.read.push(await tab.evaluate(readAlone));
      const clicked = performance.timeOrigin + performance.now();
      const popup = await browser.click();
      await popup.settled();
      const target = await tab.browser().waitForTarget((target) => target.url().startsWith("chrome-extension://"));
      const { started, shown } = await (await target.asPage()).evaluate(readTimes);
      times.opening.push(started - clicked);
      times.shown.push(shown - clicked);
      times.drawn.push(shown - started);
      await popup.close();
    }
  } finally {
    await browser.close();
  }
  return times;
}

// What follows runs in the browser, each function alone: in the page, and in the popup.

async function readAlone() {
  const start = performance.now();
  const response = await fetch(location.href, { cache: "only-if-cached", mode: "same-origin" });
  await response.arrayBuffer();
  return performance.now() - start;
}

/** @returns {Promise<{ started: number, shown: number }>} when the document started and when the verdict was painted */
async function readTimes() {
  const shownMs = await new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const paints = /** @type {LargestContentfulPaint[]} */ (list.getEntries());
      const shown = paints.find(({ element }) => element?.closest("#panel"));
      if (shown) resolve(shown.startTime);
    });
    observer.observe({ type: "largest-contentful-paint", buffered: true });
  });
  return { started: performance.timeOrigin, shown: performance.timeOrigin + shownMs };
}
