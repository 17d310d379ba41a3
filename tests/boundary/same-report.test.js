// The WebAssembly that ships and the command line give the same report for the same bytes, the hazards in the page's own scripts
// included, which in a browser the report tab adds. The two are built differently: the
// command asks lol_html for the ends of start tags, the WebAssembly finds them by itself.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { initSync, Inspection } from "../../dist/wasm/crawl-cutoff.js";
import { initSync as initReader, PageReading } from "../../dist/wasm/reader.js";
import { initSync as initShown, Measuring } from "../../dist/wasm/report.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CORPUS = process.env.CRAWL_CUTOFF_CORPUS ?? join(ROOT, "../shared/corpus");
const MESSAGES = readFileSync(join(ROOT, "extension/_locales/en/messages.json"), "utf8");

initSync({ module: readFileSync(join(ROOT, "dist/chrome/wasm/crawl-cutoff_bg.wasm")) });
initReader({ module: readFileSync(join(ROOT, "dist/chrome/wasm/reader_bg.wasm")) });
initShown({ module: readFileSync(join(ROOT, "dist/chrome/wasm/report_bg.wasm")) });

/**
 * @param {string[]} paths
 * @returns {unknown[]} what `check --json` prints for each
 */
function checked(paths) {
  const program = ["run", "--release", "--quiet", "--locked", "--bin", "crawl-cutoff", "--", "check", "--json", ...paths];
  try {
    return lines(execFileSync("cargo", program, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "inherit"] }));
  } catch (error) {
    // 1 says that something is lost in one of the pages.
    const { status, stdout } = /** @type {{ status: number, stdout: string }} */ (error);
    if (status !== 1) throw error;
    return lines(stdout);
  }
}

/** @param {string} text */
function lines(text) {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** @param {string} path */
function inspected(path) {
  const inspection = new Inspection({ url: path, messages: MESSAGES });
  const body = readFileSync(path);
  for (let at = 0; at < body.length; at += 65_536) inspection.push(body.subarray(at, at + 65_536));
  const measuring = new Measuring(inspection.finish({ source: "file" }).report, MESSAGES);
  const scripts = new PageReading(measuring.pageTarget());
  for (let at = 0; at < body.length; at += 65_536) scripts.push(body.subarray(at, at + 65_536));
  measuring.takePage(scripts.finish());
  return JSON.parse(measuring.report);
}

/** Encodings that Node's TextDecoder reads by other tables than browsers do (ICU's, not the Encoding standard's). */
const NOT_IN_NODE = ["Big5", "EUC-JP", "EUC-KR", "GBK", "gb18030", "ISO-2022-JP", "Shift_JIS"];

/** @param {string[]} paths */
function compare(paths) {
  const reports = checked(paths);
  assert.equal(reports.length, paths.length);
  for (const [index, path] of paths.entries()) {
    const report = /** @type {{ page: { encoding: string } }} */ (reports[index]);
    if (!NOT_IN_NODE.includes(report.page.encoding)) assert.deepEqual(inspected(path), report, path);
  }
}

test("on the project's own cases", () => {
  const folder = join(ROOT, "tests/pages");
  const paths = readdirSync(folder)
    .filter((name) => !existsSync(join(folder, name, "head.txt")))
    .map((name) => join(folder, name, "page.html"))
    .filter((path) => existsSync(path));
  assert.ok(paths.length > 50);
  compare(paths);
});

test("on the corpus", (context) => {
  const folders = ["over2mb", "under2mb", "window", "malformed", "encodings"].map((name) => join(CORPUS, "pages", name));
  if (!folders.every((folder) => existsSync(folder))) return context.skip("skipped: no corpus");
  compare(folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))));
});
