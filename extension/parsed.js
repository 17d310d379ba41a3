/**
 * A page as this browser parses it, whole and cut, with scripts off: the judge of which element is the first one past the cut.
 *
 * @typedef {object} Parsed
 * @property {Document} whole
 * @property {Document} kept what its beginning up to the cut gives
 * @property {Element[]} lost elements of `whole` past the cut, in document order, the first ones only
 */

/** Elements past the cut that are looked at. */
const MOST_LOST = 60;

/**
 * @param {Blob} body
 * @param {string} encoding
 * @param {number} cut body offset
 * @returns {Promise<Parsed>}
 */
export async function parsePage(body, encoding, cut) {
  const [whole, kept] = await Promise.all([body, body.slice(0, cut)].map((bytes) => parse(bytes, encoding)));
  const count = kept.querySelectorAll("*").length;
  return { whole, kept, lost: Array.from(whole.querySelectorAll("*")).slice(count, count + MOST_LOST) };
}

/**
 * @param {Blob} bytes
 * @param {string} encoding
 */
async function parse(bytes, encoding) {
  return new DOMParser().parseFromString(new TextDecoder(encoding).decode(await bytes.arrayBuffer()), "text/html");
}
