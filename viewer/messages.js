// The sentences, in place of the extension's module of this name, which asks the browser's extension interface.

/** Languages that there are sentences for. The first stands in for what another lacks. */
export const LANGUAGES = ["en"];

const english = await sentences(LANGUAGES[0]);
const language = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => LANGUAGES.includes(tag)) ?? LANGUAGES[0];
const own = language === LANGUAGES[0] ? english : { ...english, ...(await sentences(language)) };

/**
 * @param {string} key
 * @param {...string} values replace `$1` … `$9`
 * @returns {string}
 */
export function message(key, ...values) {
  return (own[key]?.message ?? "").replace(/\$([1-9$])/g, (_, which) => (which === "$" ? "$" : (values[Number(which) - 1] ?? "")));
}

/** @param {Document} page */
export function translate(page) {
  page.documentElement.lang = message("popup_language");
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-message]"))) {
    element.textContent = message(element.dataset.message ?? "");
  }
}

/** @returns {Promise<string>} the sentences for the core, as the text of a `messages.json` */
export async function coreMessages() {
  return JSON.stringify(own);
}

/**
 * @param {string} folder
 * @returns {Promise<Record<string, { message: string }>>}
 */
async function sentences(folder) {
  return (await fetch(new URL(`_locales/${folder}/messages.json`, import.meta.url))).json();
}
