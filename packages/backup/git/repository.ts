import fs from 'node:fs';
import { access, mkdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { replaceFile } from '@galley/kernel';
import git from 'isomorphic-git';
import { backupProblems } from '../problems.ts';
import { parseCommit, type Commit } from './commit.ts';
import { ObjectStore } from './object-store.ts';

/** What git leaves in its folder while something is half done, and what that is called. */
const underWay: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'a merge',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase',
};

/** The branch that is checked out, and its commit; none before the first one. */
export interface Branch {
  readonly ref: string;
  readonly hash: string | undefined;
}

/** The git repository of the content tree: `.git` in its folder, and none of a folder around it. */
export class Repository {
  readonly root: string;
  /** Git's own folder. */
  readonly directory: string;
  readonly objects: ObjectStore;

  private constructor(root: string, directory: string) {
    this.root = root;
    this.directory = directory;
    this.objects = new ObjectStore(directory);
  }

  /** Undefined when there is none. Throws `git_unusable` for one that Galley cannot work with. */
  static async find(root: string): Promise<Repository | undefined> {
    const directory = await gitDirectoryOf(root);
    // Without HEAD it is none for git either: it is what is left of making one.
    if (!directory || !(await exists(join(directory, 'HEAD')))) return undefined;
    const repository = new Repository(root, directory);
    await repository.#requireKnownFormat();
    return repository;
  }

  static async create(root: string): Promise<Repository> {
    const directory = join(root, '.git');
    for (const folder of ['info', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
      await mkdir(join(directory, folder), { recursive: true });
    const temporary = join(directory, 'galley-new.tmp');
    await replaceFile(join(directory, 'config'), newConfig(), temporary);
    // It makes the folder a repository, and so comes last.
    await replaceFile(join(directory, 'HEAD'), 'ref: refs/heads/main\n', temporary);
    return new Repository(root, directory);
  }

  /** Whether the executable bit of files on this system means anything. */
  async trustsExecutableBit(): Promise<boolean> {
    return (await this.setting('core.filemode')) !== 'false';
  }

  /** A value of the repository's configuration, as text. */
  async setting(path: string): Promise<string | undefined> {
    const value = (await git.getConfig({ fs, gitdir: this.directory, path })) as
      string | boolean | undefined;
    return value === undefined ? undefined : String(value);
  }

  /** Throws `git_unusable` when a snapshot would get in the way of what somebody is doing, or be lost. */
  async requireBranch(): Promise<Branch> {
    for (const [name, work] of Object.entries(underWay)) {
      if (!(await exists(join(this.directory, name)))) continue;
      throw backupProblems.git_unusable(
        `In the git repository of the content tree ${work} is under way; finish or abort it, and take the snapshot then.`,
      );
    }
    const ref = await git.currentBranch({ fs, gitdir: this.directory, fullname: true });
    if (typeof ref !== 'string') {
      throw backupProblems.git_unusable(
        'The git repository of the content tree is on no branch (its HEAD is detached), where a snapshot would be lost at the next checkout; check out a branch, or make one: git switch -c NAME',
      );
    }
    return { ref, hash: await this.#resolve(ref) };
  }

  /** The commit that is checked out; undefined before the first one. */
  head(): Promise<string | undefined> {
    return this.#resolve('HEAD');
  }

  async commit(hash: string): Promise<Commit> {
    return parseCommit(await this.objects.read(hash, 'commit'));
  }

  /** Commits whose parents were left behind by `git clone --depth`. */
  async shallowCommits(): Promise<ReadonlySet<string>> {
    const text = await readFile(join(this.directory, 'shallow'), 'utf8').catch(() => '');
    return new Set(text.split('\n'));
  }

  /**
   * Makes a commit the newest of the branch, in one step. The caller holds the index's lock, as does every git that
   * commits; so nothing but a git that moves branches behind everybody's back could come between look and rename.
   */
  async advance({ ref, hash }: Branch, to: string): Promise<void> {
    const path = join(this.directory, ref);
    if ((await exists(`${path}.lock`)) || (await this.#resolve(ref)) !== hash) {
      throw backupProblems.git_unusable(
        `Somebody is changing the branch ${ref.replace('refs/heads/', '')} of the content tree's git repository; try again. If no git is running, remove ${ref}.lock in its .git folder.`,
      );
    }
    await replaceFile(path, `${to}\n`, join(this.directory, 'galley-ref.tmp'));
  }

  async #resolve(ref: string): Promise<string | undefined> {
    try {
      return await git.resolveRef({ fs, gitdir: this.directory, ref });
    } catch (error) {
      if (error instanceof git.Errors.NotFoundError) return undefined;
      throw error;
    }
  }

  async #requireKnownFormat(): Promise<void> {
    const format = await this.setting('extensions.objectformat');
    if (format !== undefined && format !== 'sha1')
      throw unusable(`it names its objects by ${format}, and Galley knows SHA-1 only`);
    const storage = await this.setting('extensions.refstorage');
    if (storage !== undefined && storage !== 'files')
      throw unusable(`it keeps its branches as "${storage}", and Galley knows "files" only`);
    if (Number((await this.setting('core.repositoryformatversion')) ?? 0) > 1)
      throw unusable('its format is newer than Galley knows');
    if ((await this.setting('core.bare')) === 'true') throw unusable('it is bare');
    if (await exists(join(this.directory, 'commondir')))
      throw unusable('it is a linked worktree of another repository');
  }
}

function unusable(reason: string): Error {
  return backupProblems.git_unusable(
    `The git repository of the content tree cannot be used: ${reason}.`,
  );
}

/** `.git` itself, or, in a submodule, the folder that the file `.git` names. */
async function gitDirectoryOf(root: string): Promise<string | undefined> {
  const place = join(root, '.git');
  const found = await stat(place).catch(() => undefined);
  if (!found?.isFile()) return found && place;
  const target = /^gitdir: (.*)$/m.exec(await readFile(place, 'utf8'))?.[1];
  return target === undefined ? undefined : resolve(root, target.trim());
}

/** As `git init` has it on this system. */
function newConfig(): string {
  const isPosix = process.platform !== 'win32';
  return [
    '[core]',
    '\trepositoryformatversion = 0',
    `\tfilemode = ${isPosix}`,
    '\tbare = false',
    '\tlogallrefupdates = true',
    ...(isPosix ? [] : ['\tsymlinks = false']),
    ...(process.platform === 'linux' ? [] : ['\tignorecase = true']),
    '',
  ].join('\n');
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
