async function names() {
  if ("databases" in indexedDB) return indexedDB.databases(); // hazard: IndexedDB call guarded
  return "theme" in localStorage; // hazard: localStorage read
}
export_(names);
