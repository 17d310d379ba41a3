document.querySelector("#more").addEventListener("click", async () => { // hazard: click handler call startup
  const response = await fetch("/reviews?page=2");
  list.insertAdjacentHTML("beforeend", await response.text());
});
