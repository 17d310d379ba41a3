/** A browser that has gone offline since the page was loaded: the popup says so. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlDocument } from "../server/document.js";
import { PAGES } from "../server/pages.js";
import { inEachBrowser } from "./browsers.js";

const FIELDS = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
PAGES["/silent-later"] = ({ again }) => (again ? { end: "silent" } : { fields: FIELDS, body: htmlDocument({ bytes: 5_000 }) });

inEachBrowser((stage) => {
  test("the server is gone and the browser is offline", async () => {
    const { server } = stage();
    const asked = server.next("asked again", "/silent-later");
    const look = await stage().look("/silent-later", {
      errors: /net::ERR_/,
      async meanwhile(popup) {
        await asked;
        await popup.goOffline();
        await server.close();
      },
    });
    assert.match(look.failure, /The browser is offline/);
  });
});
