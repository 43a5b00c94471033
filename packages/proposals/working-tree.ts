import { lstat, open, readFile, rename, rm, rmdir, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing, syncFolder, temporaryIn } from '@galley/kernel';
import { listParents } from './patched-files.ts';

/** Null deletes the file. */
export interface FileOnDisk {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: { readonly bytes: Buffer; readonly mode: string } | null;
}

/** `other` is a link, a folder, or a path behind a link. */
type PathState = Buffer | null | 'other';

export async function findChanged(root: string, files: readonly FileOnDisk[]): Promise<string[]> {
  const changed: string[] = [];
  for (const { path, before } of files) {
    if (before === null && (await canReplaceFolder(root, path, files))) continue;
    if (!isSame(await readPath(root, path), before)) changed.push(path);
  }
  return changed;
}

/** False if the folder contains other files. */
async function canReplaceFolder(
  root: string,
  path: string,
  files: readonly FileOnDisk[],
): Promise<boolean> {
  const isBelow = (one: FileOnDisk): boolean => one.path.startsWith(`${path}/`);
  return files.some(isBelow) && (await kindOf(join(root, path))) === 'folder';
}

/** Files edited meanwhile stay, links are not followed. Deletes first: a file may replace a folder. */
export async function updateFiles(root: string, files: readonly FileOnDisk[]): Promise<void> {
  for (const file of files.filter(({ after }) => after === null)) await remove(root, file);
  for (const { path, before, after } of files) {
    if (!after) continue;
    const found = await readPath(root, path);
    if (found === 'other' && before === null) await removeIfEmpty(join(root, path));
    if (isSame(await readPath(root, path), before)) await put(join(root, path), after);
  }
}

async function remove(root: string, { path, before }: FileOnDisk): Promise<void> {
  if (before === null || !isSame(await readPath(root, path), before)) return;
  await rm(join(root, path), { force: true });
  for (const folder of listParents(path).toReversed())
    if (!(await removeIfEmpty(join(root, folder)))) return;
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

/** Null when missing. */
async function readPath(root: string, path: string): Promise<PathState> {
  for (const folder of listParents(path)) {
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

function isSame(found: PathState, expected: Buffer | null): boolean {
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
