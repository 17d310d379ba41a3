/**
 * The boundary between JavaScript and the core, on the very WebAssembly that ships.
 *
 * What a page means is tested in the core; here only what crosses.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Inspection, initSync } from "../../dist/wasm/crawl-cutoff.js";

initSync({ module: readFileSync(new URL("../../dist/chrome/wasm/crawl-cutoff_bg.wasm", import.meta.url)) });

const LIMIT_BYTES = 4000;
const PAGE = new TextEncoder().encode(
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Größe & Maß</title></head><body><h1>One</h1>` +
    `<p>${"word ".repeat(1000)}</p><h2>Two</h2><a href="/end">end</a></body></html>`,
);

/**
 * @param {import("../../dist/wasm/crawl-cutoff.js").InspectionOptions | null} [options]
 * @param {Uint8Array[]} [chunks]
 * @param {import("../../dist/wasm/crawl-cutoff.js").FinishContext | null} [context]
 */
function inspect(options = { limitBytes: LIMIT_BYTES }, chunks = [PAGE], context = null) {
  const inspection = new Inspection(options);
  for (const chunk of chunks) inspection.push(chunk);
  const { report, panel } = inspection.finish(context);
  return { report: JSON.parse(report), panel };
}

/** @param {number} chunkBytes */
function split(chunkBytes) {
  const chunks = [];
  for (let start = 0; start < PAGE.length; start += chunkBytes) chunks.push(PAGE.subarray(start, start + chunkBytes));
  return chunks;
}

/**
 * Calls with what the types forbid.
 *
 * @param {unknown} options
 */
function startWith(options) {
  return new Inspection(/** @type {any} */ (options));
}

test("a page over its limit gives a report of schema 1 and a panel", () => {
  const { report, panel } = inspect({ url: "https://example.com/", limitBytes: LIMIT_BYTES });
  assert.equal(report.schema, 1);
  assert.equal(report.page.url, "https://example.com/");
  assert.equal(report.page.body_bytes, PAGE.length);
  assert.deepEqual([report.limit.earliest, report.limit.latest], [LIMIT_BYTES, LIMIT_BYTES]);
  assert.equal(report.cut.earliest.offset, LIMIT_BYTES);
  assert.equal(report.verdict.fate, "lost");
  assert.match(panel, /id="verdict"/);
});

test("options and context reach the report", () => {
  const { report } = inspect(
    { status: 404, fields: [["content-type", "text/html; charset=utf-8"]], headComplete: true, headBytes: 321, crawler: "google-default" },
    [PAGE],
    { source: "second_request", transferredBytes: 1, screenBodyBytes: 2, responseMs: 3, protocol: "h3", requestedUrl: "https://example.com/old" },
  );
  assert.equal(report.page.status, 404);
  assert.equal(report.page.content_type, "text/html; charset=utf-8");
  assert.equal(report.page.head_complete, true);
  assert.equal(report.page.head_bytes, 321);
  assert.equal(report.limit.crawler, "google-default");
  assert.equal(report.limit.earliest, 15_000_000 - 321);
  assert.equal(report.page.source, "second_request");
  assert.deepEqual(
    [report.page.transferred_bytes, report.page.screen_body_bytes, report.page.response_ms, report.page.protocol, report.page.requested_url],
    [1, 2, 3, "h3", "https://example.com/old"],
  );
});

test("what is absent is null in the report, never missing, whether left out, null or undefined", () => {
  const empty = { url: null, status: undefined, fields: null, headComplete: null, headBytes: null, crawler: null, limitBytes: undefined, messages: null };
  const reports = [inspect(null), inspect({}), inspect(empty), inspect({}, [PAGE], {})].map(({ report }) => report);
  for (const report of reports) {
    assert.equal(report.limit.crawler, "googlebot");
    for (const name of ["status", "content_type", "head_bytes", "transferred_bytes", "screen_body_bytes", "response_ms", "protocol", "requested_url"]) {
      assert.equal(report.page[name], null, name);
    }
    assert.equal(report.cut, null);
    assert.deepEqual(report, reports[0]);
  }
});

test("the size of the head is counted from its fields", () => {
  const { report } = inspect({ status: 200, fields: [["content-type", "text/html"]] });
  assert.equal(report.page.head_bytes, "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n".length);
  assert.equal(report.page.head_complete, false);
});

test("any chunks, empty and large ones too, give the same result", () => {
  const whole = inspect();
  for (const chunkBytes of [1, 7, 1000, PAGE.length - 1]) assert.deepEqual(inspect(undefined, split(chunkBytes)), whole, `${chunkBytes}`);
  assert.deepEqual(inspect(undefined, [new Uint8Array(), PAGE, new Uint8Array()]), whole);
});

test("a chunk larger than a piece is taken whole", () => {
  const large = new Uint8Array(1_000_003).fill(0x61);
  const inspection = new Inspection({});
  inspection.push(large.subarray(1));
  assert.equal(inspection.bodyBytes, large.length - 1);
  inspection.push(large);
  assert.equal(inspection.bodyBytes, 2 * large.length - 1);
  assert.equal(JSON.parse(inspection.finish(null).report).page.body_bytes, 2 * large.length - 1);
});

test("sentences of another language are used, and English stands in for what they lack", () => {
  const messages = JSON.stringify({ failure_unknown_test: { message: "…" } });
  assert.deepEqual(inspect({ limitBytes: LIMIT_BYTES, messages }), inspect());
  assert.deepEqual(inspect({ limitBytes: LIMIT_BYTES, messages }), inspect());
  assert.throws(() => startWith({ messages: "{" }), /^Error: options\.messages: /);
  assert.throws(() => startWith({ messages: 5 }), /^Error: options\.messages: expected a string, not number$/);
});

test("a wrong option is an error that names it", () => {
  /** @type {[unknown, RegExp][]} */
  const cases = [
    [{ limit: 5 }, /^Error: options\.limit: unknown field `limit`, expected one of `url`, /],
    [{ status: "200" }, /^Error: options\.status: invalid type: string "200", expected u16$/],
    [{ status: 70_000 }, /^Error: options\.status: invalid value: integer `70000`, expected u16$/],
    [{ status: NaN }, /^Error: options\.status: invalid type: floating point `NaN`, expected u16$/],
    [{ url: 5 }, /^Error: options\.url: invalid type: floating point `5\.0`, expected a string$/],
    [{ fields: [["a", "b"], ["c"]] }, /^Error: options\.fields\[1\]: invalid length 1, expected a tuple of size 2$/],
    [{ fields: [["a", null]] }, /^Error: options\.fields\[0\]\[1\]: invalid type: unit value, expected a string$/],
    [{ fields: { a: "b" } }, /^Error: options\.fields: invalid type: .*, expected a sequence$/],
    [{ headBytes: -1 }, /^Error: options\.headBytes: invalid .* `-1/],
    [{ limitBytes: 1.5 }, /^Error: options\.limitBytes: invalid type: floating point `1\.5`, expected u64$/],
    [{ crawler: "bingbot" }, /^Error: options\.crawler: no crawler is called “bingbot”, expected one of googlebot, google-default, googlebot-pdf$/],
    [{ crawler: "googlebot", limitBytes: 5 }, /^Error: options: give crawler or limitBytes, not both$/],
    ["https://example.com/", /^Error: options: expected an object, not string$/],
    [() => {}, /^Error: options: expected an object, not function$/],
  ];
  for (const [options, message] of cases) assert.throws(() => startWith(options), message);
});

test("a chunk that is no Uint8Array is an error, and the inspection goes on", () => {
  const inspection = new Inspection({});
  for (const [chunk, name] of /** @type {[any, string][]} */ ([["text", "string"], [null, "null"], [undefined, "undefined"], [[1, 2], "object"]])) {
    assert.throws(() => inspection.push(chunk), new RegExp(`^Error: chunk: expected a Uint8Array, not ${name}$`));
  }
  assert.equal(inspection.bodyBytes, 0);
  inspection.push(PAGE);
  assert.equal(inspection.bodyBytes, PAGE.length);
});

test("a wrong context is an error that names it, and the inspection can still be finished", () => {
  const inspection = new Inspection({});
  assert.throws(() => inspection.finish(/** @type {any} */ ({ source: "guess" })), /^Error: context\.source: unknown variant `guess`/);
  assert.throws(() => inspection.finish(/** @type {any} */ ({ bytes: 1 })), /^Error: context\.bytes: unknown field `bytes`/);
  assert.equal(JSON.parse(inspection.finish({ source: "cache" }).report).page.source, "cache");
});

test("a finished inspection refuses everything with one clear sentence", () => {
  const inspection = new Inspection({});
  inspection.finish(null);
  const refusal = /^Error: This inspection is finished: start a new one for another body$/;
  assert.throws(() => inspection.push(PAGE), refusal);
  assert.throws(() => inspection.finish(null), refusal);
  assert.throws(() => inspection.bodyBytes, refusal);
});
