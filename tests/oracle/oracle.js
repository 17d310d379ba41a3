/**
 * The oracle: what a report says is kept at a cut must be what real Chromium finds in the bytes before the cut.
 *
 * ```text
 * node tests/oracle/oracle.js                    every page of the corpus and every case of tests/pages, at least 100 cuts each
 * node tests/oracle/oracle.js --short            the cases of tests/pages at every offset, and a little soup; under a minute
 * node tests/oracle/oracle.js --page X --cut L   pages whose name contains X, at these cuts
 * node tests/oracle/oracle.js --soup N           N documents of random tokens, at every offset; the smallest failure is printed
 *   --seed S     replays a run; every run prints its seed
 *   --cuts N     cuts a page, 100 unless told
 *   --jobs N     pages at a time, 2 unless told
 * ```
 *
 * Exit status 1 when a difference is not in known-differences.json, or one of its entries no longer differs.
 */

import { mkdtempSync, readdirSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { Chromium } from "./browser.js";
import { compare, describe, isReordered } from "./compare.js";
import { askCore, buildCore } from "./core.js";
import { chooseCuts, thinOut } from "./cuts.js";
import { KnownDifferences } from "./known.js";
import { Random } from "./random.js";
import { makeSoup, shrink } from "./soup.js";

/** @import { Difference } from "./known.js" */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CORPUS = process.env.CRAWL_CUTOFF_CORPUS ?? join(ROOT, "../shared/corpus");

/** Up to this size a page is tried at every offset. Unit: bytes. */
const EVERY_OFFSET_BYTES = 2048;
/** Navigations that confirm the fast way of each small page. */
const CONFIRMING_NAVIGATIONS = 3;
/** Pages larger than this are tried at fewer cuts. Unit: bytes. */
const HUGE_BYTES = 16_000_000;
const HUGE_CUTS = 20;
/** Soups of a short run. */
const SHORT_SOUPS = 60;
/** Cuts of one soup that are confirmed by navigation. */
const SUSPECTS = 3;

/**
 * @typedef {object} Page
 * @property {string} name
 * @property {string} file
 * @property {string | null} head
 */

const { values: options } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    page: { type: "string", multiple: true, default: [] },
    cut: { type: "string", multiple: true, default: [] },
    soup: { type: "string" },
    seed: { type: "string" },
    cuts: { type: "string", default: "100" },
    jobs: { type: "string", default: "2" },
  },
});

const seed = Number(options.seed ?? (options.short ? 1 : Date.now() % 1_000_000_000));
const folder = mkdtempSync(join(tmpdir(), "oracle-"));
const program = buildCore();
const chromium = await Chromium.launch();
const known = new KnownDifferences();
/** @type {Map<string, number>} */
const cutsByState = new Map();
let comparisons = 0;
let failures = 0;

console.log(`oracle: ${await chromium.version()}, seed ${seed}`);
try {
  if (options.soup !== undefined) {
    await tryAll(range(Number(options.soup)), (index) => trySoup(seed + index));
  } else {
    const pages = choosePages();
    if (pages.length === 0) fail(`no page is called ${options.page.join(" or ")}`);
    await tryAll(pages, tryPage);
    if (options.short) await tryAll(range(SHORT_SOUPS), (index) => trySoup(seed + index));
    for (const entry of known.stale()) fail(`known difference no longer occurs: ${entry}`);
  }
} finally {
  await chromium.close();
  rmSync(folder, { recursive: true });
}
const states = [...cutsByState].sort(([, a], [, b]) => b - a).map(([state, count]) => `${state} ${count}`);
console.log(`cuts by state: ${states.join(", ")}`);
console.log(`${comparisons - failures} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

/** @returns {Page[]} */
function choosePages() {
  const cases = readdirSync(join(ROOT, "tests/pages"))
    .map((name) => ({ name, folder: join(ROOT, "tests/pages", name) }))
    .filter(({ folder }) => existsSync(join(folder, "page.html")))
    .map(({ name, folder }) => {
      const head = join(folder, "head.txt");
      return { name: `case/${name}`, file: join(folder, "page.html"), head: existsSync(head) ? head : null };
    });
  if (options.short) return cases;
  if (!existsSync(CORPUS)) console.log("skipped: no corpus");
  const corpus = ["pages", "derived"]
    .map((name) => join(CORPUS, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ name: relative(CORPUS, file), file, head: /\.html(\.gz)?$/.test(file) ? headWith("text/html") : null }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const wanted = options.page;
  return [...cases, ...corpus].filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
}

/**
 * Compares both sides at cuts of one page, and prints a line about it.
 *
 * @param {Page} page
 */
async function tryPage({ name, file, head }) {
  const started = Date.now();
  const compressed = file.endsWith(".gz");
  const body = compressed ? gunzipSync(readFileSync(file)) : readFileSync(file);
  const plain = compressed ? join(folder, name.replaceAll("/", "_")) : file;
  if (compressed) writeFileSync(plain, body);

  const small = body.length <= EVERY_OFFSET_BYTES;
  const random = new Random(seed);
  const core = await askCore(program, plain, head, (page) => {
    if (!page.isHtml) return [];
    if (options.cut.length > 0) return options.cut.map(Number);
    if (small) return range(body.length + 1);
    const chosen = chooseCuts(body, page, random, Number(options.cuts));
    const affordable = body.length > HUGE_BYTES ? thinOut(chosen, HUGE_CUTS, random) : chosen;
    return [...new Set([...affordable, ...known.cutsOf(name)])].sort((a, b) => a - b);
  });
  if (!core.page.isHtml) {
    console.log(`  skipped ${name}: not HTML`);
    return;
  }
  if (small && options.cut.length === 0) known.cutsOf(name);

  const subject = { body, encoding: core.page.encoding };
  /**
   * @param {readonly number[]} cuts
   * @param {import("./facts.js").Facts[]} found
   */
  const differencesAt = (cuts, found) =>
    cuts.flatMap((cut, index) => compare(name, cut, core.lines[core.cuts.indexOf(cut)].facts, found[index]));
  let toNavigate = core.cuts;
  if (small) {
    const suspects = differencesAt(core.cuts, await chromium.write(subject, core.cuts))
      .filter((difference) => !known.covers(difference))
      .map(({ cut }) => cut);
    const confirming = range(CONFIRMING_NAVIGATIONS).map(() => random.of(core.cuts));
    toNavigate = [...new Set([...confirming, ...suspects])];
  }
  const differences = differencesAt(toNavigate, await chromium.navigate(subject, toNavigate));

  comparisons += core.cuts.length;
  for (const { state } of core.lines) cutsByState.set(state ?? "whole", (cutsByState.get(state ?? "whole") ?? 0) + 1);
  const fresh = differences.filter((difference) => !known.covers(difference));
  const failedCuts = new Set(fresh.map(({ cut }) => cut)).size;
  failures += failedCuts;
  console.log(`  ${failedCuts === 0 ? "ok" : "FAILED"} ${name}: ${core.cuts.length} cuts, ${failedCuts} differ, ${Date.now() - started} ms`);
  for (const difference of fresh.slice(0, 5)) console.log(`    ${describe(difference)}`);
  if (fresh.length > 5) console.log(`    and ${fresh.length - 5} more`);
}

/**
 * Compares both sides at every offset of a soup; prints the smallest soup that still differs.
 *
 * @param {number} soupSeed
 */
async function trySoup(soupSeed) {
  const tokens = makeSoup(soupSeed);
  const body = Buffer.from(tokens.join(""));
  const differences = await differencesOf(body, soupSeed);
  comparisons += body.length + 1;
  if (differences.length === 0) return;
  failures += new Set(differences.map(({ cut }) => cut)).size;
  const worst = differences[differences.length - 1];
  const smallest = await shrink(tokens, async (fewer) => {
    const shorter = Buffer.from(fewer.join(""));
    return (await differencesOf(shorter, soupSeed)).length > 0;
  });
  const left = Buffer.from(smallest.join(""));
  const [difference = worst] = await differencesOf(left, soupSeed);
  console.log(`  FAILED soup ${soupSeed}: ${JSON.stringify(smallest.join(""))}\n    ${describe(difference)}`);
}

/**
 * @param {Buffer} body
 * @param {number} soupSeed
 * @returns {Promise<Difference[]>} of the first cuts that differ, confirmed by navigation
 */
async function differencesOf(body, soupSeed) {
  const cuts = range(body.length + 1);
  const name = `soup ${soupSeed}`;
  const file = join(folder, `${soupSeed}.html`);
  writeFileSync(file, body);
  const core = await askCore(program, file, headWith("text/html; charset=utf-8"), () => cuts);
  const subject = { body, encoding: core.page.encoding };
  const written = await chromium.write(subject, cuts);
  const fresh = (/** @type {number} */ cut, /** @type {import("./facts.js").Facts} */ found) =>
    compare(name, cut, core.lines[cut].facts, found).filter((difference) => !isReordered(difference));
  const suspects = cuts.filter((cut) => fresh(cut, written[cut]).length > 0).slice(0, SUSPECTS);
  const found = suspects.length > 0 ? await chromium.navigate(subject, suspects) : [];
  return suspects.flatMap((cut, index) => fresh(cut, found[index]));
}

/**
 * Runs `attempt` on all items, a few at a time.
 *
 * @template T
 * @param {T[]} items
 * @param {(item: T) => Promise<void>} attempt
 */
async function tryAll(items, attempt) {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await attempt(item).catch((error) => {
        if (!chromium.isConnected) throw error;
        fail(String(error));
      });
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
}

/**
 * A file that holds a response head.
 *
 * @param {string} contentType
 * @returns {string} its path
 */
function headWith(contentType) {
  const file = join(folder, `${contentType.replace(/\W/g, "-")}.txt`);
  if (!existsSync(file)) writeFileSync(file, `HTTP/1.1 200 OK\r\nContent-Type: ${contentType}\r\n\r\n`);
  return file;
}

/** @param {string} sentence */
function fail(sentence) {
  failures += 1;
  comparisons += 1;
  console.log(`  FAILED ${sentence}`);
}

/**
 * @param {number} count
 * @returns {number[]} 0, 1 … count − 1
 */
function range(count) {
  return Array.from({ length: count }, (_, index) => index);
}
