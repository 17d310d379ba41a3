/** What a page's own rules forbid in Firefox, one button asks for; Chromium needs no permission for it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { UNDER } from "../server/pages.js";
import { inEachBrowser } from "./browsers.js";

inEachBrowser((stage, name) => {
  test("behind a service worker, the server itself is asked", async () => {
    const { browser, server } = stage();
    const tab = await browser.open(`${server.origin}/worked`);
    await tab.waitForFunction(() => document.title === "Controlled");
    const popup = await browser.click();
    const { report, failure } = await popup.settled();
    if (name === "firefox") assert.match(failure ?? "", /service worker.*Allow Crawl Cutoff to read 127\.0\.0\.1/);
    else assert.equal(JSON.parse(report ?? "{}").page.title, "Loading");
    await popup.close();
    await tab.close();
  });

  test("under a policy that forbids connections", async () => {
    const { page } = (
      await stage().look("/policy", {
        async meanwhile(popup) {
          if (!popup.allow) return;
          const { failure } = await popup.settled();
          assert.match(failure ?? "", /This page’s own policy.*Allow Crawl Cutoff to read 127\.0\.0\.1/);
          await popup.press("#allow-site");
          await popup.allow();
        },
      })
    ).report;
    assert.equal(page.body_bytes, UNDER.length);
    assert.equal(page.screen_body_bytes, UNDER.length);
    assert.equal(page.source, name === "firefox" ? "second_request" : "cache");
  });
});
