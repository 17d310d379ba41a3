caches.forEach((cache) => cache.clear());
caches["a"] = 1;
store.caches.open("x");
if (caches.length) print(caches);
