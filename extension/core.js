import init, { Inspection, onPanic, sizeText } from "./wasm/crawl-cutoff.js";
import { Failure } from "./failure.js";
import { coreMessages } from "./messages.js";

/** @import { FinishContext, Finished } from "./wasm/crawl-cutoff.js" */

/** Loading starts with the page, before there is anything to inspect. */
const loaded = Promise.all([init({ module_or_path: new URL("./wasm/crawl-cutoff_bg.wasm", import.meta.url) }), coreMessages()]);
// Whoever starts an inspection hears of a failure; until somebody does, it is nobody's unhandled rejection.
loaded.catch(() => {});

/** @type {string | null} */
let panic = null;

export { sizeText };

/**
 * Starts the inspection of one body.
 *
 * @param {import("./page-agent.js").PageHead} head
 * @returns {Promise<PageInspection>}
 * @throws {Failure} code "core" when the core cannot be loaded
 */
export async function startInspection({ url, status, fields }) {
  return new PageInspection(url, status, fields, await ready());
}

/**
 * @returns {Promise<string>} sentences for the core, once it is loaded
 * @throws {Failure} code "core" when it cannot be
 */
async function ready() {
  try {
    const [, messages] = await loaded;
    onPanic((text) => (panic = text));
    return messages;
  } catch (error) {
    throw Failure.from(error);
  }
}

/** The core at work on one body. Whatever goes wrong in it is a {@link Failure} with code "core". */
export class PageInspection {
  /** @type {Inspection} */
  #core;

  /**
   * @param {string} url
   * @param {number | null} status
   * @param {[string, string][] | null} fields
   * @param {string} messages
   */
  constructor(url, status, fields, messages) {
    this.#core = guarded(() => new Inspection({ url, status, fields, headComplete: false, messages }));
  }

  /** @param {Uint8Array} piece the next bytes of the decoded body */
  push(piece) {
    guarded(() => this.#core.push(piece));
  }

  /** Decoded body bytes taken so far. */
  get bodyBytes() {
    return this.#core.bodyBytes;
  }

  /**
   * @param {FinishContext} context
   * @returns {Finished} the report as JSON text, and the popup's content as HTML
   */
  finish(context) {
    return guarded(() => this.#core.finish(context));
  }
}

/**
 * @template T
 * @param {() => T} call into the core
 * @returns {T}
 */
function guarded(call) {
  try {
    return call();
  } catch (error) {
    throw panic === null ? Failure.from(error) : new Failure("core", panic);
  }
}
