/** Whatever cannot be read ends in one sentence that says what happened and what to do. Nothing hangs, nothing runs. */

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { HOSTILE, HUGE_BYTES, UNDER } from "../server/pages.js";
import { inEachBrowser } from "./browsers.js";

const FILE = new URL("../../extension/popup.html", import.meta.url);

inEachBrowser((stage, name) => {
  test("pages of the browser", async () => {
    assert.match((await stage().look(name === "firefox" ? "about:blank" : "chrome://version")).failure, /Open a page that starts with http/);
  });

  test("a page without a web address", async () => {
    assert.match((await stage().look("data:text/html,<title>A page</title>")).failure, /web address|on the web/);
  });

  test("the source view", async () => {
    assert.match((await stage().look(`view-source:${stage().server.origin}/under`)).failure, /source view/);
  });

  test("a second request that leads to another site", async () => {
    const expected = name === "chromium" ? /blocked by CORS policy|net::ERR_FAILED/ : undefined;
    assert.match((await stage().look("/redirect-away", { errors: expected })).failure, /redirects to another site/);
  });

  test("a server that is gone by the second request", async () => {
    const look = await stage().look("/gone-later", { errors: /net::ERR_EMPTY_RESPONSE/ });
    assert.match(look.failure, new RegExp(`${new URL(stage().server.origin).host} did not answer`));
  });

  test("a connection that breaks in the middle", async () => {
    const look = await stage().look("/breaks", { errors: /net::ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET)/ });
    assert.match(look.failure, /The connection broke/);
  });

  test("a page that is left, or a popup that is closed, ends the reading", async () => {
    const { browser, server } = stage();
    const asked = server.next("asked again", "/hangs");
    const left = server.next("left", "/hangs");
    const tab = await browser.open(`${server.origin}/hangs`);
    const popup = await browser.click();
    await asked;
    // In Firefox the page itself asks; in Chromium the popup does, which does not need the page any more.
    if (name === "firefox") {
      await tab.goto(`${server.origin}/under`);
      assert.match((await popup.settled()).failure ?? "", /closed or left/);
    }
    await popup.close();
    await left;
    await tab.close();
  });

  test("a page that never stops loading is not waited for", { timeout: 15_000 }, async () => {
    const { browser, server } = stage();
    const tab = await browser.open("about:blank");
    tab.goto(`${server.origin}/loading`).catch(() => {});
    await tab.waitForFunction(() => document.title === "Under the limit");
    const popup = await browser.click();
    const { report, failure } = await popup.settled();
    assert.equal(JSON.parse(report ?? "{}").page?.body_bytes, UNDER.length, failure);
    await popup.close();
    await tab.close();
  });

  test("a file, where the browser lets extensions read it", async () => {
    const look = await stage().look(FILE.href);
    if (name === "firefox") return assert.match(look.failure, /crawl-cutoff check FILE/);
    assert.equal(look.report.page.source, "file");
    assert.equal(look.report.page.status, null);
    assert.equal(look.report.page.body_bytes, statSync(FILE).size);
  });

  test("an empty page, an error page, text, an image and a PDF are reported as what they are", async () => {
    const errors = /Failed to load resource: the server responded with a status of/;
    assert.equal((await stage().look("/empty")).report.page.body_bytes, 0);
    assert.equal((await stage().look("/not-found", { errors })).report.page.status, 404);
    assert.equal((await stage().look("/error", { errors })).report.page.status, 500);
    assert.equal((await stage().look("/html-as-text")).report.page.kind, "text");
    assert.equal((await stage().look("/image")).report.page.kind, "image");
    if (name === "chromium") assert.equal((await stage().look("/pdf")).report.page.kind, "pdf");
  });

  test("markup and invisible characters in titles and addresses are shown as text", async () => {
    const look = await stage().look(`/hostile?q=${encodeURIComponent(HOSTILE)}#${encodeURIComponent(HOSTILE)}`);
    assert.equal(look.report.page.title, HOSTILE.replace(/\s+/g, " "));
    assert.equal(look.shown.hacked, false);
    assert.match(look.shown.text, /<img src=x onerror=/);
  });

  test("a page of 300 MB is read as a stream, with its progress shown and the popup at hand", async () => {
    const look = await stage().look("/huge", {
      async meanwhile(popup) {
        const { state, text } = await popup.showing("#progress");
        assert.equal(state, "reading");
        assert.match(text, /Reading the page/);
      },
    });
    assert.equal(look.report.page.body_bytes, HUGE_BYTES);
    assert.equal(look.report.verdict.fate, "lost");
  });
});
