try { start(); } catch (caches) { caches.open("a"); }
const f = function indexedDB() { return indexedDB.open; };
