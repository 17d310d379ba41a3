Notification.requestPermission(); // hazard: Notification call startup
navigator.geolocation.getCurrentPosition(show); // hazard: geolocation call startup
const { mediaDevices } = navigator;
navigator.mediaDevices.getUserMedia({ video: true }); // hazard: getUserMedia call startup
navigator.clipboard.writeText("a"); // hazard: clipboard call startup
navigator.permissions.query({ name: "camera" }); // hazard: permissions call startup
document.requestStorageAccess(); // hazard: storage access call startup
