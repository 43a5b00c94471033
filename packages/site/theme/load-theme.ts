import { join } from 'node:path';
import { noData, readSiteData, type DataValues } from '../data/read-site-data.ts';
import { noStaticFiles, readStaticFiles } from '../static/read-static-files.ts';
import { readTexts } from '../texts/read-texts.ts';
import { siteProblems } from '../problems.ts';
import { readSiteLayer, type SiteFolders } from './site-layer.ts';
import {
  builtInThemes,
  includedFiles,
  readThemeChain,
  themeNames,
  type ThemeFolder,
} from './theme-chain.ts';
import { readAssetFiles, readTemplates } from './theme-files.ts';
import { mergeLayers, mergeManifests, type ThemeLayer } from './theme-layers.ts';
import type { ThemeManifest } from './theme-manifest.ts';
import { findScreenshots, type ThemeScreenshot } from './theme-screenshots.ts';
import { Theme } from './theme.ts';

export interface ThemeChoice {
  /** May be missing. */
  readonly themesDirectory: string;
  readonly name: string;
  /** From the site; defaults apply if missing. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  /** Files of the site that override those of the theme; none apply if missing. */
  readonly site?: SiteFolders | undefined;
  /** Data files with a fault keep these values. */
  readonly previousData?: DataValues | undefined;
}

export interface InstalledTheme extends ThemeManifest {
  readonly builtin: boolean;
  readonly screenshots: readonly ThemeScreenshot[];
}

/** The project's own wins over a built-in one. Throws `theme_not_found` with all names, or `invalid_theme`. */
export async function loadTheme(choice: ThemeChoice): Promise<Theme> {
  const { themesDirectory, name } = choice;
  for (const directory of [themesDirectory, builtInThemes]) {
    if (!(await themeNames(directory)).includes(name)) continue;
    return readTheme(join(directory, name), choice);
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
  {
    themesDirectory,
    name,
    given = {},
    site,
    previousData = {},
  }: Omit<ThemeChoice, 'name'> & { readonly name?: string },
): Promise<Theme> {
  const chain = await readThemeChain(folder, themesDirectory);
  const manifest = mergeManifests(chain);
  const [own, ...parents] = chain;
  const layers: ThemeLayer[] = [await readLayer(own.folder, '')];
  for (const parent of parents) layers.unshift(await readLayer(parent.folder, originOf(parent)));
  layers.unshift(await readLayer(includedFiles, 'included/'));
  if (site) layers.push(await readSiteLayer(site, declaredTexts(layers)));
  return new Theme({
    manifest: { ...manifest, name: name ?? manifest.name },
    ...mergeLayers(layers),
    given,
    data: site ? await readSiteData(site.contentDirectory, previousData) : noData,
    statics: site ? await readStaticFiles(site.projectDirectory) : noStaticFiles,
    hasSite: site !== undefined,
  });
}

function declaredTexts(layers: readonly ThemeLayer[]): ReadonlySet<string> {
  const files = layers.flatMap(({ texts }) => Object.values(texts.texts));
  return new Set(files.flatMap((texts) => Object.keys(texts)));
}

function originOf({ manifest }: ThemeFolder): string {
  return `themes/${manifest.name}/`;
}

async function readLayer(folder: string, origin: string): Promise<ThemeLayer> {
  const texts = await readTexts({
    folder: join(folder, 'texts'),
    pattern: /^([a-z]{2,3}(?:-[a-z0-9]+)*)\.yaml$/i,
    shown: `${origin}texts/`,
  });
  const [fault] = texts.faults;
  if (fault) {
    const { file, line, message } = fault;
    throw siteProblems.invalid_theme(`${file}, line ${line}: ${message}.`, { file, line });
  }
  return {
    origin,
    templates: await readTemplates(folder),
    files: await readAssetFiles(folder),
    texts,
  };
}

/** Names of the themes that Galley includes. */
export async function builtInThemeNames(): Promise<readonly string[]> {
  return (await themeNames(builtInThemes)).toSorted();
}

/** A theme with an invalid theme.yaml is listed without details. */
export async function listThemes(themesDirectory: string): Promise<readonly InstalledTheme[]> {
  const found = new Map<string, InstalledTheme>();
  for (const [directory, builtin] of [
    [builtInThemes, true],
    [themesDirectory, false],
  ] as const) {
    for (const name of await themeNames(directory)) {
      const folder = join(directory, name);
      const known = await readThemeChain(folder, themesDirectory).then(
        mergeManifests,
        () => noManifest,
      );
      found.set(name, { ...known, name, builtin, screenshots: await findScreenshots(folder) });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const noManifest: Omit<ThemeManifest, 'name'> = {
  version: '',
  author: '',
  description: '',
  extends: undefined,
  settings: [],
  lists: [],
};
