import { once } from "node:events";
import { createServer } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** @import { AddressInfo } from "node:net" */
/** @import { IncomingMessage, Server, ServerResponse } from "node:http" */

/**
 * One file of the site and what reading it gives.
 *
 * @typedef {object} SiteFile
 * @property {"page" | "other"} host
 * @property {string} tag how the page names it, with `URL` for its address
 * @property {Buffer} body decoded
 * @property {number} [status] default: 200
 * @property {Record<string, string>} [fields]
 * @property {"gzip" | "br"} [coding]
 * @property {string} [redirect] path on the other host
 * @property {boolean} [hangs] whether it begins, and never ends, for whoever asks outside of the page
 */

const SCRIPT = '<script src="URL"></script>';
const CSS = '<link rel="stylesheet" href="URL">';
const JS_TYPE = { "content-type": "text/javascript" };
const CSS_TYPE = { "content-type": "text/css" };

/** @param {number} bytes */
const script = (bytes) => Buffer.from(`var a=1;${";".repeat(bytes - 8)}`);
/** @param {number} bytes */
const sheet = (bytes) => Buffer.from("a{color:red}".padEnd(bytes, " "));

/** @type {Record<string, SiteFile>} */
export const FILES = {
  "/small.js": { host: "page", tag: SCRIPT, body: Buffer.from('document.title = localStorage.getItem("title");'), fields: JS_TYPE },
  "/under.js": { host: "page", tag: SCRIPT, body: script(1_999_000), fields: JS_TYPE },
  "/band.js": { host: "page", tag: SCRIPT, body: script(2_050_000), fields: JS_TYPE },
  "/over.js": { host: "page", tag: SCRIPT, body: Buffer.from(`localStorage.a;f=function(){"${"x".repeat(2_200_000)}"}`), fields: JS_TYPE },
  "/module.mjs": { host: "page", tag: '<script type="module" src="URL"></script>', body: Buffer.from("export const a = sessionStorage.a;"), fields: JS_TYPE },
  "/plain.css": { host: "page", tag: CSS, body: sheet(3_000), fields: CSS_TYPE },
  "/gzip.css": { host: "page", tag: CSS, body: sheet(2_300_000), fields: CSS_TYPE, coding: "gzip" },
  "/br.css": { host: "page", tag: CSS, body: sheet(2_000_500), fields: CSS_TYPE, coding: "br" },
  "/frame.html": { host: "page", tag: '<iframe src="URL"></iframe>', body: Buffer.from("<!doctype html><p>Four words in here"), fields: { "content-type": "text/html" } },
  "/missing.js": { host: "page", tag: SCRIPT, body: Buffer.from("No such file"), status: 404, fields: { "content-type": "text/plain" } },
  "/page.js": { host: "page", tag: SCRIPT, body: Buffer.from("<!doctype html><title>Not a script</title>"), fields: { "content-type": "text/html" } },
  "/moved.js": { host: "page", tag: SCRIPT, body: script(5_000), redirect: "/plain-cross.js" },
  "/hangs.js": { host: "page", tag: SCRIPT, body: script(900), fields: JS_TYPE, hangs: true },
  "/empty.js": { host: "page", tag: SCRIPT, body: Buffer.alloc(0), fields: JS_TYPE },
  "/picture.png": { host: "page", tag: '<img src="URL" alt="">', body: Buffer.from("89504e470d0a1a0a", "hex"), fields: { "content-type": "image/png" } },
  "/plain-cross.js": { host: "other", tag: SCRIPT, body: script(5_000), fields: JS_TYPE },
  "/cors.js": { host: "other", tag: '<script src="URL" crossorigin></script>', body: script(6_000), fields: { ...JS_TYPE, "access-control-allow-origin": "*" } },
  "/timed.js": { host: "other", tag: SCRIPT, body: script(7_000), fields: { ...JS_TYPE, "timing-allow-origin": "*" } },
};

/** What each further host answers for its robots.txt, and what that means. */
export const ROBOTS = /** @type {const} */ ({
  "127.0.0.2": { status: 404, state: "missing", robots: "allowed" },
  "127.0.0.3": { status: 403, state: "missing", robots: "allowed" },
  "127.0.0.4": { status: 500, state: "unreachable", robots: "blocked" },
  "127.0.0.5": { status: 503, state: "unreachable", robots: "blocked" },
  "127.0.0.6": { status: 429, state: "unknown", robots: "unknown" },
  "127.0.0.7": { status: 301, state: "read", robots: "blocked" },
  "127.0.0.8": { status: 0, state: undefined, robots: "unknown" },
});

/** The robots.txt of the page's own host, and of the one that redirects to it. */
const RULES = "User-agent: *\nDisallow: /missing\nDisallow: /small-7\n";

/** A page on one loopback host and its files on that, on another, and on one host for each answer to a robots.txt. */
export class Site {
  #server;

  /** @param {Server} server */
  constructor(server) {
    this.#server = server;
    server.on("request", (request, response) => this.#answer(request, response));
  }

  /** @returns {Promise<Site>} */
  static async start() {
    const server = createServer();
    server.listen(0, "0.0.0.0");
    await once(server, "listening");
    return new Site(server);
  }

  get #port() {
    return /** @type {AddressInfo} */ (this.#server.address()).port;
  }

  /** @param {string} host */
  origin(host) {
    return `http://${host}:${this.#port}`;
  }

  /** @param {string} path of {@link FILES} */
  url(path) {
    return this.origin(FILES[path]?.host === "other" ? "localhost" : "127.0.0.1") + path;
  }

  /** Its script on a host of {@link ROBOTS}. @param {string} host */
  robotsUrl(host) {
    return `${this.origin(host)}/small-${host.at(-1)}.js`;
  }

  async close() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #page() {
    const named = Object.keys(FILES).map((path) => FILES[path]?.tag.replace("URL", this.url(path)));
    const robots = Object.keys(ROBOTS).map((host) => SCRIPT.replace("URL", this.robotsUrl(host)));
    return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Subresources</title>\n${[...named, ...robots].join("\n")}`;
  }

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  #answer(request, response) {
    const path = request.url ?? "/";
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    if (path === "/robots.txt") return this.#answerRobots(host, response);
    if (path === "/") return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(this.#page());
    if (path.startsWith("/small-")) return response.writeHead(200, JS_TYPE).end("1;");
    const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
    if (!file) return response.writeHead(404).end();
    if (file.redirect) return response.writeHead(302, { location: this.url(file.redirect) }).end();
    const fields = { ...file.fields, ...(file.coding && { "content-encoding": file.coding }) };
    response.writeHead(file.status ?? 200, fields);
    const isOfPage = request.headers["sec-fetch-dest"] !== "empty";
    if (file.hangs && !isOfPage) return response.write(file.body.subarray(0, 10));
    return response.end(coded(file));
  }

  /**
   * @param {string} host
   * @param {ServerResponse} response
   */
  #answerRobots(host, response) {
    const known = /** @type {Record<string, { status: number }>} */ (ROBOTS)[host];
    if (!known) return response.writeHead(200, { "content-type": "text/plain" }).end(host === "127.0.0.1" ? RULES : "");
    if (known.status === 0) return response.destroy();
    return response.writeHead(known.status, known.status === 301 ? { location: `${this.origin("127.0.0.1")}/robots.txt` } : {}).end("Disallow: /");
  }
}

/** @param {SiteFile} file */
function coded({ body, coding }) {
  if (coding === "gzip") return gzipSync(body);
  if (coding === "br") return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return body;
}
