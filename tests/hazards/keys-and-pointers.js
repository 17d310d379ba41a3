menu.addEventListener("keydown", (event) => { if (event.key === "Enter") document.body.appendChild(box()); });
card.addEventListener("mouseenter", () => { tip.innerHTML = card.dataset.tip; });
window.addEventListener("mousemove", () => { import("./analytics.js"); }); // hazard: pointer handler call startup
Panel.prototype.onclick = function () { fetch("/a"); };
function box() { return document.createElement("div"); }
