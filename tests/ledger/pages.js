import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CORPUS = process.env.CRAWL_CUTOFF_CORPUS ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));

/** Says so once, for tests to skip with; `false` when the corpus is there. */
export const NO_CORPUS = existsSync(CORPUS) ? false : "no corpus";
if (NO_CORPUS) console.log(`skipped: ${NO_CORPUS}`);

/** Shops, news and documentation of every build, for the count. */
export const COUNTED = [
  "over2mb/web_amazon-com_product",
  "over2mb/web_cnn_nlp",
  "over2mb/web_reddit_image",
  "over2mb/web_hellofresh_NEXT_DATA",
  "over2mb/web_weightwatchers_3_INITIAL_STATE",
  "over2mb/doc_rmarkdown_mclust",
  "over2mb/doc_texinfo_nco",
  "over2mb/web_reddit_external-link",
  "under2mb/amazon-es_product",
  "under2mb/yahoo-2",
  "under2mb/nymag",
  "under2mb/waitrose_INITIAL_STATE_crlf",
  "under2mb/frontiersin_NUXT",
  "under2mb/guardian-1_microdata",
  "under2mb/deliciouslyella_hreflang_svg",
  "under2mb/miljuschka_wordpress-inline-css",
  "under2mb/faz_comments_div-in-head",
  "under2mb/kitchenaid_div-in-head",
  "under2mb/picnic_next_f_rsc",
  "under2mb/aldi-sued_NUXT_DATA",
  "under2mb/dailymail_374-noscript",
  "under2mb/wikipedia_new-zealand",
  "malformed/cucchiaio_NUL_crlf",
  "malformed/mindmegette_bad-comments",
  "window/javadoc_jogl_constant-values",
];

/** Pages over the limit, for what-if. */
export const OVER = [
  "over2mb/web_amazon-com_product",
  "over2mb/web_arxiv-pdf2html_base64",
  "over2mb/web_cnn_001",
  "over2mb/web_cnn_nlp",
  "over2mb/web_reddit_image",
  "over2mb/web_reddit_external-link",
  "over2mb/web_hellofresh_NEXT_DATA",
  "over2mb/web_weightwatchers_1_INITIAL_STATE",
  "over2mb/web_weightwatchers_3_INITIAL_STATE",
  "over2mb/doc_rmarkdown_mclust",
  "over2mb/doc_rmarkdown_viridis",
  "over2mb/doc_texinfo_nco",
];

/**
 * The file of a page.
 *
 * @param {string} name
 * @returns {string}
 */
export const fileOf = (name) => join(CORPUS, "pages", `${name}.html`);
