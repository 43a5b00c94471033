import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitIndexManager } from 'isomorphic-git/managers';
import { FileSystem } from 'isomorphic-git/models';
import { isMissing } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import type { FileStat, IndexEntry } from './file-stat.ts';
import type { Repository } from './repository.ts';

const folderMode = 0o40000;

export interface GitIndex {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  readonly writtenNs: bigint;
  set(path: string, oid: string, stat: FileStat): void;
  delete(path: string): void;
}

/** Writes the index if it changed. The caller holds its lock. @throws `git_unusable` */
export async function withIndex<T>(
  { at, directory }: Repository,
  work: (index: GitIndex) => Promise<T>,
): Promise<T> {
  await refuseSplitIndex(directory);
  const writtenNs = await timeOf(join(directory, 'index'));
  const options = { ...at, fs: new FileSystem(at.fs), allowUnmerged: false };
  // Distinguishes read errors from errors of `work`.
  await GitIndexManager.acquire(options, () => undefined).catch((error: unknown) => {
    throw asProblem(error as NodeJS.ErrnoException);
  });
  let result: T;
  await GitIndexManager.acquire(options, async (index) => {
    const entries = index.entriesMap as Map<string, IndexEntry>;
    // A sparse index has folders among its entries.
    if ([...entries.values()].some(({ mode }) => mode === folderMode)) throw unreadable();
    result = await work({
      entries,
      writtenNs,
      set: (filepath, oid, stats) => index.insert({ filepath, oid, stats }),
      delete: (path) => {
        index.delete({ filepath: path });
      },
    });
  });
  return result!;
}

/** isomorphic-git reads only `index`, but most entries are in `sharedindex.HASH`. */
async function refuseSplitIndex(directory: string): Promise<void> {
  const shared = (await readdir(directory)).filter((name) => name.startsWith('sharedindex.'));
  if (shared.length === 0) return;
  const index = await readFile(join(directory, 'index'));
  const hashes = shared.map((name) => Buffer.from(name.slice('sharedindex.'.length), 'hex'));
  if (hashes.some((hash) => hash.length === 20 && index.includes(hash))) throw unreadable();
}

async function timeOf(path: string): Promise<bigint> {
  try {
    return (await stat(path, { bigint: true })).mtimeNs;
  } catch (error) {
    if (isMissing(error)) return 0n;
    throw error;
  }
}

function asProblem(error: NodeJS.ErrnoException): Error {
  if (error.code === 'UnmergedPathsError') {
    return backupProblems.git_unusable(
      'The git repository of the content tree has an unresolved merge. Resolve it (git status lists the files), then take the snapshot.',
    );
  }
  const isFromSystem = error.syscall !== undefined;
  return isFromSystem ? error : unreadable();
}

function unreadable(): Error {
  return backupProblems.git_unusable(
    'The index of the git repository of the content tree is damaged or in a format that Galley cannot read: version 4, split, sparse or without a checksum. In the content folder, run "git update-index --index-version 2", "git update-index --no-split-index" and "git sparse-checkout disable" to convert it, or "git reset" to rebuild a damaged index.',
  );
}
