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
