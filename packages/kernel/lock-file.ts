import { link, readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isMissing, replaceFile } from './file-system.ts';

/** Git and snapshots usually hold a lock for less. */
const patienceMs = 3_000;

/**
 * Takes a lock file of git and waits while another process holds it. The file contains `mark` from the start, by which
 * its owner recognises it after a crash: a file with the same mark counts as free.
 * @param temporary a path on the same file system that nothing else uses
 * @returns false if the lock is still held after three seconds
 */
export async function takeLockFile(
  path: string,
  mark: string,
  temporary: string,
): Promise<boolean> {
  await replaceFile(temporary, mark);
  try {
    const end = performance.now() + patienceMs;
    for (;;) {
      if (await canLink(temporary, path)) return true;
      const present = await readLock(path);
      if (present === mark) return true;
      if (performance.now() > end) return false;
      await pause(present === undefined ? 0 : 20);
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

/** `undefined` for a missing lock. */
export async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function canLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
