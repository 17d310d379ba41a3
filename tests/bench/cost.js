import { spread } from "./statistics.js";

/** @import { Page as Tab } from "puppeteer-core" */
/** @import { Spread } from "./statistics.js" */

/** Sizes of the documents, in bytes. */
const SIZES = [100_000, 500_000, 2_000_000, 8_000_000, 32_000_000, 64_000_000];

/**
 * @typedef {object} Cost
 * @property {string} name
 * @property {SizeCost[]} sizes
 *
 * @typedef {object} SizeCost
 * @property {number} bodyBytes
 * @property {Spread} passNs nanoseconds per byte of the pass alone
 * @property {Spread} wholeNs the same of whole inspections, with report and panel
 * @property {number} memoryBytes WebAssembly memory after one inspection in an instance of its own; pages are pushed in
 *   chunks, so it holds no page
 */

/**
 * Measures the inspection of documents of all sizes that are made of the same stuff: a run of elements of a page, repeated.
 *
 * @param {Tab} tab
 * @param {string} name of the page
 * @param {number} index of the page on the server
 * @param {number} rounds
 * @returns {Promise<Cost>}
 */
export async function costPerByte(tab, name, index, rounds) {
  const stuff = await tab.evaluateHandle(async (index) => {
    const { startCore } = await import("./contenders.js");
    const { Stuff } = await import("./stuff.js");
    const { core } = await startCore();
    return new Stuff(core, await (await fetch(`/page/${index}`)).text());
  }, index);

  /** @type {number[]} */
  const memoryBytes = [];
  for (const size of SIZES) memoryBytes.push(await stuff.evaluate((stuff, size) => stuff.memoryBytes(size), size));

  const pass = SIZES.map(() => /** @type {number[]} */ ([]));
  const whole = SIZES.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < rounds; round++) {
    for (const [at, size] of SIZES.entries()) {
      pass[at].push(((await stuff.evaluate((stuff, size) => stuff.passMs(size), size)) * 1e6) / size);
      whole[at].push(((await stuff.evaluate((stuff, size) => stuff.wholeMs(size), size)) * 1e6) / size);
    }
  }
  await stuff.dispose();
  return { name, sizes: SIZES.map((bodyBytes, at) => ({ bodyBytes, passNs: spread(pass[at]), wholeNs: spread(whole[at]), memoryBytes: memoryBytes[at] })) };
}
