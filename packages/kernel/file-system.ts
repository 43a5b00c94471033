import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from './ids.ts';

/** Names of a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, and doesn't need to.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** For a file that is renamed once it is complete. */
export const temporaryIn = (folder: string): string => join(folder, `.galley-${newId()}.tmp`);

/** A file that is being written, or was when its process was killed. */
export const isTemporary = (name: string): boolean => /^\.galley-.*\.tmp$/.test(name);

export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Atomic and durable; `temporary` must be on the same file system. */
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
