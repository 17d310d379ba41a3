import { readableAddress } from "./address.js";
import { startInspection } from "./core.js";
import { Failure } from "./failure.js";
import { openPageSource } from "./page-source.js";
import { breathe, inTime } from "./patience.js";
import { readRuntime } from "./runtime.js";
import { readScreen } from "./screen.js";

/** @import { Finished } from "./core.js" */
/** @import { FinishContext } from "./wasm/crawl-cutoff.js" */
/** @import { LimitSetting } from "./settings.js" */

/**
 * Most bytes of a body that are kept in hand after its inspection, for the report tab: those of the largest limit, 64 MB
 * of 1,048,576 bytes. What is larger is inspected all the same.
 */
export const KEPT_BYTES = 67_108_864;

/** Bytes of a kept body that are inspected between two looks at what the user does. */
const SLICE_BYTES = 1_048_576;

/**
 * A page's report, and what it was made of.
 *
 * @typedef {object} Inspected
 * @property {Finished} finished
 * @property {import("./page-agent.js").PageHead} head
 * @property {FinishContext} context
 * @property {Uint8Array[] | null} body in pieces; `null` where it has more than {@link KEPT_BYTES}
 */

/**
 * Reads the page in a tab and gives its report.
 *
 * @param {chrome.tabs.Tab | undefined} tab
 * @param {object} how
 * @param {Promise<LimitSetting>} how.limit
 * @param {AbortSignal} how.signal ends the reading
 * @param {(readBytes: number, expectedBytes: number | null) => void} how.onProgress called after each piece of the body
 * @returns {Promise<Inspected>}
 * @throws {Failure}
 */
export async function inspectTab(tab, { limit, signal, onProgress }) {
  if (tab?.id === undefined) throw new Failure("no_tab");
  const url = await readableAddress(tab.url);
  const asked = readScreen(tab.id);
  const runtime = readRuntime(tab.id);
  const screen = await asked;
  const source = await openPageSource(tab.id, url, screen, signal);
  const inspection = await startInspection(source.head, await limit);

  const reader = source.body.getReader();
  const next = () => inTime(reader.read()).catch((error) => {
    throw error instanceof Failure ? error : new Failure("interrupted");
  });
  /** @type {Uint8Array[] | null} */
  let body = [];
  for (let piece = await next(); !piece.done; piece = await next()) {
    inspection.push(piece.value);
    if (inspection.bodyBytes > KEPT_BYTES) body = null;
    body?.push(piece.value);
    onProgress(inspection.bodyBytes, screen?.bodyBytes ?? null);
    await breathe();
  }

  /** @type {FinishContext} */
  const context = source.origin === "file" ? { source: "file", ...(await runtime) } : {
    source: source.origin,
    transferredBytes: source.origin === "cache" ? screen?.transferredBytes : await source.transferredBytes(),
    screenBodyBytes: screen?.bodyBytes,
    screenStatus: screen?.status,
    responseMs: screen?.responseMs,
    protocol: screen?.protocol,
    requestedUrl: source.requestedUrl,
    ...(await runtime),
  };
  return { finished: inspection.finish(context), head: source.head, context, body };
}

/**
 * Inspects a body in hand once more.
 *
 * @param {object} page
 * @param {import("./page-agent.js").PageHead} page.head
 * @param {FinishContext} page.context
 * @param {Blob} page.body
 * @param {LimitSetting} limit
 * @param {AbortSignal} signal
 * @returns {Promise<string>} the report as JSON text
 */
export async function inspectAgain({ head, context, body }, limit, signal) {
  const inspection = await startInspection(head, limit);
  for (let start = 0; start < body.size; start += SLICE_BYTES) {
    inspection.push(new Uint8Array(await body.slice(start, start + SLICE_BYTES).arrayBuffer()));
    await breathe();
    signal.throwIfAborted();
  }
  return inspection.finish(context).report;
}
