import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';
import { parseYaml } from '@galley/settings';

export interface SiteTextPlaces {
  readonly contentDirectory: string;
  readonly themesDirectory: string;
  /** Name of the theme in use. */
  readonly theme: string;
}

/** Larger files are fonts and pictures. */
const maxTextBytes = 1024 * 1024;

/**
 * Texts beside documents in which a site names its media: settings (logo, social image) and the theme in use. Values in
 * YAML and JSON are given both as they are written and decoded.
 */
export async function readSiteTexts({
  contentDirectory,
  themesDirectory,
  theme,
}: SiteTextPlaces): Promise<readonly string[]> {
  const folders = [join(contentDirectory, 'config'), join(themesDirectory, theme)];
  return (await Promise.all(folders.map(readTexts))).flat();
}

async function readTexts(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return await Promise.all(files.map(({ parentPath, name }) => readText(join(parentPath, name))));
  } catch (error) {
    // A theme that comes with Galley has no folder in the project; a file may go meanwhile.
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readText(file: string): Promise<string> {
  if ((await stat(file)).size > maxTextBytes) return '';
  const text = await readFile(file, 'utf8');
  return /\.(?:ya?ml|json)$/.test(file) ? `${text}\n${decoded(text)}` : text;
}

function decoded(text: string): string {
  try {
    return JSON.stringify(parseYaml(text, 'settings').document.toJS());
  } catch {
    // Settings that cannot be read have their defaults.
    return '';
  }
}
