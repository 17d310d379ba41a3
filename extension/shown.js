import * as glue from "./wasm/report.js";
import { WasmModule } from "./wasm-module.js";

const shown = new WasmModule(glue, "report_bg.wasm");

/**
 * @param {string} report JSON text, schema 1
 * @returns {Promise<string>} the content of the report tab as HTML
 * @throws {Failure} code "core"
 */
export async function reportView(report) {
  const messages = await shown.ready();
  return shown.guard(() => glue.reportView(report, messages));
}

/**
 * @param {string} report JSON text, schema 1
 * @param {string[]} changes ids of changes in the report
 * @returns {Promise<string>} what the page would be after them, as HTML
 * @throws {Failure} code "core"
 */
export async function whatIf(report, changes) {
  const messages = await shown.ready();
  return shown.guard(() => glue.whatIf(report, changes, messages));
}
