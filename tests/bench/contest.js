import { spread } from "./statistics.js";

/** @import { Page as Tab } from "puppeteer-core" */
/** @import { Page } from "./pages.js" */
/** @import { Spread } from "./statistics.js" */

/** What takes its turn in every round. `decode` is what the others need before they can start, and is counted for none. */
const CONTENDERS = ["inspection", "domparser", "htmlparser2", "parse5", "decode"];

/**
 * @typedef {object} Result times of one page, in milliseconds
 * @property {string} name
 * @property {number} bodyBytes
 * @property {number} firstMs the first inspection of all
 * @property {Record<string, Spread>} ms by contender; `finish` is the part of `inspection` after the last chunk, `text` what comes after it
 * @property {Record<string, number[]>} rounds the same, one by one
 */

/**
 * Measures all contenders on one page, in turns, after each has run for a while. Garbage is collected when the browser likes: to force it would also throw
 * away what it has compiled of the parsers in JavaScript, and make them twice as slow.
 *
 * @param {Tab} tab
 * @param {Page} page
 * @param {number} index of the page on the server
 * @param {number} rounds
 * @returns {Promise<Result>}
 */
export async function compete(tab, page, index, rounds) {
  const subject = await tab.evaluateHandle(async (index) => {
    const { Subject, startCore } = await import("./contenders.js");
    const { core } = await startCore();
    return new Subject(core, await (await fetch(`/page/${index}`)).bytes());
  }, index);

  const firstMs = await subject.evaluate((subject) => subject.firstMs);
  for (const contender of CONTENDERS) await subject.evaluate((subject, contender) => subject.warmUp(contender), contender);

  /** @type {Record<string, number[]>} */
  const times = {};
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < CONTENDERS.length; turn++) {
      const measured = await subject.evaluate((subject, contender) => subject.measure(contender), CONTENDERS[(round + turn) % CONTENDERS.length]);
      for (const [name, ms] of Object.entries(measured)) (times[name] ??= []).push(ms);
    }
  }

  const bodyBytes = await subject.evaluate((subject) => subject.bodyBytes);
  await subject.dispose();
  return { name: page.name, bodyBytes, firstMs, ms: Object.fromEntries(Object.entries(times).map(([name, values]) => [name, spread(values)])), rounds: times };
}
