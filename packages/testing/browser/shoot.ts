import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { picturesFolder } from '../config.ts';

const widths = [1440, 360];
const schemes = ['light', 'dark'] as const;

/** Full page, light and dark, wide and narrow, to the folder GALLEY_SHOTS; does nothing without it. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (picturesFolder === undefined) return;
  await mkdir(picturesFolder, { recursive: true });
  const before = page.viewportSize();
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: width > 1000 ? 900 : 740 });
      const path = join(picturesFolder, `${name}-${colorScheme}-${width}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}
