/** Pictures of the popup to look at, in out/screenshots: each kind of result, light and dark. They fail where the popup does not fit. */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { inEachBrowser } from "./browsers.js";

const FOLDER = fileURLToPath(new URL("../../out/screenshots", import.meta.url));

const PATHS = /** @type {const} */ (["/over", "/under", "/band", "/hostile", "/right-to-left", "/logged-out", "/image", "/redirect-away"]);

mkdirSync(FOLDER, { recursive: true });

for (const dark of [false, true]) {
  inEachBrowser(
    (stage, name) => {
      for (const path of PATHS) {
        test(`${path}, ${dark ? "dark" : "light"}`, async () => {
          const { shown } = await stage().look(path, {
            errors: /blocked by CORS policy|net::ERR_FAILED/,
            async meanwhile(popup) {
              await popup.settled();
              await popup.screenshot(join(FOLDER, `${name}-${dark ? "dark" : "light"}${path.replace("/", "-")}.png`));
            },
          });
          assert.equal(shown.dark, dark, "colour scheme");
          assert.equal(shown.widthPx, 400);
          assert.ok(shown.heightPx <= 600, `${shown.heightPx} px high`);
        });
      }
    },
    { dark },
  );
}
