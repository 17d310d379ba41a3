try {
  button.addEventListener("submit", function () {
    localStorage.setItem("a", "1"); // hazard: localStorage write
  });
  (() => localStorage.getItem("b"))(); // hazard: localStorage read guarded startup
} catch (error) {}
