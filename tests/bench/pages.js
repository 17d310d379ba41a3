import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoPage } from "../run/demo-page.js";
import { htmlDocument, runningText } from "../server/document.js";

const CORPUS = process.env.CRAWL_CUTOFF_CORPUS ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const FOLDER = join(CORPUS, "pages", "over2mb");

/**
 * @typedef {object} Page
 * @property {string} name
 * @property {() => Buffer} read its body
 * @property {boolean} isStuff whether documents of all sizes are made of it
 */

/** A shop, a manual in Japanese, and the densest markup. */
const STUFF = ["web_amazon-com_product", "doc_texinfo_lilypond_notation.ja", "doc_haddock_cabal_Compat-Prelude-Internal"];

/**
 * Every page of the corpus between 2 and 15 MB, so that none is picked; without a corpus, pages made by code.
 *
 * @returns {{ pages: Page[], fromCorpus: boolean }}
 */
export function benchPages() {
  if (!existsSync(FOLDER)) return { pages: GENERATED, fromCorpus: false };
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".html")).sort();
  const pages = files.map((file) => {
    const name = file.slice(0, -".html".length);
    return { name, read: () => readFileSync(join(FOLDER, file)), isStuff: STUFF.includes(name) };
  });
  return { pages, fromCorpus: true };
}

/** @type {Page[]} */
const GENERATED = [
  { name: "generated_shop", read: demoPage, isStuff: false },
  { name: "generated_text", read: () => htmlDocument({ bytes: 4_000_000 }), isStuff: true },
  { name: "generated_table", read: () => Buffer.from(`${runningText(1_000)}<table>${rows(60_000)}</table>`), isStuff: true },
];

/** @param {number} count */
function rows(count) {
  const row = (/** @type {number} */ number) =>
    `<tr class="row r${number % 7}" id="r${number}"><td><a href="/item/${number}">Item ${number}</a><td data-value="${number}">${number % 97}&nbsp;€</tr>\n`;
  return Array.from({ length: count }, (_, number) => row(number)).join("");
}
