const all = document.cookie.split("; "); // hazard: document.cookie read startup
document.cookie = "seen=1; path=/"; // hazard: document.cookie write startup
window.document["cookie"] = "seen=2"; // hazard: document.cookie write startup
