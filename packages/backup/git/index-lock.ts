import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupProblems } from '../problems.ts';

/** Content of the lock, by which Galley recognizes its own after a crash. */
const mark = 'galley\n';

/**
 * Runs `work` with the lock of git's index, which every git takes to commit or stage. The caller ensures that no other
 * Galley takes a snapshot, so a lock with Galley's mark is left from a crash and can be taken over.
 */
export async function withIndexLock<T>(gitDirectory: string, work: () => Promise<T>): Promise<T> {
  const lock = join(gitDirectory, 'index.lock');
  const isTaken = (await createLock(gitDirectory, lock)) || (await isOurs(lock));
  if (!isTaken) {
    throw backupProblems.git_unusable(
      'The git repository of the content tree is locked by another git process. Try again. If no git is running, remove index.lock in its .git folder.',
    );
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Links a file that already contains the mark: a lock without it, left from a crash, would look like another git's. */
async function createLock(gitDirectory: string, lock: string): Promise<boolean> {
  const marked = join(gitDirectory, 'galley-index-lock.tmp');
  await writeFile(marked, mark);
  try {
    await link(marked, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(marked, { force: true });
  }
}

async function isOurs(lock: string): Promise<boolean> {
  return (await readFile(lock, 'utf8').catch(() => '')) === mark;
}
