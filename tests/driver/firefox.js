/// <reference path="./firefox-privileged.d.ts" />

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { readShown } from "./driver.js";

/** @import { Driver, DriverOptions, Popup } from "./driver.js" */

/**
 * Runs a function, handed over as text, in Firefox's own window.
 *
 * @typedef {<A extends unknown[], R>(run: (...values: A) => R, ...values: A) => Promise<Awaited<R>>} Evaluate
 */

/**
 * Firefox shows the popup in a panel that no automation protocol lists. So the driver works in the browser's own window,
 * where the panel is, and reaches into the popup from there.
 *
 * @param {DriverOptions} options
 * @returns {Promise<Driver>}
 */
export async function openFirefox({ extension, program, headless = true, dark = false }) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: program,
    headless,
    defaultViewport: null,
    args: ["--remote-allow-system-access"],
    extraPrefsFirefox: {
      // A popup stays open while a test looks at something else.
      "ui.popup.disable_autohide": headless,
      "ui.systemUsesDarkTheme": Number(dark),
      "extensions.activeThemeID": dark ? "firefox-compact-dark@mozilla.org" : "firefox-compact-light@mozilla.org",
    },
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
  const { browser_specific_settings: settings } = JSON.parse(await readFile(join(extension, "manifest.json"), "utf8"));
  await browser.installExtension(extension);
  const evaluate = await ownWindow(browser);

  return {
    version: await browser.version(),
    async open(url) {
      const page = await browser.newPage();
      await page.goto(url).catch(() => {});
      await page.bringToFront();
      return page;
    },
    async click() {
      await evaluate(clickIcon, settings.gecko.id);
      return popupOf(evaluate);
    },
    closed: new Promise((resolve) => browser.once("disconnected", () => resolve())),
    close: () => browser.close(),
  };
}

/**
 * @param {import("puppeteer-core").Browser} browser
 * @returns {Promise<Evaluate>}
 */
async function ownWindow(browser) {
  const { connection } = /** @type {any} */ (browser);
  const { result: tree } = await connection.send("browsingContext.getTree", { "moz:scope": "chrome", maxDepth: 0 });
  const target = { context: tree.contexts[0].context };
  return async (run, ...values) => {
    const expression = `(async () => JSON.stringify(await (${run})(...${JSON.stringify(values)})))()`;
    const { result: answer } = await connection.send("script.evaluate", { expression, target, awaitPromise: true });
    if (answer.type !== "success") throw new Error(answer.exceptionDetails.text);
    return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value);
  };
}

/**
 * @param {Evaluate} evaluate
 * @returns {Popup}
 */
function popupOf(evaluate) {
  /** @param {string} selector */
  const showing = async (selector) => {
    await evaluate(runInPopup, `(${appear})(this, ${JSON.stringify(selector)})`);
    return evaluate(runInPopup, `(${readShown})(content.wrappedJSObject)`);
  };
  return {
    settled: () => showing("html:is([data-state=ready], [data-state=failed])"),
    showing,
    press: (selector) => evaluate(runInPopup, `(${press})(content, ${JSON.stringify(selector)})`),
    async screenshot(file) {
      await writeFile(file, Buffer.from(await evaluate(drawPopup, await evaluate(runInPopup, "content.innerHeight")), "base64"));
    },
    errors: () => evaluate(readErrors),
    goOffline: () => evaluate(goOffline),
    allow: () => evaluate(allowPermission),
    close: () => evaluate(hidePopup),
  };
}

// What follows runs in Firefox, each function alone: the first ones in its own window, the last ones in the popup.

/** @param {string} id of the extension */
async function clickIcon(id) {
  if (document.querySelector(".webextension-popup-browser")) throw new Error("A popup is open: a click would close it");
  const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
  const icon = ExtensionParent.apiManager.global.browserActionFor(ExtensionParent.GlobalManager.getExtension(id));
  Services.console.reset();
  const shown = new Promise((resolve) => document.addEventListener("popupshown", resolve, { once: true }));
  await icon.triggerAction(window);
  await shown;
}

/**
 * @param {string} expression its value, or what it resolves to, comes back as JSON
 * @returns {Promise<any>}
 */
function runInPopup(expression) {
  const { messageManager } = /** @type {any} */ (document.querySelector(".webextension-popup-browser"));
  const answer = `answer-${crypto.randomUUID()}`;
  const script = `(async () => ${expression})().then(
    (value) => sendAsyncMessage("${answer}", { value }),
    (error) => sendAsyncMessage("${answer}", { error: String(error) }))`;
  return new Promise((resolve, reject) => {
    messageManager.addMessageListener(answer, (/** @type {{ data: { value?: unknown, error?: string } }} */ { data }) => {
      if (data.error) reject(new Error(data.error));
      else resolve(data.value);
    });
    messageManager.loadFrameScript(`data:,${encodeURIComponent(script)}`, false);
  });
}

/**
 * @param {number} heightPx of the popup's document, which the panel around it reaches a little later
 * @returns {Promise<string>} a PNG in base64
 */
async function drawPopup(heightPx) {
  const popup = /** @type {any} */ (document.querySelector(".webextension-popup-browser"));
  await new Promise((resolve) => {
    new ResizeObserver(() => popup.clientHeight >= heightPx && resolve(undefined)).observe(popup);
  });
  const picture = await popup.browsingContext.currentWindowGlobal.drawSnapshot(null, window.devicePixelRatio, "white");
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer()).toBase64();
}

/** @returns {string[]} since the click */
function readErrors() {
  return Services.console.getMessageArray().map(String).filter((/** @type {string} */ message) => message.includes("moz-extension:"));
}

function goOffline() {
  Services.io.offline = true;
}

async function allowPermission() {
  const { panel } = PopupNotifications;
  if (panel.state !== "open") await new Promise((resolve) => panel.addEventListener("popupshown", resolve, { once: true }));
  panel.firstElementChild.button.click();
}

async function hidePopup() {
  const panel = /** @type {any} */ (document.querySelector(".webextension-popup-browser")?.closest("panel"));
  const hidden = new Promise((resolve) => panel.addEventListener("popuphidden", resolve, { once: true }));
  panel.hidePopup();
  await hidden;
}

/**
 * Waits until an element of the popup can be seen and Firefox has given the popup its room.
 *
 * @param {EventTarget & { content: Window & typeof globalThis }} frame what holds the popup's document, before it is loaded too
 * @param {string} selector
 */
function appear(frame, selector) {
  const HIGHEST_PX = 600;
  return new Promise((resolve) => {
    const watch = () => {
      const popup = frame.content;
      const root = popup.document.documentElement;
      const check = () => {
        const shown = popup.document.querySelector(selector)?.checkVisibility();
        if (shown && popup.innerHeight >= Math.min(root.scrollHeight, HIGHEST_PX)) resolve(undefined);
      };
      new popup.MutationObserver(check).observe(root, { attributes: true, childList: true, subtree: true });
      popup.addEventListener("resize", check);
      check();
    };
    frame.addEventListener("DOMContentLoaded", watch, true);
    watch();
  });
}

/**
 * @param {Window & { windowUtils?: any }} popup
 * @param {string} selector
 */
function press(popup, selector) {
  const hand = popup.windowUtils.setHandlingUserInput(true);
  /** @type {HTMLElement | null} */ (popup.document.querySelector(selector))?.click();
  hand.destruct();
}
