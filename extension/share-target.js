import { browser, isFirefox } from "./browser.js";
import { message } from "./messages.js";
import { readSettings } from "./settings.js";

/** @returns {Promise<import("./share-dialog.js").Target>} the viewer of the user's choice, or the extension's own page */
export async function shareTarget() {
  const { viewerUrl } = await readSettings();
  if (viewerUrl) return { viewer: viewerUrl, note: message("share_note_viewer") };
  // Firefox gives the extension another address in every installation.
  const note = message(isFirefox ? "share_note_this_browser" : "share_note_extension");
  return { viewer: browser.runtime.getURL("report.html"), note };
}
