import { message } from "./messages.js";
import { parsePage } from "./parsed.js";

/** What a preview may load: nothing but what stands in the page itself. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** What would run, load, lead elsewhere or open connections. */
const ACTIVE = "script, link, base, iframe, frame, object, embed, portal, meta[http-equiv]";

/** Attributes that name a file to load. */
const FILES = ["src", "srcset", "poster", "background"];

/**
 * Draws the page up to the cut beside the whole page. The frames have no script, no origin and no network.
 *
 * @param {HTMLElement} place
 * @param {Blob} body
 * @param {string} encoding
 * @param {number} cut body offset
 */
export async function showPreviews(place, body, encoding, cut) {
  const { whole, kept, lost } = await parsePage(body, encoding, cut);
  const end = stopLine(kept);
  kept.body?.append(end);
  const next = lost.find((element) => whole.body?.contains(element));
  next?.before(stopLine(whole));
  place.replaceChildren(figure(message("report_preview_kept"), kept), figure(message("report_preview_whole"), whole));
}

/**
 * @param {string} caption
 * @param {Document} page
 */
function figure(caption, page) {
  const frame = document.createElement("iframe");
  frame.title = caption;
  // Empty: no script, no forms, no origin, no way out.
  frame.setAttribute("sandbox", "");
  frame.referrerPolicy = "no-referrer";
  frame.srcdoc = quiet(page);
  const text = document.createElement("figcaption");
  text.textContent = caption;
  const figure = document.createElement("figure");
  figure.append(text, frame);
  return figure;
}

/**
 * @param {Document} page
 * @returns {string} the page without anything that acts or loads
 */
function quiet(page) {
  page.querySelectorAll(ACTIVE).forEach((element) => element.remove());
  for (const name of FILES) {
    for (const element of page.querySelectorAll(`[${name}]`)) {
      if (!element.getAttribute(name)?.startsWith("data:")) element.removeAttribute(name);
    }
  }
  for (const element of page.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) {
      if (name.startsWith("on") || /^\s*javascript:/i.test(element.getAttribute(name) ?? "")) element.removeAttribute(name);
    }
  }
  const policy = page.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = POLICY;
  page.head?.prepend(policy);
  const doctype = page.doctype ? new XMLSerializer().serializeToString(page.doctype) : "";
  return doctype + page.documentElement.outerHTML;
}

/** @param {Document} page */
function stopLine(page) {
  const line = page.createElement("div");
  line.textContent = message("report_preview_stop");
  line.style.cssText = "all: initial; display: block; margin: 8px 0; padding: 4px 8px; border-top: 3px solid #c62f2f; color: #c62f2f; font: 600 13px system-ui";
  return line;
}
