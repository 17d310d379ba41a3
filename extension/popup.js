import { browser } from "./browser.js";
import { sizeText } from "./core.js";
import { Failure } from "./failure.js";
import { openReport } from "./handover.js";
import { inspectTab } from "./inspect.js";
import { message, translate } from "./messages.js";
import { siteAccess } from "./page-source.js";
import { showPanel } from "./panel.js";

/** Reading that takes longer shows its progress, in milliseconds. */
const PROGRESS_AFTER_MS = 250;

const closing = new AbortController();
addEventListener("pagehide", () => closing.abort());

translate(document);
const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
if (tab?.url) element("address").textContent = tab.url.replace(/^https?:\/\//, "");
element("allow-site").addEventListener("click", allowSite);
element("full-report").addEventListener("click", showReport);
await show();

/** Reads the page and shows its report, or why there is none. */
async function show() {
  document.documentElement.dataset.state = "reading";
  const progress = element("progress");
  const late = setTimeout(() => (progress.hidden = false), PROGRESS_AFTER_MS);
  try {
    const { report, panel } = await inspectTab(tab, { signal: closing.signal, onProgress: showProgress });
    globalThis.crawlCutoffReport = report;
    showPanel(element("panel"), panel);
    element("actions").hidden = false;
    document.documentElement.dataset.state = "ready";
  } catch (error) {
    showFailure(Failure.from(error));
  } finally {
    clearTimeout(late);
    progress.hidden = true;
  }
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
function showFailure(failure) {
  const askable = failure.code.startsWith("site_access_") && failure.code !== "site_access_refused";
  element("failure").textContent = failure.sentence;
  element("allow-site").textContent = askable ? message("popup_allow_site", ...failure.values) : "";
  element("allow-site").hidden = !askable;
  element("failed").hidden = false;
  document.documentElement.dataset.state = "failed";
}

/** Opens the same report in a tab of its own. */
async function showReport() {
  const report = globalThis.crawlCutoffReport;
  if (!report) return;
  try {
    await openReport(report);
    close();
  } catch (error) {
    showFailure(Failure.from(error));
  }
}

/** Asks for the one site, and goes on with it. Browsers want the question in the very turn of the click. */
async function allowSite() {
  if (!tab?.url) return;
  const answer = browser.permissions.request(siteAccess(tab.url));
  element("failed").hidden = true;
  document.documentElement.dataset.state = "reading";
  if (await answer) await show();
  else showFailure(new Failure("site_access_refused", new URL(tab.url).host));
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`popup.html has no #${id}`);
  return found;
}
