import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { htmlDocument, runningText } from "./document.js";

/**
 * What the test server answers. A page that answers its own navigation and a later request alike has one entry; one that
 * does not tells them apart by `again`.
 *
 * @typedef {object} Visit
 * @property {boolean} again whether this is not a navigation: the extension's request, a second one
 * @property {string} method
 * @property {string} otherOrigin address of a server of another site
 *
 * @typedef {object} Answer
 * @property {number} [status] default 200
 * @property {Record<string, string>} [fields] default: HTML in UTF-8
 * @property {string | Buffer | Iterable<Buffer>} [body] default: nothing
 * @property {"hang" | "break" | "silent"} [end] what happens after the body instead of its end; "silent": nothing is ever sent
 */

/** Fields of an answer that names none. */
export const HTML = { "content-type": "text/html; charset=utf-8" };
const NO_STORE = { ...HTML, "cache-control": "no-store" };

const CANONICAL = '<link rel="canonical" href="https://shop.example/a-page">';
const JSON_LD = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"A page"}</script>';

export const OVER = htmlDocument({ bytes: 3_000_000, head: `<title>Over the limit</title>\n${CANONICAL}`, end: `<h2>Past the cut</h2>\n${JSON_LD}` });
export const UNDER = htmlDocument({ bytes: 100_000, head: `<title>Under the limit</title>\n${CANONICAL}`, end: JSON_LD });
export const IN_BAND = htmlDocument({ bytes: 2_050_000, head: "<title>In the band</title>", end: JSON_LD });
export const BOM = Buffer.concat([Buffer.from("\uFEFF"), UNDER]);
export const GZIP = gzipSync(OVER);
export const BROTLI = brotliCompressSync(OVER, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
export const HUGE_BYTES = 300_000_000;

/** Markup where only text belongs. Each would set `hacked` if any page ran it. */
export const HOSTILE = "<img src=x onerror=\"globalThis.hacked=1\"><script>globalThis.hacked=1</script>\u202Egnp.exe\u200B";

/** @type {Record<string, Answer | ((visit: Visit) => Answer)>} */
export const PAGES = {
  "/under": { body: UNDER },
  "/over": { body: OVER },
  "/band": { body: IN_BAND },
  "/gzip": { fields: { ...HTML, "content-encoding": "gzip" }, body: GZIP },
  "/br": { fields: { ...HTML, "content-encoding": "br" }, body: BROTLI },
  "/bom": { fields: { "content-type": "text/html" }, body: BOM },
  "/policy": { fields: { ...HTML, "content-security-policy": "default-src 'none'; sandbox allow-same-origin" }, body: UNDER },
  "/no-store": { fields: NO_STORE, body: UNDER },
  "/redirect": { status: 302, fields: { location: "/under" } },
  "/empty": { fields: HTML },
  "/not-found": { status: 404, body: htmlDocument({ bytes: 2_000, head: "<title>Not found</title>" }) },
  "/error": { status: 500, body: htmlDocument({ bytes: 2_000, head: "<title>Error</title>" }) },
  "/pdf": { fields: { "content-type": "application/pdf" }, body: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n") },
  "/text-as-html": { body: "Just words, and not a single tag." },
  "/html-as-text": { fields: { "content-type": "text/plain" }, body: UNDER },
  "/image": { fields: { "content-type": "image/gif" }, body: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64") },
  "/right-to-left": { body: htmlDocument({ bytes: 5_000, head: "<title>\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD (1)</title>", start: "<h1>\u05E9\u05DC\u05D5\u05DD</h1>" }) },
  "/hostile": {
    body: htmlDocument({
      bytes: 2_500_000,
      head: `<title>${escaped(HOSTILE)}</title>`,
      start: `<h1>${escaped(HOSTILE)}</h1>`,
      end: `<h2>${escaped(HOSTILE)}</h2>\n<link rel="canonical" href="${escaped(HOSTILE)}">`,
    }),
  },
  "/huge": ({ again }) => ({ fields: NO_STORE, body: again ? huge() : UNDER }),

  "/made-by-form": ({ method, again }) =>
    method === "POST"
      ? { fields: NO_STORE, body: htmlDocument({ bytes: 50_000, head: "<title>Search results</title>" }) }
      : again
        ? { status: 405, fields: NO_STORE, body: htmlDocument({ bytes: 1_000, head: "<title>Method not allowed</title>" }) }
        : { body: '<!doctype html><title>A form</title><form method="post"><button>Search</button></form>' },
  "/logged-out": ({ again }) => (again ? { status: 302, fields: { location: "/sign-in" } } : { fields: NO_STORE, body: UNDER }),
  "/sign-in": { body: htmlDocument({ bytes: 3_000, head: "<title>Sign in</title>" }) },
  "/redirect-away": ({ again, otherOrigin }) =>
    again ? { status: 302, fields: { location: `${otherOrigin}/sign-in` } } : { fields: NO_STORE, body: UNDER },
  "/refused-later": ({ again }) =>
    again
      ? { status: 403, fields: NO_STORE, body: htmlDocument({ bytes: 1_000, head: "<title>Forbidden</title>" }) }
      : { fields: NO_STORE, body: UNDER },
  "/gone-later": ({ again }) => (again ? { end: "break" } : { fields: NO_STORE, body: UNDER }),
  "/breaks": ({ again }) => ({ fields: NO_STORE, body: UNDER, ...(again && { end: "break" }) }),
  "/moves": { body: '<!doctype html><title>Moves</title><script>history.replaceState(null, "", "/under")</script>' },
  "/worker.js": {
    fields: { "content-type": "text/javascript" },
    body: `onactivate = (event) => event.waitUntil(clients.claim());
      onfetch = (event) => event.respondWith(new Response("from the worker", { headers: { "content-type": "text/html" } }));`,
  },
  "/worked": {
    body: `<!doctype html><title>Loading</title><script>
      navigator.serviceWorker.addEventListener("controllerchange", () => (document.title = "Controlled"));
      navigator.serviceWorker.register("/worker.js", { scope: "/worked" });</script>`,
  },
  "/loading": ({ again }) => ({ body: UNDER, ...(!again && { end: "hang" }) }),
  "/hangs": ({ again }) => ({ fields: NO_STORE, body: UNDER, ...(again && { end: "hang" }) }),
};

/** Pieces of one long page, made while they are sent. */
function* huge() {
  const piece = Buffer.from(runningText(1_000_000));
  for (let sent = 0; sent < HUGE_BYTES; sent += piece.length) yield piece;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
