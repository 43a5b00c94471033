import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

export interface ThemeScreenshot {
  readonly scheme: 'light' | 'dark';
  readonly directory: string;
  readonly file: string;
  readonly size: number;
  readonly modifiedMs: number;
}

const files = { light: 'screenshot.webp', dark: 'screenshot-dark.webp' } as const;

/** Larger pictures would slow down the page that shows all themes. */
const maxBytes = 512 * 1024;

/** Pictures beside `theme.yaml`. Links are ignored: they could lead outside. */
export async function findScreenshots(directory: string): Promise<readonly ThemeScreenshot[]> {
  const found = await Promise.all(
    (['light', 'dark'] as const).map(async (scheme) => {
      const file = files[scheme];
      const stats = await lstat(join(directory, file)).catch(() => undefined);
      if (!stats?.isFile() || stats.size > maxBytes) return [];
      const { size, mtimeMs } = stats;
      return [{ scheme, directory, file, size, modifiedMs: Math.round(mtimeMs) }];
    }),
  );
  return found.flat();
}
