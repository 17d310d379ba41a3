navigator.serviceWorker.register("/sw.js").catch(() => {}); // hazard: service worker call guarded startup
navigator.clipboard.readText().then(paste, ignore); // hazard: clipboard call guarded startup
navigator.serviceWorker.register("/sw.js").then(use); // hazard: service worker call startup
