import { answer, inStore } from "./database.js";

/**
 * One check of a page, as the history keeps it: on this computer only.
 *
 * @typedef {object} Check
 * @property {number} id
 * @property {number} at milliseconds since 1970
 * @property {string} url
 * @property {string} title of the page, its address where it has none
 * @property {string | null} fate
 * @property {string} sentence of the verdict
 * @property {number} bodyBytes
 * @property {Blob} report gzipped JSON text, schema 1
 */

/** Checks that are kept; the oldest go first. */
export const MOST_CHECKS = 200;

/** @param {string} report JSON text, schema 1 */
export async function rememberCheck(report) {
  const { page, verdict } = JSON.parse(report);
  const check = {
    at: Date.now(),
    url: page.url,
    title: page.title || page.url,
    fate: verdict.fate,
    sentence: verdict.sentence,
    bodyBytes: page.body_bytes,
    report: await gzipped(report),
  };
  await inStore("checks", "readwrite", async (store) => {
    await answer(store.add(check));
    const ids = await answer(store.getAllKeys());
    await Promise.all(ids.slice(0, -MOST_CHECKS).map((id) => answer(store.delete(id))));
  });
}

/**
 * @param {string} [url] only checks of this page
 * @returns {Promise<Check[]>} the latest first
 */
export async function readChecks(url) {
  /** @type {Check[]} */
  const checks = await inStore("checks", "readonly", (store) => answer(url === undefined ? store.getAll() : store.index("url").getAll(url)));
  return checks.reverse();
}

/**
 * @param {number} id
 * @returns {Promise<Check | undefined>}
 */
export function readCheck(id) {
  return inStore("checks", "readonly", (store) => answer(store.get(id)));
}

/**
 * @param {Check} check
 * @returns {Promise<string>} JSON text, schema 1
 */
export function reportOf(check) {
  return new Response(check.report.stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

export async function forgetChecks() {
  await inStore("checks", "readwrite", (store) => answer(store.clear()));
}

/**
 * @param {string} text
 * @returns {Promise<Blob>}
 */
function gzipped(text) {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
}
