import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { importMap } from "./import-map.js";

/** @import { AddressInfo } from "node:net" */
/** @import { Page } from "./pages.js" */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Alone in its process, a page is told the time to 5 µs instead of 100. */
const FIELDS = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp", "cache-control": "no-store" };

/** @type {Record<string, string>} */
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

const HOST = `<!doctype html><title>bench</title><script type="importmap">${JSON.stringify(importMap(ROOT, ["htmlparser2", "parse5"]))}</script>`;

/**
 * Serves this checkout, the pages as `/page/0`, `/page/1` …, and one page to measure in, on loopback.
 *
 * @param {readonly Page[]} pages
 * @returns {Promise<{ host: string, close: () => void }>} `host`: address of the page to measure in
 */
export async function serve(pages) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const page = /^\/page\/(\d+)$/.exec(pathname);
    if (pathname === "/tests/bench/") response.writeHead(200, { ...FIELDS, "content-type": "text/html" }).end(HOST);
    else if (page) response.writeHead(200, { ...FIELDS, "content-type": "application/octet-stream" }).end(pages[Number(page[1])].read());
    else {
      response.writeHead(200, { ...FIELDS, "content-type": TYPES[extname(pathname)] ?? "application/octet-stream" });
      createReadStream(join(ROOT, pathname)).on("error", () => response.destroy()).pipe(response);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    host: `http://127.0.0.1:${port}/tests/bench/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
