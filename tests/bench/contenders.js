/** Runs in the page: the parsers that are measured, all on the same bytes. */

import { Parser } from "htmlparser2";
import { parse } from "parse5";

/** How long a contender runs before it is measured, at least. Unit: milliseconds. */
const WARM_UP_MS = 1000;

/** Bytes that are pushed at once, about what a network stream gives. */
const CHUNK_BYTES = 65_536;

/** @typedef {typeof import("../../dist/wasm/crawl-cutoff.js")} Core */

const compiled = WebAssembly.compileStreaming(fetch("/dist/chrome/wasm/crawl-cutoff_bg.wasm"));
const messages = await (await fetch("/dist/chrome/_locales/en/messages.json")).text();
let instances = 0;

/**
 * The WebAssembly that ships, in an instance and with a memory of its own.
 *
 * @returns {Promise<{ core: Core, memory: WebAssembly.Memory }>}
 */
export async function startCore() {
  /** @type {Core} */
  const core = await import(`/dist/chrome/wasm/crawl-cutoff.js?${instances++}`);
  const { memory } = await core.default({ module_or_path: await compiled });
  return { core, memory };
}

/**
 * The pass alone: every chunk, and no report.
 *
 * @param {Core} core
 * @param {Uint8Array} body
 * @returns {InstanceType<Core["Inspection"]>}
 */
export function pass({ Inspection }, body) {
  const inspection = new Inspection({ url: "https://example.com/", status: 200, fields: [["content-type", "text/html"]], messages });
  for (let at = 0; at < body.length; at += CHUNK_BYTES) inspection.push(body.subarray(at, at + CHUNK_BYTES));
  return inspection;
}

/**
 * The whole inspection: the pass, then the report and the popup's HTML. Writing the report as JSON text is measured apart: the
 * popup shows its panel without it.
 *
 * @param {Core} core
 * @param {Uint8Array} body
 * @returns {{ report: string, passMs: number, finishMs: number, textMs: number }} `finishMs`: from the last chunk to the panel;
 *   `textMs`: from there to the JSON text
 */
export function inspect(core, body) {
  const start = performance.now();
  const inspection = pass(core, body);
  const passed = performance.now();
  const finished = inspection.finish({ source: "cache" });
  void finished.panel;
  const shown = performance.now();
  const { report } = finished;
  const written = performance.now();
  finished.free();
  inspection.free();
  return { report, passMs: passed - start, finishMs: shown - passed, textMs: written - shown };
}

/** Somebody who listens to every event and does nothing with it. */
const LISTENER = { onopentag() {}, onclosetag() {}, ontext() {}, oncomment() {}, onprocessinginstruction() {} };

/**
 * What the others do, given the decoded text.
 *
 * @type {Record<string, (text: string) => unknown>}
 */
const OTHERS = {
  domparser: (text) => new DOMParser().parseFromString(text, "text/html"),
  htmlparser2: (text) => new Parser(LISTENER).end(text),
  parse5: (text) => parse(text, { sourceCodeLocationInfo: true }),
};

/** One page and everything that is measured on it. */
export class Subject {
  /** Milliseconds of the first inspection, with code that the browser has not optimised yet: what a click gets. */
  firstMs;
  #core;
  #body;
  #encoding;
  #text;

  /**
   * @param {Core} core
   * @param {Uint8Array} body
   */
  constructor(core, body) {
    this.#core = core;
    this.#body = body;
    const { report, passMs, finishMs } = inspect(core, body);
    this.firstMs = passMs + finishMs;
    this.#encoding = JSON.parse(report).page.encoding;
    this.#text = this.#decode();
  }

  get bodyBytes() {
    return this.#body.length;
  }

  /**
   * Runs a contender until the browser has optimised its code.
   *
   * @param {string} contender
   */
  warmUp(contender) {
    const start = performance.now();
    do this.measure(contender);
    while (performance.now() - start < WARM_UP_MS);
  }

  /**
   * @param {string} contender
   * @returns {Record<string, number>} milliseconds
   */
  measure(contender) {
    if (contender === "inspection") {
      const { passMs, finishMs, textMs } = inspect(this.#core, this.#body);
      return { inspection: passMs + finishMs, finish: finishMs, text: textMs };
    }
    const start = performance.now();
    if (contender === "decode") this.#decode();
    else OTHERS[contender](this.#text);
    return { [contender]: performance.now() - start };
  }

  #decode() {
    return new TextDecoder(this.#encoding).decode(this.#body);
  }
}
