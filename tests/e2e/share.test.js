/** A link from the popup shows the same report in a browser without the extension, and no link or page runs anything there. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { findBrowser } from "../driver/find.js";
import { PAGES } from "../server/pages.js";
import { StaticServer } from "../server/static.js";
import { violations } from "./axe.js";
import { inEachBrowser } from "./browsers.js";

/** @import { Browser, Page } from "puppeteer-core" */

const VIEWER = new URL("../../dist/viewer/", import.meta.url);
if (!existsSync(VIEWER)) throw new Error("dist/viewer is missing: run ./build.sh first");

/** The usual list: each would set `hacked` where it ran. */
const ATTACKS = [
  "<script>hacked=1</script>",
  "</script><script>hacked=1</script>",
  "<img src=x onerror=hacked=1>",
  "\"><svg onload=hacked=1>",
  "' autofocus onfocus=hacked=1 x='",
  "javascript:hacked=1",
  "<iframe srcdoc='<script>parent.hacked=1</script>'>",
  "<math><mtext><table><mglyph><style><img src=x onerror=hacked=1>",
  "<a href=javascript:hacked=1>a</a>",
  "<style>@import '//attacker.example/'</style>",
  "{{constructor.constructor('hacked=1')()}}",
  "<base href=//attacker.example/>",
  "<form action=//attacker.example/><button>a</button></form>",
  "<meta http-equiv=refresh content='0;url=//attacker.example/'>",
  "&lt;img src=x onerror=hacked=1&gt;",
  "\u202egnp.exe\u0000\u2028",
];

/** @param {string} text */
const attribute = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

PAGES["/hostile-link"] = {
  body: `<!doctype html><html lang=en><head><meta charset=utf-8><title>${ATTACKS[2].replaceAll("<", "&lt;")} A title</title>
${ATTACKS.map((attack) => `<meta property="og:title" content="${attribute(attack)}">`).join("\n")}
<link rel=canonical href="/hostile-link"><script type="application/ld+json">{"@type":"${ATTACKS[8]}","name":"${ATTACKS[3].replaceAll('"', '\\"')}"}</script>
</head><body>${ATTACKS.map((attack) => `<h2>${attack.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</h2>`).join("\n")}
<img alt src="/%3Cimg%20src=x%20onerror=hacked=1%3E.png"></body></html>`,
};
PAGES["/with-query?secret=1"] = { body: "<!doctype html><title>A page</title><link rel=canonical href='/with-query?secret=1'><h1>One</h1><p>Words." };

/** @type {StaticServer} */
let host;
before(async () => {
  host = await StaticServer.start(VIEWER, "/some/folder/");
});
after(() => host.close());

inEachBrowser((stage, name) => {
  /** A browser of its own, without the extension. @type {Browser} */
  let plain;
  before(async () => {
    plain = await puppeteer.launch({
      browser: name === "firefox" ? "firefox" : "chrome",
      executablePath: findBrowser(name) ?? "",
      headless: true,
      args: name === "chromium" && process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
  });
  after(() => plain?.close());

  /**
   * @param {string} path
   * @returns {Promise<{ link: string, report: string }>} what the popup's dialog copies, and the popup's report
   */
  async function copiedLink(path) {
    const tab = await stage().browser.open(stage().server.origin + path);
    const popup = await stage().browser.click();
    const { report, failure } = await popup.settled();
    assert.ok(report, failure);
    await popup.press("#copy-link");
    const { link, text, hacked } = await popup.showing("#share-length:not(:empty)");
    assert.ok(link && link.length < 8_000, link);
    assert.match(text, /[\d,.\s]+ characters\./);
    await popup.press("#share-copy");
    await popup.showing("#share-copy[data-state=copied]");
    assert.equal(hacked, false);
    assert.deepEqual(await popup.errors(), []);
    await popup.close();
    await tab.close();
    return { link, report };
  }

  /**
   * Opens a link's report on the viewer.
   *
   * @param {string} fragment
   */
  async function view(fragment) {
    const tab = await plain.newPage();
    /** @type {string[]} */
    const complaints = [];
    tab.on("console", (said) => ["error", "warn"].includes(said.type()) && complaints.push(said.text()));
    tab.on("pageerror", (error) => complaints.push(String(error)));
    tab.on("request", (request) => !request.url().startsWith(host.address) && complaints.push(`asked for ${request.url()}`));
    await tab.evaluateOnNewDocument(() => {
      addEventListener("securitypolicyviolation", (event) => {
        const seen = /** @type {any} */ (globalThis);
        seen.violations = [...(seen.violations ?? []), `${event.violatedDirective} ${event.blockedURI}`];
      });
    });
    await tab.goto(host.address + fragment);
    await tab.waitForSelector("html:is([data-state=ready], [data-state=failed])");
    return { tab, complaints };
  }

  /** @param {{ tab: Page, complaints: string[] }} viewed */
  async function nothingRan({ tab, complaints }) {
    const { hacked, violations, cookies, strange } = await tab.evaluate(() => ({
      hacked: /** @type {any} */ (globalThis).hacked,
      violations: /** @type {any} */ (globalThis).violations ?? [],
      cookies: document.cookie,
      strange: document.querySelectorAll("#report :is(script, img, iframe, form, base, meta, style, object, embed, a[href], [onerror], [onload])").length,
    }));
    assert.deepEqual({ hacked, violations, cookies, strange, complaints }, { hacked: undefined, violations: [], cookies: "", strange: 0, complaints: [] });
  }

  test("a link from the popup shows the same report without the extension", async () => {
    const { link, report } = await copiedLink("/hostile-link");
    const viewed = await view(link.slice(link.indexOf("#")));
    assert.equal(await viewed.tab.$eval("#failure", (element) => element.textContent), "");
    const shown = JSON.parse((await viewed.tab.evaluate(() => globalThis.crawlCutoffReport)) ?? "null");
    const { shared, ...rest } = shown;
    assert.deepEqual(shared, { version: 1, left_out: shared.left_out, signals: [] });
    const made = JSON.parse(report);
    if (shared.left_out.length === 0) assert.deepEqual({ ...rest, shared: null }, made);
    for (const part of ["verdict", "cut", "text", "links", "ledger", "findings", "what_if", "limit"]) {
      assert.deepEqual(rest[part], made[part], part);
    }
    for (const handle of ["#verdict[data-fate]", "#ruler", "#signals", "#ledger", "#findings", "#copy-link"]) {
      assert.ok(await viewed.tab.$(handle), handle);
    }
    await nothingRan(viewed);
    for (const value of ["light", "dark"]) {
      // Firefox cannot be told over its protocol; there the light page is looked at twice.
      await viewed.tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]).catch(() => {});
      assert.deepEqual(await violations(viewed.tab), [], value);
    }
    await viewed.tab.close();
  });

  test("query strings stay out of a link unless somebody wants them in", async () => {
    const { link } = await copiedLink("/with-query?secret=1");
    const viewed = await view(link.slice(link.indexOf("#")));
    const shown = (await viewed.tab.evaluate(() => globalThis.crawlCutoffReport)) ?? "";
    assert.ok(!shown.includes("secret"), shown);
    assert.ok(JSON.parse(shown).shared.left_out.includes("query_strings"), shown);
    assert.match(await viewed.tab.$eval("#report", (element) => element.textContent ?? ""), /came from a link that leaves out: query strings/);
    await viewed.tab.close();
  });

  test("a report that is hostile in every text runs nothing", async () => {
    const { report } = await copiedLink("/hostile-link");
    const hostile = JSON.parse(report);
    let next = 0;
    const attack = () => ATTACKS[next++ % ATTACKS.length];
    hostile.page = { ...hostile.page, url: attack(), title: attack(), content_type: attack(), requested_url: attack(), protocol: attack(), link_header: ATTACKS, x_robots_tag: ATTACKS };
    for (const signal of hostile.signals) Object.assign(signal, { value: attack(), name: attack() });
    for (const item of hostile.largest) item.label = attack();
    for (const resource of hostile.resources) Object.assign(resource, { url: attack(), detail: attack(), initiator: attack() });
    hostile.limit.reading = attack();
    const fragment = await linkOf(JSON.stringify(hostile));
    const viewed = await view(fragment);
    assert.equal(await viewed.tab.$eval("html", (element) => element.dataset.state), "ready");
    await nothingRan(viewed);
    await viewed.tab.close();
  });

  test("what is no link, a part of one, another one or a newer one gets its own sentence, and a paste shows the report", async () => {
    const { link } = await copiedLink("/with-query?secret=1");
    const fragment = link.slice(link.indexOf("#"));
    const end = fragment.endsWith("A") ? "B" : "A";
    for (const [hash, sentence] of [
      ["#<img src=x onerror=hacked=1>", /no link to a report/],
      [fragment.slice(0, -20), /end of this link is missing/],
      [fragment.slice(0, -1) + end, /not as it was sent/],
      [fragment.replace("#1.", "#9."), /newer Crawl Cutoff/],
    ]) {
      const viewed = await view(/** @type {string} */ (hash));
      assert.match(await viewed.tab.$eval("#failure", (element) => element.textContent ?? ""), /** @type {RegExp} */ (sentence));
      assert.equal(await viewed.tab.evaluate(() => globalThis.crawlCutoffReport), undefined);
      await nothingRan(viewed);
      await viewed.tab.close();
    }
    const viewed = await view("");
    assert.ok(await viewed.tab.$("#start:not([hidden])"));
    await viewed.tab.type("#link", link);
    await viewed.tab.click("#open button");
    await viewed.tab.waitForSelector("#verdict");
    await nothingRan(viewed);
    await viewed.tab.close();
  });
});

/**
 * @param {string} report JSON text
 * @returns {Promise<string>} `#` and the link to it, by the very WebAssembly that ships
 */
async function linkOf(report) {
  const core = await import(new URL("wasm/report.js", VIEWER).href);
  await core.default({ module_or_path: readFileSync(new URL("wasm/report_bg.wasm", VIEWER)) });
  const messages = readFileSync(new URL("_locales/en/messages.json", VIEWER), "utf8");
  const include = { values: true, fileNames: true, queryStrings: true, snippets: true };
  return core.shareLink(report, include, "", messages).text;
}
