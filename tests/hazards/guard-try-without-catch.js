try { localStorage.getItem("a"); } finally { done(); } // hazard: localStorage read startup
