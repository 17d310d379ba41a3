import * as glue from "./wasm/report.js";
import { WasmModule } from "./wasm-module.js";

/** @import { OpenedLink, SharedLink, ShareInclude } from "./wasm/report.js" */

const shown = new WasmModule(glue, "report_bg.wasm");

/**
 * @param {string} report JSON text, schema 1
 * @returns {Promise<string>} the content of the report tab as HTML
 * @throws {Failure} code "core"
 */
export function reportView(report) {
  return shown.call((messages) => glue.reportView(report, messages));
}

/**
 * @param {string} report JSON text, schema 1
 * @param {string[]} changes ids of changes in the report
 * @returns {Promise<string>} what the page would be after them, as HTML
 * @throws {Failure} code "core"
 */
export function whatIf(report, changes) {
  return shown.call((messages) => glue.whatIf(report, changes, messages));
}

/**
 * @param {string} report JSON text, schema 1
 * @returns {Promise<glue.Measuring>} the report, ready to take what reading its subresources gives
 * @throws {Failure} code "core"
 */
export function openMeasuring(report) {
  return shown.call((messages) => new glue.Measuring(report, messages));
}

/**
 * @param {string} report JSON text, schema 1
 * @param {number} from body offset
 * @param {number} to body offset
 * @returns {Promise<string>} the part of the ruler between them, as HTML
 * @throws {Failure} code "core"
 */
export function rulerView(report, from, to) {
  return shown.call((messages) => glue.rulerView(report, from, to, messages));
}

/**
 * @param {string} report JSON text, schema 1
 * @param {string} id of a finding
 * @returns {Promise<string>} the finding as a ticket in Markdown
 * @throws {Failure} code "core"
 */
export function ticket(report, id) {
  return shown.call((messages) => glue.ticket(report, id, messages) ?? "");
}

/**
 * @param {string} before JSON text, schema 1
 * @param {string} after JSON text, schema 1
 * @returns {Promise<string>} what differs between them, as HTML
 * @throws {Failure} code "core"
 */
export function compared(before, after) {
  return shown.call((messages) => glue.compared(before, after, messages));
}

/**
 * @param {Uint8Array} body
 * @param {string} report JSON text, schema 1
 * @param {number} columns room of a row, in characters
 * @returns {Promise<glue.SourceView>} the raw page in rows
 * @throws {Failure} code "core"
 */
export function openSource(body, report, columns) {
  return shown.call((messages) => new glue.SourceView(body, report, columns, messages));
}

/**
 * @param {string} report JSON text, schema 1
 * @returns {Promise<{ group: string, label: string, offset: number }[]>} places worth jumping to in the raw page
 * @throws {Failure} code "core"
 */
export function sourceJumps(report) {
  return shown.call((messages) => JSON.parse(glue.sourceJumps(report, messages)));
}

/**
 * @param {string} report JSON text, schema 1
 * @param {ShareInclude} include
 * @param {string} viewer address of the page that shows a link
 * @returns {Promise<SharedLink>}
 * @throws {Failure} code "core"
 */
export function shareLink(report, include, viewer) {
  return shown.call((messages) => glue.shareLink(report, include, viewer, messages));
}

/**
 * @param {string} link a whole address, or what stands after its `#`
 * @returns {Promise<OpenedLink>}
 * @throws {Failure} code "core"
 */
export function openLink(link) {
  return shown.call((messages) => glue.openLink(link, messages));
}

/**
 * @param {string} report JSON text, schema 1
 * @param {"html" | "markdown" | "signals_csv" | "ledger_csv" | "resources_csv"} file
 * @returns {Promise<string>} its content
 * @throws {Failure} code "core"
 */
export function reportFile(report, file) {
  return shown.call((messages) => glue.reportFile(report, file, messages));
}
