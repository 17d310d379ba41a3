// What the extension's pages have and TypeScript's library does not know.

/** The report as JSON text, schema 1, in every page that shows one. */
declare var crawlCutoffReport: string | undefined;

interface Element {
  /** Chromium 146, Firefox 148: parses and keeps only what the sanitizer's configuration allows. */
  setHTML(html: string, options?: { sanitizer?: SanitizerConfiguration }): void;
}

interface SanitizerConfiguration {
  elements?: (string | { name: string; namespace: string })[];
  attributes?: (string | { name: string; namespace: string })[];
  dataAttributes?: boolean;
  comments?: boolean;
}
