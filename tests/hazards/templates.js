const text = `localStorage.getItem("a") and document.cookie`;
const nested = `a ${`sessionStorage ${1 + 1}`} b`;
print(text, nested);
