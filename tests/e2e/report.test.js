/** The report tab shows the report of the popup that it was opened from, and computes what ticked changes come to. */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { findBrowser } from "../driver/find.js";
import { htmlDocument } from "../server/document.js";
import { PAGES } from "../server/pages.js";
import { PageServer } from "../server/server.js";

const STYLE_BYTES = 1_200_000;
const COMMENT_BYTES = 10_000;
const style = `<style>${"a{color:red}".repeat(STYLE_BYTES / 12)}</style>`;
const comment = `<!--${"-".repeat(COMMENT_BYTES - 7)}-->`;
const PAGE = htmlDocument({ bytes: 2_700_000, head: `<title>Styled</title>${style}`, start: `<h1>Styled</h1>${comment}`, end: "<h2>Past the cut</h2>" });

const program = findBrowser("chromium");
const extension = fileURLToPath(new URL("../../dist/chrome", import.meta.url));

/** @type {import("puppeteer-core").Browser} */
let browser;
/** @type {PageServer} */
let server;

before(async () => {
  if (!existsSync(extension)) throw new Error(`${extension} is missing: run ./build.sh first`);
  PAGES["/styled"] = { body: PAGE };
  server = await PageServer.start();
  browser = await puppeteer.launch({
    executablePath: program ?? undefined,
    pipe: true,
    enableExtensions: true,
    // Chromium's sandbox refuses the superuser, which is who runs tests in containers.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
});

after(async () => {
  await browser?.close();
  await server?.close();
});

test("the button of the popup opens the report, and a ticked change is computed at once", { skip: program ? false : "no browser" }, async () => {
  const id = await browser.installExtension(extension);
  const installed = (await browser.extensions()).get(id);
  assert.ok(installed);
  const page = await browser.newPage();
  await page.goto(`${server.origin}/styled`);
  await page.bringToFront();

  const popupOpens = browser.waitForTarget((target) => target.url() === `chrome-extension://${id}/popup.html`);
  await installed.triggerAction(page);
  const popup = await (await popupOpens).asPage();
  await popup.waitForSelector("html[data-state=ready]");
  const report = await popup.evaluate(() => globalThis.crawlCutoffReport);
  const tabOpens = browser.waitForTarget((target) => target.url().startsWith(`chrome-extension://${id}/report.html`));
  // The popup closes itself in the turn of the click, so nobody waits for the click to end.
  void popup.click("#full-report").catch(() => {});
  const tab = await (await tabOpens).asPage();
  /** @type {string[]} */
  const errors = [];
  tab.on("console", (said) => void (said.type() === "error" && errors.push(said.text())));
  tab.on("pageerror", (error) => void errors.push(String(error)));
  await tab.waitForSelector("html[data-state=ready]");

  assert.equal(await tab.evaluate(() => globalThis.crawlCutoffReport), report);
  assert.equal(server.requestsFor("/styled"), 1, "the server was asked again");
  assert.deepEqual(await tab.evaluate(() => chrome.storage.session.get(null)), {}, "the report was left behind");

  const result = () => tab.$eval("#what-if-result", (element) => /** @type {HTMLElement} */ (element).innerText);
  assert.equal(await tab.$eval("#what-if input[value=styles]", (box) => /** @type {HTMLInputElement} */ (box).checked), true);
  const { page: facts, what_if: whatIf } = JSON.parse(report ?? "");
  const bytesOf = (/** @type {string} */ change) => whatIf.changes.find((/** @type {{ id: string }} */ { id }) => id === change).bytes;
  const left = (/** @type {string[]} */ ...changes) =>
    (facts.body_bytes - changes.reduce((sum, change) => sum + bytesOf(change), 0)).toLocaleString("en-US");
  assert.match(await result(), new RegExp(`${left("styles")} bytes.*everything fits`, "s"));

  await tab.click("#what-if input[value=comments]");
  await tab.waitForFunction((bytes) => document.querySelector("#what-if-result")?.textContent?.includes(bytes), {}, left("styles", "comments"));
  await tab.click("#what-if input[value=styles]");
  await tab.waitForFunction((bytes) => document.querySelector("#what-if-result")?.textContent?.includes(bytes), {}, left("comments"));
  assert.match(await result(), /too much/);

  await tab.reload();
  await tab.waitForSelector("html[data-state=ready]");
  assert.equal(await tab.evaluate(() => globalThis.crawlCutoffReport), report, "a reload shows the same report");

  const copy = await browser.newPage();
  await copy.goto(tab.url()).catch(() => {});
  await copy.waitForSelector("html[data-state=failed]");
  assert.match((await copy.$eval("#failure", (element) => element.textContent)) ?? "", /no longer here/);
  assert.deepEqual(errors, []);
});
