import { Failure } from "./failure.js";
import { readCheck, readChecks, reportOf } from "./history.js";
import { message } from "./messages.js";
import { element, showFailure } from "./page.js";
import { showPanel } from "./panel.js";
import { compared, openLink } from "./shown.js";

/** The part of the report tab that shows this report beside an earlier one: from the history, a file or a link. */
export class CompareSection {
  #opened;
  #after = "";
  /** @type {string | null} */
  #before = null;

  /** @param {string} opened the report as the popup had it, JSON text */
  constructor(opened) {
    this.#opened = opened;
    element("compare-check").addEventListener("change", () => this.#useCheck().catch(showFailure));
    element("compare-file").addEventListener("change", () => this.#useFile().catch(showFailure));
    element("compare-link").addEventListener("change", () => this.#useLink().catch(showFailure));
  }

  /** @param {string} report JSON text, schema 1 */
  async show(report) {
    const isFirst = this.#after === "";
    this.#after = report;
    if (isFirst) await this.#offerChecks(JSON.parse(report).page.url);
    element("compare").hidden = false;
    await this.#show();
  }

  /** @param {string} url */
  async #offerChecks(url) {
    const select = /** @type {HTMLSelectElement} */ (element("compare-check"));
    const checks = await readChecks(url);
    // The latest check is usually this one: a comparison with itself says nothing.
    if (checks[0] && (await reportOf(checks[0])) === this.#opened) checks.shift();
    select.replaceChildren(new Option(message(checks.length ? "report_compare_choose" : "report_compare_no_check"), ""));
    for (const { id, at, sentence } of checks) {
      const when = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
      select.append(new Option(`${when} – ${sentence}`, String(id)));
    }
  }

  async #useCheck() {
    const { value } = /** @type {HTMLSelectElement} */ (element("compare-check"));
    const check = value ? await readCheck(Number(value)) : undefined;
    this.#before = check ? await reportOf(check) : null;
    await this.#show();
  }

  async #useFile() {
    const [file] = /** @type {HTMLInputElement} */ (element("compare-file")).files ?? [];
    this.#before = file ? await file.text() : null;
    await this.#show();
  }

  async #useLink() {
    const { value } = /** @type {HTMLInputElement} */ (element("compare-link"));
    const { report, failure, values } = await openLink(value);
    this.#before = value ? report : null;
    await this.#show();
    if (value && failure) element("compare-result").textContent = message(`failure_${failure}`, ...values);
  }

  async #show() {
    const place = element("compare-result");
    if (this.#before === null) return place.replaceChildren();
    try {
      showPanel(place, await compared(this.#before, this.#after));
    } catch (error) {
      const { values } = Failure.from(error);
      place.textContent = message("report_compare_no_report", ...values);
    }
  }
}
