const SVG = "http://www.w3.org/2000/svg";

const HTML_ELEMENTS = ["a", "b", "bdi", "br", "button", "caption", "code", "dd", "details", "div", "dl", "dt", "em", "fieldset", "h1", "h2", "h3",
  "i", "input", "label", "legend", "li", "mark", "ol", "p", "section", "small", "span", "strong", "summary", "table", "tbody", "td", "th", "thead", "tr", "u", "ul", "wbr"];

const SVG_ELEMENTS = ["circle", "defs", "desc", "g", "line", "path", "pattern", "polygon", "rect", "svg", "text", "title", "tspan"];

const ATTRIBUTES = ["aria-describedby", "aria-hidden", "aria-label", "aria-labelledby", "aria-live", "checked", "class", "colspan", "d", "dir", "dx", "dy",
  "fill", "height", "hidden", "href", "id", "lang", "name", "offset", "opacity", "open", "patternUnits", "points", "preserveAspectRatio", "r",
  "role", "rowspan", "rx", "scope", "stroke", "stroke-width", "tabindex", "text-anchor", "title", "transform", "type", "value", "viewBox", "width",
  "x", "x1", "x2", "y", "y1", "y2", "cx", "cy"];

/** What the core's view may use. Everything else is dropped, whatever the page put into its own text. */
const SANITIZER = {
  elements: [...HTML_ELEMENTS, ...SVG_ELEMENTS.map((name) => ({ name, namespace: SVG }))],
  attributes: ATTRIBUTES,
  dataAttributes: true,
  comments: false,
};

/**
 * Puts the core's HTML in a page. The core has escaped what comes from the page; this is the second lock.
 *
 * @param {Element} place
 * @param {string} html
 */
export function showPanel(place, html) {
  place.setHTML(html, { sanitizer: SANITIZER });
}
