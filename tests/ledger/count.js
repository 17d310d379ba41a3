import { html, InsertionMode, Parser } from "parse5";

/** @import { DefaultTreeAdapterTypes, Token } from "parse5" */

/**
 * Bytes of a page by what they are, as parse5 sees them; what stands in SVG, in a template or after `</html>` is `rest`.
 *
 * @typedef {{ script: number, style: number, comment: number, text: number, tags: number, rest: number }} Count
 */

/** Elements whose text is neither visible nor code. */
const OTHER_TEXT = new Set(["noscript", "iframe", "noembed", "noframes", "xmp"]);

/**
 * Counts tokens by the element that they stand in when they arrive, before the tree construction acts on them.
 *
 * @extends {Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>}
 */
class Counter extends Parser {
  /** @type {Count} */
  count = { script: 0, style: 0, comment: 0, text: 0, tags: 0, rest: 0 };
  #counted = 0;

  /**
   * Counts a token once, however often the tree construction processes it.
   *
   * @param {{ location: Token.Location | null }} token
   * @param {keyof Count} kind
   */
  #add(token, kind) {
    const { startOffset, endOffset } = /** @type {Token.Location} */ (token.location);
    if (startOffset < this.#counted) return;
    this.#counted = endOffset;
    this.count[kind] += endOffset - startOffset;
  }

  /** Whether all that stands here belongs to something else. */
  get #isRest() {
    const isAfterHtml = this.insertionMode === InsertionMode.AFTER_AFTER_BODY || this.insertionMode === InsertionMode.AFTER_AFTER_FRAMESET;
    const { items, stackTop } = /** @type {{ items: DefaultTreeAdapterTypes.Element[], stackTop: number }} */ (this.openElements);
    return isAfterHtml || items.slice(0, stackTop + 1).some((element) => element.namespaceURI === html.NS.SVG || element.tagName === "template");
  }

  /** @param {Token.CharacterToken} token */
  #text(token) {
    const current = /** @type {DefaultTreeAdapterTypes.Element | null} */ (this.openElements.current);
    const name = current?.tagName ?? "";
    if (this.#isRest || OTHER_TEXT.has(name)) this.#add(token, "rest");
    else if (name === "script" || name === "style") this.#add(token, name);
    else this.#add(token, "text");
  }

  /** @override @param {Token.CharacterToken} token */
  onCharacter(token) {
    this.#text(token);
    super.onCharacter(token);
  }

  /** @override @param {Token.CharacterToken} token */
  onWhitespaceCharacter(token) {
    this.#text(token);
    super.onWhitespaceCharacter(token);
  }

  /** @override @param {Token.CharacterToken} token */
  onNullCharacter(token) {
    this.#text(token);
    super.onNullCharacter(token);
  }

  /** @override @param {Token.CommentToken} token */
  onComment(token) {
    this.#add(token, this.#isRest ? "rest" : "comment");
    super.onComment(token);
  }

  /** @override @param {Token.TagToken} token */
  onStartTag(token) {
    const opensRest = token.tagName === "svg" || token.tagName === "template";
    this.#add(token, this.#isRest || opensRest ? "rest" : "tags");
    super.onStartTag(token);
  }

  /** @override @param {Token.TagToken} token */
  onEndTag(token) {
    this.#add(token, this.#isRest ? "rest" : "tags");
    super.onEndTag(token);
  }
}

/**
 * @param {string} page one character for each byte
 * @returns {Count}
 */
export function count(page) {
  const counter = new Counter({ sourceCodeLocationInfo: true, scriptingEnabled: true });
  counter.tokenizer.write(page, true);
  return counter.count;
}
