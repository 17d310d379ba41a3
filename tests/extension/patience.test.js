import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";

const { inTime, SILENCE_MS } = await import("../../extension/patience.js");

test("a server that stays silent ends in a failure that says how long it was waited for", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const waiting = inTime(new Promise(() => {}));
  t.mock.timers.tick(SILENCE_MS - 1);
  assert.equal(await Promise.race([waiting.catch(() => "failed"), Promise.resolve("waits")]), "waits");
  t.mock.timers.tick(1);
  await assert.rejects(waiting, { code: "stalled", values: ["30"] });
});

test("a sign of life in time is passed on, an error too", async () => {
  assert.equal(await inTime(Promise.resolve("a piece")), "a piece");
  await assert.rejects(inTime(Promise.reject(new TypeError("broke"))), TypeError);
});
