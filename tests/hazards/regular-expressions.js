const found = /localStorage.getItem|document.cookie|[/"']sessionStorage/.test(text);
const ratio = a / b / localStorage_size / c;
if (found) /new WebSocket\(/.exec(text);
