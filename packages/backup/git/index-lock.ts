import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLockFile } from '@galley/kernel';
import { backupProblems } from '../problems.ts';

/** Galley recognizes its own lock by it after a crash. */
const mark = 'galley\n';

/** The caller ensures that no other Galley takes a snapshot, so Galley's mark is left from a crash. */
export async function withIndexLock<T>(gitDirectory: string, work: () => Promise<T>): Promise<T> {
  const lock = join(gitDirectory, 'index.lock');
  if (!(await takeLockFile(lock, mark, join(gitDirectory, 'galley-snapshot.tmp')))) {
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
