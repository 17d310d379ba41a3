import { readFileSync } from "node:fs";
import { Random } from "./random.js";

/** Token lists by kind. The property tests of the core draw from the same file. */
const VOCABULARY = /** @type {Record<string, string[]>} */ (
  JSON.parse(readFileSync(new URL("vocabulary.json", import.meta.url), "utf8"))
);

/** Longest soup, in tokens. */
const MAX_TOKENS = 48;

/**
 * A document of random tokens. Each soup prefers a few kinds of tokens, so that rare ones meet often.
 *
 * @param {number} seed
 * @returns {string[]} its tokens
 */
export function makeSoup(seed) {
  const random = new Random(seed);
  const kinds = Object.keys(VOCABULARY);
  const preferred = ["text", "text", random.of(kinds), random.of(kinds), random.of(kinds), random.of(kinds)];
  const tokens = Array.from({ length: 2 + random.below(MAX_TOKENS) }, () =>
    random.of(VOCABULARY[random.next() < 0.85 ? random.of(preferred) : random.of(kinds)]),
  );
  // Never a byte order mark at the start, whose prefixes are no byte order mark.
  return random.next() < 0.5 ? ["<!DOCTYPE html>", ...tokens] : [" ", ...tokens];
}

/**
 * The fewest tokens that still fail, found by leaving out ever shorter runs.
 *
 * @param {string[]} tokens that fail
 * @param {(tokens: string[]) => Promise<boolean>} fails
 * @returns {Promise<string[]>}
 */
export async function shrink(tokens, fails) {
  let smallest = tokens;
  for (let run = Math.max(1, smallest.length >> 1); run >= 1; run >>= 1) {
    for (let start = 0; start < smallest.length; ) {
      const shorter = [...smallest.slice(0, start), ...smallest.slice(start + run)];
      if (await fails(shorter)) smallest = shorter;
      else start += run;
    }
  }
  return smallest;
}
