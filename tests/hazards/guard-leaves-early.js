function load() {
  if (!window.localStorage) return null;
  return localStorage.getItem("a"); // hazard: localStorage read guarded startup
}
load();
