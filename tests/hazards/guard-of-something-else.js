if (typeof indexedDB !== "undefined") {
  localStorage.getItem("a"); // hazard: localStorage read startup
}
