import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const EXTENSION = new URL("../../extension/", import.meta.url);

test("the popup preloads exactly what it imports", async () => {
  const html = await readFile(new URL("popup.html", EXTENSION), "utf8");
  const preloaded = [...html.matchAll(/rel="modulepreload" href="(.+?)"/g)].map(([, href]) => href);
  const imported = await importsOf("popup.js", new Set());
  assert.deepEqual(preloaded, [...imported].sort());
});

/**
 * @param {string} module in the folder of the extension
 * @param {Set<string>} known
 * @returns {Promise<Set<string>>} all modules that it needs before it runs
 */
async function importsOf(module, known) {
  const code = await readFile(new URL(module, EXTENSION), "utf8");
  for (const [, name] of code.matchAll(/^import [^;]*from "\.\/(.+?)";$/gm)) {
    if (known.has(name)) continue;
    known.add(name);
    // What the core's build writes imports nothing.
    if (!name.startsWith("wasm/")) await importsOf(name, known);
  }
  return known;
}
