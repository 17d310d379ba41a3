/** The report tab shows the report of the popup that it was opened from, and computes what ticked changes come to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlDocument } from "../server/document.js";
import { PAGES } from "../server/pages.js";
import { inEachBrowser } from "./browsers.js";

const STYLE = `<style>${"a{color:red}".repeat(100_000)}</style>`;
const COMMENT = `<!--${"-".repeat(10_000)}-->`;
PAGES["/styled"] = {
  body: htmlDocument({ bytes: 2_700_000, head: `<title>Styled</title>${STYLE}`, start: `<h1>Styled</h1>${COMMENT}`, end: "<h2>Past the cut</h2>" }),
};

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

inEachBrowser((stage) => {
  test("the button of the popup opens the report, and a ticked change is computed at once", async () => {
    const { browser, server } = stage();
    const page = await browser.open(`${server.origin}/styled`);
    const popup = await browser.click();
    const { report } = await popup.settled();
    const opens = nextTab(page.browser());
    // The popup closes itself in the turn of the click, so nobody waits for the click to end.
    popup.press("#full-report").catch(() => {});
    const tab = await opens;
    await tab.waitForSelector("html:is([data-state=ready], [data-state=failed])");

    assert.equal(await tab.$eval("#failure", (element) => element.textContent), "");
    assert.equal(await tab.evaluate(() => globalThis.crawlCutoffReport), report);
    assert.equal(server.requestsFor("/styled"), 1, "the server was asked again");
    assert.deepEqual(await tab.evaluate(() => chrome.storage.session.get(null)), {}, "the report was left behind");

    const { page: facts, what_if: whatIf } = JSON.parse(report ?? "");
    /** @param {string[]} ids */
    const left = (...ids) => {
      const taken = whatIf.changes.filter((/** @type {{ id: string }} */ { id }) => ids.includes(id));
      assert.equal(taken.length, ids.length);
      return taken.reduce((/** @type {number} */ sum, /** @type {{ bytes: number }} */ { bytes }) => sum - bytes, facts.body_bytes).toLocaleString("en-US");
    };
    /** @param {string} text */
    const resultSays = (text) => tab.waitForFunction((text) => document.querySelector("#what-if-result")?.textContent?.includes(text), {}, text);
    await resultSays(`${left("styles")} bytes) after it: everything fits`);
    await tab.click("#what-if input[value=comments]");
    await resultSays(`${left("styles", "comments")} bytes`);
    await tab.click("#what-if input[value=styles]");
    await resultSays(`${left("comments")} bytes`);
    await resultSays("too much");

    await tab.reload().catch(() => {});
    await tab.waitForSelector("html[data-state=ready]");
    assert.equal(await tab.evaluate(() => globalThis.crawlCutoffReport), report, "a reload shows the same report");
    await tab.close();
    await page.close();
  });
});
