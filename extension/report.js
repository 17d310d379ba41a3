import { CompareSection } from "./compare.js";
import { Failure } from "./failure.js";
import { offerFiles } from "./files.js";
import { removeStale, takeHandover } from "./handover.js";
import { inspectAgain } from "./inspect.js";
import { LimitForm } from "./limit-form.js";
import { MeasureSection, withPageScripts } from "./measure-section.js";
import { translate } from "./messages.js";
import { element, shortAddress, showAddress, showFailure, showState } from "./page.js";
import { showPanel } from "./panel.js";
import { offerZoom } from "./ruler-zoom.js";
import { isLink, reportOfLink, showShareDialog } from "./share-dialog.js";
import { shareTarget } from "./share-target.js";
import { reportView, whatIf } from "./shown.js";
import { readSettings } from "./settings.js";
import { SourceSection } from "./source-section.js";
import { makeSortable } from "./tables.js";
import { offerTickets } from "./tickets.js";

/** @import { Handover } from "./handover.js" */
/** @import { LimitSetting } from "./settings.js" */

translate(document);
offerFiles(element("files"), () => globalThis.crawlCutoffReport, showFailure);
element("copy-link").addEventListener("click", () => share().catch(showFailure));
addEventListener("hashchange", () => isLink(location.hash) && location.reload());
try {
  const handover = isLink(location.hash) ? await handoverOfLink() : await takeHandover();
  if (!handover) throw new Failure("report_gone");
  /** @param {string} report JSON text, schema 1 */
  const showAll = async (report) => {
    await show(report);
    for (const section of sections) await section.show(report);
    listSections();
  };
  const sections = [new SourceSection(handover), new MeasureSection(handover, showAll), new CompareSection(handover.report)];
  await showAll(await withPageScripts(handover.report, handover.body));
  offerLimits(handover, showAll);
  await removeStale();
} catch (error) {
  showFailure(error);
}

/** @param {string} report JSON text, schema 1 */
async function show(report) {
  showPanel(element("report"), await reportView(report));
  globalThis.crawlCutoffReport = report;
  const { page, verdict } = JSON.parse(report);
  showAddress(page.url);
  document.title = [verdict.sentence, shortAddress(page.url)].filter(Boolean).join(" – ");
  document.getElementById("what-if")?.addEventListener("change", () => update(report).catch(showFailure));
  offerZoom(report);
  offerTickets(report);
  document.querySelectorAll("table.sortable").forEach((table) => makeSortable(/** @type {HTMLTableElement} */ (table)));
  element("tools").hidden = false;
  showState("ready");
}

async function share() {
  const report = globalThis.crawlCutoffReport;
  if (report) await showShareDialog(report, await shareTarget());
}

/**
 * A report without its page: nothing of it can be computed again.
 *
 * @returns {Promise<Handover>}
 */
async function handoverOfLink() {
  const report = await reportOfLink(location.hash);
  const { limit } = await readSettings();
  return { report, head: { url: "", status: null, fields: null }, context: {}, body: null, limit, tabId: -1 };
}

/**
 * Lets the user apply another limit: the page is inspected anew, from the bytes in hand.
 *
 * @param {Handover} handover
 * @param {(report: string) => Promise<void>} showAll
 */
function offerLimits({ head, context, body, limit }, showAll) {
  if (!body) return;
  let running = new AbortController();
  /** @param {LimitSetting} chosen */
  const apply = async (chosen) => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    showState("reading");
    try {
      const report = await inspectAgain({ head, context, body }, chosen, signal);
      if (signal.aborted) return;
      await showAll(await withPageScripts(report, body));
    } catch (error) {
      if (!signal.aborted) showFailure(error);
    }
  };
  new LimitForm(element("limit"), limit, apply);
  element("limit").hidden = false;
}

/** Lists the parts of the report at its top. */
function listSections() {
  const headings = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("section[id]:not([hidden], #ruler) > h2"));
  element("sections").replaceChildren(...Array.from(headings, (heading) =>
    Object.assign(document.createElement("a"), { href: `#${heading.parentElement?.id}`, textContent: heading.textContent })));
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
