/** The report tab shows the report of the popup that it was opened from, and computes what ticked changes come to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlDocument } from "../server/document.js";
import { PAGES } from "../server/pages.js";
import { inEachBrowser, reload } from "./browsers.js";

const STYLE = `<style>${"a{color:red}".repeat(100_000)}</style>`;
const COMMENT = `<!--${"-".repeat(10_000)}-->`;
PAGES["/styled"] = {
  body: htmlDocument({ bytes: 2_700_000, head: `<title>Styled</title>${STYLE}`, start: `<h1>Styled</h1>${COMMENT}`, end: "<h2>Past the cut</h2>" }),
};

/** What tests and scripts hold on to in every page that shows a report; a page without files has no #resources. */
const HANDLES = ["html[data-state=ready]", "#verdict[data-fate=lost]", "#ruler", "#signals", "#ledger", "#findings", "#copy-link", "#full-report", "#failure"];

inEachBrowser((stage) => {
  test("the button of the popup opens the report, and a ticked change is computed at once", async () => {
    const { tab, report, close } = await stage().openReport("/styled");
    assert.equal(await tab.evaluate(() => globalThis.crawlCutoffReport), report);
    assert.equal(stage().server.requestsFor("/styled"), 1, "the server was asked again");
    for (const handle of HANDLES) assert.ok(await tab.$(handle), handle);

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

    await reload(tab);
    assert.equal(await tab.evaluate(() => globalThis.crawlCutoffReport), report, "a reload shows the same report");
    await close();
  });

  test("another limit is applied to the bytes in hand, at once", async () => {
    const { tab, report, close } = await stage().openReport("/styled");
    const before = JSON.parse(report);
    /** @param {number} select @param {string} value */
    const choose = async (select, value) => {
      await tab.locator(`#limit label:nth-of-type(${select}) select`).fill(value);
      await tab.waitForSelector("html[data-state=ready]");
      return JSON.parse((await tab.evaluate(() => globalThis.crawlCutoffReport)) ?? "");
    };
    const loosest = await choose(2, "loosest");
    assert.equal(loosest.limit.earliest, 2_097_152);
    assert.equal(loosest.limit.latest, 2_097_152);
    assert.equal(loosest.cut.earliest.offset, 2_097_152);
    assert.match(await tab.$eval("#verdict", (element) => element.textContent ?? ""), /2.10 MB/);
    const strictest = await choose(2, "strictest");
    assert.equal(strictest.limit.latest, before.limit.earliest);
    const other = await choose(1, "google-default");
    assert.equal(other.verdict.fate, "kept");
    await choose(2, "band");
    assert.deepEqual(await choose(1, "googlebot"), before, "the first limit gives the first report");
    assert.equal(stage().server.requestsFor("/styled"), 2, "the server was asked again");
    await close();
  });

  test("what no tab shows any more is removed from this computer", async () => {
    const { tab, close } = await stage().openReport("/styled");
    /** @param {"readonly" | "readwrite"} mode @param {string} call */
    const inHandovers = (mode, call) => tab.evaluate(async (mode, call) => {
      const { inStore, answer } = await import(chrome.runtime.getURL("database.js"));
      const record = { id: "left behind", at: 0, body: new Blob(["a page"]) };
      return inStore("handovers", mode, (/** @type {any} */ store) => answer(call === "put" ? store.put(record) : store.getAllKeys()));
    }, mode, call);
    await inHandovers("readwrite", "put");
    assert.ok((await inHandovers("readonly", "keys")).includes("left behind"));
    await reload(tab);
    await tab.waitForFunction(async () => {
      const { inStore, answer } = await import(chrome.runtime.getURL("database.js"));
      return !(await inStore("handovers", "readonly", (/** @type {any} */ store) => answer(store.getAllKeys()))).includes("left behind");
    });
    assert.equal((await inHandovers("readonly", "keys")).includes(await tab.evaluate(() => new URLSearchParams(location.search).get("id"))), true);
    await close();
  });

  test("a finding is copied as a ticket, the ruler is zoomed, tables are sorted and filtered", async () => {
    const { tab, close } = await stage().openReport("/styled");
    await tab.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (/** @type {string} */ text) => Object.assign(globalThis, { copied: text }) } });
    });
    await tab.$eval('[data-finding="over-limit"] .copy-ticket', (button) => /** @type {HTMLElement} */ (button).click());
    await tab.waitForFunction(() => document.querySelector('[data-finding="over-limit"] [role=status]')?.textContent === "Copied");
    const ticket = await tab.evaluate(() => /** @type {any} */ (globalThis).copied);
    assert.match(ticket, /^## Past the limit/);
    assert.match(ticket, /\*\*How to check\*\*[\s\S]*crawl-cutoff check --url/);

    const label = () => tab.$eval("#ruler .ruler", (ruler) => ruler.ariaLabel);
    const whole = await label();
    await tab.$eval("#zoom-in", (button) => /** @type {HTMLElement} */ (button).click());
    await tab.waitForFunction((whole) => document.querySelector("#ruler .ruler")?.ariaLabel !== whole, {}, whole);
    await tab.$eval("#zoom-whole", (button) => /** @type {HTMLElement} */ (button).click());
    await tab.waitForFunction((whole) => document.querySelector("#ruler .ruler")?.ariaLabel === whole, {}, whole);

    const bytes = () => tab.$$eval("#all-signals td[data-byte]", (cells) => cells.map((cell) => Number(/** @type {HTMLElement} */ (cell).dataset.byte)));
    const rising = await bytes();
    const sort = "#all-signals th:nth-child(4) button";
    await tab.$eval(sort, (button) => /** @type {HTMLElement} */ (button).click());
    await tab.$eval(sort, (button) => /** @type {HTMLElement} */ (button).click());
    assert.deepEqual(await bytes(), rising.toReversed());
    assert.equal(await tab.$eval("#all-signals th:nth-child(4)", (head) => head.ariaSort), "descending");
    await close();
  });
});
