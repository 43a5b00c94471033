import { access, mkdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { replaceFile } from '@galley/kernel';
import git from 'isomorphic-git';
import { backupProblems } from '../problems.ts';
import { gitFiles } from './git-files.ts';

const unfinished: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'a merge',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase',
};

const unreadableCodes = [
  'InternalError',
  'NotFoundError',
  'ObjectTypeError',
  'UnsafeFilepathError',
];

/** Without a commit before the first one. */
export interface Branch {
  readonly ref: string;
  readonly oid: string | undefined;
}

/** In the tree's own `.git`; repositories of parent folders are ignored. */
export class Repository {
  readonly root: string;
  readonly directory: string;
  readonly at: {
    readonly fs: ReturnType<typeof gitFiles>;
    readonly dir: string;
    readonly gitdir: string;
    readonly cache: object;
  };

  private constructor(root: string, directory: string) {
    this.root = root;
    this.directory = directory;
    this.at = { fs: gitFiles(directory), dir: root, gitdir: directory, cache: {} };
  }

  /** `undefined` without a repository. @throws `git_unusable` for an unsupported one */
  static async find(root: string): Promise<Repository | undefined> {
    const directory = await gitDirectoryOf(root);
    // HEAD is created last, and git ignores a folder without it.
    if (!directory || !(await exists(join(directory, 'HEAD')))) return undefined;
    const repository = new Repository(root, directory);
    await repository.#requireKnownFormat();
    return repository;
  }

  /** The function of isomorphic-git is for browsers, without executable bits and links. */
  static async create(root: string): Promise<Repository> {
    const directory = join(root, '.git');
    for (const folder of ['info', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
      await mkdir(join(directory, folder), { recursive: true });
    const temporary = join(directory, 'galley-new.tmp');
    await replaceFile(join(directory, 'config'), newConfig(), temporary);
    await replaceFile(join(directory, 'HEAD'), 'ref: refs/heads/main\n', temporary);
    return new Repository(root, directory);
  }

  async trustsExecutableBit(): Promise<boolean> {
    return (await this.setting('core.filemode')) !== 'false';
  }

  async setting(path: string): Promise<string | undefined> {
    const value = (await git.getConfig({ ...this.at, path })) as string | boolean | undefined;
    return value === undefined ? undefined : String(value);
  }

  /** @throws `git_unusable` if a snapshot would disturb an unfinished operation, or be lost */
  async requireBranch(): Promise<Branch> {
    for (const [name, operation] of Object.entries(unfinished)) {
      if (!(await exists(join(this.directory, name)))) continue;
      throw backupProblems.git_unusable(
        `The git repository of the content tree has ${operation} in progress. Finish or abort it, then take the snapshot.`,
      );
    }
    const ref = await git.currentBranch({ ...this.at, fullname: true });
    if (typeof ref !== 'string') {
      throw backupProblems.git_unusable(
        'The git repository of the content tree has a detached HEAD, so the next checkout would lose the snapshot. Check out a branch or create one: git switch -c NAME',
      );
    }
    return { ref, oid: await this.resolve(ref) };
  }

  /** `undefined` before the first commit. */
  async resolve(ref: string): Promise<string | undefined> {
    try {
      return await git.resolveRef({ ...this.at, ref });
    } catch (error) {
      if (error instanceof git.Errors.NotFoundError) return undefined;
      throw error;
    }
  }

  /** @throws `git_unusable` when objects are missing, damaged, or unreadable for isomorphic-git */
  async read<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (!unreadableCodes.includes(code ?? '')) throw error;
      throw unusable(`it contains an object that Galley cannot read (${message})`);
    }
  }

  /** In one step. The caller holds the lock of the index, as every git that commits does. */
  async advance({ ref, oid }: Branch, to: string): Promise<void> {
    const isLocked = await exists(join(this.directory, `${ref}.lock`));
    if (isLocked || (await this.resolve(ref)) !== oid) {
      throw backupProblems.git_unusable(
        `The branch ${ref.replace('refs/heads/', '')} of the content tree's git repository is locked by another git process. Try again. If no git is running, remove ${ref}.lock in its .git folder.`,
      );
    }
    await git.writeRef({ ...this.at, ref, value: to, force: true });
  }

  async #requireKnownFormat(): Promise<void> {
    const format = await this.setting('extensions.objectformat');
    if (format !== undefined && format !== 'sha1')
      throw unusable(`it uses ${format} object names, and Galley supports only SHA-1`);
    const storage = await this.setting('extensions.refstorage');
    if (storage !== undefined && storage !== 'files')
      throw unusable(`it uses the ref storage "${storage}", and Galley supports only "files"`);
    if (Number((await this.setting('core.repositoryformatversion')) ?? 0) > 1)
      throw unusable('its format is newer than Galley supports');
    if ((await this.setting('core.bare')) === 'true') throw unusable('it is bare');
    if (await exists(join(this.directory, 'commondir')))
      throw unusable('it is a linked worktree of another repository');
    if (await exists(join(this.directory, 'objects/info/alternates')))
      throw unusable(
        'it shares the objects of another repository. Run "git repack -ad" in the content folder to copy them, then remove .git/objects/info/alternates',
      );
  }
}

function unusable(reason: string): Error {
  return backupProblems.git_unusable(
    `The git repository of the content tree cannot be used: ${reason}.`,
  );
}

/** In a submodule, `.git` is a file that names the folder. */
async function gitDirectoryOf(root: string): Promise<string | undefined> {
  const path = join(root, '.git');
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return found && path;
  const target = /^gitdir: (.*)$/m.exec(await readFile(path, 'utf8'))?.[1];
  return target === undefined ? undefined : resolve(root, target.trim());
}

/** Limits packs, also those of `git gc`, so that each can be read as a whole. */
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
    '[pack]',
    '\tpackSizeLimit = 256m',
    '',
  ].join('\n');
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
