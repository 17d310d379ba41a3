import { browser } from "./browser.js";

/**
 * The sentence `key` in the user's language, English where that language lacks it.
 *
 * @param {string} key
 * @param {...string} values replace `$1` … `$9`
 * @returns {string}
 */
export function message(key, ...values) {
  return browser.i18n.getMessage(key, values);
}

/**
 * Gives a page its language and direction, and fills every element that names its
 * sentence in `data-message`, or that of its label in `data-label`.
 *
 * @param {Document} page
 */
export function translate(page) {
  page.documentElement.lang = language();
  page.documentElement.dir = browser.i18n.getMessage("@@bidi_dir");
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-message]"))) {
    element.textContent = message(element.dataset.message ?? "");
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-label]"))) {
    element.ariaLabel = message(element.dataset.label ?? "");
  }
}

/**
 * The sentences for the core, as the text of a `messages.json`: those of the user's language, with English behind them.
 *
 * @returns {Promise<string>}
 */
export async function coreMessages() {
  const english = await sentences("en");
  if (language() === "en") return english;
  const own = await sentences(language().replace("-", "_"));
  return JSON.stringify({ ...JSON.parse(english), ...JSON.parse(own) });
}

/** @param {string} folder */
async function sentences(folder) {
  const response = await fetch(browser.runtime.getURL(`_locales/${folder}/messages.json`));
  return response.text();
}

/** Language tag of the sentences in use: each `messages.json` names its own, because the browser's may have no file. */
function language() {
  return message("popup_language");
}
