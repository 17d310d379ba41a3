import { message } from "./messages.js";
import { element } from "./page.js";
import { showPanel } from "./panel.js";
import { openSource, sourceJumps } from "./shown.js";

/** @import { SourceView as Rows } from "./wasm/report.js" */

/** Height of a row, as in the style sheet, in pixels. */
const ROW_PX = 18;
/** Rows that are ready above and below those that are seen. */
const SPARE_ROWS = 40;
/** Browsers draw nothing taller, in pixels: Firefox ends at 17.9 million. A longer page scrolls faster than the hand. */
const TALLEST_PX = 15_000_000;
/** Columns of a row: at least, at most. */
const COLUMNS = { fewest: 20, most: 200 };

/** The raw page in rows, of which only those that are seen exist. */
export class SourceView {
  #view = element("source-view");
  #spacer = /** @type {HTMLElement} */ (this.#view.firstElementChild);
  #rowsElement = /** @type {HTMLElement} */ (this.#spacer.firstElementChild);
  /** @type {Rows} */
  #rows;
  #columns;
  /** Rows that exist, half-open. */
  #drawn = { from: 0, to: 0 };
  #hits = 0;
  /** @type {number | undefined} */
  #currentHit;
  #frame = 0;

  /**
   * @param {Blob} body
   * @param {string} report JSON text, schema 1
   * @returns {Promise<SourceView>}
   */
  static async open(body, report) {
    const columns = columnsOf(element("source-view"));
    const bytes = new Uint8Array(await body.arrayBuffer());
    const view = new SourceView(await openSource(bytes, report, columns), columns);
    await view.#offerJumps(report);
    return view;
  }

  /**
   * @param {Rows} rows
   * @param {number} columns
   */
  constructor(rows, columns) {
    this.#rows = rows;
    this.#columns = columns;
    this.#lay();
    this.#view.addEventListener("scroll", () => {
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        this.#draw();
      });
    });
    new ResizeObserver(() => this.#fit()).observe(this.#view);
    element("source-jump").addEventListener("change", (event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      if (value) this.jumpTo(Number(value));
    });
    element("source-query").addEventListener("change", () => this.#search());
    element("source-search").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#goOn(event.submitter?.id === "source-previous" ? -1 : 1);
    });
  }

  /**
   * Shows another report on the same page.
   *
   * @param {string} report JSON text, schema 1
   */
  async show(report) {
    this.#rows.show(report);
    this.#lay();
    await this.#offerJumps(report);
  }

  /**
   * Brings a byte into the middle of the view.
   *
   * @param {number} offset
   */
  jumpTo(offset) {
    const row = this.#rows.rowOf(offset);
    const above = this.#view.clientHeight / ROW_PX / 2;
    this.#view.scrollTop = this.#pixelsOf(Math.max(0, row - above));
    this.#draw();
  }

  /** @param {string} report */
  async #offerJumps(report) {
    const select = /** @type {HTMLSelectElement} */ (element("source-jump"));
    /** @type {{ group: string, label: string, offset: number }[]} */
    const jumps = await sourceJumps(report);
    const groups = Map.groupBy(jumps, ({ group }) => group);
    select.replaceChildren(new Option(message("report_source_jump_where"), ""));
    for (const [label, places] of groups) {
      const group = Object.assign(document.createElement("optgroup"), { label });
      group.append(...places.map(({ label, offset }) => new Option(label, String(offset))));
      select.append(group);
    }
  }

  #search() {
    const { value } = /** @type {HTMLInputElement} */ (element("source-query"));
    this.#hits = this.#rows.search(value);
    this.#currentHit = undefined;
    element("source-hits").textContent = value && message("report_source_hits", this.#hits.toLocaleString("en"));
    this.#draw(true);
  }

  /** @param {1 | -1} step to the next or the previous search result, around the end */
  #goOn(step) {
    if (!this.#hits) return;
    const from = this.#currentHit ?? (step > 0 ? -1 : 0);
    this.#currentHit = (from + step + this.#hits) % this.#hits;
    const [number, all] = [this.#currentHit + 1, this.#hits].map((count) => count.toLocaleString("en"));
    element("source-hits").textContent = message("report_source_hit", number, all);
    this.#draw(true);
    this.jumpTo(this.#rows.hit(this.#currentHit) ?? 0);
  }

  /** Follows the width of the window, at the same place of the page. */
  #fit() {
    const columns = columnsOf(this.#view);
    if (columns === this.#columns) return this.#draw();
    const share = this.#firstRow() / Math.max(1, this.#rows.rows);
    this.#columns = columns;
    this.#rows.setColumns(columns);
    this.#lay();
    this.#view.scrollTop = this.#pixelsOf(share * this.#rows.rows);
    this.#draw();
  }

  #lay() {
    this.#spacer.style.blockSize = `${Math.min(this.#rows.rows * ROW_PX, TALLEST_PX)}px`;
    this.#draw(true);
  }

  /** Rows for one pixel of scrolling; more than real where all rows together are too tall. */
  get #rowsPerPixel() {
    const room = this.#view.clientHeight;
    const scrolled = Math.min(this.#rows.rows * ROW_PX, TALLEST_PX) - room;
    return scrolled > 0 ? (this.#rows.rows - room / ROW_PX) / scrolled : 1 / ROW_PX;
  }

  /** @param {number} row */
  #pixelsOf(row) {
    return row / this.#rowsPerPixel;
  }

  /** The row at the upper edge, with its fraction. */
  #firstRow() {
    return this.#view.scrollTop * this.#rowsPerPixel;
  }

  /** @param {boolean} [anew] whether rows that exist have changed */
  #draw(anew = false) {
    const first = this.#firstRow();
    const seen = Math.ceil(this.#view.clientHeight / ROW_PX) + 1;
    const from = Math.max(0, Math.floor(first));
    const to = Math.min(this.#rows.rows, from + seen);
    if (anew || from < this.#drawn.from || to > this.#drawn.to) {
      this.#drawn = { from: Math.max(0, from - SPARE_ROWS), to: Math.min(this.#rows.rows, to + SPARE_ROWS) };
      showPanel(this.#rowsElement, this.#rows.html(this.#drawn.from, this.#drawn.to - this.#drawn.from, this.#currentHit));
    }
    this.#rowsElement.style.translate = `0 ${this.#view.scrollTop + (this.#drawn.from - first) * ROW_PX}px`;
  }
}

/**
 * @param {HTMLElement} view
 * @returns {number} characters that fit beside the line numbers
 */
function columnsOf(view) {
  const probe = document.createElement("code");
  probe.textContent = "0".repeat(100);
  const row = document.createElement("div");
  row.className = "row";
  row.append(document.createElement("span"), probe);
  row.firstElementChild?.classList.add("line");
  view.append(row);
  const characterPx = probe.getBoundingClientRect().width / 100;
  const linePx = row.firstElementChild?.getBoundingClientRect().width ?? 0;
  row.remove();
  const columns = Math.floor((view.clientWidth - linePx) / characterPx) - 2;
  return Math.min(COLUMNS.most, Math.max(COLUMNS.fewest, columns || 0));
}
