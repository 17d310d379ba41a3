/** A report that exists already crosses the boundary again: as the content of the report tab, and as what changes come to. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Inspection, initSync } from "../../dist/wasm/crawl-cutoff.js";
import { initSync as initShown, reportView, whatIf } from "../../dist/wasm/report.js";

initSync({ module: readFileSync(new URL("../../dist/chrome/wasm/crawl-cutoff_bg.wasm", import.meta.url)) });
initShown({ module: readFileSync(new URL("../../dist/chrome/wasm/report_bg.wasm", import.meta.url)) });
const messages = readFileSync(new URL("../../extension/_locales/en/messages.json", import.meta.url), "utf8");

const inspection = new Inspection({ limitBytes: 500, messages });
inspection.push(new TextEncoder().encode(`<!doctype html><title>t</title><style>${"a{color:red}".repeat(60)}</style><h1>One</h1>`));
const { report } = inspection.finish(null);

test("a report is shown with all of its parts", () => {
  const html = reportView(report, messages);
  for (const handle of ["verdict", "ruler", "signals", "ledger", "findings", "map", "what-if", "what-if-result"]) {
    assert.ok(html.includes(`id="${handle}"`), handle);
  }
});

test("changes are computed from the report alone", () => {
  assert.match(whatIf(report, ["styles"], messages), /everything fits/);
  assert.match(whatIf(report, [], messages), /too much/);
});

test("what is no report is refused in a sentence", () => {
  assert.throws(() => reportView("{}", messages), /^Error: report: missing field/);
  assert.throws(() => whatIf("", [], messages), /^Error: report: /);
  assert.throws(() => reportView(report, "[]"), /^Error: messages: /);
});
