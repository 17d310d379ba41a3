import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Names under which systems install the browsers, the freest first. */
const NAMES = {
  chromium: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  firefox: ["firefox", "firefox-esr"],
};

/** Where a Mac keeps them. */
const MAC = {
  chromium: ["/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
  firefox: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
};

/**
 * Path of a browser's program.
 *
 * @param {"chromium" | "firefox"} browser
 * @returns {string | null} what the environment variable CHROMIUM or FIREFOX names, else the first one installed
 */
export function findBrowser(browser) {
  const named = process.env[browser.toUpperCase()];
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = [...NAMES[browser].flatMap((name) => folders.map((folder) => join(folder, name))), ...MAC[browser]];
  return places.find(runs) ?? null;
}

/** @param {string} path */
function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
