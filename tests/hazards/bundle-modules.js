(() => {
  var modules = {
    4711: (module, exports, require) => { module.exports = localStorage.a; }, // hazard: localStorage read startup
    "./src/app.js": function (module) { module.exports = () => localStorage.b; }, // hazard: localStorage read
  };
  modules[4711]({});
})();
