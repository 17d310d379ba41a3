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
      body.append(...sorted(Array.from(body.rows), column, descending));
    });
  }
  if (body.rows.length > LONG) table.before(filterOf(body));
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
 * @param {number} column
 * @param {boolean} descending
 */
function sorted(rows, column, descending) {
  const keyed = rows.map((row) => ({ row, key: keyOf(row.cells[column]) }));
  const compare = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
  keyed.sort((a, b) => {
    const order = typeof a.key === "number" && typeof b.key === "number" ? a.key - b.key : compare(String(a.key), String(b.key));
    return descending ? -order : order;
  });
  return keyed.map(({ row }) => row);
}

/**
 * @param {HTMLTableCellElement | undefined} cell
 * @returns {number | string} its number, where it is one: what the core has put beside it, or its own
 */
function keyOf(cell) {
  const text = cell?.dataset.sort ?? cell?.dataset.byte ?? cell?.textContent?.trim() ?? "";
  const number = Number(text.replaceAll(",", ""));
  return text === "" || Number.isNaN(number) ? text : number;
}
