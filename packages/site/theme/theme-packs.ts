import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isPortableName, isSystemFile, pack, ZipWriter } from '@galley/archive';
import { siteProblems, themeInstallProblems } from '../problems.ts';
import { isBuiltInTheme, readTheme } from './load-theme.ts';
import { themeNames } from './theme-chain.ts';
import { themeFolders } from './theme-folders.ts';
import { unpackArchive } from './unpack-archive.ts';

export const themeNamePattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** @throws `invalid_theme` */
export function requireThemeName(name: string): void {
  if (themeNamePattern.test(name) && isPortableName(name)) return;
  throw siteProblems.invalid_theme(
    `${JSON.stringify(name)} is not a valid theme name. Use lower-case letters, digits, - and _.`,
  );
}

export interface NewTheme {
  readonly themesDirectory: string;
  readonly name: string;
  readonly parent: string;
}

/** Returns the folder. @throws `invalid_theme`, `already_exists` */
export async function createTheme({ themesDirectory, name, parent }: NewTheme): Promise<string> {
  requireThemeName(name);
  await refuseTaken(themesDirectory, name);
  await themeFolders(themesDirectory).install(async (folder) => {
    for (const [path, text] of Object.entries(newThemeFiles(name, parent))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await readTheme(folder, { themesDirectory });
    return name;
  });
  return join(themesDirectory, name);
}

async function refuseTaken(themesDirectory: string, name: string): Promise<void> {
  if ((await themeNames(themesDirectory)).includes(name))
    throw themeInstallProblems.already_exists(`The theme ${name} already exists.`);
}

function newThemeFiles(name: string, parent: string): Readonly<Record<string, string>> {
  return {
    'theme.yaml': `name: ${name}
version: 0.1.0
description: ''
# All templates, styles and settings that this theme does not have.
extends: ${parent}
`,
    'assets/theme.css': `@import 'parent';

:root {
  --accent: light-dark(#0a5c6b, #7fd0de);
}
`,
    'shortcodes/notice.html': `<aside class="callout callout-note">
  {{ inner | raw }}
</aside>
`,
  };
}

export interface PackedTheme {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly size: number;
}

/** Without hidden files. Never overwrites. @throws `invalid_theme`, `theme_not_found`, `already_exists` */
export async function packTheme(
  { themesDirectory, name }: Pick<NewTheme, 'themesDirectory' | 'name'>,
  file: string,
): Promise<PackedTheme> {
  if (!(await themeNames(themesDirectory)).includes(name)) {
    const names = (await themeNames(themesDirectory)).join(', ') || 'none';
    throw siteProblems.theme_not_found(
      `The project has no theme ${JSON.stringify(name)}. Its themes: ${names}.`,
    );
  }
  const folder = join(themesDirectory, name);
  const { manifest } = await readTheme(folder, { themesDirectory });
  const handle = await open(file, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw themeInstallProblems.already_exists(`${file} already exists.`);
  });
  try {
    const zip = new ZipWriter(handle);
    for (const path of await listPackedFiles(folder))
      await zip.add(await pack(path, await readFile(join(folder, path)), packedAt));
    await zip.end('');
    const { size } = await handle.stat();
    return { name: manifest.name, version: manifest.version, file, size };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** The same files give the same archive. */
const packedAt = new Date(Date.UTC(1980, 0, 1));

async function listPackedFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !isSystemFile(path) && !/(?:^|\/)(?:\.|node_modules\/)/.test(path))
    .toSorted();
}

export interface ArchiveToInstall {
  readonly themesDirectory: string;
  /** Path of the ZIP. */
  readonly archive: string;
  readonly replaces: boolean;
  /** Last sentence of the refusal. */
  readonly howToReplace: string;
}

/** Returns the name. @throws `invalid_archive`, `invalid_theme`, `already_exists` */
export function installArchive({
  themesDirectory,
  archive,
  replaces,
  howToReplace,
}: ArchiveToInstall): Promise<string> {
  return themeFolders(themesDirectory).install(async (folder) => {
    await unpackArchive(archive, folder);
    const { name } = (await readTheme(folder, { themesDirectory })).manifest;
    requireThemeName(name);
    const isTaken = (await themeNames(themesDirectory)).includes(name);
    if (replaces || !(isTaken || (await isBuiltInTheme(name)))) return name;
    throw themeInstallProblems.already_exists(`The theme ${name} already exists. ${howToReplace}`);
  });
}
