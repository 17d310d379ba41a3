import { openReport } from "./handover.js";
import { forgetChecks, readChecks, reportOf } from "./history.js";
import { LimitForm } from "./limit-form.js";
import { message, translate } from "./messages.js";
import { element, shortAddress, showFailure, showState } from "./page.js";
import { DEFAULTS, readSettings, saveSettings } from "./settings.js";

/** @import { Check } from "./history.js" */
/** @import { Settings } from "./settings.js" */

translate(document);
try {
  const settings = await readSettings();
  new LimitForm(element("limit"), settings.limit, (limit) => save({ limit }));
  offerViewer(settings);
  offerHistory(settings);
  await showHistory();
  showState("ready");
} catch (error) {
  showFailure(error);
}

/** @param {Partial<Settings>} changed */
async function save(changed) {
  try {
    await saveSettings(changed);
    element("saved").textContent = message("options_saved");
  } catch (error) {
    showFailure(error);
  }
}

/** @param {Settings} settings */
function offerViewer({ viewerUrl }) {
  const field = /** @type {HTMLInputElement} */ (element("viewer-url"));
  field.value = viewerUrl;
  field.addEventListener("change", () => {
    if (field.reportValidity()) save({ viewerUrl: field.value.trim() });
  });
}

/** @param {Settings} settings */
function offerHistory({ keepHistory }) {
  const keep = /** @type {HTMLInputElement} */ (element("keep-history"));
  keep.checked = keepHistory;
  keep.addEventListener("change", () => save({ keepHistory: keep.checked }));
  element("forget").addEventListener("click", () => forgetChecks().then(showHistory).catch(showFailure));
}

async function showHistory() {
  const checks = await readChecks();
  element("history").hidden = checks.length === 0;
  element("history-empty").hidden = checks.length > 0;
  /** @type {HTMLButtonElement} */ (element("forget")).disabled = checks.length === 0;
  const body = /** @type {HTMLTableElement} */ (element("history")).tBodies[0];
  body.replaceChildren(...checks.map(row));
}

/** @param {Check} check */
function row(check) {
  const row = document.createElement("tr");
  const when = document.createElement("time");
  when.dateTime = new Date(check.at).toISOString();
  when.textContent = new Date(check.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const open = document.createElement("button");
  open.className = "link";
  open.dir = "auto";
  open.textContent = shortAddress(check.url);
  open.title = check.title;
  open.addEventListener("click", () => openCheck(check).catch(showFailure));
  for (const content of [when, open, check.sentence]) row.insertCell().append(content);
  return row;
}

/**
 * Opens the report of a check that is over: its page is not in hand any more.
 *
 * @param {Check} check
 */
async function openCheck(check) {
  const head = { url: check.url, status: null, fields: null };
  await openReport({ report: await reportOf(check), head, context: {}, body: null, limit: DEFAULTS.limit, tabId: -1 });
}
