import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@galley/testing';
import { onTestFinished } from 'vitest';

const plain = '{{ page.full_title }}';

export const wholeTheme = {
  'theme.yaml': 'name: mine\nversion: 1.2.0\nauthor: Me\ndescription: Plain.\n',
  'layouts/page.liquid': plain,
  'layouts/list.liquid': plain,
  'layouts/term.liquid': plain,
  'layouts/terms.liquid': plain,
  'layouts/404.liquid': plain,
};

export async function themesDirectoryWith(
  name: string,
  files: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const folder = await temporaryDirectory();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const all: Readonly<Record<string, string | undefined>> = { ...wholeTheme, ...files };
  for (const [path, text] of Object.entries(all)) {
    if (text === undefined) continue;
    const target = join(folder.path, name, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return folder.path;
}
