const geo = navigator.geolocation;
geo.watchPosition(show); // hazard: geolocation call startup
