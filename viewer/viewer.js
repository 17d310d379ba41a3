import { Failure } from "./failure.js";
import { offerFiles } from "./files.js";
import { message, translate } from "./messages.js";
import { element, shortAddress, showAddress, showFailure, showState } from "./page.js";
import { showPanel } from "./panel.js";
import { reportOfLink, showShareDialog } from "./share-dialog.js";
import { reportView, whatIf } from "./shown.js";

translate(document);
offerFiles(element("files"), () => globalThis.crawlCutoffReport, showFailure);
element("copy-link").addEventListener("click", share);
element("open").addEventListener("submit", openPasted);
element("file").addEventListener("change", (event) => openFile(/** @type {HTMLInputElement} */ (event.target).files?.[0]));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  openFile(event.dataTransfer?.files[0]);
});
addEventListener("hashchange", showAddressed);
await showAddressed();

/** Shows the report in this page's own address, or what this page is for. */
async function showAddressed() {
  if (location.hash.length > 1) return attempt(() => reportOfLink(location.hash));
  clear();
  element("start").hidden = false;
  showState("ready");
}

/** @param {Event} event */
function openPasted(event) {
  event.preventDefault();
  const link = /** @type {HTMLInputElement} */ (element("link")).value.trim();
  const fragment = link.slice(link.indexOf("#") + 1);
  if (`#${fragment}` === location.hash) showAddressed();
  // Shows it by way of the address, so that it can be kept as a bookmark.
  else location.hash = fragment;
}

/** @param {File | undefined} file */
function openFile(file) {
  if (file) attempt(async () => checked(await file.text()));
}

/**
 * @param {string} json
 * @returns {string} `json`, which is a report
 * @throws {Failure} code "file_no_report"
 */
function checked(json) {
  try {
    if (JSON.parse(json).schema === 1) return json;
  } catch {
    // Said below.
  }
  throw new Failure("file_no_report");
}

/** @param {() => Promise<string>} read gives a report as JSON text */
async function attempt(read) {
  clear();
  showState("reading");
  try {
    await show(await read());
  } catch (error) {
    showFailure(error);
    element("start").hidden = false;
  }
}

/** @param {string} report JSON text, schema 1 */
async function show(report) {
  showPanel(element("report"), await reportView(report));
  globalThis.crawlCutoffReport = report;
  const { page, verdict } = JSON.parse(report);
  showAddress(page.url);
  document.title = [verdict.sentence, shortAddress(page.url)].filter(Boolean).join(" – ");
  document.getElementById("what-if")?.addEventListener("change", () => update(report).catch(showFailure));
  element("tools").hidden = false;
  showState("ready");
}

/** Nothing is left of what was shown before. */
function clear() {
  for (const id of ["failed", "start", "tools"]) element(id).hidden = true;
  element("report").replaceChildren();
  showAddress("");
  document.title = message("extension_name");
  globalThis.crawlCutoffReport = undefined;
}

/**
 * Shows what the ticked changes come to.
 *
 * @param {string} report
 */
async function update(report) {
  const ticked = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#what-if input:checked"));
  showPanel(element("what-if-result"), await whatIf(report, Array.from(ticked, (box) => box.value)));
}

function share() {
  const report = globalThis.crawlCutoffReport;
  const viewer = location.href.split("#")[0];
  if (report) showShareDialog(report, { viewer, note: message("share_note_viewer") }).catch(showFailure);
}
