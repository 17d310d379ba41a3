import { WebSocket } from "./fake.mjs";
class EventSource {}
new WebSocket("a");
new EventSource("b");
