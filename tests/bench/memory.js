/** @import { Page as Tab } from "puppeteer-core" */

/** Size of the documents, in bytes. */
const BODY_BYTES = 64_000_000;

/**
 * @typedef {object} Memory
 * @property {string} name what the document is full of
 * @property {number} bodyBytes
 * @property {number} memoryBytes WebAssembly memory above the page's own bytes
 * @property {number} reportBytes
 */

/**
 * What documents take that are made to take memory.
 *
 * @param {Tab} tab
 * @returns {Promise<Memory[]>}
 */
export async function hostileMemory(tab) {
  const names = await tab.evaluate(async () => (await import("./hostile.js")).NAMES);
  const found = [];
  for (const name of names) {
    const measured = await tab.evaluate(async (name, bytes) => (await import("./hostile.js")).inspectHostile(name, bytes), name, BODY_BYTES);
    found.push({ name, bodyBytes: BODY_BYTES, ...measured });
  }
  return found;
}
