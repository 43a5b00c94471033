import type { AxeResults, RunOptions } from 'axe-core';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const options: RunOptions = {
  runOnly: [...['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], 'best-practice'],
  resultTypes: ['violations'],
};

/** What the same page in other colours may break besides. */
const ofColours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/** With what react-aria puts around them, at the end of the page. */
const tips = '[data-overlay-container]:has(> [role=tooltip])';

/** What axe finds in the page as it is now, a line each: the rule, what it says, and where. */
export async function axeViolations(
  page: Page,
  { onlyColours = false }: { onlyColours?: boolean } = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) {
    const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    // By the debugger, as its console would: the page's policy lets no script in that is not its server's.
    await page.evaluate(await readFile(path, 'utf8'));
  }
  // What react-aria reads out is put there for some seconds, and goes by itself; a tip belongs to its button, wherever
  // in the page it lies.
  const context = { exclude: [['[data-live-announcer]'], [tips]] };
  const program = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(onlyColours ? ofColours : options)})`;
  const { violations } = await page.evaluate<AxeResults>(program);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}
