import { lstat, open, readFile, rename, rm, rmdir, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing, syncFolder, temporaryIn } from '@galley/kernel';
import { foldersOf } from './patched-files.ts';

/** A file as it is to be on disk; null where there is to be none. */
export interface FileOnDisk {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: { readonly bytes: Buffer; readonly mode: string } | null;
}

/** What stands at a path of a working tree: `other` is a link, a folder, or what lies behind a link. */
type Found = Buffer | null | 'other';

/** Of these files those that are not as they were committed. */
export async function changedOnDisk(root: string, files: readonly FileOnDisk[]): Promise<string[]> {
  const changed: string[] = [];
  for (const { path, before } of files) {
    if (before === null && (await makesRoom(root, path, files))) continue;
    if (!isSame(await look(root, path), before)) changed.push(path);
  }
  return changed;
}

/** Whether a file is to stand where a folder is whose files go. What else is in that folder keeps it there. */
async function makesRoom(
  root: string,
  path: string,
  files: readonly FileOnDisk[],
): Promise<boolean> {
  const isBelow = (one: FileOnDisk): boolean => one.path.startsWith(`${path}/`);
  return files.some(isBelow) && (await kindOf(join(root, path))) === 'folder';
}

/**
 * Brings files from what they were to what they are to be. What is neither, somebody has edited meanwhile, and is left
 * alone. Links are not followed. Files go first, since one may stand where a folder is to be.
 */
export async function bringOnDisk(root: string, files: readonly FileOnDisk[]): Promise<void> {
  for (const file of files.filter(({ after }) => after === null)) await remove(root, file);
  for (const { path, before, after } of files) {
    if (!after) continue;
    const found = await look(root, path);
    if (found === 'other' && before === null) await clearFolder(join(root, path));
    if (isSame(await look(root, path), before)) await put(join(root, path), after);
  }
}

async function remove(root: string, { path, before }: FileOnDisk): Promise<void> {
  if (before === null || !isSame(await look(root, path), before)) return;
  await rm(join(root, path), { force: true });
  // As git does: a folder without files is none.
  for (const folder of foldersOf(path).toReversed())
    if (!(await clearFolder(join(root, folder)))) return;
}

/** False when there is something in it. */
async function clearFolder(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

/** The bytes of a plain file at the path; null when there is nothing. */
async function look(root: string, path: string): Promise<Found> {
  for (const folder of foldersOf(path)) {
    const found = await kindOf(join(root, folder));
    if (found === 'nothing') return null;
    if (found !== 'folder') return found === 'file' ? null : 'other';
  }
  const place = join(root, path);
  const kind = await kindOf(place);
  if (kind === 'nothing') return null;
  return kind === 'file' ? readFile(place) : 'other';
}

async function kindOf(place: string): Promise<'nothing' | 'file' | 'folder' | 'other'> {
  try {
    const found = await lstat(place);
    if (found.isFile()) return 'file';
    return found.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (isMissing(error)) return 'nothing';
    throw error;
  }
}

function isSame(found: Found, expected: Buffer | null): boolean {
  if (found === 'other') return false;
  return found === null || expected === null ? found === expected : found.equals(expected);
}

async function put(
  place: string,
  { bytes, mode }: { readonly bytes: Buffer; readonly mode: string },
): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const temporary = temporaryIn(dirname(place));
  const file = await open(temporary, 'wx', mode === '100755' ? 0o755 : 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, place);
  await syncFolder(dirname(place));
}
