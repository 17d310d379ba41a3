/** A report crosses the boundary as a link and as files, and a link as a report. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Inspection, initSync } from "../../dist/wasm/crawl-cutoff.js";
import { initSync as initShown, openLink, reportFile, shareLink } from "../../dist/wasm/report.js";

initSync({ module: readFileSync(new URL("../../dist/chrome/wasm/crawl-cutoff_bg.wasm", import.meta.url)) });
initShown({ module: readFileSync(new URL("../../dist/viewer/wasm/report_bg.wasm", import.meta.url)) });
const messages = readFileSync(new URL("../../extension/_locales/en/messages.json", import.meta.url), "utf8");

const inspection = new Inspection({ url: "https://example.com/?secret=1", limitBytes: 120, messages });
inspection.push(new TextEncoder().encode("<!doctype html><title>=A page</title><h1>One</h1><p>Words and more words, and then some.</p>".repeat(2)));
const { report } = inspection.finish(null);
const INCLUDE = { values: true, fileNames: true, queryStrings: true, snippets: true };

test("a report comes back through a link, and says what it lacks", () => {
  const { text, characters, leftOut } = shareLink(report, INCLUDE, "https://viewer.example/", messages);
  assert.equal(text.length, characters);
  assert.deepEqual(leftOut, []);
  const opened = openLink(text, messages);
  assert.deepEqual({ ...JSON.parse(opened.report ?? ""), shared: null }, JSON.parse(report));
  assert.deepEqual(shareLink(report, { ...INCLUDE, queryStrings: false }, "", messages).leftOut, ["query strings"]);
});

test("what is no link is told by its code, and absent is null", () => {
  assert.deepEqual(openLink("https://example.com/", messages), { report: null, failure: "link_none", values: [] });
  assert.deepEqual(openLink("#9.AAAA", messages), { report: null, failure: "link_newer", values: ["9", "1"] });
});

test("every file has its content, and one that there is not is refused", () => {
  assert.match(reportFile(report, "html", messages), /^<!doctype html>/);
  assert.match(reportFile(report, "markdown", messages), /^# /);
  assert.match(reportFile(report, "signals_csv", messages), /^\ufeffkind,name,value,start/);
  assert.match(reportFile(report, "signals_csv", messages), /title,,"'=A page",/, "a title is no formula");
  assert.match(reportFile(report, "ledger_csv", messages), /^\ufeffcategory,bytes/);
  assert.match(reportFile(report, "resources_csv", messages), /^\ufeffurl,kind/);
  assert.throws(() => reportFile(report, /** @type {any} */ ("pdf"), messages), /no file called “pdf”/);
  assert.throws(() => shareLink(report, /** @type {any} */ ({ values: true }), "", messages), /^Error: include: /);
});
