// What Firefox's own window and its frame scripts have, as far as the driver uses it. Nothing types them.

declare const ChromeUtils: any;
declare const Services: any;
declare const PopupNotifications: any;

declare function sendAsyncMessage(name: string, data: unknown): void;
