import { readFileSync } from "node:fs";

/**
 * A difference that is understood and stays. Both ends of its range of cuts are tried in every run and must still differ.
 *
 * @typedef {object} KnownDifference
 * @property {string} page as the oracle names it
 * @property {string} fact
 * @property {number} first_cut
 * @property {number} last_cut
 * @property {string} reason
 */

/**
 * A fact of a page at a cut on which the report and the browser disagree.
 *
 * @typedef {object} Difference
 * @property {string} page
 * @property {number} cut
 * @property {string} fact
 * @property {unknown} report
 * @property {unknown} chromium
 */

/** The known differences, and which of them were met. */
export class KnownDifferences {
  /** @type {KnownDifference[]} */
  #entries;
  /** @type {Set<string>} */
  #met = new Set();
  /** @type {Set<string>} */
  #pages = new Set();

  constructor() {
    this.#entries = JSON.parse(readFileSync(new URL("known-differences.json", import.meta.url), "utf8"));
  }

  /**
   * Cuts that a run over `page` has to try; the page counts as tried from then on.
   *
   * @param {string} page
   * @returns {number[]}
   */
  cutsOf(page) {
    this.#pages.add(page);
    return this.#entries.filter((entry) => entry.page === page).flatMap((entry) => [entry.first_cut, entry.last_cut]);
  }

  /**
   * @param {Difference} difference
   * @returns {boolean} whether it is a known one
   */
  covers({ page, cut, fact }) {
    const entry = this.#entries.find(
      (known) => known.page === page && known.fact === fact && known.first_cut <= cut && cut <= known.last_cut,
    );
    if (entry !== undefined) this.#met.add(`${page} ${fact} ${cut}`);
    return entry !== undefined;
  }

  /** @returns {string[]} known differences of tried pages that no longer occur */
  stale() {
    return this.#entries
      .filter((entry) => this.#pages.has(entry.page))
      .flatMap(({ page, fact, first_cut, last_cut }) =>
        [first_cut, last_cut].filter((cut) => !this.#met.has(`${page} ${fact} ${cut}`)).map((cut) => `${page} ${fact} at cut ${cut}`),
      );
  }
}
