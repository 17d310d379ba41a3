/** The numbers of a report are those of the bytes that the server sent, whatever the way they came. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { BOM, BROTLI, GZIP, IN_BAND, OVER, UNDER } from "../server/pages.js";
import { inEachBrowser } from "./browsers.js";

/** Path, bytes of the decoded body, bytes on the wire, fate of the page. */
const PAGES = /** @type {const} */ ([
  ["/under", UNDER.length, UNDER.length, "kept"],
  ["/over", OVER.length, OVER.length, "lost"],
  ["/band", IN_BAND.length, IN_BAND.length, "depends"],
  ["/gzip", OVER.length, GZIP.length, "lost"],
  ["/br", OVER.length, BROTLI.length, "lost"],
  ["/bom", BOM.length, BOM.length, "kept"],
]);

inEachBrowser((stage) => {
  for (const [path, bodyBytes, transferredBytes, fate] of PAGES) {
    test(`${path}: the response on screen, read from the cache`, async () => {
      const { server } = stage();
      const look = await stage().look(path);
      const { page, verdict } = look.report;
      assert.equal(page.body_bytes, bodyBytes);
      assert.equal(page.transferred_bytes, transferredBytes);
      assert.equal(page.screen_body_bytes, bodyBytes);
      assert.equal(page.source, "cache");
      assert.equal(page.status, 200);
      assert.equal(page.url, server.origin + path);
      assert.equal(verdict.fate, fate);
      assert.equal(look.shown.fate, fate);
      assert.ok(look.shown.verdict?.includes(verdict.sentence));
      assert.equal(server.requestsFor(path), 1, "the server was asked again");
    });
  }

  test("a page that no cache keeps is asked for once more, and the report says so", async () => {
    const look = await stage().look("/no-store");
    const { page } = look.report;
    assert.equal(page.source, "second_request");
    assert.equal(page.body_bytes, UNDER.length);
    assert.equal(page.screen_body_bytes, UNDER.length);
    assert.equal(page.transferred_bytes, UNDER.length);
    assert.equal(stage().server.requestsFor("/no-store"), 2);
  });

  test("a redirected page is reported by the address it ended at", async () => {
    const { report } = await stage().look("/redirect");
    assert.equal(report.page.url, `${stage().server.origin}/under`);
    assert.equal(report.page.body_bytes, UNDER.length);
  });

  test("a page that changed its own address is read by that address, and not compared with what is on screen", async () => {
    const { report } = await stage().look("/moves");
    assert.equal(report.page.body_bytes, UNDER.length);
    assert.equal(report.page.screen_body_bytes, null);
  });
});
