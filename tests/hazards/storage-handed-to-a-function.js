useStore(localStorage); // hazard: localStorage read startup
