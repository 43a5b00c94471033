import { lstat, mkdir, rm, stat } from 'node:fs/promises';
import { isMissing } from '@galley/kernel';
import type { Config } from '@galley/settings';

/** Safe to run concurrently. */
export async function makeStorageFolders(storage: Config['storage']): Promise<void> {
  for (const directory of Object.values(storage)) {
    // The public directory is a link, and its target may have been deleted.
    if (await isLinkToNothing(directory)) await rm(directory, { force: true });
    await mkdir(directory, { recursive: true });
  }
}

async function isLinkToNothing(path: string): Promise<boolean> {
  const [itself, target] = await Promise.all([found(lstat(path)), found(stat(path))]);
  return itself?.isSymbolicLink() === true && target === undefined;
}

async function found<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
