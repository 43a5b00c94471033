import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from './ids.ts';

/** Makes created, renamed and removed names of a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, and doesn't need to.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Unique path in a folder for a file that is renamed once it is complete. */
export const temporaryIn = (folder: string): string => join(folder, `.galley-${newId()}.tmp`);

/** Whether a name is one of `temporaryIn`: a file that is being written, or was when its process was killed. */
export const isTemporary = (name: string): boolean => /^\.galley-.*\.tmp$/.test(name);

/** Whether an error says that a file or one of its parent folders does not exist. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Replaces a file atomically and durably through `temporary`, which must be on the same file system: readers see the
 * old or the new bytes, also after a power cut.
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
