import { browser } from "./browser.js";
import { message } from "./messages.js";
import { element, showFailure } from "./page.js";
import { showPreviews } from "./preview.js";
import { showCutOnPage } from "./show-cut.js";
import { SourceView } from "./source-view.js";

/** The part of the report tab that shows the page as Googlebot gets it: raw, as a preview, as a file, and in the live page. */
export class SourceSection {
  #handover;
  /** @type {SourceView | undefined} */
  #view;
  /** @type {any} the report, schema 1 */
  #report;
  #download = "";

  /** @param {import("./handover.js").Handover} handover */
  constructor(handover) {
    this.#handover = handover;
    element("preview-show").addEventListener("click", () => this.#preview().catch(showFailure));
    element("on-page").addEventListener("click", () => this.#showOnPage().catch(showFailure));
    addEventListener("hashchange", () => this.#followAddress());
  }

  /** @param {string} report JSON text, schema 1 */
  async show(report) {
    const { body } = this.#handover;
    this.#report = JSON.parse(report);
    element("source").hidden = false;
    for (const id of ["source-tools", "source-view", "cut-tools"]) element(id).hidden = !body;
    element("source-note").textContent = message(body ? "report_source_note" : "report_source_no_body");
    if (!body) return;
    if (this.#view) await this.#view.show(report);
    else this.#view = await SourceView.open(body, report);
    this.#linkOffsets();
    this.#offerCut(body);
    this.#followAddress();
  }

  /** Every offset in the report leads to its place in the source. */
  #linkOffsets() {
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#report td[data-byte]"))) {
      const link = Object.assign(document.createElement("a"), { href: `#byte-${cell.dataset.byte}`, textContent: cell.textContent });
      cell.replaceChildren(link);
    }
  }

  #followAddress() {
    const [, offset] = /^#byte-(\d+)$/.exec(location.hash) ?? [];
    if (offset !== undefined) this.#view?.jumpTo(Number(offset));
    else if (location.hash !== "#source") return;
    else if (this.#report.cut) this.#view?.jumpTo(this.#report.cut.earliest.offset);
    element("source").scrollIntoView();
    element("source-view").focus({ preventScroll: true });
  }

  /** @param {Blob} body */
  #offerCut(body) {
    const { cut, page } = this.#report;
    element("preview").hidden = true;
    element("preview-frames").replaceChildren();
    element("on-page-note").textContent = "";
    for (const id of ["source-download", "on-page"]) element(id).hidden = !cut;
    element("preview-show").hidden = !cut || page.kind !== "html";
    URL.revokeObjectURL(this.#download);
    if (!cut) return;
    this.#download = URL.createObjectURL(body.slice(0, cut.earliest.offset, "application/octet-stream"));
    const link = /** @type {HTMLAnchorElement} */ (element("source-download"));
    link.href = this.#download;
    link.download = `${fileName(page.url)}.first-${cut.earliest.offset}-bytes`;
  }

  async #preview() {
    const { cut, page } = this.#report;
    const { body } = this.#handover;
    if (!body) return;
    element("preview").hidden = false;
    await showPreviews(element("preview-frames"), body, page.encoding ?? "utf-8", cut.earliest.offset);
  }

  async #showOnPage() {
    const { body, tabId } = this.#handover;
    if (!body) return;
    const problem = await showCutOnPage(tabId, body, this.#report);
    element("on-page-note").textContent = problem;
    if (!problem) await browser.tabs.update(tabId, { active: true });
  }
}

/**
 * @param {string} url
 * @returns {string} a name for a file with its bytes
 */
function fileName(url) {
  const { hostname, pathname } = new URL(url);
  return `${hostname}${pathname}`.replace(/[^\w.-]+/g, "-").replace(/^-|-$/g, "").slice(0, 100);
}
