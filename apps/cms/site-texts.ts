import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isMissing } from '@galley/kernel';

export interface SiteTextPlaces {
  readonly contentDirectory: string;
  readonly themesDirectory: string;
  /** Name of the theme in use. */
  readonly theme: string;
}

const textEndings = new Set(['.yaml', '.yml', '.liquid', '.html', '.css', '.js', '.json']);

/** Texts beside documents in which a site names its media: settings (logo, social image) and the theme in use. */
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
    const names = await readdir(folder, { recursive: true });
    const texts = names.filter((name) => textEndings.has(extname(name)));
    return await Promise.all(texts.map((name) => readFile(join(folder, name), 'utf8')));
  } catch (error) {
    // A theme that comes with Galley has no folder in the project; a file may go meanwhile.
    if (isMissing(error)) return [];
    throw error;
  }
}
