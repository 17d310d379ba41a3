/**
 * Outside UTF-8 the extension decodes with the browser's own tables. Titles, headings and character counts are those of the
 * page on screen, broken sequences included.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES } from "../server/pages.js";
import { inEachBrowser } from "./browsers.js";

/** Encoding, its bytes of some text, and bytes that are no text in it: a lead byte that the next tag's `<` cannot follow. */
const TEXTS = /** @type {const} */ ([
  ["Shift_JIS", "93fa967b8cea20b1b2b3", "93"],
  ["EUC-JP", "c6fccbdcb8ec208eb1", "c6"],
  ["ISO-2022-JP", "1b2442467c4b5c386c1b2842", "1b2442467c1b2842"],
  ["Big5", "a4a4a4e5208840", "a4"],
  ["EUC-KR", "c7d1b1b9", "c7"],
  ["GBK", "d6d0cec42080", "d6"],
  ["gb18030", "d6d0cec42095328236", "953282"],
  ["windows-1252", "93e994208081", "ff"],
  ["windows-1251", "cff0e8e2e5f220b8", "98"],
  ["KOI8-R", "f0d2c9d7c5d4", "ff"],
  ["ISO-8859-8", "f9ece5ed20a1", "ff"],
  ["UTF-16LE", "2d4e87653dd800de", "00d8"],
]);

for (const [encoding, text, broken] of TEXTS) {
  const inUtf16 = encoding === "UTF-16LE";
  /** @param {string} markup */
  const ascii = (markup) => Buffer.from(markup, inUtf16 ? "utf16le" : "latin1");
  const words = Buffer.from(text, "hex");
  const body = Buffer.concat([
    ascii("<!doctype html><title>"), words, ascii(" & &amp; &eacute;</title><h1>"), words, Buffer.from(broken, "hex"), ascii("</h1><p>"), words, ascii("</p>"),
  ]);
  PAGES[`/in/${encoding}`] = { fields: { "content-type": `text/html; charset=${encoding}` }, body };
}

inEachBrowser((stage) => {
  for (const [encoding] of TEXTS) {
    test(encoding, async () => {
      const { browser, server } = stage();
      const tab = await browser.open(`${server.origin}/in/${encoding}`);
      const screen = await tab.evaluate(async () => ({
        encoding: document.characterSet,
        title: document.title,
        heading: document.querySelector("h1")?.textContent,
        characters: [...new TextDecoder(document.characterSet, { ignoreBOM: true }).decode(await (await fetch("")).arrayBuffer())].length,
      }));
      await tab.close();
      const { page, signals } = (await stage().look(`/in/${encoding}`)).report;
      const heading = signals.find((/** @type {{ kind: string }} */ { kind }) => kind === "heading");
      assert.deepEqual({ encoding: page.encoding, title: page.title, heading: heading.value, characters: page.characters }, screen);
    });
  }
});
