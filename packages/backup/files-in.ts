import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';

/** Paths of the files whose names pass `isWanted`; none in a missing folder. */
export async function filesIn(
  directory: string,
  isWanted: (name: string) => boolean,
): Promise<string[]> {
  try {
    return (await readdir(directory)).filter(isWanted).map((name) => join(directory, name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns their number. */
export async function removeFiles(paths: readonly string[]): Promise<number> {
  for (const path of paths) await rm(path, { force: true });
  return paths.length;
}
