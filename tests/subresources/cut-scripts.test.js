/** Whether a script that is cut still runs: what the reader says is what Chromium does with the file's beginning. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { initSync, ResourceReading } from "../../dist/wasm/reader.js";
import { findBrowser } from "../driver/find.js";

/** @import { AddressInfo } from "node:net" */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(process.env.CRAWL_CUTOFF_CORPUS ?? join(ROOT, "../shared/corpus"), "subres");

/** The edges of the band, and one byte after which little is missing. */
const EDGES = [2_000_000, 2_097_152];

const files = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => /\.m?js$/.test(name) && statSync(join(FOLDER, name)).size > 2_000_000)
  : [];
const program = findBrowser("chromium");
const missing = files.length === 0 ? "no corpus" : !program && "no browser";
if (missing) console.log(`skipped: ${missing}`);

/**
 * @param {Buffer} body
 * @param {number} edge
 * @param {boolean} isModule
 * @returns {boolean | null} whether the first `edge` bytes run
 */
function predicted(body, edge, isModule) {
  const limit = { crawler: "user", earliest: edge, latest: edge, reading: "", basis: "documented", source: "", read_on: null };
  const reading = new ResourceReading(JSON.stringify({ url: "a", kind: "script", script: isModule ? "module" : "classic", limit }), 200, []);
  reading.push(body);
  return JSON.parse(reading.finish()).script.runs_earliest;
}

describe("scripts of the corpus, cut", { skip: missing }, () => {
  let served = Buffer.alloc(0);
  const server = createServer((request, response) => {
    const isPage = request.url === "/";
    response.writeHead(200, { "content-type": `${isPage ? "text/html" : "text/javascript"};charset=utf-8`, "cache-control": "no-store" });
    response.end(isPage ? "<!doctype html>" : served);
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

  /**
   * @param {boolean} isModule
   * @returns {Promise<boolean>} whether Chromium runs what is served: it has no syntax error
   */
  async function runs(isModule) {
    await page.goto(`http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}/`);
    return page.evaluate((isModule) => new Promise((resolve) => {
      let broken = false;
      addEventListener("error", ({ error, filename }) => (broken ||= error instanceof SyntaxError && filename.endsWith("script.js")));
      const script = Object.assign(document.createElement("script"), { src: "script.js", type: isModule ? "module" : "" });
      script.onload = () => resolve(!broken);
      document.body.append(script);
    }), isModule);
  }

  for (const name of files) {
    test(name, async () => {
      const body = readFileSync(join(FOLDER, name));
      const isModule = name.endsWith(".mjs");
      for (const edge of [...EDGES, body.length - 1].filter((edge) => edge < body.length)) {
        served = body.subarray(0, edge);
        assert.equal(predicted(body, edge, isModule), await runs(isModule), `the first ${edge} bytes`);
      }
    });
  }
});
