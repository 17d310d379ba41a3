import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { after, before, describe } from "node:test";
import { openChromium } from "../driver/chromium.js";
import { findBrowser } from "../driver/find.js";
import { openFirefox } from "../driver/firefox.js";
import { PageServer } from "../server/server.js";

/** @import { Driver, Popup, Shown } from "../driver/driver.js" */

const BROWSERS = /** @type {const} */ ([
  { name: "chromium", folder: "chrome", open: openChromium },
  { name: "firefox", folder: "firefox", open: openFirefox },
]);

/** One browser with the extension, one server, for all tests of a file. */
export class Stage {
  /** @type {Driver} */
  browser;
  /** @type {PageServer} */
  server;

  /**
   * @param {Driver} browser
   * @param {PageServer} server
   */
  constructor(browser, server) {
    this.browser = browser;
    this.server = server;
  }

  /**
   * Opens a page, clicks the toolbar icon, and gives what the popup shows once it no longer reads.
   *
   * @param {string} page path on the test server, or an address
   * @param {object} [expectations]
   * @param {RegExp} [expectations.errors] complaints of the browser that belong to the case; all others fail the test
   * @param {(popup: Popup) => Promise<void>} [expectations.meanwhile] runs while the popup is open
   * @returns {Promise<Look>}
   */
  async look(page, { errors, meanwhile } = {}) {
    const tab = await this.browser.open(page.startsWith("/") ? this.server.origin + page : page);
    const popup = await this.browser.click();
    try {
      await meanwhile?.(popup);
      const shown = await popup.settled();
      assert.deepEqual((await popup.errors()).filter((error) => !errors?.test(error)), [], "complaints of the browser");
      assert.equal(shown.overflowPx, 0, "scrolls sideways");
      return new Look(shown);
    } finally {
      await popup.close();
      await tab.close();
    }
  }

  /**
   * Opens a page, clicks the toolbar icon, and in the popup the button that leads to the report tab.
   *
   * @param {string} path on the test server
   * @param {string} [button]
   */
  async openReport(path, button = "#full-report") {
    const page = await this.browser.open(this.server.origin + path);
    const popup = await this.browser.click();
    const { report, failure } = await popup.settled();
    assert.ok(report, failure);
    const opens = nextTab(page.browser());
    // The popup closes itself in the turn of the click, so nobody waits for the click to end.
    popup.press(button).catch(() => {});
    const tab = await opens;
    await tab.waitForSelector("html:is([data-state=ready], [data-state=failed])");
    assert.equal(await tab.$eval("#failure", (element) => element.textContent), "");
    const close = async () => {
      await tab.close();
      await page.close();
    };
    return { page, tab, report, close };
  }
}

/**
 * The tab that opens next. Firefox lists it under the address that it had first, about:blank.
 *
 * @param {import("puppeteer-core").Browser} browser
 */
async function nextTab(browser) {
  const known = new Set(browser.targets());
  const target = await browser.waitForTarget((target) => !known.has(target));
  return (await target.page()) ?? (await target.asPage());
}

/**
 * Loads a report tab again. In Firefox no protocol tells the end of it.
 *
 * @param {import("puppeteer-core").Page} tab
 */
export async function reload(tab) {
  const reloading = tab.evaluate(() => {
    document.documentElement.dataset.state = "reading";
    location.reload();
  });
  await reloading.catch(() => {});
  await tab.waitForSelector("html[data-state=ready]");
}

/** What a popup showed. */
class Look {
  /** @param {Shown} shown */
  constructor(shown) {
    this.shown = shown;
  }

  /** @returns {any} the report, schema 1 */
  get report() {
    const { state, failure, report } = this.shown;
    assert.equal(state, "ready", failure);
    assert.ok(report);
    return JSON.parse(report);
  }

  /** @returns {string} why there is no report */
  get failure() {
    assert.equal(this.shown.state, "failed", this.shown.verdict);
    assert.ok(this.shown.failure);
    assert.equal(this.shown.report, undefined);
    return this.shown.failure;
  }
}

/**
 * Runs the same tests in Chromium and in Firefox.
 *
 * @param {(stage: () => Stage, name: "chromium" | "firefox") => void} tests
 * @param {{ dark?: boolean }} [options]
 */
export function inEachBrowser(tests, options = {}) {
  for (const { name, folder, open } of BROWSERS) {
    const program = findBrowser(name);
    if (!program) {
      console.log(`skipped: no browser (${name})`);
      describe(name, { skip: "no browser" });
      continue;
    }
    const extension = fileURLToPath(new URL(`../../dist/${folder}`, import.meta.url));
    describe(name, () => {
      /** @type {Stage} */
      let stage;
      before(async () => {
        if (!existsSync(extension)) throw new Error(`${extension} is missing: run ./build.sh first`);
        stage = new Stage(await open({ extension, program, ...options }), await PageServer.start());
      });
      after(async () => {
        await stage?.browser.close();
        await stage?.server.close();
      });
      tests(() => stage, name);
    });
  }
}
