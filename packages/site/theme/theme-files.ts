import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { siteProblems } from '../problems.ts';
import { maxTemplateBytes, maxTemplatesBytes, maxThemeBytes } from './archive-limits.ts';

/** Links could lead outside. */
async function listFiles(folder: string, name: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep))
    .filter((names) => !names.some((part) => part.startsWith('.')))
    .map((names) => names.join('/'))
    .sort();
}

export async function readTemplates(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = [
    ...(await listFiles(folder, 'layouts')),
    ...(await listFiles(folder, 'partials')),
    ...(await listShortcodes(folder)),
  ];
  const templates = new Map<string, string>();
  let total = 0;
  for (const file of files.filter(isTemplate)) {
    const { size } = await stat(join(folder, file));
    total += size;
    if (size > maxTemplateBytes) throw tooLarge(file, { has: size, most: maxTemplateBytes });
    if (total > maxTemplatesBytes) {
      throw tooLarge('The templates together', { has: total, most: maxTemplatesBytes });
    }
    templates.set(file, await readFile(join(folder, file), 'utf8'));
  }
  return templates;
}

function isTemplate(path: string): boolean {
  return path.endsWith('.liquid') || shortcodeFile.test(path);
}

export const shortcodeFile = /^shortcodes\/([a-z][a-z\d-]{0,63})\.html$/;

async function listShortcodes(folder: string): Promise<readonly string[]> {
  const files = await listFiles(folder, 'shortcodes');
  const misnamed = files.find(
    (path) => /\.(?:html|liquid)$/.test(path) && !shortcodeFile.test(path),
  );
  if (misnamed === undefined) return files;
  throw siteProblems.invalid_theme(
    `${misnamed}: shortcodes are named shortcodes/NAME.html, with a-z, 0-9 and -, beginning with a letter.`,
    { file: misnamed, line: 1, column: 1 },
  );
}

function tooLarge(name: string, { has, most }: { has: number; most: number }): Error {
  return siteProblems.invalid_theme(`${name}: ${has} bytes; at most ${most} are allowed.`);
}

/** By path below `assets/`. Throws `invalid_theme` when too large. */
export async function readAssetFiles(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = await listFiles(folder, 'assets');
  await refuseTooLarge(folder, files);
  const assets = new Map<string, Uint8Array>();
  for (const file of files) {
    assets.set(file.slice('assets/'.length), await readFile(join(folder, file)));
  }
  return assets;
}

async function refuseTooLarge(folder: string, files: readonly string[]): Promise<void> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= maxThemeBytes) return;
  throw siteProblems.invalid_theme(
    `The theme's assets have ${total} bytes together; at most ${maxThemeBytes} are allowed.`,
  );
}
