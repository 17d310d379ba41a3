/**
 * Opens a page in a real browser with the extension loaded, clicks the toolbar icon and prints what the popup found.
 *
 *     node tests/run/run.js [URL|FILE] [--firefox]
 *
 * Default: a demo page of 3.1 MB, served on loopback. The popup's picture goes to out/popup.png. With a display the window
 * stays open until it is closed.
 */

import { mkdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openChromium } from "../driver/chromium.js";
import { findBrowser } from "../driver/find.js";
import { openFirefox } from "../driver/firefox.js";
import { demoPage } from "./demo-page.js";
import { reportLines } from "./lines.js";
import { serve } from "./serve.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PICTURE = join(ROOT, "out", "popup.png");

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { firefox: { type: "boolean", default: false } } });

process.exitCode = await run(positionals[0], options.firefox).catch((error) => {
  console.error(error.message);
  return 2;
});

/**
 * @param {string | undefined} page
 * @param {boolean} inFirefox
 * @returns {Promise<number>} exit status
 */
async function run(page, inFirefox) {
  const [name, open] = inFirefox ? /** @type {const} */ (["firefox", openFirefox]) : /** @type {const} */ (["chromium", openChromium]);
  const program = findBrowser(name);
  if (!program) throw new Error(`No ${name} was found. Install it, or name its program in the variable ${name.toUpperCase()}.`);

  const { url, close } = await address(page);
  const headless = process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  const browser = await open({ extension: join(ROOT, "dist", inFirefox ? "firefox" : "chrome"), program, headless });
  try {
    console.log(`${browser.version}${headless ? ", without a window" : ""}: ${url}\n`);
    await browser.open(url);
    const popup = await browser.click();
    const { report, failure } = await popup.settled();
    console.log(report ? reportLines(JSON.parse(report)).join("\n") : failure);
    await mkdir(join(ROOT, "out"), { recursive: true });
    await popup.screenshot(PICTURE);
    console.log(`\nPicture of the popup: ${PICTURE}`);
    if (!headless) await browser.closed;
    return report ? 0 : 1;
  } finally {
    await browser.close();
    close();
  }
}

/**
 * @param {string | undefined} page
 * @returns {Promise<{ url: string, close: () => void }>}
 */
async function address(page) {
  if (page === undefined) return serve(demoPage(), "espresso-machine.html");
  if (/^[a-z][a-z0-9+.-]*:/i.test(page)) return { url: page, close() {} };
  const file = resolve(page);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Error(`${page} is neither an address nor a file.`);
  return serve(file, basename(file));
}
