a = window.localStorage.getItem("a"); // hazard: localStorage read startup
b = self["localStorage"].b; // hazard: localStorage read startup
c = globalThis.sessionStorage.getItem("c"); // hazard: sessionStorage read startup
d = window.window.top.localStorage.d; // hazard: localStorage read startup
e = document.defaultView.localStorage.e; // hazard: localStorage read startup
f = window[`localStorage`].f; // hazard: localStorage read startup
