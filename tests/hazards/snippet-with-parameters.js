(function (w, d, s) {
  w.dataLayer = w.dataLayer || [];
  if (d.cookie.indexOf("consent=1") < 0) show(s); // hazard: document.cookie read startup
})(window, document, "script");
