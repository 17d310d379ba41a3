/**
 * A real browser with the extension loaded, its toolbar icon clicked as a user does. Chromium and Firefox differ only
 * behind these types.
 *
 * @typedef {object} Driver
 * @property {string} version
 * @property {(url: string) => Promise<import("puppeteer-core").Page>} open a new tab in front; a page that does not load is
 *   still open
 * @property {() => Promise<Popup>} click clicks the extension's toolbar icon
 * @property {Promise<void>} closed when its last window is gone
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Popup
 * @property {() => Promise<Shown>} settled what it shows once it no longer reads
 * @property {(selector: string) => Promise<Shown>} showing what it shows once an element is visible
 * @property {(selector: string) => Promise<void>} press
 * @property {() => Promise<void>} goOffline takes the network from it; in Firefox from the whole browser, until it is closed
 * @property {(expression: string) => Promise<unknown>} [evaluate] only where a protocol lists the popup: Chromium
 * @property {(() => Promise<void>)} [allow] accepts the browser's question for a permission; only where one is asked
 * @property {(file: string) => Promise<void>} screenshot PNG of the whole popup
 * @property {() => Promise<string[]>} errors what its console and the browser say against it
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Shown
 * @property {string | undefined} state
 * @property {string | undefined} fate
 * @property {string | undefined} verdict
 * @property {string | undefined} failure
 * @property {string} text everything that can be read in it
 * @property {string | undefined} report JSON text
 * @property {string | undefined} link in the dialog that offers one
 * @property {boolean} hacked whether markup of a page has run in it
 * @property {number} overflowPx how far its content is wider than itself
 * @property {number} widthPx
 * @property {number} heightPx
 * @property {boolean} dark whether it is drawn for a dark browser
 *
 * @typedef {object} DriverOptions
 * @property {string} extension folder of the built extension
 * @property {string} program path of the browser
 * @property {boolean} [headless] default: true
 * @property {boolean} [dark] default: false
 */

/**
 * Reads what a popup shows. Runs in the popup, handed over as text.
 *
 * @param {Window & { crawlCutoffReport?: string, hacked?: unknown }} popup
 * @returns {Shown}
 */
export function readShown(popup) {
  const { document } = popup;
  const root = document.documentElement;
  /** @param {string} selector */
  const visible = (selector) => {
    const element = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    return element?.checkVisibility() ? element : undefined;
  };
  return {
    state: root.dataset.state,
    fate: visible("#verdict")?.dataset.fate,
    verdict: visible("#verdict")?.innerText,
    failure: visible("#failure")?.innerText,
    text: document.body.innerText,
    report: popup.crawlCutoffReport,
    link: /** @type {HTMLTextAreaElement | null} */ (document.querySelector("#share-link"))?.value,
    hacked: popup.hacked !== undefined,
    overflowPx: document.body.scrollWidth - document.body.clientWidth,
    widthPx: popup.innerWidth,
    heightPx: popup.innerHeight,
    dark: popup.matchMedia("(prefers-color-scheme: dark)").matches,
  };
}
