function load() {
  const a = localStorage.getItem("a"); // hazard: localStorage read startup
  if (!window.localStorage) return null;
  return a;
}
load();
