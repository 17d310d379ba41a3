/** What reads subresources, and what takes what was read, cross the boundary: two modules that speak JSON. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Inspection, initSync } from "../../dist/wasm/crawl-cutoff.js";
import { initSync as initReader, PageReading, ResourceReading } from "../../dist/wasm/reader.js";
import { initSync as initShown, Measuring } from "../../dist/wasm/report.js";

/** @param {string} name */
const module = (name) => ({ module: readFileSync(new URL(`../../dist/chrome/wasm/${name}_bg.wasm`, import.meta.url)) });
initSync(module("crawl-cutoff"));
initReader(module("reader"));
initShown(module("report"));
const messages = readFileSync(new URL("../../extension/_locales/en/messages.json", import.meta.url), "utf8");

const PAGE = "https://shop.example/";
const SCRIPT = "https://shop.example/app.js";

/**
 * @param {string} html
 * @param {number} [limitBytes]
 */
function measuring(html, limitBytes) {
  const inspection = new Inspection({ url: PAGE, messages, limitBytes });
  inspection.push(new TextEncoder().encode(html));
  return new Measuring(inspection.finish(null).report, messages);
}

/**
 * @param {Measuring} report
 * @param {string} url
 * @param {string} body
 * @param {[string, string][]} [fields]
 */
function read(report, url, body, fields = [["content-type", "text/javascript"]]) {
  const reading = new ResourceReading(report.target(url), 200, fields);
  const bytes = new TextEncoder().encode(body);
  for (let at = 0; at < bytes.length; at += 1_000) reading.push(bytes.subarray(at, at + 1_000));
  return JSON.parse(reading.finish());
}

/** How code nests: what opens a level, what stands in the middle, what closes it. */
const NESTED = [
  ["(", "1", ")"], ["[", "", "]"], ["{", "", "}"], ["(function(){", "", "})()"], ["x={a:", "1", "}"], ["!", "1", ""], ["new ", "a", ""],
  ["a=>", "1", ""], ["a?b:", "1", ""], ["a?", "b", ":c"], ["a=", "1", ""], ["a**", "1", ""], ["if(a)b;else ", "c", ""], ["if(a)", "c", ""],
  ["a+", "1", ""], ["a&&", "1", ""], ["a??", "1", ""], ["a.", "b", ""], ["a?.", "b", ""], ["a", "", "()"], ["a", "", "``"], ["`${", "1", "}`"],
  ["(a=>[{a:", "1", "}])"], ["class extends ", "a", "{}"], ["a(", "", ")"], ["for(;;)", "a", ""], ["do ", "a", ";while(1)"],
];

test("the deepest script that is read fits on the stack, however it nests", () => {
  const report = measuring(`<script src=${SCRIPT}></script>`);
  for (const [open = "", middle = "", close = ""] of NESTED) {
    /** @param {number} levels */
    const nested = (levels) => read(report, SCRIPT, open.repeat(levels) + middle + close.repeat(levels)).script.reading;
    let [fits, tooDeep] = [1, 20_000];
    while (fits + 1 < tooDeep) {
      const levels = (fits + tooDeep) >> 1;
      if (nested(levels) === "too_deep") tooDeep = levels;
      else fits = levels;
    }
    assert.ok(fits >= 50 && fits < 10_000, `${fits} × ${open}`);
  }
});

test("what was read goes into the report, and the page's own scripts too", () => {
  const html = `<script>localStorage.getItem("a")</script><script src=app.js></script><script src=page.js></script>`;
  const report = measuring(html);
  assert.deepEqual(report.origins(), ["https://shop.example"]);
  assert.equal(report.total, 2);
  assert.equal(report.next(), SCRIPT);
  report.take(JSON.stringify(read(report, SCRIPT, "document.cookie;")));
  assert.equal(report.next(), "https://shop.example/page.js");
  report.fail("https://shop.example/page.js", "No answer.");
  assert.equal(report.next(), undefined);
  const page = new PageReading(report.pageTarget());
  page.push(new TextEncoder().encode(html));
  report.takePage(page.finish());
  report.takeRobots("https://shop.example", 200, false, "User-agent: *\nDisallow: /page.js", undefined);

  const { resources, hazards, robots } = JSON.parse(report.report);
  assert.deepEqual(resources.map((/** @type {any} */ { body_bytes, error, robots }) => [body_bytes, error, robots]), [
    [16, null, "allowed"],
    [null, "No answer.", "blocked"],
  ]);
  assert.deepEqual(hazards.map((/** @type {any} */ { api, where, line, column }) => [api, where, line, column]), [
    ["localStorage", PAGE, 1, 9],
    ["document.cookie", SCRIPT, 1, 1],
  ]);
  assert.equal(robots[0].state, "read");
});

test("a script that is cut does not run, unless what is left is whole", () => {
  const report = measuring(`<script src=${SCRIPT}></script>`, 200);
  const cut = read(report, SCRIPT, `localStorage.a; f("${"-".repeat(300)}");`);
  assert.deepEqual([cut.body_bytes, cut.hazards.length, cut.script], [322, 0, { reading: "cut", runs_earliest: false, runs_latest: false }]);
  const comment = read(report, SCRIPT, `localStorage.a;${" ".repeat(300)}`);
  assert.deepEqual([comment.hazards.length, comment.script], [1, { reading: "read", runs_earliest: true, runs_latest: true }]);
});

test("a page answered for a script is no script", () => {
  const report = measuring(`<script src=${SCRIPT}></script>`);
  const { looks_like, script, hazards } = read(report, SCRIPT, "<!doctype html><title>Gone</title>", [["content-type", "text/html"]]);
  assert.deepEqual([looks_like, script, hazards], ["html", null, []]);
});
