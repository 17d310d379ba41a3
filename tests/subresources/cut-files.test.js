/** What a cut leaves of a file: what the reader says of a script and of a stylesheet is what Chromium does with its beginning. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { initSync, ResourceReading } from "../../dist/wasm/reader.js";
import { findBrowser } from "../driver/find.js";

/** @import { AddressInfo } from "node:net" */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(process.env.CRAWL_CUTOFF_CORPUS ?? join(ROOT, "../shared/corpus"), "subres");

/** The edges of the band. */
const EDGES = [2_000_000, 2_097_152];

const files = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const scripts = files.filter((name) => /\.m?js$/.test(name) && statSync(join(FOLDER, name)).size > 2_000_000);
const sheets = files.filter((name) => name.endsWith(".css"));
const program = findBrowser("chromium");
const missing = files.length === 0 ? "no corpus" : !program && "no browser";
if (missing) console.log(`skipped: ${missing}`);

/**
 * @param {Buffer} body
 * @param {number} edge
 * @param {{ kind: string, script: string }} use
 * @returns {any} what the reader finds in the first `edge` bytes, its facts at the "earliest" edge
 */
function read(body, edge, use) {
  const limit = { crawler: "user", earliest: edge, latest: edge, reading: "", basis: "heuristic", source: "", read_on: null };
  const reading = new ResourceReading(JSON.stringify({ url: "https://a.example/a", ...use, limit }), 200, []);
  reading.push(body);
  return JSON.parse(reading.finish());
}

describe("files of the corpus, cut", { skip: missing }, () => {
  let served = { type: "", body: Buffer.alloc(0) };
  const server = createServer((request, response) => {
    const isPage = request.url === "/";
    response.writeHead(200, { "content-type": `${isPage ? "text/html" : served.type};charset=utf-8`, "cache-control": "no-store" });
    response.end(isPage ? "<!doctype html>" : served.body);
  });
  /** @type {import("puppeteer-core").Browser} */
  let browser;
  /** @type {import("puppeteer-core").Page} */
  let page;

  before(async () => {
    initSync({ module: readFileSync(join(ROOT, "dist/chrome/wasm/reader_bg.wasm")) });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    browser = await puppeteer.launch({ executablePath: program ?? "", args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
    page = await browser.newPage();
  });
  after(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  const openPage = () => page.goto(`http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}/`);

  /**
   * @param {boolean} isModule
   * @returns {Promise<boolean>} whether Chromium runs what is served: it has no syntax error
   */
  async function runs(isModule) {
    await openPage();
    return page.evaluate((isModule) => new Promise((resolve) => {
      let broken = false;
      addEventListener("error", ({ error, filename }) => (broken ||= error instanceof SyntaxError && filename.endsWith("/file")));
      const script = Object.assign(document.createElement("script"), { src: "file", type: isModule ? "module" : "" });
      script.onload = () => resolve(!broken);
      document.body.append(script);
    }), isModule);
  }

  /** @returns {Promise<number>} the rules that Chromium has of what is served, those in `@media` and other groups too */
  async function rules() {
    await openPage();
    return page.evaluate(() => new Promise((resolve) => {
      /** @param {CSSRuleList} list @returns {number} */
      const count = (list) => Array.from(list).reduce((sum, rule) => sum + 1 + (isGroup(rule) ? count(rule.cssRules) : 0), 0);
      /** @param {CSSRule} rule @returns {rule is CSSGroupingRule} */
      const isGroup = (rule) => "cssRules" in rule && !(rule instanceof CSSStyleRule || rule instanceof CSSKeyframesRule);
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "file" });
      link.onload = () => resolve(count(/** @type {CSSStyleSheet} */ (link.sheet).cssRules));
      document.head.append(link);
    }));
  }

  for (const name of scripts) {
    test(name, async () => {
      const body = readFileSync(join(FOLDER, name));
      const isModule = extname(name) === ".mjs";
      for (const edge of [...EDGES, body.length - 1].filter((edge) => edge < body.length)) {
        served = { type: "text/javascript", body: body.subarray(0, edge) };
        const { script } = read(body, edge, { kind: "script", script: isModule ? "module" : "classic" });
        assert.equal(script.runs_earliest, await runs(isModule), `the first ${edge} bytes`);
      }
    });
  }

  for (const name of sheets) {
    test(name, async () => {
      const body = readFileSync(join(FOLDER, name));
      for (const edge of [...EDGES, 1_000_000, 54_321]) {
        served = { type: "text/css", body: body.subarray(0, edge) };
        const found = read(body, edge, { kind: "stylesheet", script: "classic" }).rules;
        assert.equal(found.kept_earliest, await rules(), `the first ${edge} bytes`);
        if (edge >= body.length) assert.equal(found.kept_earliest, found.total);
      }
    });
  }
});
