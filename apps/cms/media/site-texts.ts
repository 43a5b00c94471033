import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';
import { parseYaml } from '@galley/settings';
import { siteTemplatesFolder } from '@galley/site';

export interface SiteTextLocations {
  readonly projectDirectory: string;
  readonly contentDirectory: string;
  readonly themesDirectory: string;
}

/** Larger files are fonts and images. */
const maxTextBytes = 1024 * 1024;

/**
 * Settings, templates, and every theme: a theme may extend another. Values in YAML and JSON appear both as written and
 * decoded.
 */
export async function readSiteTexts({
  projectDirectory,
  contentDirectory,
  themesDirectory,
}: SiteTextLocations): Promise<readonly string[]> {
  const folders = [
    join(contentDirectory, 'config'),
    join(projectDirectory, siteTemplatesFolder),
    themesDirectory,
  ];
  return (await Promise.all(folders.map(readTexts))).flat();
}

async function readTexts(folder: string): Promise<readonly string[]> {
  const entries = await undefinedIfMissing(
    readdir(folder, { recursive: true, withFileTypes: true }),
  );
  const files = (entries ?? []).filter((entry) => entry.isFile());
  return Promise.all(files.map(({ parentPath, name }) => readText(join(parentPath, name))));
}

async function readText(file: string): Promise<string> {
  const stats = await undefinedIfMissing(stat(file));
  if (stats === undefined || stats.size > maxTextBytes) return '';
  const text = (await undefinedIfMissing(readFile(file, 'utf8'))) ?? '';
  return /\.(?:ya?ml|json)$/.test(file) ? `${text}\n${decoded(text)}` : text;
}

/** Not every project has the folders, and a file may vanish at any time. */
async function undefinedIfMissing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function decoded(text: string): string {
  try {
    return JSON.stringify(parseYaml(text, 'settings').document.toJS());
  } catch {
    // Unreadable settings fall back to their defaults.
    return '';
  }
}
