/** Where share links lead unless the user says otherwise; the build fills it in. Empty: the extension's own page. */
export const VIEWER_URL = "";
