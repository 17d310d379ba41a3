import { median } from "./statistics.js";

/** @import { Result } from "./contest.js" */
/** @import { Cost } from "./cost.js" */
/** @import { Memory } from "./memory.js" */
/** @import { PopupTimes } from "./popup.js" */

/**
 * Everything that one run has measured.
 *
 * @typedef {object} Measured
 * @property {Result[]} pages
 * @property {Cost[]} costs
 * @property {Memory[]} memory
 * @property {PopupTimes} popup
 *
 * @typedef {object} Target
 * @property {string} name what was asked for
 * @property {string} found
 * @property {boolean} met
 */

/** How many times the time of the inspection the others take, at least: median of the pages, and every page. */
const RATIOS = [
  { contender: "domparser", title: "DOMParser", median: 6, least: 3 },
  { contender: "htmlparser2", title: "htmlparser2's events", median: 2, least: 1 },
];

/** The dearest size per byte of the pass against the cheapest one, at most. */
const FLAT = 1.5;

/** WebAssembly memory at the largest size, less than. Unit: bytes. */
const MEMORY_BYTES = 32_000_000;

/** From the click to the paint of the verdict, above the read itself, at most. Unit: milliseconds. */
const POPUP_MS = 100;

/**
 * @param {Result} result
 * @param {...string} steps
 * @returns {number} how many times the inspection's median the medians of the steps together are
 */
export function ratioOf({ ms }, ...steps) {
  return steps.reduce((sum, step) => sum + ms[step].median, 0) / ms.inspection.median;
}

/**
 * @param {Measured} measured
 * @returns {Target[]}
 */
export function targetsOf({ pages, costs, memory, popup }) {
  return [...RATIOS.flatMap((asked) => ratioTargets(pages, asked)), ...costs.map(flatTarget), ...costs.map(memoryTarget), hostileTarget(memory), popupTarget(popup)];
}

/**
 * @param {Result[]} pages
 * @param {typeof RATIOS[number]} asked
 * @returns {Target[]}
 */
function ratioTargets(pages, asked) {
  const ratios = pages.map((page) => ratioOf(page, asked.contender));
  const middle = median(ratios);
  const least = Math.min(...ratios);
  return [
    { name: `${asked.title}, median of pages at least ${asked.median}×`, found: `${middle.toFixed(1)}×`, met: middle >= asked.median },
    {
      name: `${asked.title}, no page under ${asked.least}×`,
      found: `${least.toFixed(1)}× on ${pages[ratios.indexOf(least)].name}`,
      met: least >= asked.least,
    },
  ];
}

/**
 * @param {Cost} cost
 * @returns {Target}
 */
function flatTarget({ name, sizes }) {
  const medians = sizes.map(({ passNs }) => passNs.median);
  const spread = Math.max(...medians) / Math.min(...medians);
  return { name: `pass, cost per byte flat, dearest size at most ${FLAT}× the cheapest`, found: `${spread.toFixed(2)}× on stuff of ${name}`, met: spread <= FLAT };
}

/**
 * @param {Cost} cost
 * @returns {Target}
 */
function memoryTarget({ name, sizes }) {
  const { bodyBytes, memoryBytes } = sizes[sizes.length - 1];
  return {
    name: `WebAssembly memory under ${MEMORY_BYTES / 1e6} MB at ${bodyBytes / 1e6} MB of input`,
    found: `${(memoryBytes / 1e6).toFixed(1)} MB on stuff of ${name}`,
    met: memoryBytes < MEMORY_BYTES,
  };
}

/**
 * @param {Memory[]} memory
 * @returns {Target}
 */
function hostileTarget(memory) {
  const most = memory.reduce((most, one) => (one.memoryBytes > most.memoryBytes ? one : most));
  return {
    name: `WebAssembly memory under ${MEMORY_BYTES / 1e6} MB at ${most.bodyBytes / 1e6} MB made to take memory`,
    found: `${(most.memoryBytes / 1e6).toFixed(1)} MB, ${most.name}`,
    met: most.memoryBytes < MEMORY_BYTES,
  };
}

/**
 * @param {PopupTimes} popup
 * @returns {Target}
 */
function popupTarget({ verdict, read }) {
  const above = verdict.median - read.median;
  return { name: `popup: from the click to the verdict at most ${POPUP_MS} ms above the read, page of 100 KB`, found: `${above.toFixed(0)} ms`, met: above <= POPUP_MS };
}
