/** The page as Googlebot gets it: raw, cut, as a preview, as a file, and in the live page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlDocument } from "../server/document.js";
import { PAGES } from "../server/pages.js";
import { inEachBrowser } from "./browsers.js";

/** @import { Page } from "puppeteer-core" */

const LINE = `<script type="application/json">"${"0123456789".repeat(500_000)}"</script>`;
const ONE_LINE = Buffer.from(`<!doctype html><meta charset="utf-8"><title>One line</title><h1>One line</h1>${LINE}<h2 id="after">After it</h2>`);
const CUT = htmlDocument({
  bytes: 2_600_000,
  head: '<title>Cut</title><script>document.title = "Ran"</script><meta http-equiv="refresh" content="60;url=/never"><style>h1 { color: rgb(1, 2, 3) }</style>',
  start: '<h1>Cut</h1><img src="/never.png"><link rel="stylesheet" href="/never.css">',
  end: "<h2>The end</h2>",
});
PAGES["/one-line"] = { body: ONE_LINE };
PAGES["/cut"] = { body: CUT };

/** @param {Page} tab */
async function rowsOf(tab) {
  return tab.$$eval("#source-view .row", (rows) =>
    rows.filter((row) => {
      const [box, view] = [row.getBoundingClientRect(), /** @type {Element} */ (document.querySelector("#source-view")).getBoundingClientRect()];
      return box.bottom > view.top && box.top < view.bottom;
    }).map((row) => ({ text: row.textContent ?? "", fate: /** @type {HTMLElement} */ (row).dataset.fate, stop: row.classList.contains("stop") })));
}

inEachBrowser((stage, name) => {
  test("the button of the popup leads to the cut, which is a line at its byte, also inside one line of 5 MB", async () => {
    const { tab, report, close } = await stage().openReport("/one-line", "#as-googlebot");
    const { cut } = JSON.parse(report);
    await tab.waitForSelector("#source-view .stop");
    const rows = await rowsOf(tab);
    const stop = rows.findIndex((row) => row.stop);
    assert.ok(stop > 3 && stop < rows.length - 3, "the cut is in view");
    assert.match(rows[stop].text, new RegExp(cut.earliest.offset.toLocaleString("en-US")));
    assert.equal(rows[stop - 1].fate, "kept");
    assert.equal(rows[stop + 1].fate, "depends");
    // The digits follow the offset: what stands before the line tells its byte.
    const start = ONE_LINE.indexOf('"0123456789') + 1;
    const last = String((cut.earliest.offset - 1 - start) % 10);
    assert.equal(rows[stop - 1].text.trim().at(-1), last);
    assert.ok((await tab.$$("#source-view .row")).length < 400, "only what is seen exists");
    await close();
  });

  test("search, places and offsets lead into the source", async () => {
    const { tab, report, close } = await stage().openReport("/one-line", "#as-googlebot");
    await tab.waitForSelector("#source-view .stop");
    await tab.type("#source-query", "AFTER IT");
    await tab.keyboard.press("Enter");
    await tab.waitForSelector("#source-view mark.current");
    assert.equal(await tab.$eval("#source-view mark.current", (mark) => mark.textContent), "After it");
    assert.match(await tab.$eval("#source-hits", (hits) => hits.textContent ?? ""), /1 of 1/);
    const title = JSON.parse(report).signals.find((/** @type {any} */ { kind }) => kind === "title");
    await tab.select("#source-jump", String(title.start));
    await tab.waitForSelector("#source-view mark[title^=Title]");
    assert.equal(await tab.$eval("#source-view", (view) => view.scrollTop), 0);
    await tab.$eval('#report a[href="#byte-2000000"], #report td[data-byte] a', (link) => /** @type {HTMLElement} */ (link).click());
    await tab.waitForFunction(() => document.activeElement?.id === "source-view");
    await close();
  });

  test("the download is the bytes before the cut", async () => {
    const { tab, report, close } = await stage().openReport("/cut");
    await tab.waitForSelector("#source-download[href]");
    const { offset } = JSON.parse(report).cut.earliest;
    assert.equal(await tab.$eval("#source-download", (link) => /** @type {HTMLAnchorElement} */ (link).download), `127.0.0.1-cut.first-${offset}-bytes`);
    // Firefox's policy for the page forbids reading the address; following it is no request of the page.
    if (name === "chromium") {
      const bytes = await tab.$eval("#source-download", async (link) => (await (await fetch(/** @type {HTMLAnchorElement} */ (link).href)).arrayBuffer()).byteLength);
      assert.equal(bytes, offset);
    }
    await close();
  });

  test("the preview shows both pages, runs nothing and asks for nothing", async () => {
    const { server } = stage();
    const { tab, close } = await stage().openReport("/cut");
    const asked = ["/never", "/never.png", "/never.css"].map((path) => server.requestsFor(path));
    await tab.waitForSelector("#preview-show");
    await tab.$eval("#preview-show", (button) => /** @type {HTMLElement} */ (button).click());
    await tab.waitForSelector("#preview-frames iframe:not([src])");
    const frames = await tab.$$eval("#preview-frames iframe", (frames) => frames.map((frame) => {
      const { srcdoc, sandbox, title } = /** @type {HTMLIFrameElement} */ (frame);
      return { srcdoc, title, sandbox: sandbox.value, reachable: /** @type {HTMLIFrameElement} */ (frame).contentDocument !== null };
    }));
    assert.equal(frames.length, 2);
    const [kept, whole] = frames;
    for (const frame of frames) {
      assert.equal(frame.sandbox, "");
      assert.equal(frame.reachable, false);
      assert.match(frame.srcdoc, /Content-Security-Policy/);
      assert.doesNotMatch(frame.srcdoc, /<script|refresh|never/);
      assert.match(frame.srcdoc, /rgb\(1, 2, 3\)/);
    }
    assert.ok(whole.srcdoc.includes("The end") && !kept.srcdoc.includes("The end"));
    assert.deepEqual(["/never", "/never.png", "/never.css"].map((path) => server.requestsFor(path)), asked);
    await close();
  });

  test("the first element past the cut is outlined in the live page, and the outline is removed again", async () => {
    const { page, tab, report, close } = await stage().openReport("/cut");
    await tab.waitForSelector("#on-page");
    await tab.$eval("#on-page", (button) => /** @type {HTMLElement} */ (button).click());
    await page.waitForSelector("crawl-cutoff-mark");
    assert.equal(await tab.$eval("#on-page-note", (note) => note.textContent), "");
    const { offset } = JSON.parse(report).cut.earliest;
    const kept = CUT.subarray(0, offset).toString().split("<p>").length - 1;
    const atParagraph = await page.evaluate((first) => {
      const { left, top } = document.querySelectorAll("p")[first].getBoundingClientRect();
      return document.elementFromPoint(left + 5, top - 5)?.localName;
    }, kept);
    assert.equal(atParagraph, "crawl-cutoff-mark", "the line is drawn where the first paragraph past the cut starts");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("crawl-cutoff-mark"));
    await page.goto(`${stage().server.otherOrigin}/under`).catch(() => {});
    await tab.$eval("#on-page", (button) => /** @type {HTMLElement} */ (button).click());
    await tab.waitForFunction(() => /no access|not found/.test(document.querySelector("#on-page-note")?.textContent ?? ""));
    await close();
  });
});
