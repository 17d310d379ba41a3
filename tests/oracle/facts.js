/**
 * What a document says to a search engine, as plain data that both sides of the oracle produce.
 *
 * Lists are in document order. Texts have their white space collapsed and are cut to 200 characters; a title or heading
 * without text is none. Names and types are compared without the white space around them.
 *
 * @typedef {object} Facts
 * @property {[text: string, placement: Placement][]} titles
 * @property {[href: string, placement: Placement][]} canonicals
 * @property {[name: string, content: string, placement: Placement][]} robots
 * @property {[content: string, placement: Placement][]} descriptions
 * @property {[language: string, href: string, placement: Placement][]} hreflangs
 * @property {string[]} jsonLd the blocks that parse
 * @property {[name: string, text: string][]} headings
 * @property {number} links
 * @property {number} words
 */

/** @typedef {"head" | "body"} Placement */

/** The facts that are compared, in the order in which differences are printed. */
export const FACT_NAMES = /** @type {const} */ ([
  "titles",
  "canonicals",
  "robots",
  "descriptions",
  "hreflangs",
  "jsonLd",
  "headings",
  "links",
  "words",
]);

/**
 * Reads the facts off a parsed document. Runs inside the browser, so it may use nothing outside itself.
 *
 * @param {Document} root
 * @returns {Facts}
 */
export function readFacts(root) {
  /** A text node longer than this is split in two by Chromium's parser; the HTML standard knows one. */
  const CHROMIUM_TEXT_NODE_LIMIT = 65536;
  const MATHML = "http://www.w3.org/1998/Math/MathML";
  const HTML = "http://www.w3.org/1999/xhtml";

  /** @param {string | null} text */
  const tidy = (text) => [...(text ?? "").replace(/\s+/g, " ").trim()].slice(0, 200).join("");
  /** @param {Element} element @returns {Placement} */
  const place = (element) => (root.head?.contains(element) ? "head" : "body");
  /** @param {string} selector */
  const all = (selector) => [...root.querySelectorAll(selector)].filter((element) => element.namespaceURI === HTML);
  /** @param {Element} element @param {string} attribute */
  const lower = (element, attribute) => (element.getAttribute(attribute) ?? "").trim().toLowerCase();
  /** @param {string} text */
  const parses = (text) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  const hidden = new Set(["head", "script", "style", "noscript", "template"]);
  /** @param {Node} top */
  const visible = (top) =>
    root.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      hidden.has(node.nodeName.toLowerCase()) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
  /** @param {Element} element */
  const visibleText = (element) => {
    const walker = visible(element);
    let text = "";
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue;
    return text;
  };

  let words = 0;
  /** @param {string} text */
  const count = (text) => {
    for (const part of text.split(/\s+/)) if (part !== "") words += 1;
  };
  const walker = visible(root);
  /** @type {Text | null} */
  let previous = null;
  let pending = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node.nodeType === Node.TEXT_NODE)) continue;
    const text = /** @type {Text} */ (node);
    const continues =
      previous !== null &&
      text.previousSibling === previous &&
      previous.data.length + text.data.length >= CHROMIUM_TEXT_NODE_LIMIT;
    if (!continues) {
      count(pending);
      pending = "";
    }
    pending += text.data;
    previous = text;
  }
  count(pending);

  return {
    titles: all("title")
      .map((title) => /** @type {[string, Placement]} */ ([tidy(title.textContent), place(title)]))
      .filter(([text]) => text !== ""),
    canonicals: all('link[rel~="canonical" i][href]').map((link) => [tidy(link.getAttribute("href")), place(link)]),
    robots: all("meta[name]")
      .filter((meta) => ["robots", "googlebot"].includes(lower(meta, "name")))
      .map((meta) => [lower(meta, "name"), tidy(meta.getAttribute("content")), place(meta)]),
    descriptions: all("meta[name]")
      .filter((meta) => lower(meta, "name") === "description")
      .map((meta) => [tidy(meta.getAttribute("content")), place(meta)]),
    hreflangs: all('link[rel~="alternate" i][hreflang][href]').map((link) => [
      tidy(link.getAttribute("hreflang")),
      tidy(link.getAttribute("href")),
      place(link),
    ]),
    jsonLd: all("script[type]")
      .filter((script) => lower(script, "type") === "application/ld+json")
      .map((script) => script.textContent ?? "")
      .filter(parses)
      .map(tidy),
    headings: all("h1, h2, h3, h4, h5, h6")
      .map((heading) => /** @type {[string, string]} */ ([heading.localName, tidy(visibleText(heading))]))
      .filter(([, text]) => text !== ""),
    // In MathML an element of that name is no link.
    links: [...root.querySelectorAll("a[href]")].filter((link) => link.namespaceURI !== MATHML).length,
    words,
  };
}
