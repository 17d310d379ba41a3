const store = window.localStorage;
store.setItem("a", "1"); // hazard: localStorage write startup
function load() {
  return store.getItem("a"); // hazard: localStorage read
}
export_(load);
