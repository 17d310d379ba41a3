import init, { onPanic, reportView as viewOf, whatIf as outcomeOf } from "./wasm/report.js";
import { Failure } from "./failure.js";
import { coreMessages } from "./messages.js";

/** Loading starts with the page. */
const loaded = Promise.all([init({ module_or_path: new URL("./wasm/report_bg.wasm", import.meta.url) }), coreMessages()]);
// Whoever asks for something hears of a failure; until somebody does, it is nobody's unhandled rejection.
loaded.catch(() => {});

/** @type {string | null} */
let panic = null;

/**
 * @param {string} report JSON text, schema 1
 * @returns {Promise<string>} the content of the report tab as HTML
 * @throws {Failure} code "core"
 */
export function reportView(report) {
  return guarded((messages) => viewOf(report, messages));
}

/**
 * @param {string} report JSON text, schema 1
 * @param {string[]} changes ids of changes in the report
 * @returns {Promise<string>} what the page would be after them, as HTML
 * @throws {Failure} code "core"
 */
export function whatIf(report, changes) {
  return guarded((messages) => outcomeOf(report, changes, messages));
}

/**
 * @param {(messages: string) => string} call into the core
 * @returns {Promise<string>}
 */
async function guarded(call) {
  try {
    const [, messages] = await loaded;
    onPanic((text) => (panic = text));
    return call(messages);
  } catch (error) {
    throw panic === null ? Failure.from(error) : new Failure("core", panic);
  }
}
