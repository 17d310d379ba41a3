const socket = new WebSocket("wss://example.com/live"); // hazard: WebSocket call startup
const peer = new window.RTCPeerConnection(); // hazard: WebRTC call startup
const events = new EventSource("/prices"); // hazard: EventSource call startup
const other = new (window.WebSocket || window.MozWebSocket)("a"); // hazard: WebSocket read guarded startup; WebSocket read startup
if (socket.readyState === WebSocket.OPEN) send(peer, events, other);
