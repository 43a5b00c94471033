import { withLockInTree, type Database } from '@galley/database';
import type { Clock } from '@galley/kernel';
import git from 'isomorphic-git';
import { backupProblems } from '../problems.ts';
import { requireWritten } from '../require-written.ts';
import { BlobWriter } from './blob-writer.ts';
import { changedPaths, readTree, writeTree } from './folder-tree.ts';
import { withIndex } from './git-index.ts';
import { loggedSnapshot, readGitLog, type Author, type LoggedSnapshot } from './git-log.ts';
import { excludeTransient } from './ignore-rules.ts';
import { withIndexLock } from './index-lock.ts';
import { pushBranch, type GitRemote } from './push-branch.ts';
import { readWorkTree } from './read-work-tree.ts';
import { Repository, type Branch } from './repository.ts';
import { updateIndex } from './update-index.ts';
import type { SkippedPath } from './work-tree.ts';

export interface Snapshot extends LoggedSnapshot {
  /** False without changes: then this is the last commit. */
  readonly created: boolean;
  readonly filesChanged: number;
  /** Bytes of added and changed files. */
  readonly bytes: number;
  readonly leftOut: readonly SkippedPath[];
  /** `undefined` without a remote. */
  readonly push: Push | undefined;
}

export type Push = { readonly ok: true } | { readonly ok: false; readonly problem: string };

type TakenSnapshot = Omit<Snapshot, 'push'>;

export interface GitSnapshotsOptions {
  readonly db: Database;
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  readonly clock: Clock;
  /** Each push includes earlier snapshots that are missing there. */
  readonly remote?: GitRemote | undefined;
}

/**
 * Commits in the content tree's own git repository.
 *
 *     read files ─▶ objects, synced ─▶ index ─▶ branch
 *
 * A crash between two steps leaves the branch as it was; after the index is written, `git status` shows the missing
 * commit as staged. Nothing outside `.git` is written.
 */
export class GitSnapshots {
  readonly #options: GitSnapshotsOptions;

  constructor(options: GitSnapshotsOptions) {
    this.#options = options;
  }

  /**
   * Runs one at a time across all processes and blocks a replacement of the tree.
   * @throws `git_unusable`, `backup_failed`, `insufficient_storage`
   */
  async take(message: string, author: Author): Promise<Snapshot> {
    const { db, root, remote } = this.#options;
    await requireWritten(db, 'The snapshot');
    try {
      const { repository, snapshot } = await withLockInTree(db, 'galley:git-snapshot', async () => {
        const repository = (await Repository.find(root)) ?? (await Repository.create(root));
        const snapshot = await withIndexLock(repository.directory, () =>
          this.#commit(repository, message, author),
        );
        return { repository, snapshot };
      });
      // Outside the lock, so that saves do not wait for the remote.
      return { ...snapshot, push: remote && (await this.#push(repository, remote)) };
    } catch (error) {
      throw diskProblem(error);
    }
  }

  /** Newest first; none without a repository. */
  log(count: number): Promise<LoggedSnapshot[]> {
    return readGitLog(this.#options.root, count);
  }

  async #push(repository: Repository, remote: GitRemote): Promise<Push> {
    const { ref } = await repository.requireBranch();
    const problem = await pushBranch(repository, ref, remote);
    return problem === undefined ? { ok: true } : { ok: false, problem };
  }

  async #commit(repository: Repository, message: string, author: Author): Promise<TakenSnapshot> {
    const branch = await repository.requireBranch();
    const last = await readLastCommit(repository, branch);
    const blobs = new BlobWriter(repository.directory);
    const { files, changed, tree, leftOut } = await withIndex(repository, async (index) => {
      await excludeTransient(repository.directory);
      const found = await readWorkTree(repository, index, blobs);
      const files = updateIndex(index, found, last.tree.files);
      const changed = changedPaths(last.tree.files, files);
      const tree = await writeTree(repository, files, { before: last.tree, changed });
      await blobs.sync();
      return { files, changed, tree, leftOut: [...found.skipped, ...found.misnamed] };
    });
    if (last.snapshot && changed.length === 0)
      return { ...last.snapshot, created: false, filesChanged: 0, bytes: 0, leftOut };
    const by = { ...signature(author), ...timestamp(this.#options.clock.now()) };
    const parent = branch.oid === undefined ? [] : [branch.oid];
    const commit = { tree, parent, message: message.trim(), author: by, committer: by };
    const hash = await git.writeCommit({ ...repository.at, commit });
    await blobs.sync();
    await repository.advance(branch, hash);
    const bytes = changed.reduce((sum, path) => sum + (files.get(path)?.size ?? 0), 0);
    const made = { ...loggedSnapshot(hash, commit), created: true, bytes, leftOut };
    return { ...made, filesChanged: changed.length };
  }
}

async function readLastCommit(repository: Repository, { oid }: Branch) {
  return repository.read(async () => {
    if (oid === undefined) return { snapshot: undefined, tree: await readTree(repository) };
    const { commit } = await git.readCommit({ ...repository.at, oid });
    return { snapshot: loggedSnapshot(oid, commit), tree: await readTree(repository, commit.tree) };
  });
}

/** Git does not allow some characters in names and addresses. */
function signature({ name, email }: Author): Author {
  const clean = (text: string): string => text.replace(/[<>\p{Cc}]/gu, '').trim();
  return { name: clean(name), email: clean(email) };
}

function timestamp(date: Date) {
  return { timestamp: Math.floor(date.getTime() / 1000), timezoneOffset: 0 };
}

/** With a message for people. */
function diskProblem(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return backupProblems.insufficient_storage(
      'Not enough disk space in the content folder for the snapshot. The previous snapshot is unchanged.',
    );
  }
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return error;
  return backupProblems.backup_failed(
    'Galley has no permission to write to the git repository of the content tree or to read all of its files. The previous snapshot is unchanged.',
  );
}
