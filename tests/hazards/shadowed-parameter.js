function save(localStorage, document) {
  localStorage.setItem("a", document.cookie);
}
save(memory, {});
