function init() { first(); }
const first = () => second();
function second() { return localStorage.a; } // hazard: localStorage read startup
window.addEventListener("load", init);
