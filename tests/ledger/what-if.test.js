/**
 * What-if is true: the spans of a set of changes really taken out of a page over the limit, and the rest checked again by the
 * command line, give the size, the cut and the fates that were predicted.
 */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { check, predict } from "./core.js";
import { fileOf, NO_CORPUS, OVER } from "./pages.js";

/** @import { Report, Prediction } from "./types.js" */

/** Edges to cut at besides Googlebot's: where changes bring nothing, some and all back. */
const LIMITS = [null, 60_000, 700_000];

/** Sets of changes tried besides the proposal and everything. */
const RANDOM_SETS = 3;

const folder = mkdtempSync(join(tmpdir(), "what-if-"));
after(() => rmSync(folder, { recursive: true }));

/**
 * Numbers from 0 to 1 that are the same in every run.
 *
 * @param {number} seed
 */
function* randoms(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/**
 * @param {Report} report
 * @param {number} seed
 * @returns {string[][]}
 */
function setsOf(report, seed) {
  const ids = report.what_if.changes.map(({ id }) => id);
  const random = randoms(seed);
  const some = () => ids.filter(() => /** @type {number} */ (random.next().value) < 0.5);
  return [report.what_if.proposal, ids, ...Array.from({ length: RANDOM_SETS }, some)];
}

/**
 * @param {Buffer} body
 * @param {[number, number][]} spans in order, without overlaps
 * @returns {Buffer}
 */
function without(body, spans) {
  let at = 0;
  const kept = [];
  for (const [start, end] of spans) {
    kept.push(body.subarray(at, start));
    at = end;
  }
  return Buffer.concat([...kept, body.subarray(at)]);
}

for (const [seed, page] of OVER.entries()) {
  for (const limit of LIMITS) {
    test(`what-if is true of ${page}, limit ${limit ?? "of Googlebot"}`, { skip: NO_CORPUS }, () => {
      const file = fileOf(page);
      const body = readFileSync(file);
      const report = check(file, limit);
      const sets = setsOf(report, seed);
      const predictions = predict(file, limit, sets);
      for (const [index, ids] of sets.entries()) {
        const spans = report.what_if.changes.filter(({ id }) => ids.includes(id)).flatMap((change) => change.spans);
        spans.sort(([a], [b]) => a - b);
        const changed = without(body, spans);
        const copy = join(folder, "page.html");
        writeFileSync(copy, changed);
        assertSame(/** @type {Prediction} */ (predictions[index]), check(copy, limit), { body, changed, spans, ids });
      }
      const proposed = /** @type {Prediction} */ (predictions[0]);
      assert.equal(proposed.body_bytes, report.what_if.body_bytes);
      assert.equal(proposed.body_bytes <= report.limit.earliest, report.what_if.enough);
    });
  }
}

/**
 * @param {Prediction} predicted
 * @param {Report} real
 * @param {{ body: Buffer, changed: Buffer, spans: [number, number][], ids: string[] }} change
 */
function assertSame(predicted, real, { body, changed, spans, ids }) {
  const what = ids.join(", ");
  assert.equal(real.page.body_bytes, predicted.body_bytes, what);
  assert.deepEqual(real.signals.map(({ kind, fate }) => [kind, fate]), predicted.signals, what);
  assert.equal(real.cut === null, predicted.cut === null, what);
  if (predicted.cut === null) {
    assert.equal(real.verdict.fate, "kept", what);
    return;
  }
  // The predicted cut is an offset in the unchanged page.
  const { cut } = predicted;
  const removed = spans.reduce((total, [start, end]) => total + Math.max(0, Math.min(end, cut) - start), 0);
  assert.equal(real.cut?.earliest.offset, cut - removed, what);
  assert.equal(changed[cut - removed], body[cut], what);
}
