import { browser } from "./browser.js";
import { answer, inStore } from "./database.js";

/** @import { FinishContext } from "./wasm/crawl-cutoff.js" */

/**
 * What a report tab gets from the popup: the report, and all that is needed to compute it again.
 *
 * @typedef {object} Handover
 * @property {string} report JSON text, schema 1
 * @property {import("./page-agent.js").PageHead} head
 * @property {FinishContext} context
 * @property {Blob | null} body decoded bytes; `null` where they were too many to keep
 * @property {import("./settings.js").LimitSetting} limit that the report was made with
 * @property {number} tabId the page's own tab
 */

/** A handover younger than this may still be on its way to its tab, in milliseconds. */
const ON_ITS_WAY_MS = 60_000;

/**
 * Opens the report tab on a report that exists already.
 *
 * @param {Handover} handover
 * @param {string} [section] id of the part to start at
 */
export async function openReport(handover, section = "") {
  const id = crypto.randomUUID();
  await inStore("handovers", "readwrite", (store) => answer(store.put({ id, at: Date.now(), ...handover })));
  const page = new URL(browser.runtime.getURL("report.html"));
  page.searchParams.set("id", id);
  page.hash = section;
  await browser.tabs.create({ url: page.href });
}

/**
 * Takes what this tab was opened for. It stays as long as a tab shows it, so that the tab can be loaded again.
 *
 * @returns {Promise<Handover | null>} `null` when it is gone, as in a copy of the address
 */
export async function takeHandover() {
  const id = new URLSearchParams(location.search).get("id");
  if (!id) return null;
  // Held until the tab is closed or left: that is how others know that somebody shows it.
  navigator.locks.request(lockOf(id), { mode: "shared" }, () => new Promise(() => {}));
  return (await inStore("handovers", "readonly", (store) => answer(store.get(id)))) ?? null;
}

/** Removes what no tab shows any more. */
export async function removeStale() {
  const { held } = await navigator.locks.query();
  const shown = new Set(held?.map(({ name }) => name));
  await inStore("handovers", "readwrite", async (store) => {
    for (let cursor = await answer(store.openCursor()); cursor; cursor = await next(cursor)) {
      const { id, at } = cursor.value;
      if (!shown.has(lockOf(id)) && Date.now() - at > ON_ITS_WAY_MS) cursor.delete();
    }
  });
}

/**
 * @param {IDBCursorWithValue} cursor
 * @returns {Promise<IDBCursorWithValue | null>} moved on; `null` at the end
 */
function next(cursor) {
  cursor.continue();
  return answer(/** @type {IDBRequest<IDBCursorWithValue | null>} */ (cursor.request));
}

/** @param {string} id */
function lockOf(id) {
  return `handover:${id}`;
}
