/**
 * The view as a browser lays it out, over the sample reports of the core.
 *
 * What the view says is tested in the core; here only what a drawing can get wrong. The pages and their pictures stay in
 * out/looks for people to look at.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { findBrowser } from "../driver/find.js";

const root = new URL("../../", import.meta.url);
const folder = new URL("out/looks/", root);

/** Narrowest window that has to do without sideways scrolling, in pixels. */
const NARROWEST_PX = 380;
/** Size of a popup, in pixels. */
const POPUP = { width: 400, height: 600, deviceScaleFactor: 2 };

/** @type {import("puppeteer-core").Browser} */
let browser;
/** @type {string[]} */
let names;

before(async () => {
  execFileSync("cargo", ["run", "-q", "--locked", "-p", "crawl-cutoff-core", "--example", "looks", "--", folder.pathname], { cwd: root });
  names = (await readdir(folder)).filter((file) => file.endsWith(".html")).map((file) => file.slice(0, -".html".length));
  browser = await puppeteer.launch({
    executablePath: findBrowser("chromium") ?? undefined,
    // Chromium's sandbox refuses the superuser, which is who runs tests in containers.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
});

after(() => browser?.close());

/**
 * @param {string} name
 * @param {import("puppeteer-core").Viewport} viewport
 */
async function open(name, viewport) {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.goto(pathToFileURL(new URL(`${name}.html`, folder).pathname).href);
  return page;
}

test("the sanitiser of the extension changes nothing", async () => {
  const source = await readFile(new URL("extension/panel.js", root), "utf8");
  for (const name of names.filter((name) => !name.endsWith(".report"))) {
    const page = await open(name, POPUP);
    await page.addScriptTag({ type: "module", content: `${source}\nglobalThis.showPanel = showPanel;` });
    const [before, after] = await page.evaluate(() => {
      const html = document.getElementById("panel")?.innerHTML ?? "";
      const place = document.createElement("div");
      /** @type {any} */ (globalThis).showPanel(place, html);
      return [html, place.innerHTML];
    });
    assert.ok(before.length > 1000, name);
    assert.equal(after, before, name);
    await page.close();
  }
});

test("nothing scrolls sideways in a narrow window, with every fold open", async () => {
  for (const name of names) {
    const page = await open(name, { width: NARROWEST_PX, height: POPUP.height });
    const widths = await page.evaluate(() => {
      document.querySelectorAll("details").forEach((fold) => (fold.open = true));
      const { body, documentElement } = document;
      return { body: body.scrollWidth, document: documentElement.scrollWidth };
    });
    assert.deepEqual(widths, { body: NARROWEST_PX, document: NARROWEST_PX }, name);
    await page.close();
  }
});

test("labels of the ruler lie inside it and never on each other, narrow and wide", async () => {
  for (const name of names) {
    for (const width of [NARROWEST_PX, 1200]) {
      const page = await open(name, { width, height: POPUP.height });
      const wrong = await page.evaluate(() => {
        const ruler = document.querySelector(".ruler")?.getBoundingClientRect() ?? new DOMRect();
        const labels = [...document.querySelectorAll(".ruler text")].map((text) => ({
          text: text.textContent,
          box: text.getBoundingClientRect(),
        }));
        const outside = labels.filter(({ box }) => box.left < ruler.left - 1 || box.right > ruler.right + 1);
        const touching = labels.filter((a, index) =>
          labels.slice(index + 1).some((b) => {
            const beside = a.box.right <= b.box.left || b.box.right <= a.box.left;
            // Line boxes of two rows may overlap by a little, letters do not.
            return !beside && Math.abs(a.box.top - b.box.top) < 10;
          }),
        );
        return [...outside, ...touching].map(({ text }) => text);
      });
      assert.deepEqual(wrong, [], `${name} at ${width} pixels`);
      await page.close();
    }
  }
});

test("verdict, ruler, losses and the first thing to do are seen without scrolling", async () => {
  for (const name of ["over", "kept", "band"]) {
    const page = await open(name, POPUP);
    const bottoms = await page.evaluate(() => {
      const bottom = (/** @type {string} */ selector) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? Infinity;
      const footer = document.querySelector("footer")?.getBoundingClientRect().top ?? 0;
      return { footer, todo: bottom(".advice, #findings .fix"), losses: bottom("#signals > .rows") };
    });
    assert.ok(bottoms.losses <= bottoms.footer, `${name}: ${JSON.stringify(bottoms)}`);
    assert.ok(bottoms.todo <= bottoms.footer + 1, `${name}: ${JSON.stringify(bottoms)}`);
    await page.close();
  }
});

test("pictures, light and dark, for people to look at", async () => {
  for (const name of names) {
    const isFull = /\.(report|tab)$/.test(name);
    const page = await open(name, isFull ? { width: 1000, height: 800 } : POPUP);
    for (const scheme of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      const path = /** @type {`${string}.png`} */ (new URL(`${name}-${scheme}.png`, folder).pathname);
      const picture = await page.screenshot({ path, fullPage: isFull });
      assert.ok(picture.length > 10_000, name);
    }
    await page.close();
  }
});
