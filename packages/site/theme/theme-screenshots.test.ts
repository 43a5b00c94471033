import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { listThemes } from './load-theme.ts';
import { findScreenshots } from './theme-screenshots.ts';

/** `RIFF….WEBP` */
async function isWebp(file: string): Promise<boolean> {
  const head = (await readFile(file)).subarray(0, 12).toString('latin1');
  return head.startsWith('RIFF') && head.endsWith('WEBP');
}

describe('ADD-ONB-9', async () => {
  const themes = (await listThemes('')).filter(({ builtin }) => builtin);

  test.each(themes)(
    'the built-in theme $name has pictures below 40 KB, light and dark',
    async (theme) => {
      const { screenshots } = theme;
      expect(screenshots.map(({ scheme }) => scheme)).toEqual(['light', 'dark']);
      for (const { directory, file, size } of screenshots) {
        expect(size).toBeLessThan(40 * 1024);
        expect(await isWebp(join(directory, file))).toBe(true);
      }
    },
  );

  test('links and large files are no pictures of a theme', async () => {
    await using folder = await temporaryDirectory();
    const theme = join(folder.path, 'ink');
    await mkdir(theme);
    await writeFile(join(folder.path, 'secret.webp'), 'secret');
    await symlink(join(folder.path, 'secret.webp'), join(theme, 'screenshot.webp'));
    await writeFile(join(theme, 'screenshot-dark.webp'), Buffer.alloc(600_000));
    expect(await findScreenshots(theme)).toEqual([]);
  });
});
