import { runningText } from "../server/document.js";

/** Instances of one component, each with its own copy of the same style block, as style libraries print them. */
const CARDS = 14;

const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Espresso machine Aurora – Demo shop</title>
<meta name="description" content="The Aurora espresso machine: 15 bar, 1.8 l tank, two spouts. A made-up product on a made-up page.">
<meta name="viewport" content="width=device-width">
<meta property="og:title" content="Espresso machine Aurora">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Demo shop"}</script>
</head>
<body>
<header><nav><a href="/">Home</a> <a href="/machines">Machines</a> <a href="/grinders">Grinders</a> <a href="/beans">Beans</a></nav></header>
<main>
<h1>Espresso machine Aurora</h1>
`;

const END = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Espresso machine Aurora","offers":{"@type":"Offer","price":"389.00","priceCurrency":"EUR"}}</script>
<link rel="canonical" href="https://shop.example/p/espresso-machine-aurora">
</body>
</html>
`;

/**
 * A product page of a shop, made by code, 3.2 MB: it loses its canonical, the JSON-LD of its product and most of its text.
 *
 * @returns {Buffer}
 */
export function demoPage() {
  const style = `<style>${rules(85_000)}</style>\n`;
  const cards = Array.from({ length: CARDS }, (_, card) => `${style}<section class="card"><h2>Part ${card + 1}</h2>\n${runningText(12_000)}</section>\n`);
  const data = `<script id="__NEXT_DATA__" type="application/json">${state(600_000)}</script>\n`;
  const reviews = ["Reviews", "Questions", "Repairs"].map((name) => `<h2>${name}</h2>\n${runningText(380_000)}`);
  return Buffer.from(`${HEAD}${cards.join("")}${data}${reviews.join("")}</main>\n<footer><a href="/imprint">Imprint</a></footer>\n${END}`);
}

/** @param {number} bytes at least this many */
function rules(bytes) {
  let sheet = "";
  for (let number = 0; sheet.length < bytes; number++) sheet += `.c${number}{margin:${number % 9}px;padding:${number % 7}px;color:#${String(number % 1000).padStart(3, "0")}}`;
  return sheet;
}

/** @param {number} bytes at least this many */
function state(bytes) {
  const products = [];
  for (let number = 0, size = 0; size < bytes; number++) {
    const product = { id: number, name: `Product ${number}`, price: 10 + (number % 90), stock: number % 13, tags: ["steel", "15 bar", "new"] };
    products.push(product);
    size += JSON.stringify(product).length + 1;
  }
  return JSON.stringify({ props: { pageProps: { products } } });
}
