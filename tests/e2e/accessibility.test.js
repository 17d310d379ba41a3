/** Report, options and popup: no violation that axe-core finds, light and dark; nothing scrolls sideways; everything by keyboard. */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { violations } from "./axe.js";
import { inEachBrowser } from "./browsers.js";

/** @import { Page } from "puppeteer-core" */

const FOLDER = fileURLToPath(new URL("../../out/screenshots", import.meta.url));
mkdirSync(FOLDER, { recursive: true });

/** Widths of a window in pixels: the narrowest, 1,280 at a zoom of 200 %, a wide one. */
const WIDTHS = [380, 640, 1600];

/** @param {Page} page */
async function sideways(page) {
  const wide = [];
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 900 });
    const found = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (found > 0) wide.push(`${found} px too wide at ${width} px`);
  }
  return wide;
}

for (const dark of [false, true]) {
  inEachBrowser(
    (stage, name) => {
      const picture = (/** @type {string} */ of) => /** @type {`${string}.png`} */ (join(FOLDER, `${name}-${dark ? "dark" : "light"}-${of}.png`));

      test(`report and options, ${dark ? "dark" : "light"}`, async () => {
        const { tab, close } = await stage().openReport("/over");
        await tab.waitForSelector("#compare:not([hidden])");
        await tab.$eval("#preview-show", (button) => /** @type {HTMLElement} */ (button).click());
        await tab.waitForSelector("#preview-frames iframe");
        assert.deepEqual(await violations(tab), []);
        assert.deepEqual(await sideways(tab), []);
        await tab.screenshot({ path: picture("report") });
        await tab.evaluate(() => {
          document.documentElement.dataset.state = "reading";
          location.assign("options.html");
        }).catch(() => {});
        await tab.waitForSelector("body.options");
        await tab.waitForSelector("html[data-state=ready]");
        assert.deepEqual(await violations(tab), []);
        assert.deepEqual(await sideways(tab), []);
        await tab.screenshot({ path: picture("options") });
        await close();
      });

      if (name === "chromium") {
        test(`popup, ${dark ? "dark" : "light"}`, async () => {
          await stage().look("/over", {
            async meanwhile(popup) {
              await popup.settled();
              assert.ok(popup.evaluate);
              assert.deepEqual(await violations({ evaluate: popup.evaluate }), []);
            },
          });
        });
      }

      if (dark) return;
      test("every control of the report is reached by the Tab key", async () => {
        const { tab, close } = await stage().openReport("/over");
        await tab.waitForSelector("#compare:not([hidden])");
        await tab.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
        const reached = new Set();
        for (let presses = 0; presses < 200; presses++) {
          await tab.keyboard.press("Tab");
          const id = await tab.evaluate(() => document.activeElement?.id || document.activeElement?.className || document.activeElement?.localName);
          if (reached.has("compare-file") && id === "compare-check") break;
          reached.add(id);
          if (id === "compare-file") break;
        }
        for (const id of ["zoom-in", "link copy-ticket", "source-jump", "source-query", "source-next", "source-view", "source-download", "on-page", "preview-show", "compare-check", "compare-file"]) {
          assert.ok(reached.has(id), `${id} was not reached: ${[...reached].join(", ")}`);
        }
        await close();
      });
    },
    { dark },
  );
}
