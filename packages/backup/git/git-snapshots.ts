import { withLockInTree, type Database } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import { requireWritten } from '../require-written.ts';
import { serializeCommit, type Author, type Commit } from './commit.ts';
import { difference, KeptTree, writeFolders } from './folder-tree.ts';
import { loggedSnapshot, readGitLog, type LoggedSnapshot } from './git-log.ts';
import { excludeTransient } from './ignore-rules.ts';
import { readIndex, withIndexLock, writeIndex, type ReadIndex } from './index-file.ts';
import { nextIndex, type Next } from './next-index.ts';
import { pushBranch, type GitRemote } from './push-branch.ts';
import { Repository, type Branch } from './repository.ts';
import { readWorkTree } from './read-work-tree.ts';
import { told, type LeftOut } from './work-tree.ts';

export interface Snapshot extends LoggedSnapshot {
  /** False when nothing had changed: then this is the newest commit there was. */
  readonly created: boolean;
  /** How many files are new, changed, or gone since the commit before. */
  readonly filesChanged: number;
  /** The size of those that are new or changed. */
  readonly bytes: number;
  /** What is in the tree and not in the snapshot, though nobody asked for that. */
  readonly leftOut: readonly LeftOut[];
  /** Whether the other repository has it; undefined where there is none. */
  readonly push: Push | undefined;
}

/** `problem` says in words why it is not there. */
export type Push = { readonly ok: true } | { readonly ok: false; readonly problem: string };

type Made = Omit<Snapshot, 'push'>;

export interface GitSnapshotsOptions {
  readonly db: Database;
  /** Of the content tree: an absolute path with symbolic links resolved. */
  readonly root: string;
  readonly clock: Clock;
  /** Where each snapshot is brought to, with those before it that are not there. */
  readonly remote?: GitRemote | undefined;
}

/**
 * Snapshots of the content tree as commits in its own git repository (`.git` in its folder), which any git can read.
 *
 *     read files ─▶ objects, synced ─▶ index ─▶ branch
 *
 * A crash between any two steps leaves the branch as it was, and objects that nobody knows; after the index is written,
 * it shows what the commit would have been as staged. Nothing outside `.git` is written.
 */
export class GitSnapshots {
  readonly #options: GitSnapshotsOptions;

  constructor(options: GitSnapshotsOptions) {
    this.#options = options;
  }

  /**
   * Commits the tree as it is on disk to the branch that is checked out. One at a time, in whatever process; the tree
   * is not replaced meanwhile. Throws `git_unusable`, `backup_failed` and `insufficient_storage`.
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
      // Nobody who saves waits for another machine.
      return { ...snapshot, push: remote && (await this.#push(repository, remote)) };
    } catch (error) {
      throw toldAsProblem(error);
    }
  }

  /** The newest commits of what is checked out, newest first; none where there is no repository. */
  log(count: number): Promise<LoggedSnapshot[]> {
    return readGitLog(this.#options.root, count);
  }

  async #push(repository: Repository, remote: GitRemote): Promise<Push> {
    const { ref } = await repository.requireBranch();
    const problem = await pushBranch(repository.directory, ref, remote);
    return problem === undefined ? { ok: true } : { ok: false, problem };
  }

  async #commit(repository: Repository, message: string, author: Author): Promise<Made> {
    const branch = await repository.requireBranch();
    await excludeTransient(repository.directory);
    const before = branch.hash === undefined ? undefined : await repository.commit(branch.hash);
    const index = await readIndex(repository.directory);
    if (index.entries.some(({ stage }) => stage > 0)) throw unresolved();
    const head = new KeptTree(repository.objects, before?.tree);
    const { next, leftOut } = await this.#readTree(repository, index, head);
    const folder = await writeFolders(repository.objects, next.files);
    await repository.objects.sync();
    await writeIndexIfChanged(repository, index, next);
    if (before && branch.hash !== undefined && folder.hash === before.tree) {
      return {
        ...loggedSnapshot(branch.hash, before),
        created: false,
        filesChanged: 0,
        bytes: 0,
        leftOut,
      };
    }
    const commit = { tree: folder.hash, author, date: this.#options.clock.now(), message };
    const made = await this.#advance(repository, branch, commit);
    const changed = await difference(repository.objects, before?.tree, folder);
    return { ...made, created: true, filesChanged: changed.files, bytes: changed.bytes, leftOut };
  }

  async #readTree(
    repository: Repository,
    index: ReadIndex,
    head: KeptTree,
  ): Promise<{ next: Next; leftOut: LeftOut[] }> {
    const { kept, leftOut } = await readWorkTree(repository, index);
    const next = await nextIndex(index.entries, { kept, leftOut, head });
    return { next, leftOut: leftOut.map(told) };
  }

  async #advance(
    repository: Repository,
    branch: Branch,
    made: Omit<Commit, 'parents'>,
  ): Promise<LoggedSnapshot> {
    const commit = { ...made, parents: branch.hash === undefined ? [] : [branch.hash] };
    const hash = await repository.objects.write('commit', serializeCommit(commit));
    await repository.objects.sync();
    await repository.advance(branch, hash);
    return loggedSnapshot(hash, await repository.commit(hash));
  }
}

async function writeIndexIfChanged(
  { directory }: Repository,
  { entries }: ReadIndex,
  next: Next,
): Promise<void> {
  const known = new Set(entries);
  if (entries.length === next.entries.length && next.entries.every((entry) => known.has(entry)))
    return;
  await writeIndex(directory, next.entries);
}

/** What the disk has to say, in words for whoever asked. */
function toldAsProblem(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return backupProblems.insufficient_storage(
      'There is not enough room on the disk of the content tree for the snapshot. The last one is as it was.',
    );
  }
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return error;
  return backupProblems.backup_failed(
    'Galley has no right to write to the git repository of the content tree, or to read all of the tree. The last snapshot is as it was.',
  );
}

function unresolved(): Error {
  return backupProblems.git_unusable(
    'In the git repository of the content tree a merge is not resolved; resolve it (git status names the files), and take the snapshot then.',
  );
}
