/**
 * The ledger against an independent count: parse5's tokens of the same page, to the byte.
 *
 * `data:` addresses and state in attributes are leaves of their own wherever they stand. For this count both are spelled so that
 * they are none, which moves no byte, so that every leaf holds just what the parser calls so.
 */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { check } from "./core.js";
import { count } from "./count.js";
import { COUNTED, fileOf, NO_CORPUS } from "./pages.js";

/** @import { Count } from "./count.js" */
/** @import { Report } from "./types.js" */

/**
 * Differences that are understood and stay; one that is no longer met fails.
 *
 * @type {{ page: string, leaf: string, more: number, reason: string }[]}
 */
const KNOWN = JSON.parse(readFileSync(new URL("known-differences.json", import.meta.url), "utf8"));

const folder = mkdtempSync(join(tmpdir(), "ledger-"));
after(() => rmSync(folder, { recursive: true }));

/** Leaves of the ledger that make up one number of the count. */
const LEAVES = {
  script: ["script", "inline_data", "import_map", "json_ld"],
  style: ["style"],
  comment: ["comment", "conditional_comment", "server_leftover"],
  text: ["text", "white_space"],
  tags: ["markup", "attribute_class", "attribute_style", "attribute_data", "attribute_event", "attribute_url", "attribute_srcset", "attribute_aria", "attribute_other"],
};

/**
 * @param {Report} report
 * @param {string[]} leaves
 */
const sum = (report, leaves) => report.ledger.filter(({ category }) => leaves.includes(category)).reduce((total, { bytes }) => total + bytes, 0);

/** @param {string} page */
const respelled = (page) => page.replaceAll(/data:(?=[a-z])/gi, "dat_:").replaceAll(/\b(data-(?:page|state|props|react-props|wp-context|mage-init|product_variations)|wire:snapshot)(?==)/g, (name) => `${name.slice(0, -1)}_`);

test("every known difference is of a page that is counted and of a leaf that there is", () => {
  const stale = KNOWN.filter(({ page, leaf }) => !COUNTED.includes(page) || !(leaf in LEAVES));
  assert.deepEqual(stale, []);
});

for (const page of COUNTED) {
  test(`the ledger of ${page} is what parse5 counts`, { skip: NO_CORPUS }, () => {
    const text = respelled(readFileSync(fileOf(page), "latin1"));
    const file = join(folder, "page.html");
    writeFileSync(file, text, "latin1");
    const report = check(file, null);
    const counted = count(text);
    for (const [leaf, leaves] of Object.entries(LEAVES)) {
      const known = KNOWN.find((entry) => entry.page === page && entry.leaf === leaf);
      const more = sum(report, leaves) - counted[/** @type {keyof Count} */ (leaf)];
      assert.equal(more, known?.more ?? 0, `bytes of ${leaf} in the ledger beyond those of parse5`);
    }
  });
}
