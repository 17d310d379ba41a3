const text = `Hello ${localStorage.getItem("name")}`; // hazard: localStorage read startup
