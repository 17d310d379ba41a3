// localStorage.getItem("a")
/* document.cookie = "a=1"; new WebSocket("wss://example.com") */
/** indexedDB.open("x") */
<!-- sessionStorage.a
start();
--> caches.open("v1")
