/** Runs in the page: documents that are made to take memory, one shape each. */

import { inspect, startCore } from "./contenders.js";

const HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body>';

/**
 * What each begins with, and what it goes on with to its end.
 *
 * @type {Record<string, [head: string, unit: string]>}
 */
const SHAPES = {
  "one attribute": [`${HEAD}<p title="`, "lorem ipsum "],
  "one data: address": [`${HEAD}<img src="data:image/png;base64,`, "iVBORw0KGgo"],
  "one tag full of attributes": [`${HEAD}<p `, "a=b "],
  "one comment": [`${HEAD}<!--`, "lorem - ipsum"],
  "one script": [`${HEAD}<script>`, "let a = 1;\n"],
  "one style sheet": [`${HEAD}<style>`, "a{b:c}"],
  "one JSON-LD string": [`${HEAD}<script type=application/ld+json>{"a":"`, "lorem ipsum "],
  "one JSON-LD list": [`${HEAD}<script type=application/ld+json>[`, '{"@type":"Thing"},'],
  "JSON without end": [`${HEAD}<script type=application/json id=__NEXT_DATA__>{`, '"a":{'],
  "one title": ["<!doctype html><title>", "lorem "],
  "text": [`${HEAD}<p>`, "lorem ipsum "],
  "nested div": [HEAD, "<div>"],
  "nested b": [HEAD, "<b>"],
  "nested headings": [HEAD, "<h1>a<div>"],
  "nested elements in SVG": [`${HEAD}<svg>`, "<path d=M0>"],
  "nested template": [HEAD, "<template>"],
  headings: [HEAD, "<h2>Title of a section</h2><p>x</p>"],
  microdata: [HEAD, "<i itemscope itemtype=https://schema.org/Thing>x</i>"],
  "links with an id": [HEAD, "<a id=aaaa href=/x>x</a> "],
  "scripts from files": [HEAD, "<script src=/a.js></script>"],
  "inline scripts": [HEAD, "<script>a()</script>"],
  images: [HEAD, "<img src=/a.png>"],
  "style sheets": [HEAD, "<style>a{b:url(/c)}</style>"],
  "cards of one shape": [HEAD, `<li class=card><a href=/x><b>x</b></a><p>${"words ".repeat(40)}</p></li>`],
};

export const NAMES = Object.keys(SHAPES);

/**
 * @param {string} name
 * @param {number} bodyBytes
 * @returns {Promise<{ memoryBytes: number, reportBytes: number }>} WebAssembly memory after one inspection in an instance
 *   of its own, which holds no page; and the size of the report
 */
export async function inspectHostile(name, bodyBytes) {
  const body = new Uint8Array(bodyBytes);
  const [head, unit] = SHAPES[name];
  const run = new TextEncoder().encode(unit.repeat(Math.ceil(65_536 / unit.length)));
  let { written: at } = new TextEncoder().encodeInto(head, body);
  for (; at < bodyBytes; at += run.length) body.set(run.subarray(0, bodyBytes - at), at);
  const { core, memory } = await startCore();
  const { report } = inspect(core, body);
  return { memoryBytes: memory.buffer.byteLength, reportBytes: report.length };
}
