const state = Notification.permission;
const can = Notification.maxActions, geo = navigator.geolocation;
if (navigator.mediaDevices) print(state, can, geo);
