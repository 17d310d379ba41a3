navigator.serviceWorker.register("/sw.js"); // hazard: service worker call startup
navigator["serviceWorker"].ready.then(show); // hazard: service worker read startup
