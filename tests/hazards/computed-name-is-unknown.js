const which = "local" + "Storage";
window[which].getItem("a");
