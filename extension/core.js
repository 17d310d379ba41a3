import * as glue from "./wasm/crawl-cutoff.js";
import { WasmModule } from "./wasm-module.js";

/** @import { FinishContext } from "./wasm/crawl-cutoff.js" */

/**
 * What an inspection found. Each text is written when it is read: nobody waits for one that nobody needs.
 *
 * @typedef {object} Finished
 * @property {string} panel the popup's content as HTML
 * @property {string} report JSON text
 */

const core = new WasmModule(glue, "crawl-cutoff_bg.wasm");

export const { sizeText } = glue;

/**
 * Starts the inspection of one body.
 *
 * @param {import("./page-agent.js").PageHead} head
 * @param {import("./settings.js").LimitSetting} limit
 * @returns {Promise<PageInspection>}
 * @throws {Failure} code "core" when the core cannot be loaded
 */
export async function startInspection({ url, status, fields }, limit) {
  const messages = await core.ready();
  return new PageInspection({ url, status, fields, headComplete: false, messages, ...limitOptions(limit) });
}

/**
 * @param {import("./settings.js").LimitSetting} limit
 * @returns {Partial<glue.InspectionOptions>}
 */
function limitOptions({ crawler, limitBytes, reading }) {
  return crawler === "user" ? { limitBytes } : { crawler, reading };
}

/** The core at work on one body. Whatever goes wrong in it is a `Failure` with code "core". */
export class PageInspection {
  /** @type {glue.Inspection} */
  #inspection;

  /** @param {glue.InspectionOptions} options */
  constructor(options) {
    this.#inspection = core.guard(() => new glue.Inspection(options));
  }

  /** @param {Uint8Array} piece the next bytes of the decoded body */
  push(piece) {
    core.guard(() => this.#inspection.push(piece));
  }

  /** Decoded body bytes taken so far. */
  get bodyBytes() {
    return this.#inspection.bodyBytes;
  }

  /**
   * @param {FinishContext} context
   * @returns {Finished}
   */
  finish(context) {
    const finished = core.guard(() => this.#inspection.finish(context));
    /** @type {string | undefined} */
    let report;
    return {
      get panel() {
        return core.guard(() => finished.panel);
      },
      get report() {
        return (report ??= core.guard(() => finished.report));
      },
    };
  }
}
