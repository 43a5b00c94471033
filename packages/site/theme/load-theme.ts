import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siteProblems } from '../problems.ts';
import { readAssetFiles, readTemplates } from './theme-files.ts';
import { parseManifest, type ThemeManifest } from './theme-manifest.ts';
import { Theme } from './theme.ts';

const builtInThemes = fileURLToPath(new URL('../themes/', import.meta.url));

export interface ThemeChoice {
  /** The project's `themes/` folder; it need not exist. */
  readonly themesDirectory: string;
  readonly name: string;
  /** What the site says of the theme's settings; without it, each has its default. */
  readonly given?: Readonly<Record<string, unknown>>;
}

export interface InstalledTheme extends ThemeManifest {
  /** Comes with Galley. */
  readonly builtin: boolean;
}

/**
 * The theme of that name: the project's own before a built-in one. Throws `theme_not_found`, naming those there are,
 * and `invalid_theme`.
 */
export async function loadTheme({ themesDirectory, name, given }: ThemeChoice): Promise<Theme> {
  for (const directory of [themesDirectory, builtInThemes]) {
    if (!(await themeNames(directory)).includes(name)) continue;
    return readTheme(join(directory, name), { name, given });
  }
  const names = (await listThemes(themesDirectory)).map((theme) => theme.name).join(', ');
  throw siteProblems.theme_not_found(`There is no theme ${name}. There are: ${names}.`);
}

/** The theme of that name that comes with Galley, whatever the project has. */
export function loadBuiltInTheme(name: string): Promise<Theme> {
  return loadTheme({ themesDirectory: builtInThemes, name });
}

export async function isBuiltInTheme(name: string): Promise<boolean> {
  return (await themeNames(builtInThemes)).includes(name);
}

/**
 * Reads the theme in a folder, wherever it is; `name` is what it would be installed as, where it is not what its
 * theme.yaml says. Throws `invalid_theme`.
 */
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

/** Every theme that can be chosen, by name. One whose theme.yaml is broken is listed without further words. */
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

/** Folders that hold a theme.yaml; a name is a folder's name, so that none leads elsewhere. */
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
