import { link, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing, replaceFile, syncFolder } from '@galley/kernel';
import { unusable, type Repository } from './repository.ts';

export interface BranchMove {
  readonly branch: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Moves a branch from one commit to another, under the lock that every git takes: a file that is there whole or not at
 * all, with the new commit in it, so that one that a crash left is known by it. `mayGoOn` is asked with the lock held:
 * who was thought dead, and has been cleaned up after, goes no further. Returns whether the branch is at `to` after it.
 * Throws `repository_unusable` while another git has the lock.
 */
export async function moveBranch(
  repository: Repository,
  move: BranchMove,
  mayGoOn: () => Promise<boolean>,
): Promise<boolean> {
  const { branch, from, to } = move;
  const lock = lockOf(repository, branch);
  await take(repository, lock, to);
  if ((await repository.tip(branch)) !== from || !(await mayGoOn())) {
    await removeLeftLock(repository, move);
    return (await repository.tip(branch)) === to;
  }
  // Gone when somebody who thought us dead has removed it: then the branch tells how that ended.
  await rename(lock, join(repository.gitDirectory, branch)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  await syncFolder(dirname(lock));
  return (await repository.tip(branch)) === to;
}

/** Removes the lock that a move left behind, and no other one. */
export async function removeLeftLock(
  repository: Repository,
  { branch, to }: Pick<BranchMove, 'branch' | 'to'>,
): Promise<void> {
  const lock = lockOf(repository, branch);
  if ((await read(lock)) === `${to}\n`) await rm(lock, { force: true });
}

function lockOf({ gitDirectory }: Repository, branch: string): string {
  return join(gitDirectory, `${branch}.lock`);
}

async function take({ gitDirectory }: Repository, lock: string, to: string): Promise<void> {
  const whole = join(gitDirectory, `galley-${to}.tmp`);
  await replaceFile(whole, `${to}\n`);
  await mkdir(dirname(lock), { recursive: true });
  try {
    await link(whole, lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((await read(lock)) !== `${to}\n`)
      throw unusable(
        `Somebody is working in the repository just now; try again. If no git is running, one was cut short: remove ${basename(lock)} in its .git folder`,
      );
  } finally {
    await rm(whole, { force: true });
  }
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
