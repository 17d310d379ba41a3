import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** @import { Report, Prediction } from "./types.js" */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUTPUT_BYTES = 1 << 28;

/**
 * Builds the command line and the program that predicts.
 *
 * @returns {Map<string, string>} paths by name
 */
function build() {
  const messages = execFileSync(
    "cargo",
    ["build", "--release", "-q", "-p", "crawl-cutoff", "-p", "crawl-cutoff-core", "--bin", "crawl-cutoff", "--example", "what_if", "--message-format=json-render-diagnostics"],
    { cwd: ROOT, encoding: "utf8", maxBuffer: OUTPUT_BYTES, stdio: ["ignore", "pipe", "inherit"] },
  );
  const built = messages.split("\n").filter((line) => line.includes('"executable"')).map((line) => JSON.parse(line));
  return new Map(built.filter((message) => message.executable).map((message) => [message.target.name, message.executable]));
}

/** @type {Map<string, string> | undefined} */
let programs;

/**
 * @param {string} name
 * @param {string[]} words
 * @param {string} input
 * @returns {string}
 */
function run(name, words, input) {
  programs ??= build();
  const program = programs.get(name);
  if (program === undefined) throw new Error(`cargo named no program ${name}`);
  try {
    return execFileSync(program, words, { input, encoding: "utf8", maxBuffer: OUTPUT_BYTES, stdio: ["pipe", "pipe", "inherit"] });
  } catch (error) {
    // Status 1 says that something is lost.
    const failure = /** @type {{ status?: number, stdout?: string }} */ (error);
    if (failure.status === 1 && failure.stdout) return failure.stdout;
    throw error;
  }
}

/** @param {number | null} limit bytes; `null` for Googlebot's */
const limitWords = (limit) => (limit === null ? [] : ["--limit", String(limit)]);

/**
 * What the command line says of a file.
 *
 * @param {string} file
 * @param {number | null} limit
 * @returns {Report}
 */
export const check = (file, limit) => JSON.parse(run("crawl-cutoff", ["check", "--json", ...limitWords(limit), file], ""));

/**
 * What the core predicts for sets of changes.
 *
 * @param {string} file
 * @param {number | null} limit
 * @param {string[][]} sets ids of changes
 * @returns {Prediction[]}
 */
export function predict(file, limit, sets) {
  const lines = run("what_if", [...limitWords(limit), file], sets.map((set) => `${JSON.stringify(set)}\n`).join(""));
  return lines.trim().split("\n").map((line) => JSON.parse(line));
}
