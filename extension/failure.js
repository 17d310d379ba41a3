import { message } from "./messages.js";

/**
 * Why there is no report. Each code has one sentence, `failure_<code>`, that says what happened and what to do.
 *
 * @typedef {"no_tab" | "browser_page" | "hidden_page" | "extension_store" | "view_source" | "no_web_address" | "file_access"
 *   | "file_firefox" | "page_gone" | "offline" | "unreachable" | "redirected_away" | "interrupted"
 *   | "stalled" | "site_access_policy" | "site_access_worker" | "site_access_tab" | "site_access_refused" | "report_gone" | "link_none" | "link_cut" | "link_altered" | "link_newer" | "file_no_report" | "core"} FailureCode
 */

/** A failure that the user can be told about. */
export class Failure extends Error {
  /**
   * @param {FailureCode} code
   * @param {...string} values for `$1` … `$9` of its sentence
   */
  constructor(code, ...values) {
    super(code);
    this.name = "Failure";
    this.code = code;
    this.values = values;
  }

  /** @returns {string} what happened and what to do */
  get sentence() {
    return message(`failure_${this.code}`, ...this.values);
  }

  /**
   * @param {unknown} error
   * @returns {Failure} `error` itself, or code "core" for what nobody foresaw
   */
  static from(error) {
    if (error instanceof Failure) return error;
    return new Failure("core", error instanceof Error ? error.message : String(error));
  }
}
