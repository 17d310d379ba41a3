import { message } from "./messages.js";
import { reportFile } from "./shown.js";

/** @typedef {"html" | "markdown" | "json" | "signals_csv" | "ledger_csv" | "resources_csv"} FileKind */

/** Ending and media type of each file. @type {Record<FileKind, [ending: string, type: string]>} */
const FILES = {
  html: [".html", "text/html"],
  markdown: [".md", "text/markdown"],
  json: [".json", "application/json"],
  signals_csv: ["-signals.csv", "text/csv"],
  ledger_csv: ["-ledger.csv", "text/csv"],
  resources_csv: ["-resources.csv", "text/csv"],
};

/**
 * Fills `place` with a button for each file that a report can be saved as.
 *
 * @param {HTMLElement} place
 * @param {() => string | undefined} report JSON text, schema 1
 * @param {(error: unknown) => void} onFailure
 */
export function offerFiles(place, report, onFailure) {
  const kinds = /** @type {FileKind[]} */ (Object.keys(FILES));
  place.replaceChildren(message("files_label"), ...kinds.map((kind) => {
    const button = document.createElement("button");
    button.dataset.file = kind;
    button.textContent = message(`files_${kind}`);
    button.addEventListener("click", () => save(kind, report() ?? "").catch(onFailure));
    return button;
  }));
}

/**
 * @param {FileKind} kind
 * @param {string} report
 */
async function save(kind, report) {
  const content = kind === "json" ? report : await reportFile(report, kind);
  const [ending, type] = FILES[kind];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  link.download = `${fileName(report)}${ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Named after the page: host and path, as far as every file system takes them.
 *
 * @param {string} report
 */
function fileName(report) {
  const { page } = JSON.parse(report);
  const name = page.url.replace(/^\w+:\/\//, "").replace(/[?#].*$/, "").replace(/[^\p{L}\p{N}.]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "");
  return `crawl-cutoff-${name.slice(0, 80) || "report"}`;
}
