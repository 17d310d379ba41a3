import { Failure } from "./failure.js";

/**
 * An element that the page's own HTML has.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`${location.pathname} has no #${id}`);
  return found;
}

/** @param {"reading" | "ready" | "failed"} state */
export function showState(state) {
  document.documentElement.dataset.state = state;
}

/**
 * An address as it stands in the header.
 *
 * @param {string} url
 */
export function showAddress(url) {
  element("address").textContent = shortAddress(url);
}

/**
 * @param {string} url
 * @returns {string} without the scheme that nearly all have
 */
export function shortAddress(url) {
  return url.replace(/^https?:\/\//, "");
}

/**
 * Says why there is no report.
 *
 * @param {unknown} error
 */
export function showFailure(error) {
  element("failure").textContent = Failure.from(error).sentence;
  element("failed").hidden = false;
  showState("failed");
}
