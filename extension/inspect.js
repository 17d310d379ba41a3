import { readableAddress } from "./address.js";
import { startInspection } from "./core.js";
import { Failure } from "./failure.js";
import { openPageSource } from "./page-source.js";
import { breathe, inTime } from "./patience.js";
import { readScreen } from "./screen.js";

/**
 * Reads the page in a tab and gives its report.
 *
 * @param {chrome.tabs.Tab | undefined} tab
 * @param {object} how
 * @param {AbortSignal} how.signal ends the reading
 * @param {(readBytes: number, expectedBytes: number | null) => void} how.onProgress called after each piece of the body
 * @returns {Promise<import("./wasm/crawl-cutoff.js").Finished>}
 * @throws {Failure}
 */
export async function inspectTab(tab, { signal, onProgress }) {
  if (tab?.id === undefined) throw new Failure("no_tab");
  const url = await readableAddress(tab.url);
  const screen = await readScreen(tab.id);
  const source = await openPageSource(tab.id, url, screen, signal);
  const inspection = await startInspection(source.head);

  const reader = source.body.getReader();
  const next = () => inTime(reader.read()).catch((error) => {
    throw error instanceof Failure ? error : new Failure("interrupted");
  });
  for (let piece = await next(); !piece.done; piece = await next()) {
    inspection.push(piece.value);
    onProgress(inspection.bodyBytes, screen?.bodyBytes ?? null);
    await breathe();
  }

  if (source.origin === "file") return inspection.finish({ source: "file" });
  return inspection.finish({
    source: source.origin,
    transferredBytes: source.origin === "cache" ? screen?.transferredBytes : await source.transferredBytes(),
    screenBodyBytes: screen?.bodyBytes,
    screenStatus: screen?.status,
    responseMs: screen?.responseMs,
    protocol: screen?.protocol,
    requestedUrl: source.requestedUrl,
  });
}
