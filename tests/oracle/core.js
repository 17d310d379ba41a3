import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** @import { Facts } from "./facts.js" */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * What the core says about a page as a whole.
 *
 * @typedef {object} PageLine
 * @property {boolean} isHtml
 * @property {string | null} encoding
 * @property {number} bodyBytes
 * @property {[kind: string, start: number, end: number][]} signals
 */

/**
 * What the core says is kept at one cut.
 *
 * @typedef {object} CutLine
 * @property {string | null} state what the cut stands in; `null` past the end
 * @property {Facts} facts
 */

/**
 * Builds the program that speaks for the core.
 *
 * @returns {string} its path
 */
export function buildCore() {
  const messages = execFileSync(
    "cargo",
    ["build", "--release", "-q", "-p", "crawl-cutoff-core", "--example", "prefix_facts", "--message-format=json-render-diagnostics"],
    { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "inherit"] },
  );
  for (const line of messages.split("\n")) {
    if (!line.includes('"executable"')) continue;
    const message = JSON.parse(line);
    if (message.target?.name === "prefix_facts" && message.executable) return message.executable;
  }
  throw new Error("cargo named no program prefix_facts");
}

/**
 * What the core says is kept of a page, for each cut.
 *
 * @param {string} program from `buildCore`
 * @param {string} file the page
 * @param {string | null} head file with its response head
 * @param {(page: PageLine) => readonly number[]} chooseCuts called once the page is known
 * @returns {Promise<{ page: PageLine, cuts: readonly number[], lines: CutLine[] }>}
 */
export async function askCore(program, file, head, chooseCuts) {
  const child = spawn(program, [...(head === null ? [] : ["--head", head]), file], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "close");
  /** @type {PageLine | undefined} */
  let page;
  /** @type {readonly number[]} */
  let cuts = [];
  /** @type {CutLine[]} */
  const lines = [];
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    if (page === undefined) {
      page = /** @type {PageLine} */ (JSON.parse(line));
      cuts = chooseCuts(page);
      child.stdin.end(cuts.map((cut) => `${cut}\n`).join(""));
    } else {
      lines.push(JSON.parse(line));
    }
  }
  const [status] = await ended;
  if (page === undefined || status !== 0 || lines.length !== cuts.length) {
    throw new Error(`${program} ended with status ${status} after ${lines.length} of ${cuts.length} cuts of ${file}`);
  }
  return { page, cuts, lines };
}
