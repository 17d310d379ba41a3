import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../extension/", import.meta.url);
const SOURCES = [FOLDER, new URL("../../viewer/", import.meta.url)].flatMap((folder) => readdirSync(folder)
  .filter((name) => /\.(js|html)$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), "utf8")))
  .join("\n");

/** Keys of sentences that the extension's own pages and the viewer use. */
const used = [...found(SOURCES, /\bmessage\("(\w+)"/g), ...found(SOURCES, /data-message="(\w+)"/g)];

/** The failures that there are; the type checker sees to it that no other is thrown. */
const [typedef] = /@typedef \{[^}]*\} FailureCode/.exec(readFileSync(new URL("failure.js", FOLDER), "utf8")) ?? [""];
const failures = found(typedef, /"(\w+)"/g).map((code) => `failure_${code}`);

for (const language of readdirSync(new URL("_locales/", FOLDER))) {
  const sentences = JSON.parse(readFileSync(new URL(`_locales/${language}/messages.json`, FOLDER), "utf8"));

  test(`${language}: every sentence that is used is there`, () => {
    assert.deepEqual(used.filter((key) => !(key in sentences)), []);
  });

  test(`${language}: every failure has its sentence, and every sentence its failure`, () => {
    const there = Object.keys(sentences).filter((key) => key.startsWith("failure_"));
    assert.deepEqual(there.sort(), failures.toSorted());
  });

  test(`${language}: the viewer speaks it`, async () => {
    const source = readFileSync(new URL("../../viewer/messages.js", import.meta.url), "utf8");
    const [, list = ""] = /LANGUAGES = \[(.*?)\]/.exec(source) ?? [];
    assert.ok(list.includes(`"${language}"`), list);
  });

  test(`${language}: the file names its language`, () => {
    assert.equal(sentences.popup_language.message, language.replace("_", "-"));
  });
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
function found(text, pattern) {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}
