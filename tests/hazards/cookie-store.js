cookieStore.set("a", "1"); // hazard: cookieStore write startup
cookieStore.get("a").then(show); // hazard: cookieStore read startup
