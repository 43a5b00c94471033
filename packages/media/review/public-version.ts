import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isMissing } from '@galley/kernel';
import { isSidecar, sidecarEnding, sidecarOf } from '../store/media-path.ts';

/** Public versions of files whose working version awaits approval. */
export const publicMediaFolder = '.published/media';

const markerEnding = '.pending.yaml';

/** `.published/media/2026/press.jpg` */
export function publicCopyOf(path: string): string {
  return `.published/${path}`;
}

/**
 * While the marker exists, the public version is the copy beside it, or nothing without a copy; otherwise the file in
 * `media/`. Created and removed in single steps, so that a crash leaves no mixture of versions.
 */
export function markerOf(path: string): string {
  return publicCopyOf(path) + markerEnding;
}

/** `undefined` for other paths. */
export function markedPath(marker: string): string | undefined {
  if (!marker.startsWith(`${publicMediaFolder}/`) || !marker.endsWith(markerEnding))
    return undefined;
  return marker.slice('.published/'.length, -markerEnding.length);
}

/** Every file that decides what the public sees, given any of them; `undefined` outside the library. */
export function mediaGroup(path: string): readonly string[] | undefined {
  const inLibrary = path.startsWith(`${publicMediaFolder}/`)
    ? (markedPath(path) ?? path.slice('.published/'.length))
    : path;
  if (!inLibrary.startsWith('media/')) return undefined;
  const file = isSidecar(inLibrary) ? withoutSidecar(inLibrary) : inLibrary;
  const copy = publicCopyOf(file);
  return [file, sidecarOf(file), markerOf(file), copy, sidecarOf(copy)];
}

/** May be missing; `undefined` where the public sees nothing. Decided by the content tree alone. */
export async function findPublicFile(
  contentDirectory: string,
  path: string,
): Promise<string | undefined> {
  const given = join(contentDirectory, path);
  const own = await canonicalPath(contentDirectory, given);
  if (own === undefined) return undefined;
  if (!(await exists(join(contentDirectory, markerOf(own))))) return given;
  const copy = join(contentDirectory, publicCopyOf(own));
  return (await exists(copy)) ? copy : undefined;
}

/** `path` starts with `media/`. */
export async function isPublicFile(contentDirectory: string, path: string): Promise<boolean> {
  const file = await findPublicFile(contentDirectory, path);
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
  return found?.isFile() === true;
}

export async function listMarkedPaths(contentDirectory: string): Promise<string[]> {
  const files = await listFiles(contentDirectory);
  return files.map(markedPath).filter((path) => path !== undefined);
}

/** Also copies without a marker after a crash. */
export async function listPublicCopyPaths(contentDirectory: string): Promise<string[]> {
  const files = await listFiles(contentDirectory);
  const paths = files.map((file) => markedPath(file) ?? file.slice('.published/'.length));
  return [...new Set(paths.map((path) => (isSidecar(path) ? withoutSidecar(path) : path)))];
}

async function listFiles(contentDirectory: string): Promise<string[]> {
  const folder = join(contentDirectory, publicMediaFolder);
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files
      .map(({ parentPath, name }) => relative(contentDirectory, join(parentPath, name)))
      .map((file) => file.split(sep).join('/'))
      .toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function withoutSidecar(path: string): string {
  return path.slice(0, -sidecarEnding.length);
}

/** Folders may be links, and markers are at the real path. `undefined` for impossible paths of visitors. */
async function canonicalPath(contentDirectory: string, file: string): Promise<string | undefined> {
  try {
    const [root, real] = await Promise.all([realpath(contentDirectory), realpath(file)]);
    return relative(root, real).split(sep).join('/');
  } catch (error) {
    if (isImpossible(error)) return undefined;
    if (!isMissing(error)) throw error;
    return relative(contentDirectory, file).split(sep).join('/');
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isMissing(error) || isImpossible(error)) return false;
    throw error;
  }
}

/** No file can be at a path that is too long, malformed or a loop of links. */
function isImpossible(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENAMETOOLONG', 'EINVAL', 'ELOOP', 'ERR_INVALID_ARG_VALUE'].includes(code);
}
