map.navigator.geolocation.getCurrentPosition(show);
const navigator2 = { serviceWorker: { register() {} } };
navigator2.serviceWorker.register("/sw.js");
