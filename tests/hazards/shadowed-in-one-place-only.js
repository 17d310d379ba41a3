function inner(localStorage) { return localStorage.a; }
inner(localStorage); // hazard: localStorage read startup
