/** The table of subresources is exact: what the browser tells by itself, and what reading all of them adds. */

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openChromium } from "../driver/chromium.js";
import { findBrowser } from "../driver/find.js";
import { openFirefox } from "../driver/firefox.js";
import { Stage } from "../e2e/browsers.js";
import { FILES, ROBOTS, Site } from "./site.js";

/** Longest wait for everything to be read: one file hangs for the whole patience of the reader. */
const PATIENCE_MS = 60_000;

/**
 * The extension as it ships but with access to every site from the start, for no automation answers Chromium's question.
 *
 * @param {string} extension
 */
async function withAccess(extension) {
  const folder = await mkdtemp(join(tmpdir(), "crawl-cutoff-"));
  await cp(extension, folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  manifest.host_permissions = manifest.optional_host_permissions;
  delete manifest.optional_host_permissions;
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
  return folder;
}

for (const { name, folder, open } of /** @type {const} */ ([
  { name: "chromium", folder: "chrome", open: openChromium },
  { name: "firefox", folder: "firefox", open: openFirefox },
])) {
  const program = findBrowser(name);
  if (!program) {
    console.log(`skipped: no browser (${name})`);
    continue;
  }
  describe(name, () => {
    /** @type {Site} */
    let site;
    /** @type {Stage} */
    let stage;
    /** @type {string} */
    let extension;
    before(async () => {
      site = await Site.start();
      extension = await withAccess(fileURLToPath(new URL(`../../dist/${folder}`, import.meta.url)));
      stage = new Stage(await open({ extension, program }), /** @type {any} */ ({ origin: site.origin("127.0.0.1") }));
    });
    after(async () => {
      await stage?.browser.close();
      await site?.close();
      await rm(extension, { recursive: true });
    });

    /**
     * @param {string} report
     * @returns {(url: string) => any} the row of an address
     */
    const rows = (report) => {
      const byAddress = new Map(JSON.parse(report).resources.map((/** @type {any} */ resource) => [resource.url, resource]));
      return (url) => byAddress.get(url) ?? assert.fail(`no row for ${url}`);
    };

    test("what the browser tells by itself is exact, and the rest is unknown", async () => {
      const { report, close } = await stage.openReport("/");
      const row = rows(report);
      for (const [path, { host, body }] of Object.entries(FILES)) {
        const { body_bytes, requested } = row(site.url(path));
        const isTold = host === "page" ? !FILES[path]?.redirect : path === "/timed.js";
        if (isTold && FILES[path]?.status !== 404 && path !== "/frame.html") assert.equal(body_bytes, body.length, path);
        else assert.ok(body_bytes === null || body_bytes === body.length, `${path}: ${body_bytes}`);
        assert.equal(requested, path === "/picture.png" ? "no" : path === "/missing.js" ? "no" : "yes", path);
      }
      assert.notEqual(row(site.url("/plain-cross.js")).body_bytes, 0, "hidden, never 0");
      assert.equal(row(site.url("/missing.js")).robots_rule, "Disallow: /missing");
      assert.equal(row(site.url("/over.js")).fate, "lost");
      assert.equal(row(site.url("/band.js")).fate, "depends");
      assert.equal(row(site.url("/under.js")).fate, "kept");
      assert.equal(row(site.url("/plain-cross.js")).robots, "unknown");
      await close();
    });

    test("the table begins with what is lost, and is sorted by size and not by its words", async () => {
      const { tab, close } = await stage.openReport("/");
      /** @param {string} name */
      const column = (name) => tab.$$eval("#resources tbody tr", (rows, name) => rows.map((row) => /** @type {HTMLElement} */ (row).dataset[name] ?? ""), name);
      const ranks = (await column("rank")).map(Number);
      assert.deepEqual(ranks, ranks.toSorted((a, b) => a - b));
      assert.equal((await column("fate"))[0], "lost");

      const bytes = await column("bytes");
      const known = bytes.filter((text) => text !== "").map(Number);
      assert.ok(known.some((size) => size < 1_000) && known.some((size) => size > 2_000_000), "sizes in bytes and in MB");
      const unknown = bytes.filter((text) => text === "").map(() => Number.NaN);
      const sort = () => tab.$eval("#resources th[data-sort=bytes] button", (button) => /** @type {HTMLElement} */ (button).click());
      /** @returns {Promise<number[]>} */
      const sorted = async () => (await column("bytes")).map((text) => (text === "" ? Number.NaN : Number(text)));
      await sort();
      assert.deepEqual(await sorted(), [...known.toSorted((a, b) => a - b), ...unknown]);
      await sort();
      assert.deepEqual(await sorted(), [...known.toSorted((a, b) => b - a), ...unknown]);
      await close();
    });

    test("reading all of them makes every size known, and one that hangs stops no other", { timeout: 2 * PATIENCE_MS }, async () => {
      const { tab, close } = await stage.openReport("/");
      await tab.waitForSelector("#measure-all", { visible: true });
      await tab.click("#measure-all");
      await tab.waitForSelector("#measure-progress:not([hidden])");
      await tab.waitForFunction(() => /were read/.test(document.querySelector("#measure-note")?.textContent ?? ""), { timeout: PATIENCE_MS });
      const report = (await tab.evaluate(() => globalThis.crawlCutoffReport)) ?? "";
      const row = rows(report);
      for (const [path, { body, status = 200, hangs }] of Object.entries(FILES)) {
        const found = row(site.url(path));
        if (path === "/picture.png" || path === "/missing.js") continue;
        if (hangs) {
          assert.match(found.error ?? "", /15 seconds/, path);
          continue;
        }
        assert.equal(found.body_bytes, body.length, path);
        assert.equal(found.status, status, path);
        assert.equal(found.error, null, path);
      }
      assert.equal(row(site.url("/page.js")).looks_like, "html");
      assert.equal(row(site.url("/frame.html")).frame.words_total, 4);
      assert.deepEqual(row(site.url("/over.js")).script, { reading: "cut", runs_earliest: false, runs_latest: false });
      assert.deepEqual(row(site.url("/band.js")).script, { reading: "read", runs_earliest: true, runs_latest: null });
      assert.equal(row(site.url("/gzip.css")).fate, "damaged");
      const { hazards, robots } = JSON.parse(report);
      assert.deepEqual(
        hazards.map((/** @type {any} */ { api, where }) => [api, where]).sort(),
        [["localStorage", site.url("/small.js")], ["sessionStorage", site.url("/module.mjs")]],
      );
      const states = new Map(robots.map((/** @type {any} */ { origin, state }) => [origin, state]));
      for (const [host, { state, robots }] of Object.entries(ROBOTS)) {
        assert.equal(states.get(site.origin(host)), state, host);
        assert.equal(row(site.robotsUrl(host)).robots, robots, host);
      }
      assert.equal(await tab.$eval("#measure-all", (button) => button.checkVisibility()), true);
      await close();
    });

    test("stopping keeps what was read", async () => {
      const { tab, close } = await stage.openReport("/");
      await tab.waitForSelector("#measure-all", { visible: true });
      await tab.click("#measure-all");
      await tab.waitForSelector("#measure-progress:not([hidden])");
      await tab.click("#measure-cancel");
      await tab.waitForFunction(() => /Stopped after/.test(document.querySelector("#measure-note")?.textContent ?? ""), { timeout: PATIENCE_MS });
      await close();
    });
  });
}
