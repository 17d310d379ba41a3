var shim = function () {
  if (typeof self !== "undefined") return self;
  return typeof window !== "undefined" ? window : {};
}();
var Socket = shim.WebSocket || shim.MozWebSocket; // hazard: WebSocket read guarded startup; WebSocket read startup
var root = typeof globalThis === "object" ? globalThis : window;
root.localStorage.getItem("a"); // hazard: localStorage read startup
