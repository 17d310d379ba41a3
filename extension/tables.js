import { message } from "./messages.js";

/** Rows from which on a table can be filtered. */
const LONG = 10;

/**
 * Lets the user sort a table by any of its columns, and look for rows in a long one.
 *
 * @param {HTMLTableElement} table with one row of column headings
 */
export function makeSortable(table) {
  const [body] = table.tBodies;
  const heads = Array.from(table.tHead?.rows[0]?.cells ?? []);
  for (const [column, head] of heads.entries()) {
    const button = document.createElement("button");
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const descending = head.ariaSort === "ascending";
      for (const other of heads) other.ariaSort = null;
      head.ariaSort = descending ? "descending" : "ascending";
      body.append(...sorted(Array.from(body.rows), (row) => keyOf(row, head.dataset.sort, column), descending));
    });
  }
  if (body.rows.length > LONG) (table.closest(".wide") ?? table).before(filterOf(body));
}

/** @param {HTMLTableSectionElement} body */
function filterOf(body) {
  const label = document.createElement("label");
  label.className = "filter";
  const field = Object.assign(document.createElement("input"), { type: "search" });
  const count = document.createElement("output");
  label.append(message("report_filter"), " ", field, " ", count);
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    let shown = 0;
    for (const row of body.rows) {
      row.hidden = !(row.textContent ?? "").toLowerCase().includes(wanted);
      shown += Number(!row.hidden);
    }
    count.textContent = wanted && message("report_filter_shown", String(shown), String(body.rows.length));
  });
  return label;
}

/**
 * @param {HTMLTableRowElement[]} rows
 * @param {(row: HTMLTableRowElement) => number | string | null} keyOf
 * @param {boolean} descending
 * @returns {HTMLTableRowElement[]} those without a key stand last, whatever the direction
 */
function sorted(rows, keyOf, descending) {
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    const order = typeof a.key === "number" && typeof b.key === "number" ? a.key - b.key : compare(String(a.key), String(b.key));
    return descending ? -order : order;
  });
  return keyed.map(({ row }) => row);
}

/**
 * @param {HTMLTableRowElement} row
 * @param {string | undefined} name of the value that the core has put beside the row for sorting
 * @param {number} column what stands there is the value where the core has put none
 * @returns {number | string | null} a number where it is one; `null` is unknown
 */
function keyOf(row, name, column) {
  const cell = row.cells[column];
  const text = name === undefined ? (cell?.dataset.byte ?? cell?.textContent?.trim() ?? "") : (row.dataset[name] ?? "");
  if (text === "") return null;
  const number = Number(text.replaceAll(",", ""));
  return Number.isNaN(number) ? text : number;
}
