import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@galley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { documentFile, SiteHarness } from '../fixtures.ts';
import { loadTheme } from './load-theme.ts';

/** Blocks of the guide that begin with a comment that names their file. */
async function writeGuideFiles(folder: string): Promise<readonly string[]> {
  const guide = await readFile(new URL('../../../docs/guides/themes.md', import.meta.url), 'utf8');
  const blocks = guide.matchAll(/^```\w+\n\S+ (themes\/harbour\/\S+).*\n([\s\S]*?)^```$/gm);
  const lines: string[] = [];
  for (const [, path, text] of blocks) {
    await mkdir(dirname(join(folder, path!)), { recursive: true });
    await writeFile(join(folder, path!), text!);
    lines.push(...text!.split('\n').filter((line) => line !== ''));
  }
  return lines;
}

test('ADD-THM-1: the theme of ten lines in the guide changes colours, a template and a text', async () => {
  const folder = await temporaryDirectory();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  expect((await writeGuideFiles(folder.path)).length).toBeLessThanOrEqual(10);
  const site = await SiteHarness.open('title: Quay\nurl: https://quay.example');
  onTestFinished(() => site[Symbol.asyncDispose]());
  const theme = await loadTheme({
    themesDirectory: join(folder.path, 'themes'),
    name: 'harbour',
  });
  site.theme = () => Promise.resolve(theme);
  await site.print({ 'posts/tide.md': documentFile({ title: 'Tide', date: '2026-03-01' }) });
  const page = await site.read('/posts/tide/');
  expect(page).toContain('Quay, printed at the harbour.');
  expect(page).toContain('<h1>Tide</h1>');
  expect(await site.read('/')).toContain('Latest from the harbour');
  const css = Buffer.from(theme.findAsset('theme.css')!.bytes).toString();
  expect(css).toContain('--accent: light-dark(#0a5c6b, #7fd0de)');
  expect(css).toContain('.masthead');
});
