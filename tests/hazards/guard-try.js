try {
  theme = localStorage.getItem("theme"); // hazard: localStorage read guarded startup
} catch {
  theme = sessionStorage.getItem("theme"); // hazard: sessionStorage read startup
} finally {
  document.cookie = "a=1"; // hazard: document.cookie write startup
}
