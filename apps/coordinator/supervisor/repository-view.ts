import fs from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { isMissing, temporaryIn } from '@galley/kernel';

export interface RepositoryView {
  readonly revision: string;
  readonly directory: string;
}

interface Place {
  readonly dir: string;
  readonly oid: string;
  readonly cache: object;
}

const executable = '100755';
const regular = '100644';

/** A read-only copy per commit at HEAD. No code of the repository is run; links and submodules are omitted. */
export class RepositoryViews {
  readonly #repository: string;
  readonly #folder: string;
  readonly #making = new Map<string, Promise<string>>();

  /** `repository` is an absolute path of the repository or a folder in it; `folder` contains the copies. */
  constructor(repository: string, folder: string) {
    this.#repository = repository;
    this.#folder = folder;
  }

  /** Opens the newest commit. Rejects without a repository or commit. */
  async open(): Promise<RepositoryView> {
    const dir = await git.findRoot({ fs, filepath: this.#repository });
    const revision = await git.resolveRef({ fs, dir, ref: 'HEAD' });
    const directory = await this.#view(dir, revision);
    return { revision, directory };
  }

  /** `undefined` without a commit. */
  async findHead(): Promise<string | undefined> {
    try {
      const dir = await git.findRoot({ fs, filepath: this.#repository });
      return await git.resolveRef({ fs, dir, ref: 'HEAD' });
    } catch {
      // `open` reports the error to its caller.
      return undefined;
    }
  }

  /** Removes all other and incomplete copies. */
  async keep(revisions: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const unused = names.filter((name) => !revisions.has(name) && !this.#making.has(name));
    for (const name of unused) await removeView(join(this.#folder, name));
  }

  #view(dir: string, revision: string): Promise<string> {
    const known = this.#making.get(revision);
    if (known) return known;
    const making = this.#make(dir, revision).finally(() => this.#making.delete(revision));
    this.#making.set(revision, making);
    return making;
  }

  /** Atomic: the complete folder is renamed. */
  async #make(dir: string, revision: string): Promise<string> {
    const directory = join(this.#folder, revision);
    if (fs.existsSync(directory)) return directory;
    await mkdir(this.#folder, { recursive: true });
    const temporary = temporaryIn(this.#folder);
    try {
      const cache = {};
      const { commit } = await git.readCommit({ fs, dir, oid: revision, cache });
      await writeTree({ dir, oid: commit.tree, cache }, temporary);
      await rename(temporary, directory);
    } catch (error) {
      await removeView(temporary);
      // Created by another process in the meantime.
      if (!fs.existsSync(directory)) throw error;
    }
    return directory;
  }
}

async function writeTree({ dir, oid, cache }: Place, target: string): Promise<void> {
  await mkdir(target);
  const { tree } = await git.readTree({ fs, dir, oid, cache });
  for (const entry of tree.filter(({ path }) => isPlainName(path))) {
    const path = join(target, entry.path);
    if (entry.type === 'tree') await writeTree({ dir, oid: entry.oid, cache }, path);
    const mode = Number.parseInt(entry.mode, 8).toString(8);
    if (entry.type !== 'blob' || (mode !== regular && mode !== executable)) continue;
    const { blob } = await git.readBlob({ fs, dir, oid: entry.oid, cache });
    await writeFile(path, blob, { flag: 'wx' });
    await chmod(path, mode === executable ? 0o555 : 0o444);
  }
  await chmod(target, 0o755);
}

/** Omits names that git itself would not check out, or that lead elsewhere. */
function isPlainName(name: string): boolean {
  return !/[/\\\0:]/.test(name) && !/^(\.{0,2}|\.git)$/i.test(name);
}

function removeView(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true });
}
