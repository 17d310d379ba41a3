const help = "localStorage.getItem('a')";
const more = 'document.cookie' + "new WebSocket()";
const path = "a\\"; const end = "localStorage";
console.log(help, more, path, end);
