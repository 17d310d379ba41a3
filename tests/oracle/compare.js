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
