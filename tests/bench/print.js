import { median } from "./statistics.js";
import { ratioOf } from "./targets.js";

/** @import { Result } from "./contest.js" */
/** @import { Cost } from "./cost.js" */
/** @import { Memory } from "./memory.js" */
/** @import { PopupTimes } from "./popup.js" */
/** @import { Spread } from "./statistics.js" */
/** @import { Target } from "./targets.js" */

/**
 * @param {Result[]} pages
 * @returns {string[]}
 */
export function contestLines(pages) {
  const head = ["page", "MB", "inspection", "report, panel", "JSON text", "the first", "DOMParser", "×", "× with decoding", "htmlparser2", "×", "parse5", "×", "decoding"];
  const rows = pages.map((page) => [
    page.name,
    (page.bodyBytes / 1e6).toFixed(1),
    spreadText(page.ms.inspection),
    spreadText(page.ms.finish),
    spreadText(page.ms.text),
    number(page.firstMs),
    spreadText(page.ms.domparser),
    ratioOf(page, "domparser").toFixed(1),
    ratioOf(page, "decode", "domparser").toFixed(1),
    spreadText(page.ms.htmlparser2),
    ratioOf(page, "htmlparser2").toFixed(1),
    spreadText(page.ms.parse5),
    ratioOf(page, "parse5").toFixed(1),
    spreadText(page.ms.decode),
  ]);
  const medians = ["median of ratios", "", "", "", "", "", "", medianRatio(pages, "domparser"), medianRatio(pages, "decode", "domparser"), "", medianRatio(pages, "htmlparser2"), "", medianRatio(pages, "parse5"), ""];
  return table([head, ...rows, medians]);
}

/**
 * @param {Result[]} pages
 * @param {...string} steps
 */
function medianRatio(pages, ...steps) {
  return median(pages.map((page) => ratioOf(page, ...steps))).toFixed(1);
}

/**
 * @param {Cost[]} costs
 * @returns {string[]}
 */
export function costLines(costs) {
  const head = ["stuff of", "MB", "pass, ns per byte", "with report and panel", "memory"];
  const rows = costs.flatMap(({ name, sizes }) =>
    sizes.map(({ bodyBytes, passNs, wholeNs, memoryBytes }) => [
      name,
      (bodyBytes / 1e6).toFixed(1),
      spreadText(passNs),
      spreadText(wholeNs),
      `${(memoryBytes / 1e6).toFixed(1)} MB`,
    ]),
  );
  return table([head, ...rows]);
}

/**
 * @param {Memory[]} memory
 * @returns {string[]}
 */
export function memoryLines(memory) {
  const rows = memory.map(({ name, bodyBytes, memoryBytes, reportBytes }) => [
    name,
    (bodyBytes / 1e6).toFixed(1),
    `${(memoryBytes / 1e6).toFixed(1)} MB`,
    `${(reportBytes / 1e3).toFixed(0)} KB`,
  ]);
  return table([["document full of", "MB", "memory", "report"], ...rows]);
}

/**
 * @param {PopupTimes} popup
 * @returns {string[]}
 */
export function popupLines({ opening, verdict, empty, verdictDrawn, emptyDrawn, read }) {
  return table([
    ["popup on a page of 100 KB", "ms"],
    ["from the click to the start of the popup's document", spreadText(opening)],
    ["from the click to the paint of the verdict", spreadText(verdict)],
    ["the same for a popup with nothing in it but words: the browser's own share", spreadText(empty)],
    ["from the start of the popup's document to the paint of the verdict", spreadText(verdictDrawn)],
    ["the same for the popup with nothing in it but words", spreadText(emptyDrawn)],
    ["reading the page alone", spreadText(read)],
  ]);
}

/**
 * @param {Target[]} targets
 * @returns {string[]}
 */
export function targetLines(targets) {
  return table(targets.map(({ name, found, met }) => [met ? "met" : "missed", name, found]), 3);
}

/** @param {Spread} spread */
function spreadText({ median, min, max }) {
  return `${number(median)} (${number(min)}–${number(max)})`;
}

/** @param {number} value */
function number(value) {
  return value.toFixed(value < 10 ? 1 : 0);
}

/**
 * @param {string[][]} rows
 * @param {number} [leftColumns] columns of words
 */
function table(rows, leftColumns = 1) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < leftColumns ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join("  ")
      .trimEnd(),
  );
}
