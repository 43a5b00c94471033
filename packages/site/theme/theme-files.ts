import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { sha256 } from '@galley/kernel';
import { siteProblems } from '../problems.ts';

/** A file that a theme serves to browsers. */
export interface ThemeAsset {
  /** Path below `assets/`, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Names these bytes for good, in `?v=` and in the ETag. */
  readonly hash: string;
}

const maxThemeBytes = 64 * 1024 * 1024;

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
};

/** Paths, relative to `folder`, of the files in one of its folders. Links are passed over: they could lead outside. */
async function filesIn(folder: string, name: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Templates by their path in the theme, `layouts/page.liquid`. */
export async function readTemplates(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = [...(await filesIn(folder, 'layouts')), ...(await filesIn(folder, 'partials'))];
  const templates = new Map<string, string>();
  for (const file of files.filter((path) => path.endsWith('.liquid'))) {
    templates.set(file, await readFile(join(folder, file), 'utf8'));
  }
  return templates;
}

/** Assets by their path below `assets/`. Throws `invalid_theme` when they are too large to be kept in memory. */
export async function readAssets(folder: string): Promise<ReadonlyMap<string, ThemeAsset>> {
  const files = await filesIn(folder, 'assets');
  await refuseTooLarge(folder, files);
  const assets = new Map<string, ThemeAsset>();
  for (const file of files) {
    const bytes = await readFile(join(folder, file));
    const path = file.slice('assets/'.length);
    const contentType = contentTypes[path.split('.').at(-1)!.toLowerCase()];
    if (contentType === undefined) {
      throw siteProblems.invalid_theme(
        `${file} is of no type that a theme may serve; use one of ${Object.keys(contentTypes).join(', ')}.`,
      );
    }
    assets.set(path, { path, bytes, contentType, hash: sha256(bytes).slice(0, 32) });
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
