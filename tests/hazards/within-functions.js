function never() { return localStorage.a; } // hazard: localStorage read
function again() { return again() + localStorage.b; } // hazard: localStorage read
form.addEventListener("submit", () => localStorage.setItem("c", "1")); // hazard: localStorage write
class Store { load() { return localStorage.d; } } // hazard: localStorage read
