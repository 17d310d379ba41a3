import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

/** @import { AddressInfo } from "node:net" */

/** @type {Record<string, string>} */
const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".png": "image/png", ".wasm": "application/wasm" };

/** Any static host: the files of a folder under a path, and nothing that it would have to be told. */
export class StaticServer {
  /** Paths that were asked for. @type {string[]} */
  asked = [];
  #server;
  #path;

  /**
   * @param {import("node:http").Server} server
   * @param {string} path
   */
  constructor(server, path) {
    this.#server = server;
    this.#path = path;
  }

  /**
   * @param {URL} folder
   * @param {string} path where it lies on the host, with a slash at both ends
   * @returns {Promise<StaticServer>}
   */
  static async start(folder, path) {
    const server = createServer();
    const host = new StaticServer(server, path);
    server.on("request", async (request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://host");
      host.asked.push(pathname);
      const name = pathname.startsWith(path) ? pathname.slice(path.length) || "index.html" : "";
      try {
        const body = await readFile(new URL(name, folder));
        response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    return host;
  }

  /** Address of the folder. */
  get address() {
    return `http://127.0.0.1:${/** @type {AddressInfo} */ (this.#server.address()).port}${this.#path}`;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
