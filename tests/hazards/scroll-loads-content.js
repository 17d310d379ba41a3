function more() { load(page++); }
function load(page) { return fetch("/items?page=" + page); }
let page = 1;
window.addEventListener("scroll", debounce(more, 100)); // hazard: scroll handler call startup
