if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js"); // hazard: service worker call guarded startup
}
"localStorage" in window && localStorage.a; // hazard: localStorage read guarded startup
