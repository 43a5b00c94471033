import { cp, lstat, realpath, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import {
  ArchiveFault,
  isSystemFile,
  requireDistinctNames,
  requirePortablePaths,
  quotePath,
} from '@galley/archive';
import { themeInstallProblems } from '../problems.ts';
import { maxThemeBytes, maxThemeFiles } from './archive-limits.ts';
import { downloadArchive, type DownloadReach } from './download-archive.ts';
import { unpackArchive } from './unpack-archive.ts';

const { invalid_theme_source } = themeInstallProblems;

export interface ThemeSource {
  /** https:// address of a ZIP, or path of a ZIP or folder relative to the project. */
  readonly source: string;
  readonly projectDirectory: string;
  readonly reach?: DownloadReach;
}

/**
 * Uses `${folder}.zip` temporarily.
 * @throws `invalid_theme_source`, `invalid_archive`, `upstream_failed`, `upstream_timeout`
 */
export async function fetchTheme(from: ThemeSource, folder: string): Promise<void> {
  const { source, projectDirectory, reach } = from;
  if (/^[a-z][a-z0-9+.-]*:/i.test(source)) {
    const archive = `${folder}.zip`;
    await downloadArchive(source, archive, reach);
    await unpackArchive(archive, folder);
    await rm(archive);
    return;
  }
  const place = await placeInProject(projectDirectory, source);
  if ((await stat(place)).isDirectory()) await copyFolder(place, folder);
  else await unpackArchive(place, folder);
}

async function placeInProject(projectDirectory: string, source: string): Promise<string> {
  const names = source.split('/');
  if (isAbsolute(source) || /[\\\0]/.test(source) || names.includes('..')) {
    throw invalid_theme_source(
      'Give an https:// address, or the path of a ZIP or a folder from the project’s folder, such as downloads/ink.zip.',
    );
  }
  const root = await realpath(projectDirectory);
  const place = await realpath(join(root, source)).catch(() => {
    throw invalid_theme_source(`${quotePath(source)} does not exist in the project.`);
  });
  if (relative(root, place).split(sep)[0] === '..') {
    throw invalid_theme_source(`${quotePath(source)} is outside the project.`);
  }
  return place;
}

async function copyFolder(from: string, to: string): Promise<void> {
  await stat(join(from, 'theme.yaml')).catch(() => {
    throw invalid_theme_source('The folder has no theme.yaml.');
  });
  const paths: string[] = [];
  let bytes = 0;
  const filter = async (place: string): Promise<boolean> => {
    const path = relative(from, place).split(sep).join('/');
    if (isSystemFile(path) || path.split('/').includes('node_modules')) return false;
    const found = await lstat(place);
    if (found.isDirectory()) return true;
    if (!found.isFile()) {
      throw new ArchiveFault('is a link or a device; a theme may contain only regular files', path);
    }
    paths.push(path);
    bytes += found.size;
    if (paths.length > maxThemeFiles || bytes > maxThemeBytes) {
      throw new ArchiveFault(
        `The folder has more than ${maxThemeFiles} files, or more than ${maxThemeBytes} bytes`,
      );
    }
    return true;
  };
  await cp(from, to, { recursive: true, filter });
  requirePortablePaths(paths);
  requireDistinctNames(paths);
}
