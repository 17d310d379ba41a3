navigator.serviceWorker?.register("/sw.js"); // hazard: service worker call guarded startup
window.localStorage?.getItem("a"); // hazard: localStorage read guarded startup
localStorage.getItem("a")?.split(","); // hazard: localStorage read guarded startup
