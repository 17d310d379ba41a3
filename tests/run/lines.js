/** Most signals and findings that are printed; the rest is counted. */
const MOST = 8;

/**
 * The main lines of a report for a terminal. Text of the page is printed without control characters.
 *
 * @param {any} report schema 1
 * @returns {string[]}
 */
export function reportLines({ page, limit, verdict, cut, signals, text, links, findings }) {
  const lines = [verdict.sentence, verdict.detail, ""];
  lines.push(`Body        ${bytes(page.body_bytes)} decoded, ${page.transferred_bytes === null ? "unknown" : bytes(page.transferred_bytes)} transferred`);
  lines.push(`Limit       ${limit.crawler}: ${limit.earliest === null ? "not published" : `${bytes(limit.earliest)} to ${bytes(limit.latest)}`}`);
  if (cut) lines.push(`Cut         line ${count(cut.earliest.line)}, column ${count(cut.earliest.column)}: ${cut.earliest.effect}`);
  lines.push(`Words       ${count(text.words_kept_earliest)} of ${count(text.words_total)} kept`);
  lines.push(`Links       ${count(links.kept_earliest)} of ${count(links.total)} kept`);

  const gone = signals.filter((/** @type {any} */ { fate }) => fate !== "kept");
  lines.push(...listed(gone, ({ fate, kind, name, value, start }) => {
    const what = [kind, name].filter(Boolean).join(" ");
    return `${fate.padEnd(11)} ${[what, plain(value)].filter(Boolean).join(": ")} (byte ${count(start)})`;
  }));
  lines.push("", ...listed(findings, (finding) => `${finding.severity.padEnd(11)} ${plain(finding.title)}`));
  return lines;
}

/**
 * @param {any[]} items
 * @param {(item: any) => string} line
 */
function listed(items, line) {
  const rest = items.length - MOST;
  return [...items.slice(0, MOST).map(line), ...(rest > 0 ? [`            and ${count(rest)} more`] : [])];
}

/** @param {string} value one line of at most 60 characters */
function plain(value) {
  const line = value.replace(/[\p{C}\s]+/gu, " ").trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** @param {number} number */
function count(number) {
  return number.toLocaleString("en");
}

/** @param {number} number */
function bytes(number) {
  return `${count(number)} bytes`;
}
