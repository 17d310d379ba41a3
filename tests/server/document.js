/** Pages made by code: the same arguments give the same bytes, everywhere. */

const WORDS = ("crawl budget header body canonical index render fetch limit byte offset signal anchor heading title mobile desktop server "
  + "cache stream token parser element attribute script style comment image product review price stock filter basket delivery").split(" ");

const PARAGRAPH_WORDS = 60;

/**
 * An HTML document of an exact size: a head, running text, and what stands at its end.
 *
 * @param {object} parts
 * @param {number} parts.bytes size of the whole document as UTF-8
 * @param {string} [parts.head] what stands in the head element after the charset
 * @param {string} [parts.start] what stands first in the body element
 * @param {string} [parts.end] what stands last in the body element
 * @returns {Buffer}
 */
export function htmlDocument({ bytes, head = "<title>A page</title>", start = "<h1>A page</h1>", end = "" }) {
  const opening = `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n${head}\n</head>\n<body>\n${start}\n`;
  const closing = `\n${end}\n</body>\n</html>\n`;
  const room = bytes - Buffer.byteLength(opening) - Buffer.byteLength(closing);
  if (room < 0) throw new RangeError(`${bytes} bytes are too few for this document`);
  return Buffer.from(opening + runningText(room) + closing);
}

/**
 * Paragraphs of plain words.
 *
 * @param {number} bytes
 * @returns {string} of exactly that many bytes, white space at its end where a paragraph does not fit
 */
export function runningText(bytes) {
  const paragraphs = [];
  let room = bytes;
  for (let number = 0; ; number++) {
    const words = Array.from({ length: PARAGRAPH_WORDS }, (_, index) => WORDS[(number * 7 + index * index) % WORDS.length]);
    const paragraph = `<p>${words.join(" ")}.</p>\n`;
    if (paragraph.length > room) return paragraphs.join("") + " ".repeat(room);
    paragraphs.push(paragraph);
    room -= paragraph.length;
  }
}
