import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { isMissing } from '@galley/kernel';
import { durableFileSystem } from './durable-file-system.ts';
import { proposalProblems } from './problems.ts';
import { Snapshot } from './snapshot.ts';

const operationFiles: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'a merge',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase',
};

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Person;
  readonly committer: Person;
  readonly at: Date;
}

interface Person {
  readonly name: string;
  readonly email: string;
}

/** Does not need the git program. */
export class Repository {
  readonly gitDirectory: string;
  /** Undefined for a bare repository. */
  readonly workingTree: string | undefined;
  readonly #cache = {};

  private constructor(gitDirectory: string, workingTree: string | undefined) {
    this.gitDirectory = gitDirectory;
    this.workingTree = workingTree;
  }

  /** Also finds a repository in the parents. Throws `repository_unusable`. */
  static async open(directory: string): Promise<Repository> {
    const bare = await isGitDirectory(directory);
    if (bare) return Repository.#checked(new Repository(directory, undefined));
    const root = await git
      .findRoot({ fs: durableFileSystem, filepath: directory })
      .catch(() => undefined);
    if (root === undefined)
      throw unusable(
        'There is no git repository where coordinator.workspace.repository says that it is',
      );
    return Repository.#checked(new Repository(await resolveGitDirectory(root), root));
  }

  static async #checked(repository: Repository): Promise<Repository> {
    const { gitDirectory } = repository;
    const names = await readdir(gitDirectory);
    if (names.includes('commondir'))
      throw unusable('The repository is a linked worktree; name that of the repository itself');
    const config = await readFile(join(gitDirectory, 'config'), 'utf8').catch(() => '');
    if (/^\s*(?:objectformat\s*=\s*sha256|refstorage\s*=\s*reftable)/im.test(config))
      throw unusable('The repository has SHA-256 ids or reftables, which Galley cannot read');
    return repository;
  }

  get at() {
    return { fs: durableFileSystem, gitdir: this.gitDirectory, cache: this.#cache };
  }

  /** Throws `no_branch`. */
  async head(): Promise<{ readonly branch: string; readonly commit: string }> {
    const head = await readFile(join(this.gitDirectory, 'HEAD'), 'utf8').catch(() => '');
    const branch = /^ref: (refs\/heads\/\S+)\s*$/.exec(head)?.[1];
    if (branch === undefined)
      throw proposalProblems.no_branch(
        'HEAD of the repository is detached. Check out the branch that proposals are to go to.',
      );
    const commit = await this.tip(branch);
    if (commit !== undefined) return { branch, commit };
    throw proposalProblems.no_branch(`The branch ${branch} has no commit yet. Make a first one.`);
  }

  async tip(branch: string): Promise<string | undefined> {
    return git.resolveRef({ ...this.at, ref: branch }).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'NotFoundError') return undefined;
      throw error;
    });
  }

  /** `undefined` for an unknown commit. */
  async snapshot(commit: string): Promise<Snapshot | undefined> {
    try {
      const { oid, commit: read } = await git.readCommit({ ...this.at, oid: commit });
      return oid === commit ? new Snapshot(this, read.tree) : undefined;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'NotFoundError' || code === 'ObjectTypeError') return undefined;
      throw error;
    }
  }

  async readBlob(oid: string): Promise<Buffer> {
    const { blob } = await git.readBlob({ ...this.at, oid });
    return Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  }

  writeBlob(blob: Uint8Array): Promise<string> {
    return git.writeBlob({ ...this.at, blob });
  }

  async isIn(commit: string, tip: string): Promise<boolean> {
    if (commit === tip) return true;
    return git
      .isDescendent({ ...this.at, oid: tip, ancestor: commit, depth: -1 })
      .catch((error: unknown) => {
        // The commit was never written, or the history is shallow.
        if ((error as { code?: string }).code === 'NotFoundError') return false;
        throw error;
      });
  }

  /** The same input gives the same commit. */
  writeCommit({ at, author, committer, parents, tree, message }: NewCommit): Promise<string> {
    const time = { timestamp: Math.floor(at.getTime() / 1_000), timezoneOffset: 0 };
    const [by, with_] = [
      { ...author, ...time },
      { ...committer, ...time },
    ];
    return git.writeCommit({
      ...this.at,
      commit: { tree, parent: [...parents], message, author: by, committer: with_ },
    });
  }

  /** Throws `repository_unusable` during a merge or similar operation. */
  async requireIdle(): Promise<void> {
    const names = await readdir(this.gitDirectory);
    const found = names.find((name) => Object.hasOwn(operationFiles, name));
    if (found !== undefined)
      throw unusable(`In the repository ${operationFiles[found]} is under way; end it first`);
    const isPartial = names.some((name) => name.startsWith('sharedindex.'));
    if (isPartial)
      throw unusable('The index of the repository is split, which Galley cannot write');
  }
}

export function unusable(what: string): Error {
  return proposalProblems.repository_unusable(`${what}.`);
}

async function isGitDirectory(directory: string): Promise<boolean> {
  const parts = ['HEAD', 'objects', 'refs'].map((name) => exists(join(directory, name)));
  return (await Promise.all(parts)).every(Boolean);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** In a submodule, `.git` is a file with the location. */
async function resolveGitDirectory(root: string): Promise<string> {
  const place = join(root, '.git');
  if ((await stat(place)).isDirectory()) return place;
  const said = /^gitdir: (.+?)\s*$/.exec(await readFile(place, 'utf8'))?.[1];
  if (said === undefined) throw unusable('The file .git does not say where the repository is');
  return join(said.startsWith('/') ? '' : root, said);
}
