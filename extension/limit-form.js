import { message } from "./messages.js";

/** @import { LimitSetting } from "./settings.js" */

const CRAWLERS = /** @type {const} */ (["googlebot", "googlebot-pdf", "google-default", "user"]);
const READINGS = /** @type {const} */ (["band", "strictest", "loosest"]);

/**
 * The choice of a limit: whose it is and how it is counted, or a number of bytes of the user's own.
 */
export class LimitForm {
  /** @type {HTMLSelectElement} */
  #crawler;
  /** @type {HTMLSelectElement} */
  #reading;
  /** @type {HTMLInputElement} */
  #bytes;

  /**
   * @param {HTMLElement} place an empty form
   * @param {LimitSetting} limit
   * @param {(limit: LimitSetting) => void} onChange called with each limit that can be applied
   */
  constructor(place, limit, onChange) {
    this.#crawler = choice(CRAWLERS, "crawler");
    this.#reading = choice(READINGS, "reading");
    this.#bytes = Object.assign(document.createElement("input"), { type: "number", min: "1", step: "1", max: String(Number.MAX_SAFE_INTEGER), required: true });
    place.append(labelled("report_limit_crawler", this.#crawler), labelled("report_limit_reading", this.#reading), labelled("report_limit_bytes", this.#bytes));
    this.limit = limit;
    // Enter in the number is a change, and no more.
    place.addEventListener("submit", (event) => event.preventDefault());
    place.addEventListener("change", () => {
      this.#showWhatCounts();
      if (this.#crawler.value !== "user" || this.#bytes.reportValidity()) onChange(this.limit);
    });
  }

  /** @returns {LimitSetting} */
  get limit() {
    return /** @type {LimitSetting} */ ({
      crawler: this.#crawler.value,
      reading: this.#reading.value,
      limitBytes: this.#bytes.valueAsNumber,
    });
  }

  /** @param {LimitSetting} limit */
  set limit({ crawler, reading, limitBytes }) {
    this.#crawler.value = crawler;
    this.#reading.value = reading;
    this.#bytes.value = String(limitBytes);
    this.#showWhatCounts();
  }

  /** A limit of one's own has one reading. */
  #showWhatCounts() {
    const own = this.#crawler.value === "user";
    /** @type {HTMLElement} */ (this.#reading.parentElement).hidden = own;
    /** @type {HTMLElement} */ (this.#bytes.parentElement).hidden = !own;
  }
}

/**
 * @param {readonly string[]} values
 * @param {string} name
 */
function choice(values, name) {
  const select = document.createElement("select");
  select.append(...values.map((value) => new Option(message(`report_limit_${name}_${value.replaceAll("-", "_")}`), value)));
  return select;
}

/**
 * @param {string} key of its sentence
 * @param {HTMLElement} control
 */
function labelled(key, control) {
  const label = document.createElement("label");
  const name = document.createElement("span");
  name.textContent = message(key);
  label.append(name, control);
  return label;
}
