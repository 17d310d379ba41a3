const cache = await caches.open("v1"); // hazard: Cache API call startup
