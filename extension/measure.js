import { startInspection } from "./core.js";
import { Failure } from "./failure.js";
import { message } from "./messages.js";
import { breathe, inTime } from "./patience.js";
import { readResponse } from "./reader.js";

/** @import { Measuring } from "./wasm/report.js" */

/** Files that are read at once. */
const AT_ONCE = 6;

/** Longest silence of a server, in milliseconds. */
const SILENCE_MS = 15_000;

/** Bytes of a robots.txt that Google reads. */
const ROBOTS_BYTES = 512_000;

/**
 * Reads robots.txt of every host, then every subresource that Google's renderer asks for. One that cannot be read says why, and
 * stops no other.
 *
 * @param {Measuring} measuring
 * @param {object} how
 * @param {import("./settings.js").LimitSetting} how.limit
 * @param {AbortSignal} how.signal ends it; what was read stays
 * @param {() => void} how.onProgress called after each
 */
export async function measureAll(measuring, { limit, signal, onProgress }) {
  const origins = measuring.origins();
  await inTurns(signal, () => origins.shift(), (origin) => readRobots(measuring, origin, signal));
  await inTurns(signal, () => measuring.next(), async (url) => {
    await read(measuring, url, limit, signal).catch((error) => {
      // Whoever stops it makes no statement about the file.
      if (!signal.aborted) measuring.fail(url, sentenceOf(error));
    });
    onProgress();
    await breathe();
  });
}

/**
 * @param {AbortSignal} signal
 * @param {() => string | undefined} next
 * @param {(item: string) => Promise<void>} work
 */
async function inTurns(signal, next, work) {
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let item = next(); item !== undefined && !signal.aborted; item = next()) await work(item);
  }));
}

/**
 * @param {Measuring} measuring
 * @param {string} url
 * @param {import("./settings.js").LimitSetting} limit
 * @param {AbortSignal} signal
 */
async function read(measuring, url, limit, signal) {
  const stop = new AbortController();
  const response = await inTime(request(url, AbortSignal.any([signal, stop.signal])), SILENCE_MS);
  try {
    if (measuring.isFrame(url)) measuring.takeFrame(url, await inspect(response, limit));
    else measuring.take(await readResponse(measuring.target(url), response, (next) => inTime(next, SILENCE_MS)));
  } finally {
    stop.abort();
  }
}

/**
 * @param {Response} response
 * @param {import("./settings.js").LimitSetting} limit
 * @returns {Promise<string>} the report of a document in a frame
 */
async function inspect(response, limit) {
  const head = { url: response.url, status: response.status, fields: /** @type {[string, string][]} */ ([...response.headers]) };
  const inspection = await startInspection(head, limit);
  const body = response.body?.getReader();
  if (body) {
    for (let piece = await inTime(body.read(), SILENCE_MS); !piece.done; piece = await inTime(body.read(), SILENCE_MS)) {
      inspection.push(piece.value);
    }
  }
  return inspection.finish({ source: "second_request" }).report;
}

/**
 * @param {Measuring} measuring
 * @param {string} origin
 * @param {AbortSignal} signal
 */
async function readRobots(measuring, origin, signal) {
  try {
    const response = await inTime(request(`${origin}/robots.txt`, signal), SILENCE_MS);
    const body = new Uint8Array(await inTime(response.arrayBuffer(), SILENCE_MS));
    const text = new TextDecoder().decode(body.subarray(0, ROBOTS_BYTES));
    measuring.takeRobots(origin, response.status, response.redirected, text, body.length);
  } catch {
    // What is known of the host already, from inside the page, counts for more than no answer.
  }
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 */
function request(url, signal) {
  // As crawlers ask: without cookies, and from the server.
  return fetch(url, { cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer", signal });
}

/** @param {unknown} error */
function sentenceOf(error) {
  return error instanceof Failure ? error.sentence : message("report_measure_no_answer");
}
