import { FACT_NAMES } from "./facts.js";

/** @import { Facts } from "./facts.js" */
/** @import { Difference } from "./known.js" */

/**
 * Facts on which the two sides disagree.
 *
 * @param {string} page
 * @param {number} cut
 * @param {Facts} report
 * @param {Facts} chromium
 * @returns {Difference[]}
 */
export function compare(page, cut, report, chromium) {
  return FACT_NAMES.filter((fact) => JSON.stringify(report[fact]) !== JSON.stringify(chromium[fact])).map((fact) => ({
    page,
    cut,
    fact,
    report: report[fact],
    chromium: chromium[fact],
  }));
}

/**
 * A difference in a few lines; of long lists only what differs.
 *
 * @param {Difference} difference
 * @returns {string}
 */
export function describe({ page, cut, fact, report, chromium }) {
  if (!Array.isArray(report) || !Array.isArray(chromium)) {
    return `${page} --cut ${cut}: ${fact}\n    report   ${report}\n    chromium ${chromium}`;
  }
  const first = report.findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(chromium[index]));
  const index = first < 0 ? report.length : first;
  return (
    `${page} --cut ${cut}: ${fact}, entry ${index} of ${report.length} in the report and of ${chromium.length} in Chromium` +
    `\n    report   ${JSON.stringify(report[index]) ?? "nothing"}\n    chromium ${JSON.stringify(chromium[index]) ?? "nothing"}`
  );
}

/**
 * Whether two lists of headings differ in the order of characters and in white space alone, as they do where text in a table
 * inside a heading is moved in front of the table (see case/heading-around-table in known-differences.json).
 *
 * @param {Difference} difference
 * @returns {boolean}
 */
export function isReordered({ fact, report, chromium }) {
  /** @param {unknown} headings */
  const letters = (headings) =>
    JSON.stringify(
      /** @type {Facts["headings"]} */ (headings).map(([name, text]) => [name, [...text.replace(/\s/g, "")].sort()]),
    );
  return fact === "headings" && letters(report) === letters(chromium);
}
