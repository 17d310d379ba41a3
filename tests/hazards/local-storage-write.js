localStorage.setItem("seen", "1"); // hazard: localStorage write startup
localStorage.theme = "dark"; // hazard: localStorage write startup
localStorage["theme"] = "dark"; // hazard: localStorage write startup
localStorage[key()] = "dark"; // hazard: localStorage write startup
delete localStorage.theme; // hazard: localStorage write startup
localStorage.removeItem("seen"); // hazard: localStorage write startup
function key() { return "k"; }
