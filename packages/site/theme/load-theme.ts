import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siteProblems } from '../problems.ts';
import { readAssetFiles, readTemplates } from './theme-files.ts';
import { parseManifest, type ThemeManifest } from './theme-manifest.ts';
import { Theme } from './theme.ts';

const builtInThemes = fileURLToPath(new URL('../themes/', import.meta.url));

export interface ThemeChoice {
  /** May be missing. */
  readonly themesDirectory: string;
  readonly name: string;
  /** From the site; defaults apply if missing. */
  readonly given?: Readonly<Record<string, unknown>>;
}

export interface InstalledTheme extends ThemeManifest {
  readonly builtin: boolean;
}

/** The project's own wins over a built-in one. Throws `theme_not_found` with all names, or `invalid_theme`. */
export async function loadTheme({ themesDirectory, name, given }: ThemeChoice): Promise<Theme> {
  for (const directory of [themesDirectory, builtInThemes]) {
    if (!(await themeNames(directory)).includes(name)) continue;
    return readTheme(join(directory, name), { name, given });
  }
  const names = (await listThemes(themesDirectory)).map((theme) => theme.name).join(', ');
  throw siteProblems.theme_not_found(
    `The theme ${name} does not exist. Available themes: ${names}.`,
  );
}

export function loadBuiltInTheme(name: string): Promise<Theme> {
  return loadTheme({ themesDirectory: builtInThemes, name });
}

export async function isBuiltInTheme(name: string): Promise<boolean> {
  return (await themeNames(builtInThemes)).includes(name);
}

/** `name` is the installation name if it differs from theme.yaml. Throws `invalid_theme`. */
export async function readTheme(
  folder: string,
  { name, given = {} }: { readonly name?: string; readonly given?: ThemeChoice['given'] } = {},
): Promise<Theme> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) throw siteProblems.invalid_theme('The theme has no theme.yaml.');
  return new Theme({
    manifest: { ...manifest, name: name ?? manifest.name },
    templates: await readTemplates(folder),
    files: await readAssetFiles(folder),
    given,
  });
}

/** A theme with an invalid theme.yaml is listed without details. */
export async function listThemes(themesDirectory: string): Promise<readonly InstalledTheme[]> {
  const found = new Map<string, InstalledTheme>();
  for (const [directory, builtin] of [
    [builtInThemes, true],
    [themesDirectory, false],
  ] as const) {
    for (const name of await themeNames(directory)) {
      const manifest = await readManifest(join(directory, name)).catch(() => undefined);
      const known = manifest ?? { version: '', author: '', description: '', settings: [] };
      found.set(name, { ...known, name, builtin });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Folder names cannot lead elsewhere. */
async function themeNames(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(whenMissing([]));
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  return folders.map((entry) => entry.name);
}

async function readManifest(folder: string): Promise<ThemeManifest | undefined> {
  const text = await readFile(join(folder, 'theme.yaml'), 'utf8').catch(whenMissing(undefined));
  return text === undefined ? undefined : parseManifest(text);
}

function whenMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
