import { browser } from "./browser.js";
import { VIEWER_URL } from "./viewer-url.js";

/**
 * Whose limit applies, and how it is counted.
 *
 * @typedef {object} LimitSetting
 * @property {"googlebot" | "googlebot-pdf" | "google-default" | "user"} crawler
 * @property {"band" | "strictest" | "loosest"} reading of a published limit
 * @property {number} limitBytes the limit of the crawler `user`: the body offset of the cut
 *
 * @typedef {object} Settings
 * @property {LimitSetting} limit of every new check
 * @property {boolean} keepHistory
 * @property {string} viewerUrl where share links lead; empty: the extension's own page
 */

/** @type {Settings} */
export const DEFAULTS = {
  limit: { crawler: "googlebot", reading: "band", limitBytes: 2_000_000 },
  keepHistory: true,
  viewerUrl: VIEWER_URL,
};

/** @returns {Promise<Settings>} the user's, or the defaults */
export async function readSettings() {
  const { limit, ...settings } = /** @type {Settings} */ (await browser.storage.local.get(/** @type {any} */ (DEFAULTS)));
  return { ...settings, limit: { ...DEFAULTS.limit, ...limit } };
}

/** @param {Partial<Settings>} changed */
export async function saveSettings(changed) {
  await browser.storage.local.set(changed);
}
