tab.addEventListener("click", () => { panel.hidden = false; tab.classList.add("open"); });
button.onclick = () => dialog.showModal();
