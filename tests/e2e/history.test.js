/** Earlier checks: kept on this computer, compared with, switched off and deleted. */

import assert from "node:assert/strict";
import { writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { htmlDocument } from "../server/document.js";
import { PAGES } from "../server/pages.js";
import { inEachBrowser } from "./browsers.js";

/** @import { Page } from "puppeteer-core" */

const STYLE = `<style>${"a{color:red}".repeat(80_000)}</style>`;
const JSON_LD = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Fixed"}</script>';
const BEFORE = { body: htmlDocument({ bytes: 2_700_000, head: `<title>Fixed</title>${STYLE}`, end: JSON_LD }) };
const AFTER = { body: htmlDocument({ bytes: 1_200_000, head: `<title>Fixed</title>${JSON_LD}` }) };
let answer = BEFORE;
PAGES["/fixed"] = () => ({ ...answer, fields: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" } });

/**
 * Compares with the latest of the earlier checks.
 *
 * @param {Page} tab
 */
async function compareWithLatest(tab) {
  const value = await tab.$eval("#compare-check", (select) => /** @type {HTMLSelectElement} */ (select).options[1]?.value ?? "");
  await tab.select("#compare-check", value);
  await tab.waitForSelector("#compare-result .compared");
  return tab.$eval("#compare-result", (result) => result.textContent ?? "");
}

/**
 * Leads a tab of the extension to its options.
 *
 * @param {Page} tab
 */
async function openOptions(tab) {
  await tab.evaluate(() => {
    document.documentElement.dataset.state = "reading";
    location.assign("options.html");
  }).catch(() => {});
  await tab.waitForSelector("body.options");
  await tab.waitForSelector("html[data-state=ready]");
}

inEachBrowser((stage) => {
  test("a report is compared with an earlier check of the same page, a report file and a link", async () => {
    answer = BEFORE;
    const { report: before } = await stage().look("/fixed", { meanwhile: (popup) => popup.showing("html[data-tidied]").then(() => {}) });
    answer = AFTER;
    const { tab, close } = await stage().openReport("/fixed");
    await tab.waitForSelector("#compare:not([hidden])");
    const text = await compareWithLatest(tab);
    assert.match(text, /The page was (lost|damaged) and is now kept: −1.50 MB/);
    assert.match(text, /Solved[\s\S]*Lost: the JSON-LD block/);
    assert.match(text, /Style elements/);

    const file = join(await mkdtemp(join(tmpdir(), "crawl-cutoff-")), "before.json");
    await writeFile(file, JSON.stringify(before));
    const input = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await tab.$("#compare-file"));
    await tab.$eval("#compare-result", (result) => result.replaceChildren());
    await input.uploadFile(file);
    await tab.waitForSelector("#compare-result .compared");
    const other = file.replace("before", "other");
    await writeFile(other, '{"schema":1}');
    await input.uploadFile(other);
    await tab.waitForFunction(() => /no report that can be compared/.test(document.querySelector("#compare-result")?.textContent ?? ""));

    const link = await tab.evaluate(async (before) => {
      const { shareLink } = await import(chrome.runtime.getURL("shown.js"));
      const { text } = await shareLink(before, { queryStrings: false, values: false, fileNames: false, snippets: false }, "https://viewer.example/");
      return text;
    }, JSON.stringify(before));
    await tab.type("#compare-link", link);
    await tab.keyboard.press("Enter");
    await tab.waitForSelector("#compare-result .compared");
    await tab.type("#compare-link", "x");
    await tab.keyboard.press("Enter");
    await tab.waitForFunction(() => !document.querySelector("#compare-result .compared"));
    await close();
  });

  test("the history lists checks, opens their reports, is switched off and deleted", async () => {
    await stage().look("/under", { meanwhile: (popup) => popup.showing("html[data-tidied]").then(() => {}) });
    const { tab, close } = await stage().openReport("/under");
    await openOptions(tab);
    await tab.waitForSelector("#history tbody tr");
    assert.match(await tab.$eval("#history tbody tr", (row) => row.textContent ?? ""), /\/under.*Googlebot reads all of it/);

    await tab.$eval("#keep-history", (box) => /** @type {HTMLElement} */ (box).click());
    await tab.waitForFunction(() => document.querySelector("#saved")?.textContent === "Saved");
    await tab.$eval("#forget", (button) => /** @type {HTMLElement} */ (button).click());
    await tab.waitForSelector("#history-empty:not([hidden])");
    await close();

    await stage().look("/over", { meanwhile: (popup) => popup.showing("html[data-tidied]").then(() => {}) });
    const later = await stage().openReport("/over");
    await openOptions(later.tab);
    assert.equal(await later.tab.$("#history tbody tr"), null, "a check was kept");
    await later.tab.$eval("#keep-history", (box) => /** @type {HTMLElement} */ (box).click());
    await later.tab.waitForFunction(() => document.querySelector("#saved")?.textContent === "Saved");
    await later.close();
  });

  test("the limit of the options applies to the next check", async () => {
    const { tab, close } = await stage().openReport("/under");
    await openOptions(tab);
    await tab.locator("#limit label:nth-of-type(1) select").fill("user");
    await tab.locator("#limit input").fill("50000");
    await tab.keyboard.press("Enter");
    await tab.waitForFunction(async () => /** @type {any} */ (await chrome.storage.local.get("limit")).limit?.limitBytes === 50_000);
    await close();
    const { report } = await stage().look("/under");
    assert.deepEqual([report.limit.crawler, report.limit.earliest, report.limit.latest], ["user", 50_000, 50_000]);
    assert.equal(report.verdict.fate, "lost");

    const again = await stage().openReport("/under");
    await openOptions(again.tab);
    await again.tab.locator("#limit label:nth-of-type(1) select").fill("googlebot");
    await again.tab.waitForFunction(async () => /** @type {any} */ (await chrome.storage.local.get("limit")).limit?.crawler === "googlebot");
    await again.close();
  });
});
