const hasStorage = typeof localStorage !== "undefined" && !!window.sessionStorage;
const isSocket = value instanceof WebSocket;
if ("indexedDB" in window || window.indexedDB == null) print(hasStorage, isSocket);
