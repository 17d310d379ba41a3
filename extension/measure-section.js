import { browser } from "./browser.js";
import { message } from "./messages.js";
import { element, showFailure } from "./page.js";
import { siteAccess } from "./page-source.js";
import { openMeasuring } from "./shown.js";

/** @import { Handover } from "./handover.js" */

/**
 * The report with what the page's own scripts hold.
 *
 * @param {string} report JSON text, schema 1
 * @param {Blob | null} body
 * @returns {Promise<string>}
 */
export async function withPageScripts(report, body) {
  if (!body || JSON.parse(report).inline_scripts.length === 0) return report;
  const { readPage } = await import("./reader.js");
  const measuring = await openMeasuring(report);
  measuring.takePage(await readPage(measuring.pageTarget(), body));
  return measuring.report;
}

/** Hosts that a sentence names. */
const HOSTS = 8;

/**
 * The part of the report tab that reads what only reading tells: scripts, stylesheets, sizes that the browser hides, robots.txt.
 */
export class MeasureSection {
  #place = element("measure");
  #handover;
  #show;
  #report = "";
  /** @type {chrome.permissions.Permissions} */
  #access = {};
  #stop = new AbortController();

  /**
   * @param {Handover} handover
   * @param {(report: string) => Promise<void>} show shows a report in place of the one that is there
   */
  constructor(handover, show) {
    this.#handover = handover;
    this.#show = show;
    element("measure-all").addEventListener("click", () => this.#start().catch(showFailure));
    element("measure-cancel").addEventListener("click", () => this.#stop.abort());
  }

  /**
   * Offers to measure, where there is something to.
   *
   * @param {string} report JSON text, schema 1, that the tab shows
   */
  async show(report) {
    this.#stop.abort();
    this.#report = report;
    const measuring = await openMeasuring(report);
    const origins = measuring.origins();
    const patterns = new Set(origins.flatMap((origin) => siteAccess(origin).origins));
    this.#access = { origins: [...patterns] };
    document.getElementById("resources")?.append(this.#place);
    this.#place.hidden = measuring.total === 0;
    const hosts = origins.map((origin) => new URL(origin).host);
    const named = hosts.length > HOSTS ? [...hosts.slice(0, HOSTS), "…"] : hosts;
    element("measure-why").textContent = message("report_measure_why", String(measuring.total), named.join(", "));
  }

  /** Asks for the hosts, and goes on with them. Browsers want the question in the very turn of the click. */
  async #start() {
    const granted = browser.permissions.request(this.#access);
    this.#say("");
    if (!(await granted)) return this.#say(message("report_measure_refused"));
    const stop = new AbortController();
    this.#stop.abort();
    this.#stop = stop;
    this.#showProgress(true);
    try {
      const [{ measureAll }, measuring] = await Promise.all([import("./measure.js"), openMeasuring(this.#report)]);
      let done = 0;
      const onProgress = () => this.#count(++done, measuring.total);
      this.#count(0, measuring.total);
      await measureAll(measuring, { limit: this.#handover.limit, signal: stop.signal, onProgress });
      // Another report may have taken the place of this one meanwhile.
      if (this.#stop !== stop) return;
      const stopped = stop.signal.aborted;
      await this.#show(measuring.report);
      this.#say(message(stopped ? "report_measure_stopped" : "report_measure_done", String(done)));
    } finally {
      this.#showProgress(false);
    }
  }

  /** @param {boolean} running */
  #showProgress(running) {
    element("measure-progress").hidden = !running;
    element("measure-all").hidden = running;
  }

  /**
   * @param {number} done
   * @param {number} total
   */
  #count(done, total) {
    const bar = /** @type {HTMLProgressElement} */ (element("measure-bar"));
    bar.max = total;
    bar.value = done;
    element("measure-count").textContent = message("report_measure_count", String(done), String(total));
  }

  /** @param {string} sentence */
  #say(sentence) {
    element("measure-note").textContent = sentence;
  }
}
