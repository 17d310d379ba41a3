render(localStorage.theme, sessionStorage["step"]); // hazard: localStorage read startup; sessionStorage read startup
