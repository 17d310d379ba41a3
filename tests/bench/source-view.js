/** How fast the source view of the largest corpus page is: its first paint after the report, and the longest frame while scrolling. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openChromium } from "../driver/chromium.js";
import { findBrowser } from "../driver/find.js";
import { Stage } from "../e2e/browsers.js";
import { PAGES } from "../server/pages.js";
import { PageServer } from "../server/server.js";

/** Targets, in milliseconds. */
const FIRST_PAINT_MS = 300;
const FRAME_MS = 50;
const ROUNDS = 3;

const root = new URL("../../", import.meta.url);
const folder = join(process.env.CRAWL_CUTOFF_CORPUS ?? fileURLToPath(new URL("../shared/corpus", root)), "pages/over2mb");
const program = findBrowser("chromium");
if (!existsSync(folder) || !program) {
  console.log(program ? "skipped: no corpus" : "skipped: no browser");
  process.exit(0);
}
const files = readdirSync(folder).map((name) => join(folder, name));
const largest = files.reduce((a, b) => (statSync(a).size > statSync(b).size ? a : b));
PAGES["/largest"] = { body: readFileSync(largest) };

const stage = new Stage(await openChromium({ extension: fileURLToPath(new URL("dist/chrome", root)), program }), await PageServer.start());
const { tab, close } = await stage.openReport("/largest");
await tab.waitForSelector("#source-view .row");
await tab.evaluateOnNewDocument(() => {
  const times = { report: 0, source: 0 };
  Object.assign(globalThis, { times });
  new MutationObserver(() => {
    if (!times.report && document.documentElement.dataset.state === "ready") times.report = performance.now();
    if (!times.source && document.querySelector("#source-view .row")) {
      requestAnimationFrame(() => requestAnimationFrame(() => (times.source ||= performance.now())));
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
});
const paints = [];
for (let round = 0; round < ROUNDS; round++) {
  await tab.reload();
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).times.source > 0);
  paints.push(await tab.evaluate(() => {
    const { report, source } = /** @type {any} */ (globalThis).times;
    return Math.round(source - report);
  }));
}
const frames = await tab.evaluate(async () => {
  const view = /** @type {HTMLElement} */ (document.querySelector("#source-view"));
  view.scrollIntoView();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  const lengths = [];
  let last = performance.now();
  for (let step = 0; step < 300; step++) {
    // A fling, and now and then a jump to another part of the page.
    view.scrollTop += step % 50 === 49 ? view.scrollHeight / 8 : 400;
    await frame();
    const now = performance.now();
    lengths.push(now - last);
    last = now;
  }
  return { longest: Math.max(...lengths), rows: view.querySelectorAll(".row").length };
});
await close();
await stage.browser.close();
await stage.server.close();

const bytes = statSync(largest).size.toLocaleString("en");
console.log(`source view of ${bytes} bytes`);
console.log(`  first paint after the report  ${paints.join(", ")} ms (target: under ${FIRST_PAINT_MS})`);
console.log(`  longest of 300 frames         ${frames.longest.toFixed(1)} ms (target: under ${FRAME_MS}), ${frames.rows} rows drawn`);
process.exitCode = Math.min(...paints) > FIRST_PAINT_MS || frames.longest > FRAME_MS ? 1 : 0;
