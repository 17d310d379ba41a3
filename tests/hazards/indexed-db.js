const request = indexedDB.open("shop", 2); // hazard: IndexedDB call startup
