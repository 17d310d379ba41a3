import { reportView, whatIf } from "./shown.js";
import { Failure } from "./failure.js";
import { takeReport } from "./handover.js";
import { translate } from "./messages.js";
import { showPanel } from "./panel.js";

translate(document);
try {
  const report = await takeReport();
  if (report === null) throw new Failure("report_gone");
  await show(report);
} catch (error) {
  showFailure(error);
}

/** @param {string} report JSON text, schema 1 */
async function show(report) {
  showPanel(element("report"), await reportView(report));
  globalThis.crawlCutoffReport = report;
  const { page, verdict } = JSON.parse(report);
  const address = page.url.replace(/^https?:\/\//, "");
  element("address").textContent = address;
  document.title = [verdict.sentence, address].filter(Boolean).join(" – ");
  document.getElementById("what-if")?.addEventListener("change", () => update(report).catch(showFailure));
  document.documentElement.dataset.state = "ready";
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

/** @param {unknown} error */
function showFailure(error) {
  element("failure").textContent = Failure.from(error).sentence;
  element("failed").hidden = false;
  document.documentElement.dataset.state = "failed";
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`report.html has no #${id}`);
  return found;
}
