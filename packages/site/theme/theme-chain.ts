import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMissing } from '@galley/kernel';
import { siteProblems } from '../problems.ts';
import { parseManifest, type ThemeManifest } from './theme-manifest.ts';

export const builtInThemes = fileURLToPath(new URL('../themes/', import.meta.url));

/** Shortcodes that every theme has. */
export const includedFiles = fileURLToPath(new URL('../included/', import.meta.url));

const maxParents = 4;

export interface ThemeFolder {
  readonly folder: string;
  readonly manifest: ThemeManifest;
}

/** The theme, then the theme that it extends, and so on. Throws `invalid_theme`. */
export async function readThemeChain(
  folder: string,
  themesDirectory: string,
): Promise<readonly [ThemeFolder, ...ThemeFolder[]]> {
  const chain: [ThemeFolder, ...ThemeFolder[]] = [
    { folder: resolve(folder), manifest: await readManifest(folder) },
  ];
  for (;;) {
    const last = chain.at(-1)!;
    if (last.manifest.extends === undefined) return chain;
    if (chain.length > maxParents) {
      throw cannotExtend(last, `more than ${maxParents} themes extend each other`);
    }
    const parent = await findParent(last, { chain, themesDirectory });
    chain.push({ folder: parent, manifest: await readParentManifest(parent, last) });
  }
}

/** A theme of the project may extend the built-in theme of its own name. */
async function findParent(
  child: ThemeFolder,
  { chain, themesDirectory }: { chain: readonly ThemeFolder[]; themesDirectory: string },
): Promise<string> {
  const { name } = child.manifest.extends!;
  const candidates: string[] = [];
  for (const directory of [themesDirectory, builtInThemes])
    if ((await themeNames(directory)).includes(name)) candidates.push(resolve(directory, name));
  const free = candidates.find((folder) => !chain.some((one) => one.folder === folder));
  if (free !== undefined) return free;
  if (candidates.length > 0) {
    const names = [...chain.map(({ manifest }) => manifest.name), name];
    throw cannotExtend(child, `themes extend each other in a circle: ${names.join(' → ')}`);
  }
  const known = [
    ...new Set([...(await themeNames(builtInThemes)), ...(await themeNames(themesDirectory))]),
  ];
  throw cannotExtend(
    child,
    `the theme ${name} does not exist; available themes are ${known.toSorted().join(', ')}`,
  );
}

async function readParentManifest(folder: string, child: ThemeFolder): Promise<ThemeManifest> {
  try {
    return await readManifest(folder);
  } catch (error) {
    throw cannotExtend(
      child,
      `the theme ${child.manifest.extends?.name} cannot be used (${(error as Error).message})`,
    );
  }
}

function cannotExtend({ manifest }: ThemeFolder, message: string): Error {
  const at = { file: 'theme.yaml', line: manifest.extends?.line ?? 1, column: 1 };
  return siteProblems.invalid_theme(
    `${at.file}, line ${at.line}, column ${at.column}: ${message}.`,
    at,
  );
}

export async function readManifest(folder: string): Promise<ThemeManifest> {
  const text = await readFile(join(folder, 'theme.yaml'), 'utf8').catch(nullIfMissing);
  if (text === null) throw siteProblems.invalid_theme('The theme has no theme.yaml.');
  return parseManifest(text);
}

/** Folder names cannot lead elsewhere. */
export async function themeNames(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(nullIfMissing);
  const folders = (entries ?? []).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  );
  return folders.map((entry) => entry.name);
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
