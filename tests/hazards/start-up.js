(function () { localStorage.a; })(); // hazard: localStorage read startup
!function () { localStorage.b; }(); // hazard: localStorage read startup
(() => { localStorage.c; })(); // hazard: localStorage read startup
(function () { localStorage.d; }).call(this); // hazard: localStorage read startup
document.addEventListener("DOMContentLoaded", () => { localStorage.e; }); // hazard: localStorage read startup
window.onload = function () { localStorage.f; }; // hazard: localStorage read startup
$(function () { localStorage.g; }); // hazard: localStorage read startup
jQuery(document).ready(function () { localStorage.h; }); // hazard: localStorage read startup
setTimeout(() => localStorage.i, 100); // hazard: localStorage read startup
["a"].forEach((key) => localStorage[key]); // hazard: localStorage read startup
