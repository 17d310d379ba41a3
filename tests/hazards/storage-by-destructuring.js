const { localStorage: store, innerWidth } = window;
if (innerWidth > 400) store.getItem("layout"); // hazard: localStorage read startup
