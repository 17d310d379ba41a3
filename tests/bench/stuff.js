/** Runs in the page: documents of any size, made of one page's stuff, no two copies of it with the same numbers. */

import { inspect, pass, startCore } from "./contenders.js";

/** Least bytes of stuff that are repeated, so that the smallest document holds a whole run of it. */
const STUFF_BYTES = 50_000;

/** Bytes that are inspected for one measurement, at least. */
const MEASURED_BYTES = 2_000_000;

const HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stuff</title></head><body>';

export class Stuff {
  #core;
  #run;

  /**
   * @param {import("./contenders.js").Core} core
   * @param {string} html
   */
  constructor(core, html) {
    this.#core = core;
    this.#run = new TextEncoder().encode(middleOf(new DOMParser().parseFromString(html, "text/html").body));
  }

  /**
   * The pass over one document, again and again, and nothing between. After a whole inspection it would start with the processor's
   * caches full of the last report, which a small document pays for and a large one does not notice.
   *
   * @param {number} bodyBytes
   * @returns {number} milliseconds
   */
  passMs(bodyBytes) {
    return this.#mean(bodyBytes, (body) => {
      const start = performance.now();
      const inspection = pass(this.#core, body);
      const ms = performance.now() - start;
      inspection.free();
      return ms;
    });
  }

  /**
   * The whole inspection of one document, with report and panel.
   *
   * @param {number} bodyBytes
   * @returns {number} milliseconds
   */
  wholeMs(bodyBytes) {
    return this.#mean(bodyBytes, (body) => {
      const { passMs, finishMs } = inspect(this.#core, body);
      return passMs + finishMs;
    });
  }

  /**
   * Measures until enough bytes are read: the browser's clock is too coarse for one small document.
   *
   * @param {number} bodyBytes
   * @param {(body: Uint8Array) => number} measure
   * @returns {number} the mean
   */
  #mean(bodyBytes, measure) {
    const body = this.#document(bodyBytes);
    const times = Math.ceil(MEASURED_BYTES / bodyBytes);
    let sum = 0;
    for (let time = 0; time < times; time++) sum += measure(body);
    return sum / times;
  }

  /**
   * @param {number} bodyBytes
   * @returns {Promise<number>}
   */
  async memoryBytes(bodyBytes) {
    const { core, memory } = await startCore();
    inspect(core, this.#document(bodyBytes));
    return memory.buffer.byteLength;
  }

  /** @param {number} bodyBytes */
  #document(bodyBytes) {
    const body = new Uint8Array(bodyBytes);
    let { written: at } = new TextEncoder().encodeInto(HEAD, body);
    for (let copy = 0; at < bodyBytes; copy++, at += this.#run.length) {
      body.set(this.#run.subarray(0, bodyBytes - at), at);
      renumber(body.subarray(at, at + this.#run.length), copy);
    }
    return body;
  }
}

/**
 * Gives one copy of the stuff numbers of its own, as the entries of a list have: what is remembered of one would otherwise make
 * all others cheap, and the more of them the cheaper.
 *
 * @param {Uint8Array} bytes of the copy, changed in place
 * @param {number} copy
 */
function renumber(bytes, copy) {
  const [zero, nine] = [48, 57];
  /** Heights of headings, and numbers of characters, stay what they are. */
  const keepsNext = new Set([..."hH#"].map((character) => character.charCodeAt(0)));
  let shift = copy;
  for (let at = 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte < zero || byte > nine || keepsNext.has(bytes[at - 1])) continue;
    bytes[at] = zero + ((byte - zero + shift) % 10);
    shift = Math.floor(shift / 10) || copy;
  }
}

/**
 * Elements from the middle of the longest list of siblings: whole ones, so that repeating them nests nothing.
 *
 * @param {Element} body
 */
function middleOf(body) {
  const parents = [body, ...body.querySelectorAll("*")];
  const counts = parents.map((parent) => parent.childElementCount);
  const most = counts.reduce((most, count, at) => (count > counts[most] ? at : most), 0);
  let html = "";
  /** @type {Element | null} */
  let element = parents[most].children[counts[most] >> 1];
  for (; element && html.length < STUFF_BYTES; element = element.nextElementSibling) html += `${element.outerHTML}\n`;
  return html;
}
