import { Failure } from "./failure.js";
import { message } from "./messages.js";
import { openLink, shareLink } from "./shown.js";

/** @import { ShareInclude } from "./wasm/report.js" */

/** What a link carries unless the user says otherwise. @type {ShareInclude} */
const INCLUDE = { values: true, fileNames: true, queryStrings: false, snippets: false };

/** Names of the choices in the sentences (`share_include_…`), in the order in which they are offered. */
const CHOICES = /** @type {const} */ ([["values", "values"], ["fileNames", "file_names"], ["queryStrings", "query_strings"], ["snippets", "snippets"]]);

/**
 * Where links lead.
 *
 * @typedef {object} Target
 * @property {string} viewer address of the page that shows a link
 * @property {string} note who can open it, in one sentence
 */

/**
 * Shows a report as a link: how long it is, what is inside, and what the user wants in it. Copies it.
 *
 * @param {string} report JSON text, schema 1
 * @param {Target} target
 */
export function showShareDialog(report, { viewer, note }) {
  const dialog = make("dialog", { id: "share", ariaLabel: message("share_heading") });
  const include = { ...INCLUDE };
  const link = make("textarea", { id: "share-link", readOnly: true, rows: 3, spellcheck: false, dir: "ltr", ariaLabel: message("share_link_label") });
  const length = make("p", { id: "share-length", role: "status" });
  const copy = make("button", { id: "share-copy", textContent: message("share_copy"), autofocus: true });
  const close = make("button", { id: "share-close", textContent: message("share_close") });

  const refresh = async () => {
    copy.textContent = message("share_copy");
    delete copy.dataset.state;
    try {
      const { text, characters, leftOut } = await shareLink(report, include, viewer);
      link.value = text;
      const size = message("share_length", characters.toLocaleString());
      length.textContent = leftOut.length > 0 ? `${size} ${message("share_left_out", leftOut.join(message("view_list_separator")))}` : size;
    } catch (error) {
      length.textContent = Failure.from(error).sentence;
    }
  };
  const choices = make("fieldset", {});
  choices.append(make("legend", { textContent: message("share_legend") }));
  for (const [name, key] of CHOICES) {
    const box = make("input", { type: "checkbox", id: `share-${key.replace("_", "-")}`, checked: include[name] });
    box.addEventListener("change", () => {
      include[name] = box.checked;
      refresh();
    });
    const label = make("label", {});
    label.append(box, ` ${message(`share_include_${key}`)}`);
    choices.append(label);
  }
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.value);
      copy.textContent = message("share_copied");
      copy.dataset.state = "copied";
    } catch {
      link.select();
      copy.textContent = message("share_not_copied");
    }
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  const actions = make("div", { className: "actions" });
  actions.append(copy, close);
  dialog.append(make("h2", { textContent: message("share_heading") }), make("p", { textContent: message("share_inside") }), choices, link, length, make("p", { id: "share-note", textContent: note }), actions);
  document.body.append(dialog);
  dialog.showModal();
  return refresh();
}

/**
 * @param {string} link a whole address, or what stands after its `#`
 * @returns {Promise<string>} the report that it carries, as JSON text
 * @throws {Failure} code `link_none`, `link_cut`, `link_altered` or `link_newer`
 */
export async function reportOfLink(link) {
  const { report, failure, values } = await openLink(link);
  if (report === null) throw new Failure(failure ?? "link_none", ...values);
  return report;
}

/**
 * Whether the fragment of an address carries a report.
 *
 * @param {string} hash
 */
export function isLink(hash) {
  return /^#\d+\./.test(hash);
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Partial<HTMLElementTagNameMap[T]>} properties
 * @returns {HTMLElementTagNameMap[T]}
 */
function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
