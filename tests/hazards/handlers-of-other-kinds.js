$("#more").on("click", ".next", function () { $.get("/next", show); }); // hazard: click handler call startup
$("#all").click(function () { $("#list").load("/all"); $.ajax("/all"); }); // hazard: click handler call startup
link.onclick = function () { import("./dialog.js"); }; // hazard: click handler call startup
form.addEventListener("submit", () => fetch("/send"));
video.addEventListener("play", () => fetch("/count"));
