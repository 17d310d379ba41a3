import { createServer } from "node:http";
import puppeteer from "puppeteer-core";
import { findBrowser } from "../driver/find.js";
import { readFacts } from "./facts.js";

/** @import { AddressInfo } from "node:net" */
/** @import { Facts } from "./facts.js" */

/**
 * Nothing a page names is fetched and none of its scripts runs. Scripting itself stays enabled: the sandbox would switch it
 * off, and then the parser reads `noscript` as markup, which a renderer does not.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'none'",
  "img-src 'none'",
  "media-src 'none'",
  "font-src 'none'",
  "connect-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "form-action 'none'",
].join("; ");

/** A load that takes longer is a bug of the oracle or of the browser, not of the page. Unit: milliseconds. */
const LOAD_TIMEOUT_MS = 120_000;

/** Bodies from this size on get a page of their own. Unit: bytes. */
const LARGE_BYTES = 1_000_000;

/**
 * A document under test: the whole body and how it is to be decoded.
 *
 * @typedef {object} Subject
 * @property {Buffer} body
 * @property {string | null} encoding WHATWG name, sent as the charset of the response; `null` sends none
 */

/** Real Chromium, parsing the first bytes of documents. */
export class Chromium {
  /** @type {Map<number, Subject>} */
  #subjects = new Map();
  #lastSubject = 0;
  /** @type {import("node:http").Server} */
  #server;
  /** @type {import("puppeteer-core").Browser} */
  #browser;
  /** @type {import("puppeteer-core").Page[]} */
  #idle = [];

  /**
   * @param {import("node:http").Server} server
   * @param {import("puppeteer-core").Browser} browser
   */
  constructor(server, browser) {
    this.#server = server;
    this.#browser = browser;
    server.on("request", (request, response) => this.#answer(request, response));
  }

  /**
   * Starts the browser and the loopback server that feeds it.
   *
   * @returns {Promise<Chromium>}
   */
  static async launch() {
    const executablePath = findBrowser("chromium");
    if (executablePath === null) throw new Error("No Chromium found: install the package chromium, or set CHROMIUM to its path.");
    const server = createServer();
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const browser = await puppeteer.launch({
      executablePath,
      protocolTimeout: 30 * 60_000,
      args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
    return new Chromium(server, browser);
  }

  /** Whether the browser is still there. */
  get isConnected() {
    return this.#browser.connected;
  }

  /** @returns {Promise<string>} name and version */
  version() {
    return this.#browser.version();
  }

  /**
   * What the browser finds when it navigates to the first bytes of a document, for each cut.
   *
   * The document loads in a frame that is not displayed: the same parser under the same rules, without the cost of layout.
   *
   * @param {Subject} subject
   * @param {readonly number[]} cuts
   * @returns {Promise<Facts[]>}
   */
  async navigate(subject, cuts) {
    return this.#inHostPage(subject, (page, address) =>
      page.evaluate(
        async (address, cuts, reader, timeoutMs) => {
          /** @type {typeof readFacts} */
          const read = (0, eval)(`(${reader})`);
          const facts = [];
          for (const cut of cuts) {
            const frame = document.createElement("iframe");
            frame.style.display = "none";
            frame.src = `${address}/${cut}`;
            facts.push(
              await new Promise((resolve, reject) => {
                const timer = setTimeout(() => reject(new Error(`no load event at cut ${cut}`)), timeoutMs);
                // Read in the load event itself: a `meta refresh` of the page may navigate right after it.
                frame.onload = () => {
                  clearTimeout(timer);
                  resolve(read(/** @type {Document} */ (frame.contentDocument)));
                };
                document.body.append(frame);
              }),
            );
            frame.remove();
          }
          return facts;
        },
        address,
        cuts,
        readFacts.toString(),
        LOAD_TIMEOUT_MS,
      ),
    );
  }

  /**
   * Like `navigate`, but each prefix is decoded by `TextDecoder` and given to the same parser through `document.write`,
   * forty times as fast. What it finds is to be confirmed with `navigate`.
   *
   * @param {Subject} subject
   * @param {readonly number[]} cuts
   * @returns {Promise<Facts[]>}
   */
  async write(subject, cuts) {
    return this.#inHostPage(subject, (page, address) =>
      page.evaluate(
        async (address, cuts, encoding, reader) => {
          /** @type {typeof readFacts} */
          const read = (0, eval)(`(${reader})`);
          const body = new Uint8Array(await (await fetch(`${address}/all`)).arrayBuffer());
          const decoder = new TextDecoder(encoding);
          // Of UTF-16 the page loader drops half a code unit at the end, where TextDecoder puts U+FFFD.
          const unit = encoding.startsWith("UTF-16") ? 2 : 1;
          const frame = document.createElement("iframe");
          frame.style.display = "none";
          document.body.append(frame);
          const facts = cuts.map((cut) => {
            const root = /** @type {Document} */ (frame.contentDocument);
            root.open();
            root.write(decoder.decode(body.subarray(0, cut - (cut % unit))));
            root.close();
            return read(root);
          });
          frame.remove();
          return facts;
        },
        address,
        cuts,
        subject.encoding ?? "windows-1252",
        readFacts.toString(),
      ),
    );
  }

  /** Ends the browser and the server. */
  async close() {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /**
   * @template T
   * @param {Subject} subject
   * @param {(page: import("puppeteer-core").Page, address: string) => Promise<T>} use
   * @returns {Promise<T>}
   */
  async #inHostPage(subject, use) {
    const id = ++this.#lastSubject;
    this.#subjects.set(id, subject);
    const page = this.#idle.pop() ?? (await this.#newHostPage());
    try {
      const result = await use(page, `${this.#address}/${id}`);
      // Large documents leave much behind; small ones come by the thousand.
      if (subject.body.length < LARGE_BYTES) this.#idle.push(page);
      else await page.close();
      return result;
    } finally {
      this.#subjects.delete(id);
    }
  }

  async #newHostPage() {
    const page = await this.#browser.newPage();
    await page.goto(`${this.#address}/host`);
    return page;
  }

  get #address() {
    return `http://127.0.0.1:${/** @type {AddressInfo} */ (this.#server.address()).port}`;
  }

  /**
   * @param {import("node:http").IncomingMessage} request
   * @param {import("node:http").ServerResponse} response
   */
  #answer(request, response) {
    const [, id, cut] = (request.url ?? "").split("/");
    const subject = this.#subjects.get(Number(id));
    if (id === "host") {
      // Its own policy reaches the frames it writes into; puppeteer's evaluation needs no permission.
      const policy = POLICY.replace("frame-src 'none'", "frame-src 'self'").replace("connect-src 'none'", "connect-src 'self'");
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
      response.end("<!doctype html><title>oracle</title><body>");
    } else if (subject === undefined) {
      response.writeHead(404).end();
    } else {
      const charset = subject.encoding === null ? "" : `; charset=${subject.encoding}`;
      response.writeHead(200, {
        "content-type": `text/html${charset}`,
        "content-security-policy": POLICY,
        "cache-control": "no-store",
      });
      response.end(cut === "all" ? subject.body : subject.body.subarray(0, Number(cut)));
    }
  }
}
