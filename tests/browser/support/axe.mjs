// Accessibility by rules.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * All that axe finds, as lines; nothing is let pass as being of little weight. Put in by the driver, since the policies of
 * the pages let in no script of others.
 * @param {import('playwright-core').Page|import('playwright-core').Frame} page
 * @param {any} [part] what of the page, as axe.run takes it
 */
export async function findings(page, part) {
  await page.evaluate(script);
  const { violations } = await page.evaluate((where) => window.axe.run(where ?? document, { resultTypes: ['violations'] }), part);
  return violations.flatMap(({ id, impact, help, nodes }) => nodes.map((node) => `${id} (${impact}): ${help}: ${node.html.slice(0, 160)}`));
}
