import type { AxeResults, RunOptions } from 'axe-core';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Without what only other results need: the style sheets' texts and selectors of elements. */
const fast: RunOptions = { resultTypes: ['violations'], preload: false, selectors: false };

const options: RunOptions = {
  ...fast,
  runOnly: [...['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], 'best-practice'],
};

/** Additional rules that another colour scheme can break. */
const ofColours: RunOptions = {
  ...fast,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Tooltips with react-aria's container around them, at the end of the page. */
const tips = '[data-overlay-container]:has(> [role=tooltip])';

const dialogs = '[role=dialog], [role=alertdialog]';

/** Checks the page, or only its dialogs while one is open. */
export async function axeViolations(
  page: Page,
  { onlyColours = false }: { onlyColours?: boolean } = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) {
    const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    // Injected through the debugger, because the page's policy allows only scripts of its server.
    await page.evaluate(await readFile(path, 'utf8'));
  }
  // Announcements of react-aria disappear after seconds; a tooltip belongs to its button, wherever it is.
  const exclude = [['[data-live-announcer]'], [tips]];
  // The page behind a dialog is hidden, and checked without it.
  const isOpen = await page.locator(dialogs).last().isVisible();
  const context = isOpen ? { include: [[dialogs]], exclude } : { exclude };
  const program = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(onlyColours ? ofColours : options)})`;
  const { violations } = await page.evaluate<AxeResults>(program);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}
