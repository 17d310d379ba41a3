import puppeteer from "puppeteer-core";
import { readShown } from "./driver.js";

/** @import { Driver, DriverOptions, Popup } from "./driver.js" */

/** Longest wait for a popup to show something, in milliseconds: enough for 300 MB on a busy machine. */
const PATIENCE_MS = 120_000;

/**
 * @param {DriverOptions} options
 * @returns {Promise<Driver>}
 */
export async function openChromium({ extension, program, headless = true, dark = false }) {
  const browser = await puppeteer.launch({
    executablePath: program,
    headless,
    pipe: true,
    enableExtensions: true,
    ignoreDefaultArgs: ["--hide-scrollbars"],
    defaultViewport: null,
    args: [
      // Room for a popup of full height, 600 pixels.
      "--window-size=1280,960",
      "--screen-info={1600x1200}",
      ...(dark ? ["--force-dark-mode"] : []),
      // Chromium's sandbox refuses the superuser, which is who runs tests in containers.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  try {
    return await driverOf(browser, extension);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/**
 * @param {import("puppeteer-core").Browser} browser
 * @param {string} extension
 * @returns {Promise<Driver>}
 */
async function driverOf(browser, extension) {
  const id = await browser.installExtension(extension);
  const installed = (await browser.extensions()).get(id);
  if (!installed) throw new Error(`Chromium does not list the extension of ${extension}`);
  /** @type {import("puppeteer-core").Page} */
  let front;

  return {
    version: await browser.version(),
    async open(url) {
      front = await browser.newPage();
      await front.goto(url).catch(() => {});
      await front.bringToFront();
      return front;
    },
    async click() {
      const opened = browser.waitForTarget((target) => target.url().startsWith(`chrome-extension://${id}/`));
      await installed.triggerAction(front);
      return popupOf(await (await opened).asPage());
    },
    closed: new Promise((resolve) => browser.once("disconnected", () => resolve())),
    close: () => browser.close(),
  };
}

/**
 * @param {import("puppeteer-core").Page} page
 * @returns {Popup}
 */
function popupOf(page) {
  /** @type {string[]} */
  const errors = [];
  page.on("console", (said) => {
    if (said.type() === "error" || said.type() === "warn") errors.push(said.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  /** @param {string} selector */
  const showing = async (selector) => {
    await page.waitForSelector(selector, { visible: true, timeout: PATIENCE_MS });
    return page.evaluate(`(${readShown})(window)`);
  };

  return /** @type {Popup} */ ({
    settled: () => showing("html:is([data-state=ready], [data-state=failed])"),
    showing,
    press: (selector) => page.click(selector),
    evaluate: (expression) => page.evaluate(expression),
    goOffline: () => page.setOfflineMode(true),
    async screenshot(file) {
      await page.screenshot({ path: /** @type {`${string}.png`} */ (file) });
    },
    errors: async () => errors,
    close: () => page.close(),
  });
}
