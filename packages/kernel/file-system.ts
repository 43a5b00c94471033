import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from './ids.ts';

/** Makes the names in a folder survive a power cut: what is new in it, and what has gone from it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can neither open a folder nor does it need to.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** A name in a folder for a file that gets its own when it is whole; nobody else has it. */
export const temporaryIn = (folder: string): string => join(folder, `.galley-${newId()}.tmp`);

/** Whether a file is one that is being written, or was when its process was killed. */
export const isTemporary = (name: string): boolean => /^\.galley-.*\.tmp$/.test(name);

/** Whether an error of the file system says that a file, or a folder on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Puts bytes in the place of a file for good, by way of `temporary` in the same file system: who reads it sees the old
 * or the new, never half, also after a power cut.
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array | string,
  temporary = `${path}.new`,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(temporary, 'w', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}
