import { join } from 'node:path';
import { readTexts } from '../texts/read-texts.ts';
import { readAssetFiles, readTemplates } from './theme-files.ts';
import type { ThemeLayer } from './theme-layers.ts';

/** Folders of the site that themes read. */
export interface SiteFolders {
  readonly projectDirectory: string;
  readonly contentDirectory: string;
}

/**
 * In the project, beside `themes/`. Templates can output any HTML; the right to change or restore content does not
 * include that.
 */
export const siteTemplatesFolder = 'templates';

export const siteTextsFile = /^texts\.([a-z]{2,3}(?:-[a-z0-9]+)*)\.yaml$/i;

/** Empty without the folder. Throws `invalid_theme` when it is too large. */
export async function readSiteLayer(
  { projectDirectory, contentDirectory }: SiteFolders,
  declared: ReadonlySet<string>,
): Promise<ThemeLayer> {
  const folder = join(projectDirectory, siteTemplatesFolder);
  return {
    origin: `${siteTemplatesFolder}/`,
    templates: await readTemplates(folder),
    files: await readAssetFiles(folder),
    texts: await readTexts({
      folder: join(contentDirectory, 'config'),
      pattern: siteTextsFile,
      shown: 'config/',
      declared,
    }),
  };
}
