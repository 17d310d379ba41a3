/**
 * Speed of the WebAssembly that ships, against other parsers on the same bytes in the same browser.
 *
 *     node tests/bench/bench.js       ./build.sh bench builds first
 *       --page TEXT                   pages whose name contains TEXT; default: every page of the corpus from 2 to 15 MB
 *       --rounds N                    default: 7
 *       --json                        raw numbers instead of tables
 *       --check                       exit status 1 when a target is missed
 *
 * Every contender runs until the browser has optimised its code. Then every round measures each once, in turns; numbers
 * are medians with minimum and maximum, ratios are those of medians. The first inspection of all, which is what a click
 * gets, stands in a column of its own. DOMParser, htmlparser2 and parse5 get decoded text, and decoding it is not counted for them. On a busy machine
 * the ratios spread: its load is printed.
 */

import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openChromium } from "../driver/chromium.js";
import { findBrowser } from "../driver/find.js";
import { compete } from "./contest.js";
import { costPerByte } from "./cost.js";
import { hostileMemory } from "./memory.js";
import { benchPages } from "./pages.js";
import { popupTimes } from "./popup.js";
import { contestLines, costLines, memoryLines, popupLines, targetLines } from "./print.js";
import { serve } from "./server.js";
import { targetsOf } from "./targets.js";

/** @import { Page } from "./pages.js" */
/** @import { Measured } from "./targets.js" */

const EXTENSION = fileURLToPath(new URL("../../dist/chrome", import.meta.url));

const { values: options } = parseArgs({
  options: {
    page: { type: "string", default: "" },
    rounds: { type: "string", default: "7" },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
const say = options.json ? console.error : console.log;

process.exitCode = await bench().catch((error) => {
  console.error(error.message);
  return 2;
});

/** @returns {Promise<number>} exit status */
async function bench() {
  const { pages: all, fromCorpus } = benchPages();
  if (!fromCorpus) say("skipped: no corpus; pages made by code instead");
  const pages = all.filter(({ name }) => name.includes(options.page));
  if (pages.length === 0) throw new Error(`No page has ${options.page} in its name.`);
  if (!(rounds >= 1)) throw new Error(`${options.rounds} is no number of rounds.`);
  const program = findBrowser("chromium");
  if (!program) throw new Error("No Chromium was found. Install it, or name its program in the variable CHROMIUM.");

  const measured = await measure(program, pages);
  const targets = targetsOf(measured);
  if (options.json) {
    console.log(JSON.stringify({ ...measured, targets }));
  } else {
    const tables = [contestLines(measured.pages), costLines(measured.costs), memoryLines(measured.memory), popupLines(measured.popup), targetLines(targets)];
    console.log(tables.map((lines) => lines.join("\n")).join("\n\n"));
  }
  return options.check && targets.some(({ met }) => !met) ? 1 : 0;
}

/**
 * @param {string} program
 * @param {Page[]} pages
 * @returns {Promise<Measured>}
 */
async function measure(program, pages) {
  const { host, close } = await serve(pages);
  const browser = await openChromium({ extension: EXTENSION, program });
  try {
    say(`${browser.version}, ${rounds} rounds, load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} processors; ms: median (minimum–maximum)\n`);
    const results = [];
    for (const [index, page] of pages.entries()) {
      progress(page.name);
      const tab = await browser.open(host);
      results.push(await compete(tab, page, index, rounds));
      await tab.close();
    }
    const costs = [];
    const stuff = pages.filter(({ isStuff }) => isStuff);
    for (const page of stuff.length > 0 ? stuff : pages.slice(0, 1)) {
      progress(`cost per byte of ${page.name}`);
      const tab = await browser.open(host);
      costs.push(await costPerByte(tab, page.name, pages.indexOf(page), rounds));
      await tab.close();
    }
    progress("memory");
    const tab = await browser.open(host);
    const memory = await hostileMemory(tab);
    await tab.close();
    progress("popup");
    return { pages: results, costs, memory, popup: await popupTimes(EXTENSION, program, rounds) };
  } finally {
    progress("");
    await browser.close();
    close();
  }
}

/** @param {string} what is being measured; shown to a person who waits */
function progress(what) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}
