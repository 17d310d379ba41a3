import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { HTML, PAGES } from "./pages.js";

/** @import { AddressInfo } from "node:net" */
/** @import { IncomingMessage, Server, ServerResponse } from "node:http" */
/** @import { Answer, Visit } from "./pages.js" */

/** Two loopback sites with the pages of `pages.js`. */
export class PageServer {
  /** @type {Map<string, number>} */
  #requests = new Map();
  #moments = new EventEmitter();
  /** @type {Server} */
  #server;

  /** @param {Server} server */
  constructor(server) {
    this.#server = server;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  /** @returns {Promise<PageServer>} */
  static async start() {
    const server = createServer();
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    return new PageServer(server);
  }

  get #port() {
    return /** @type {AddressInfo} */ (this.#server.address()).port;
  }

  /** @returns {string} */
  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The same pages on another site. */
  get otherOrigin() {
    return `http://localhost:${this.#port}`;
  }

  /**
   * @param {string} path
   * @returns {number} requests for it so far
   */
  requestsFor(path) {
    return this.#requests.get(path) ?? 0;
  }

  /**
   * @param {"asked again" | "left"} what a request that is no navigation comes in; a visitor leaves before the end
   * @param {string} path
   * @returns {Promise<unknown>} when it happens the next time
   */
  next(what, path) {
    return once(this.#moments, `${what} ${path}`);
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  async #answer(request, response) {
    const { pathname } = new URL(request.url ?? "/", this.origin);
    this.#requests.set(pathname, this.requestsFor(pathname) + 1);
    const again = request.headers["sec-fetch-mode"] !== "navigate";
    if (again) this.#moments.emit(`asked again ${pathname}`);
    response.on("close", () => {
      if (!response.writableFinished) this.#moments.emit(`left ${pathname}`);
    });
    const answer = this.#answerFor(pathname, {
      again,
      method: request.method ?? "GET",
      otherOrigin: this.otherOrigin,
    });
    if (answer.end === "silent") return;
    if (answer.end === "break" && !answer.body) {
      response.destroy();
      return;
    }
    const { status = 200, fields = HTML, body = "", end } = answer;
    const pieces = typeof body === "string" || Buffer.isBuffer(body) ? [Buffer.from(body)] : body;
    response.writeHead(status, fields);
    if (!end) {
      // A visitor who leaves in the middle is no error of the server.
      await pipeline(Readable.from(pieces), response).catch(() => {});
      return;
    }
    for (const piece of pieces) response.write(piece);
    if (end === "break") response.socket?.end();
  }

  /**
   * @param {string} path
   * @param {Visit} visit
   * @returns {Answer}
   */
  #answerFor(path, visit) {
    const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
    if (!page) return { status: 404, fields: { "content-type": "text/plain" }, body: "No such page" };
    return typeof page === "function" ? page(visit) : page;
  }
}
