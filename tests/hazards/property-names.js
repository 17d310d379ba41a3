const options = { localStorage: true, cookie: "a", indexedDB() {}, get sessionStorage() { return 1; } };
options.localStorage = false;
options.indexedDB();
class Store { localStorage = 1; caches() { return this.localStorage; } }
