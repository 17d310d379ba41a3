if (window.indexedDB) indexedDB.open("db"); // hazard: IndexedDB call guarded startup
window.caches && caches.open("v1"); // hazard: Cache API call guarded startup
if (!window.WebSocket) fallBack();
else new WebSocket("wss://example.com"); // hazard: WebSocket call guarded startup
