const token = localStorage.getItem("token"); // hazard: localStorage read startup
