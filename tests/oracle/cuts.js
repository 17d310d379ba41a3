/** @import { PageLine } from "./core.js" */
/** @import { Random } from "./random.js" */

/** Edges of Googlebot's band without a response head (FACTS §1). */
const BAND_EDGES = [2_000_000, 2_097_152];

/** Signals of one kind whose edges are tried. */
const SIGNALS_PER_KIND = 3;

/**
 * Constructs of markup and how far into them to cut, in bytes from their first byte. Lower case; compared without case.
 *
 * @type {[construct: string, offsets: number[]][]}
 */
const CONSTRUCTS = [
  ["<", [1]],
  ["</", [2]],
  ["<!", [2]],
  ["<!-", [3]],
  ["<!--", [4, 5, 9]],
  ["-->", [0, 1, 2, 3]],
  ["<!doctype", [0, 4, 12]],
  ["=\"", [1, 2, 5]],
  ["='", [2, 4]],
  ["&", [1, 3]],
  [";", [0, 1]],
  ["<a ", [2, 7]],
  ["</a>", [2, 3, 4]],
  ["<script", [4, 7, 12, 60]],
  ["</script", [2, 5, 8]],
  ["<style", [3, 10, 60]],
  ["</style", [4, 8]],
  ["<title", [3, 7, 12]],
  ["</title", [0, 4, 8]],
  ["</head", [0, 3, 7, 9]],
  ["<body", [0, 3, 6]],
  ["</body", [0, 3, 7]],
  ["<noscript", [4, 14]],
  ["</noscript", [4, 11]],
  ["<template", [5, 16]],
  ["<textarea", [5, 16]],
  ["<svg", [3, 30]],
  ["<iframe", [4, 30]],
  ["<table", [3, 12]],
  ["<h2", [2, 10]],
  ["application/ld+json", [4, 40]],
];

/**
 * Offsets worth cutting at: the edges of signals, the inside of every kind of construct near the band and elsewhere, the band
 * itself, and random ones up to at least `count`.
 *
 * @param {Buffer} body
 * @param {PageLine} page
 * @param {Random} random
 * @param {number} count
 * @returns {number[]} ascending, each once
 */
export function chooseCuts(body, page, random, count) {
  const cuts = new Set([0, 1, body.length - 1, body.length]);
  for (const edge of BAND_EDGES) for (const cut of [edge - 1, edge, edge + 1]) cuts.add(cut);

  /** @type {Map<string, [number, number][]>} */
  const byKind = new Map();
  for (const [kind, start, end] of page.signals) {
    byKind.set(kind, [...(byKind.get(kind) ?? []), [start, end]]);
  }
  for (const ranges of byKind.values()) {
    const chosen = ranges.length <= SIGNALS_PER_KIND ? ranges : Array.from({ length: SIGNALS_PER_KIND }, () => random.of(ranges));
    for (const [start, end] of chosen) {
      for (const cut of [start, (start + end) >> 1, end - 1, end]) cuts.add(cut);
    }
  }

  const text = body.toString("latin1").toLowerCase();
  const origins = [0, Math.min(BAND_EDGES[0], body.length) - 2000, random.below(body.length + 1)];
  for (const [construct, offsets] of CONSTRUCTS) {
    for (const origin of origins) {
      const found = text.indexOf(construct, Math.max(0, origin));
      if (found >= 0) cuts.add(found + random.of(offsets));
    }
  }
  for (const origin of origins) {
    const sequence = text.slice(Math.max(0, origin)).search(/[\xc2-\xf4][\x80-\xbf]/);
    if (sequence >= 0) cuts.add(Math.max(0, origin) + sequence + 1);
  }

  const inside = new Set([...cuts].filter((cut) => cut >= 0 && cut <= body.length));
  const most = body.length + 1;
  const random_cuts = Math.max(20, count - inside.size);
  for (let tries = 0; tries < random_cuts && inside.size < most; tries += 1) inside.add(random.below(most));
  while (inside.size < Math.min(count, most)) inside.add(random.below(most));
  return [...inside].sort((a, b) => a - b);
}

/**
 * A share of `cuts`, for pages too large to try them all.
 *
 * @param {number[]} cuts
 * @param {number} count
 * @param {Random} random
 * @returns {number[]} ascending
 */
export function thinOut(cuts, count, random) {
  const left = [...cuts];
  while (left.length > count) left.splice(random.below(left.length), 1);
  return left;
}
