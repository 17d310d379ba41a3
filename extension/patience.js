import { Failure } from "./failure.js";

/** Longest silence of a server before reading gives up, in milliseconds. */
export const SILENCE_MS = 30_000;

/**
 * Waits for the next sign of life from a server.
 *
 * @template T
 * @param {Promise<T>} next
 * @param {number} [silenceMs]
 * @returns {Promise<T>}
 * @throws {Failure} code "stalled" after `silenceMs` without one
 */
export async function inTime(next, silenceMs = SILENCE_MS) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Failure("stalled", String(silenceMs / 1000))), silenceMs);
  });
  try {
    return await Promise.race([next, /** @type {Promise<never>} */ (silence)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Longest time that work may keep the page from answering its user, in milliseconds. */
const BUSY_MS = 16;
let busySince = performance.now();

/** Lets the browser paint and answer, when work has kept it from that for long enough. */
export async function breathe() {
  if (performance.now() - busySince < BUSY_MS) return;
  await new Promise((resolve) => setTimeout(resolve));
  busySince = performance.now();
}
