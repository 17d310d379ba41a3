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
 * Gives a page its language and direction, and fills every element that names its sentence in `data-message`.
 *
 * @param {Document} page
 */
export function translate(page) {
  page.documentElement.lang = language();
  page.documentElement.dir = browser.i18n.getMessage("@@bidi_dir");
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-message]"))) {
    element.textContent = message(element.dataset.message ?? "");
  }
}

/**
 * The sentences for the core, as the text of a `messages.json`; `null` for English, which the core carries itself.
 *
 * @returns {Promise<string | null>}
 */
export async function coreMessages() {
  if (language() === "en") return null;
  const folder = language().replace("-", "_");
  const response = await fetch(browser.runtime.getURL(`_locales/${folder}/messages.json`));
  return response.text();
}

/** Language tag of the sentences in use: each `messages.json` names its own, because the browser's may have no file. */
function language() {
  return message("popup_language");
}
