{
  let localStorage = new Map();
  localStorage.clear();
}
function f() {
  sessionStorage.a = 1;
  var sessionStorage = {};
}
f();
