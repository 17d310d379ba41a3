if (typeof localStorage !== "undefined") {
  localStorage.getItem("a"); // hazard: localStorage read guarded startup
}
typeof indexedDB === "object" && indexedDB.open("db"); // hazard: IndexedDB call guarded startup
const id = typeof sessionStorage === "undefined" ? null : sessionStorage.id; // hazard: sessionStorage read guarded startup
