import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing, readLock, syncFolder, takeLockFile } from '@galley/kernel';
import { unusable, type Repository } from './repository.ts';

export interface BranchMove {
  readonly branch: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Holds git's lock file, which contains the new commit to identify it after a crash. `mayGoOn` is checked under the
 * lock: a process considered dead must stop. Throws `repository_unusable` while git holds the lock.
 */
export async function moveBranch(
  repository: Repository,
  move: BranchMove,
  mayContinue: () => Promise<boolean>,
): Promise<boolean> {
  const { branch, from, to } = move;
  const lock = lockPath(repository, branch);
  await acquireLock(repository, lock, to);
  if ((await repository.tip(branch)) !== from || !(await mayContinue())) {
    await removeStaleLock(repository, move);
    return (await repository.tip(branch)) === to;
  }
  // A missing lock means that another process considered this one dead; the branch shows the result.
  await rename(lock, join(repository.gitDirectory, branch)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  await syncFolder(dirname(lock));
  return (await repository.tip(branch)) === to;
}

/** Removes no other lock than that of this move. */
export async function removeStaleLock(
  repository: Repository,
  { branch, to }: Pick<BranchMove, 'branch' | 'to'>,
): Promise<void> {
  const lock = lockPath(repository, branch);
  if ((await readLock(lock)) === `${to}\n`) await rm(lock, { force: true });
}

function lockPath({ gitDirectory }: Repository, branch: string): string {
  return join(gitDirectory, `${branch}.lock`);
}

async function acquireLock({ gitDirectory }: Repository, lock: string, to: string): Promise<void> {
  await mkdir(dirname(lock), { recursive: true });
  if (!(await takeLockFile(lock, `${to}\n`, join(gitDirectory, `galley-${to}.tmp`))))
    throw unusable(
      `Another git process is using the repository. Try again; if none is running, remove the stale ${basename(lock)} in its .git folder`,
    );
}
