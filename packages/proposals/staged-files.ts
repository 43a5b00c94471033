import { lstat, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import git, { STAGE } from 'isomorphic-git';
import { isMissing, readLock, replaceFile, takeLockFile } from '@galley/kernel';
import type { Change } from './changed-tree.ts';
import { durableFileSystem } from './durable-file-system.ts';
import { unusable, type Repository } from './repository.ts';

/** A stale lock with this content is taken over. */
const lockContent = 'galley proposals\n';

/** Omits unstaged paths. Throws `repository_unusable`. */
export async function readStaged(
  repository: Repository,
  paths: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const folders = new Set(['.', ...[...paths].flatMap(parentsOf)]);
  const found = new Map<string, string>();
  await git
    .walk({
      ...repository.at,
      dir: repository.workingTree!,
      cache: {},
      trees: [STAGE()],
      map: async (path, [entry]) => {
        if (paths.has(path) && entry && (await entry.type()) === 'blob')
          found.set(path, (await entry.oid()) ?? '');
        // Null skips the subtree.
        return folders.has(path) ? undefined : null;
      },
    })
    .catch(unreadable);
  return found;
}

function parentsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The caller excludes other Galley processes. Throws `repository_unusable` while git holds the lock. */
export async function withIndexLock<T>(
  { gitDirectory }: Repository,
  work: () => Promise<T>,
): Promise<T> {
  const lock = join(gitDirectory, 'index.lock');
  if (!(await takeLockFile(lock, lockContent, join(gitDirectory, 'galley-proposals.tmp'))))
    throw unusable(
      'Another git process is using the repository. Try again; if none is running, remove the stale index.lock in its .git folder',
    );
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Includes a lock left after a crash. */
export async function hasIndexLock({ gitDirectory }: Repository): Promise<boolean> {
  return (await readLock(join(gitDirectory, 'index.lock'))) === lockContent;
}

/** The caller excludes other processes. */
export async function removeStaleIndexLock(repository: Repository): Promise<void> {
  if (await hasIndexLock(repository))
    await rm(join(repository.gitDirectory, 'index.lock'), { force: true });
}

/** Requires the index lock. */
export async function stage(
  repository: Repository,
  changes: ReadonlyMap<string, Change>,
): Promise<void> {
  const place = join(repository.gitDirectory, 'index');
  const written: { bytes?: Uint8Array | string } = {};
  const fs = {
    promises: {
      ...durableFileSystem.promises,
      // Deferred to the end, because isomorphic-git writes the whole index for each change.
      writeFile: (path: string, bytes: Uint8Array | string): Promise<void> => {
        if (path !== place) return durableFileSystem.promises.writeFile(path, bytes);
        written.bytes = bytes;
        return Promise.resolve();
      },
    },
  };
  const at = { ...repository.at, fs, dir: repository.workingTree!, cache: {} };
  const removed = [...changes].filter(([, change]) => change === null);
  for (const [filepath] of removed)
    await git.updateIndex({ ...at, filepath, remove: true, force: true });
  for (const [filepath, change] of changes) {
    if (change)
      await git.updateIndex({
        ...at,
        filepath,
        add: true,
        oid: change.oid,
        mode: parseInt(change.mode, 8),
      });
  }
  if (written.bytes === undefined) return;
  const whole = join(repository.gitDirectory, 'galley-index.tmp');
  await replaceFile(whole, written.bytes);
  await rename(whole, place);
}

export async function hasIndex({ gitDirectory }: Repository): Promise<boolean> {
  try {
    await lstat(join(gitDirectory, 'index'));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function unreadable(error: unknown): never {
  throw unusable(
    `The index of the repository cannot be read (${error instanceof Error ? error.message : String(error)})`,
  );
}
