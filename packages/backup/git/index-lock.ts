import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupProblems } from '../problems.ts';

/** Galley recognizes its own lock by it after a crash. */
const mark = 'galley\n';

/** The caller ensures that no other Galley takes a snapshot, so Galley's mark is left from a crash. */
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

/** The file already contains the mark: a lock without it would look like another git's after a crash. */
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
