// Renders extension/icons/icon.svg to the sizes that manifest.json names: node tests/icons/render.js
import { readFile } from "node:fs/promises";
import puppeteer from "puppeteer-core";
import { findBrowser } from "../driver/find.js";

const folder = new URL("../../extension/icons/", import.meta.url);
const svg = await readFile(new URL("icon.svg", folder), "base64");
const browser = await puppeteer.launch({
  executablePath: findBrowser("chromium") ?? undefined,
  // Chromium's sandbox refuses the superuser, which is who runs tests in containers.
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const page = await browser.newPage();
  for (const pixels of [16, 32, 48, 128]) {
    await page.setViewport({ width: pixels, height: pixels });
    const image = `<img src="data:image/svg+xml;base64,${svg}" width="${pixels}" height="${pixels}">`;
    await page.setContent(`<style>html, body { margin: 0 } img { display: block }</style>${image}`);
    const path = /** @type {`${string}.png`} */ (new URL(`icon-${pixels}.png`, folder).pathname);
    await page.screenshot({ path, omitBackground: true });
  }
} finally {
  await browser.close();
}
