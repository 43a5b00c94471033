import { resolve } from 'node:path';
import { DomainError } from '@galley/kernel';
import { requireProject } from '@galley/service';
import { editSiteSettings, loadConfig, loadSiteSettings } from '@galley/settings';
import {
  checkTheme,
  createTheme,
  installArchive,
  listThemes,
  loadTheme,
  packTheme,
  type PackedTheme,
  type Theme,
  type ThemeFinding,
} from '@galley/site';
import type { ProjectOptions } from '../people/administer-users.ts';

/** Returns the folder. @throws `invalid_theme`, `already_exists` */
export async function createThemeByHand(
  options: ProjectOptions,
  { name, parent }: { readonly name: string; readonly parent: string },
): Promise<string> {
  const { themesDirectory } = await foldersOf(options);
  return createTheme({ themesDirectory, name, parent });
}

export interface CheckedTheme {
  readonly name: string;
  readonly findings: readonly Partial<ThemeFinding>[];
}

/** With the files of the site. Checks the theme in use without a name. @throws `theme_not_found` */
export async function checkThemes(options: ProjectOptions, name?: string): Promise<CheckedTheme> {
  const folders = await foldersOf(options);
  const chosen = name ?? (await loadSiteSettings(folders.contentDirectory)).theme;
  try {
    const theme = await loaded(folders, chosen);
    const settings = theme.misfits.map(({ path, message }) => ({
      file: 'config/site.yaml',
      message: `theme_settings.${chosen}.${path}: ${message}`,
    }));
    return { name: chosen, findings: [...settings, ...(await checkTheme(theme))] };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_theme') throw error;
    return { name: chosen, findings: [{ ...error.details, message: error.message }] };
  }
}

export interface ThemeByHand {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly extends: string | null;
  readonly builtin: boolean;
  readonly enabled: boolean;
}

export async function listThemesByHand(options: ProjectOptions): Promise<ThemeByHand[]> {
  const { themesDirectory, contentDirectory } = await foldersOf(options);
  const { theme: used } = await loadSiteSettings(contentDirectory);
  return (await listThemes(themesDirectory)).map((theme) => ({
    name: theme.name,
    version: theme.version,
    description: theme.description,
    extends: theme.extends?.name ?? null,
    builtin: theme.builtin,
    enabled: theme.name === used,
  }));
}

/**
 * A running server notices the file and records the change. Returns the previous name.
 *
 * @throws `theme_not_found`, `invalid_theme`, and errors of `editSiteSettings`
 */
export async function chooseTheme(options: ProjectOptions, name: string): Promise<string> {
  const folders = await foldersOf(options);
  const { contentDirectory } = folders;
  const { theme: previous } = await loadSiteSettings(contentDirectory);
  await loaded(folders, name);
  await editSiteSettings({
    contentDirectory,
    changes: [{ path: ['theme'], value: name }],
    underLock: (work) => work(),
  });
  return previous;
}

/** @throws `theme_not_found`, `invalid_theme`, `already_exists` */
export async function packThemeByHand(
  options: ProjectOptions,
  { name, file }: { readonly name: string; readonly file: string },
): Promise<PackedTheme> {
  const { themesDirectory } = await foldersOf(options);
  return packTheme({ themesDirectory, name }, resolve(file));
}

/** Returns the name. @throws `invalid_archive`, `invalid_theme`, `already_exists` */
export async function installThemeByHand(
  options: ProjectOptions,
  { archive, replaces }: { readonly archive: string; readonly replaces: boolean },
): Promise<string> {
  const { themesDirectory } = await foldersOf(options);
  return installArchive({
    themesDirectory,
    archive: resolve(archive),
    replaces,
    howToReplace: 'To replace it, use --replace.',
  });
}

interface Folders {
  readonly themesDirectory: string;
  readonly contentDirectory: string;
  readonly projectDirectory: string;
}

async function foldersOf(options: ProjectOptions): Promise<Folders> {
  const { projectDirectory } = options;
  requireProject(projectDirectory);
  const { storage } = await loadConfig({
    ...options,
    overlays: [...options.overlays],
    overrides: {},
  });
  return { ...storage, projectDirectory };
}

async function loaded(folders: Folders, name: string): Promise<Theme> {
  const { themeSettings } = await loadSiteSettings(folders.contentDirectory);
  const given = Object.hasOwn(themeSettings, name) ? themeSettings[name] : undefined;
  return loadTheme({ themesDirectory: folders.themesDirectory, name, given, site: folders });
}
