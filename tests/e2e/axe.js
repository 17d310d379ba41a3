import axe from "axe-core";

/**
 * What axe-core finds in a page, a line for each element.
 *
 * @param {{ evaluate: (expression: string) => Promise<unknown> }} page
 * @returns {Promise<string[]>}
 */
export async function violations(page) {
  await page.evaluate(axe.source);
  // The previews belong to the page that is checked, not to the extension.
  const found = await page.evaluate("axe.run({ exclude: [['#preview-frames']] })");
  const { violations } = /** @type {import("axe-core").AxeResults} */ (found);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
}
