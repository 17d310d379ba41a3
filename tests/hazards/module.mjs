import { a } from "./a.mjs";
export const theme = localStorage.getItem("theme"); // hazard: localStorage read startup
export default () => sessionStorage.getItem(a); // hazard: sessionStorage read
