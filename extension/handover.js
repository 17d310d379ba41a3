import { browser } from "./browser.js";

/**
 * Opens the report tab on a report that exists already. The report lies in the browser's memory until the tab has taken it.
 *
 * @param {string} report JSON text, schema 1
 */
export async function openReport(report) {
  const id = crypto.randomUUID();
  await browser.storage.session.set({ [keyOf(id)]: report });
  await browser.tabs.create({ url: browser.runtime.getURL(`report.html#${id}`) });
}

/**
 * Takes the report that this tab was opened for. The tab itself keeps it, so that it can be loaded again.
 *
 * @returns {Promise<string | null>} JSON text; `null` when it is gone, as in a copy of the address
 */
export async function takeReport() {
  const id = location.hash.slice(1);
  const key = keyOf(id);
  const { [key]: report } = await browser.storage.session.get(key);
  if (typeof report !== "string") return sessionStorage.getItem(key);
  await browser.storage.session.remove(key);
  try {
    sessionStorage.setItem(key, report);
  } catch {
    // A report too large for it is shown once.
  }
  return report;
}

/** @param {string} id */
function keyOf(id) {
  return `report:${id}`;
}
