/**
 * Whether a resource is requested: what the report says of a page cut at an offset, against what real Chromium asks for when it
 * loads that many bytes with images, media and fonts blocked. What the report calls uncertain may be asked for or not.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { findBrowser } from "../driver/find.js";
import { PAGES } from "./pages.js";

/** What Google's renderer does not fetch. */
const BLOCKED = new Set(["image", "media", "font"]);
/** Type of what is served, by the ending of its name. */
const TYPES = { js: "text/javascript", css: "text/css", html: "text/html", webmanifest: "application/manifest+json" };
/** Cuts tried of each page, besides its end: one byte before and one after every `>`. */
const MOST_CUTS = 16;

/** @type {import("node:http").Server} */
let server;
/** @type {import("puppeteer-core").Browser} */
let browser;
let origin = "";
let body = Buffer.alloc(0);
const folder = mkdtempSync(join(tmpdir(), "crawl-cutoff-requested-"));

before(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const ending = /** @type {keyof typeof TYPES} */ (path.split(".").at(-1));
    response.writeHead(200, { "content-type": path === "/page/" ? "text/html; charset=utf-8" : (TYPES[ending] ?? "text/plain"), "cache-control": "no-store" });
    response.end(path === "/page/" ? body : "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  origin = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  browser = await puppeteer.launch({
    executablePath: /** @type {string} */ (findBrowser("chromium")),
    pipe: true,
    // Chromium's sandbox refuses the superuser, which is who runs tests in containers.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

/**
 * @param {string} html
 * @returns {Promise<Set<string>>} what Chromium asks for besides the page
 */
async function asked(html) {
  body = Buffer.from(html);
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  const urls = new Set();
  page.on("request", (request) => {
    // Chromium calls an icon of the page "other", but it is an image.
    const isIcon = /\.(png|ico)$/.test(request.url());
    if (isIcon || BLOCKED.has(request.resourceType())) return void request.abort();
    if (!request.url().endsWith("/page/")) urls.add(request.url());
    return void request.continue();
  });
  await page.goto(`${origin}/page/`, { waitUntil: "load" });
  await page.close();
  return urls;
}

/**
 * @param {string} html
 * @param {number} cut
 * @returns {any[]} the resources of its report
 */
function reported(html, cut) {
  const file = join(folder, "page.html");
  writeFileSync(file, html);
  const command = ["run", "--release", "--quiet", "--locked", "--bin", "crawl-cutoff", "--"];
  const check = ["check", "--json", "--limit", String(cut), "--url", `${origin}/page/`, file];
  try {
    return JSON.parse(execFileSync("cargo", [...command, ...check], { encoding: "utf8" })).resources;
  } catch (error) {
    // Status 1: something is not kept.
    return JSON.parse(/** @type {{ stdout: string }} */ (error).stdout).resources;
  }
}

for (const { name, html } of PAGES) {
  test(name, async () => {
    const ends = [...html.matchAll(/>/g)].map((match) => match.index + 1);
    const step = Math.ceil((2 * ends.length) / MOST_CUTS);
    const cuts = [...ends.flatMap((end) => [end - 1, end]).filter((_, index) => index % step === 0), html.length];
    for (const cut of cuts) {
      const urls = await asked(html.slice(0, cut));
      const resources = reported(html, cut);
      const of = (/** @type {string} */ requested) => resources.filter((one) => one.requested === requested).map((one) => one.url);
      const missing = of("yes").filter((url) => !urls.has(url));
      const known = new Set([...of("yes"), ...of("uncertain")]);
      const unexpected = [...urls].filter((url) => !known.has(url));
      assert.deepEqual({ missing, unexpected }, { missing: [], unexpected: [] }, `cut at ${cut}: …${html.slice(Math.max(0, cut - 60), cut)}`);
    }
  });
}
