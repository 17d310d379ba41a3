import { browser } from "./browser.js";
import { sizeText } from "./core.js";
import { Failure } from "./failure.js";
import { inspectTab } from "./inspect.js";
import { message, translate } from "./messages.js";
import { element, showAddress, showFailure, showState } from "./page.js";
import { siteAccess } from "./page-source.js";
import { showPanel } from "./panel.js";
import { readSettings } from "./settings.js";

/** Reading that takes longer shows its progress, in milliseconds. */
const PROGRESS_AFTER_MS = 250;

const closing = new AbortController();
addEventListener("pagehide", () => closing.abort());

translate(document);
const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
/** What the popup shows. @type {import("./inspect.js").Inspected & { limit: import("./settings.js").LimitSetting } | undefined} */
let inspected;
// Written when somebody reads it: the verdict does not wait for it.
Object.defineProperty(globalThis, "crawlCutoffReport", { configurable: true, get: () => inspected?.finished.report });

if (tab?.url) showAddress(tab.url);
element("allow-site").addEventListener("click", allowSite);
element("full-report").addEventListener("click", () => showReport());
element("copy-link").addEventListener("click", share);
element("as-googlebot").addEventListener("click", () => showReport("source"));
await show();

/** Reads the page and shows its report, or why there is none. */
async function show() {
  showState("reading");
  const progress = element("progress");
  const late = setTimeout(() => (progress.hidden = false), PROGRESS_AFTER_MS);
  const settings = readSettings();
  try {
    const limit = settings.then(({ limit }) => limit);
    inspected = { ...(await inspectTab(tab, { limit, signal: closing.signal, onProgress: showProgress })), limit: await limit };
    showPanel(element("panel"), inspected.finished.panel);
    element("actions").hidden = false;
    showState("ready");
  } catch (error) {
    return showReason(Failure.from(error));
  } finally {
    clearTimeout(late);
    progress.hidden = true;
  }
  await tidy(await settings);
}

/**
 * What can wait until the report is seen, its modules too: nobody misses it where it fails.
 *
 * @param {import("./settings.js").Settings} settings
 */
async function tidy({ keepHistory }) {
  try {
    const [{ removeStale }, { rememberCheck }] = await Promise.all([import("./handover.js"), import("./history.js")]);
    if (keepHistory && !tab?.incognito) await rememberCheck(inspected?.finished.report ?? "");
    await removeStale();
  } catch (error) {
    console.info(error);
  }
  document.documentElement.dataset.tidied = "";
}

/**
 * @param {number} readBytes
 * @param {number | null} expectedBytes
 */
function showProgress(readBytes, expectedBytes) {
  const bar = /** @type {HTMLProgressElement} */ (element("progress-bar"));
  if (expectedBytes && readBytes <= expectedBytes) {
    bar.max = expectedBytes;
    bar.value = readBytes;
  } else {
    bar.removeAttribute("value");
  }
  element("progress-text").textContent = message("popup_read_so_far", sizeText(readBytes));
}

/** @param {Failure} failure */
function showReason(failure) {
  const askable = failure.code.startsWith("site_access_") && failure.code !== "site_access_refused";
  element("allow-site").textContent = askable ? message("popup_allow_site", ...failure.values) : "";
  element("allow-site").hidden = !askable;
  showFailure(failure);
}

/**
 * Opens the same report in a tab of its own.
 *
 * @param {string} [section] the part to start at
 */
async function showReport(section) {
  if (!inspected || tab?.id === undefined) return;
  const { finished, body: pieces, ...rest } = inspected;
  const body = pieces && new Blob(/** @type {Uint8Array<ArrayBuffer>[]} */ (pieces));
  try {
    const { openReport } = await import("./handover.js");
    await openReport({ ...rest, report: finished.report, body, tabId: tab.id }, section);
    close();
  } catch (error) {
    showFailure(error);
  }
}

/** Offers the report as a link. What makes links is loaded when somebody wants one. */
async function share() {
  if (!inspected) return;
  try {
    const [{ showShareDialog }, { shareTarget }] = await Promise.all([import("./share-dialog.js"), import("./share-target.js")]);
    await showShareDialog(inspected.finished.report, await shareTarget());
  } catch (error) {
    showFailure(error);
  }
}

/** Asks for the one site, and goes on with it. Browsers want the question in the very turn of the click. */
async function allowSite() {
  if (!tab?.url) return;
  const answer = browser.permissions.request(siteAccess(tab.url));
  element("failed").hidden = true;
  showState("reading");
  if (await answer) await show();
  else showReason(new Failure("site_access_refused", new URL(tab.url).host));
}
