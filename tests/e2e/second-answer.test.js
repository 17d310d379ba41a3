/** Where the server answers a second request with something else, the report is about that answer and shows the difference. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { UNDER } from "../server/pages.js";
import { inEachBrowser } from "./browsers.js";

/** Chromium logs every answer of 400 and above to the console of whoever asked. */
const REFUSED = /Failed to load resource: the server responded with a status of 40[35]/;

inEachBrowser((stage) => {
  test("a login page instead of the page", async () => {
    const { page } = (await stage().look("/logged-out")).report;
    assert.equal(page.url, `${stage().server.origin}/sign-in`);
    assert.equal(page.requested_url, `${stage().server.origin}/logged-out`);
    assert.equal(page.screen_body_bytes, UNDER.length);
    assert.notEqual(page.body_bytes, UNDER.length);
  });

  test("a refusal instead of the page", async () => {
    const { page } = (await stage().look("/refused-later", { errors: REFUSED })).report;
    assert.equal(page.status, 403);
    assert.equal(page.screen_status, 200);
    assert.equal(page.screen_body_bytes, UNDER.length);
  });

  test("a page made by a form, asked for without the form", async () => {
    const { browser, server } = stage();
    const tab = await browser.open(`${server.origin}/made-by-form`);
    await Promise.all([tab.waitForNavigation(), tab.click("button")]);
    const popup = await browser.click();
    const { report } = await popup.settled();
    const { page } = JSON.parse(report ?? "{}");
    assert.equal(page.status, 405);
    assert.equal(page.screen_status, 200);
    assert.equal(page.source, "second_request");
    await popup.close();
    await tab.close();
  });
});
