import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { Readable } from "node:stream";

/** @import { AddressInfo } from "node:net" */

/** Content types that browsers show in a tab; a file of another kind is served as HTML. */
const TYPES = new Map(
  Object.entries({
    css: "text/css",
    csv: "text/csv",
    gif: "image/gif",
    jpg: "image/jpeg",
    js: "text/javascript",
    json: "application/json",
    pdf: "application/pdf",
    png: "image/png",
    svg: "image/svg+xml",
    txt: "text/plain",
    webp: "image/webp",
    xhtml: "application/xhtml+xml",
    xml: "application/xml",
  }),
);

/**
 * Serves one document on loopback.
 *
 * @param {Buffer | string} source its bytes, or the path of its file
 * @param {string} name last part of its address
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve(source, name) {
  const type = TYPES.get(extname(name).slice(1).toLowerCase()) ?? "text/html";
  const path = `/${encodeURIComponent(name)}`;
  const server = createServer((request, response) => {
    if (request.url !== path) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": type });
    return (typeof source === "string" ? createReadStream(source) : Readable.from([source])).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}${path}`, close: () => server.close() };
}
