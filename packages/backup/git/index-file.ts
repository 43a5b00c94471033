import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, replaceFile } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import { parseIndex, serializeIndex, type IndexEntry } from './git-index.ts';

/** What Galley writes into the lock, to know it again after a crash. */
const mark = 'galley\n';

/** The index, and when it was written, in nanoseconds. */
export interface ReadIndex {
  readonly entries: readonly IndexEntry[];
  readonly writtenNs: bigint;
}

/**
 * Runs `work` with the lock of git's index, which every git that changes something takes: while it runs, nobody else
 * commits or stages. The caller sees to it that no other Galley is at it: a lock of ours is one that a crash left.
 */
export async function withIndexLock<T>(gitDirectory: string, work: () => Promise<T>): Promise<T> {
  const lock = join(gitDirectory, 'index.lock');
  if (
    !(await take(gitDirectory, lock)) &&
    (await readFile(lock, 'utf8').catch(() => '')) !== mark
  ) {
    throw backupProblems.git_unusable(
      'Somebody is working in the git repository of the content tree just now; try again. If no git is running, one was cut short: remove index.lock in its .git folder.',
    );
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** The lock appears with its mark in it: one without, left by a crash, could not be told from another git's. */
async function take(gitDirectory: string, lock: string): Promise<boolean> {
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

export async function readIndex(gitDirectory: string): Promise<ReadIndex> {
  const path = join(gitDirectory, 'index');
  try {
    const { mtimeNs } = await stat(path, { bigint: true });
    return { entries: parseIndex(await readFile(path)), writtenNs: mtimeNs };
  } catch (error) {
    if (isMissing(error)) return { entries: [], writtenNs: 0n };
    throw error;
  }
}

export function writeIndex(gitDirectory: string, entries: readonly IndexEntry[]): Promise<void> {
  const temporary = join(gitDirectory, 'galley-index.tmp');
  return replaceFile(join(gitDirectory, 'index'), serializeIndex(entries), temporary);
}
