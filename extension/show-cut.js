import { browser } from "./browser.js";
import { message } from "./messages.js";
import { parsePage } from "./parsed.js";

/** Elements that nobody sees. */
const UNSEEN = "head, head *, script, style, link, meta, template, template *, noscript, noscript *, br, wbr, source, track, param";

/**
 * One element, as it can be found again in a page that scripts have changed.
 *
 * @typedef {object} Description
 * @property {string} tag
 * @property {string} id
 * @property {Record<string, string>} attributes
 * @property {string} text its beginning
 * @property {string} path from the nearest ancestor with an id
 */

/**
 * Outlines the first element past the cut in the live page, and draws the cut there.
 *
 * @param {number} tabId
 * @param {Blob} body
 * @param {{ page: { encoding: string | null }, cut: { earliest: { offset: number } } | null }} report
 * @returns {Promise<string>} what there is to say about it; empty when it was found exactly
 */
export async function showCutOnPage(tabId, body, { page, cut }) {
  if (!cut) return message("report_on_page_kept");
  const { lost } = await parsePage(body, page.encoding ?? "utf-8", cut.earliest.offset);
  const described = lost.filter((element) => !element.matches(UNSEEN)).map(describe);
  if (described.length === 0) return message("report_on_page_none");
  const label = message("report_on_page_label", cut.earliest.offset.toLocaleString("en"));
  const [frame] = await browser.scripting
    .executeScript({ target: { tabId }, func: markCut, args: [described, label, message("report_on_page_remove")] })
    .catch(() => [undefined]);
  if (!frame) return message("report_on_page_no_access");
  return frame.result ? "" : message("report_on_page_not_found");
}

/**
 * @param {Element} element
 * @returns {Description}
 */
function describe(element) {
  const attributes = Object.fromEntries(["class", "href", "src", "alt", "name", "type"].flatMap((name) => {
    const value = element.getAttribute(name);
    return value ? [[name, value]] : [];
  }));
  return { tag: element.localName, id: element.id, attributes, text: beginning(element), path: pathOf(element) };
}

/** @param {Element} element */
function beginning(element) {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 80);
}

/**
 * @param {Element} element
 * @returns {string}
 */
function pathOf(element) {
  const steps = [];
  for (let at = element; at.parentElement; at = at.parentElement) {
    const twins = Array.from(at.parentElement.children).filter((child) => child.localName === at.localName);
    steps.unshift(`${CSS.escape(at.localName)}:nth-of-type(${twins.indexOf(at) + 1})`);
    if (at.parentElement.id) {
      steps.unshift(`#${CSS.escape(at.parentElement.id)}`);
      break;
    }
  }
  return steps.join(" > ");
}

/**
 * Runs in the page: finds the first of the described elements that is there, and draws the cut before it.
 *
 * It is handed to the browser as text, so it may use nothing from outside itself.
 *
 * @param {Description[]} described in document order
 * @param {string} label
 * @param {string} removeLabel
 * @returns {boolean} whether one was found
 */
export function markCut(described, label, removeLabel) {
  const NAME = "crawl-cutoff-mark";
  document.querySelectorAll(NAME).forEach((mark) => mark.remove());

  /** @param {Element} element */
  const textOf = (element) => (element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 80);
  /** @param {Description} wanted @returns {Element | undefined} */
  const find = ({ tag, id, attributes, text, path }) => {
    /** @param {Element} element */
    const fits = (element) =>
      element.localName === tag && textOf(element) === text
      && Object.entries(attributes).every(([name, value]) => name === "class" || element.getAttribute(name) === value);
    const named = id ? document.getElementById(id) : null;
    if (named?.localName === tag) return named;
    const there = path ? document.querySelector(path) : null;
    if (there && fits(there)) return there;
    const alike = Array.from(document.getElementsByTagName(tag)).filter(fits);
    return alike.length === 1 ? alike[0] : undefined;
  };
  const seen = (/** @type {Element | undefined} */ element) => element && element.getClientRects().length > 0;
  const target = described.map(find).find(seen);
  if (!target) return false;

  const mark = document.createElement(NAME);
  const shadow = mark.attachShadow({ mode: "closed" });
  const line = document.createElement("div");
  const box = document.createElement("div");
  const text = document.createElement("span");
  const remove = document.createElement("button");
  text.textContent = label;
  remove.textContent = removeLabel;
  line.append(text, remove);
  shadow.append(box, line);
  // The page's policy does not reach styles that a script sets.
  mark.style.cssText = "all: initial !important; position: absolute !important; inset: 0 auto auto 0 !important; z-index: 2147483647 !important";
  line.style.cssText = "position: absolute; display: flex; gap: 10px; align-items: center; box-sizing: border-box; padding: 5px 10px; translate: 0 -100%; border-bottom: 3px solid #c62f2f; background: #fff; color: #c62f2f; font: 600 13px/1.4 system-ui; box-shadow: 0 -2px 8px #0003";
  box.style.cssText = "position: absolute; box-sizing: border-box; border: 2px dashed #c62f2f; pointer-events: none";
  remove.style.cssText = "padding: 2px 8px; border: 1px solid #c62f2f; border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer";
  document.documentElement.append(mark);

  const place = () => {
    const edge = mark.getBoundingClientRect();
    const { left, top, width, height } = target.getBoundingClientRect();
    Object.assign(box.style, { left: `${left - edge.left}px`, top: `${top - edge.top}px`, width: `${width}px`, height: `${height}px` });
    Object.assign(line.style, { left: `${-edge.left}px`, top: `${top - edge.top}px`, width: `${document.documentElement.clientWidth}px` });
  };
  const stop = new AbortController();
  const away = () => {
    stop.abort();
    watch.disconnect();
    mark.remove();
  };
  const watch = new ResizeObserver(place);
  watch.observe(document.documentElement);
  addEventListener("resize", place, { signal: stop.signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && away(), { signal: stop.signal });
  remove.addEventListener("click", away);
  target.scrollIntoView({ block: "center" });
  place();
  return true;
}
