const a = localStorage.getItem("a") ?? "light"; // hazard: localStorage read guarded startup
const b = localStorage.b || "light"; // hazard: localStorage read guarded startup
const c = JSON.parse(localStorage.getItem("c") || "{}"); // hazard: localStorage read guarded startup
if (localStorage.d || localStorage.e) show(); // hazard: localStorage read startup; localStorage read startup
