import fs from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { isMissing, temporaryIn } from '@galley/kernel';
import { writeRepositoryFiles, type IndexEntry } from './checkout.ts';
import { readAgentFile } from './read-agent-file.ts';

export interface RepositoryView {
  readonly revision: string;
  readonly directory: string;
}

interface Source {
  readonly dir: string;
  /** Where the objects are copied to. */
  readonly gitdir: string;
  readonly cache: object;
}

interface Tree {
  readonly oid: string;
  /** Path in the repository with a slash at its end, or empty. */
  readonly prefix: string;
}

const executable = 0o100755;
const fileModes = [executable, 0o100644];

/**
 * A read-only copy per commit at HEAD, which is also a repository with this commit only. No code of the repository is
 * run; links and submodules are omitted.
 */
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

  /** The copy with which a working copy began; `undefined` if the working copy does not say, or the copy is gone. */
  async findFor(checkout: string): Promise<RepositoryView | undefined> {
    const text = await readAgentFile(join(checkout, '.git', 'shallow'));
    const revision = String(text ?? '').trim();
    const directory = join(this.#folder, revision);
    if (!/^[0-9a-f]{40,64}$/.test(revision) || !fs.existsSync(directory)) return undefined;
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
      const gitdir = join(temporary, '.git');
      const source = { dir, gitdir, cache: {} };
      await mkdir(temporary);
      await writeRepositoryFiles(gitdir, revision, []);
      const { commit } = await git.readCommit({ fs, dir, oid: revision, cache: source.cache });
      await copyObject(source, revision);
      const entries = await writeTree(source, { oid: commit.tree, prefix: '' }, temporary);
      await writeRepositoryFiles(gitdir, revision, entries);
      await rename(temporary, directory);
    } catch (error) {
      await removeView(temporary);
      // Created by another process in the meantime.
      if (!fs.existsSync(directory)) throw error;
    }
    return directory;
  }
}

/** Returns the entries of the index. */
async function writeTree(
  source: Source,
  { oid, prefix }: Tree,
  target: string,
): Promise<IndexEntry[]> {
  const { dir, cache } = source;
  const { tree } = await git.readTree({ fs, dir, oid, cache });
  await copyObject(source, oid);
  const entries: IndexEntry[] = [];
  for (const entry of tree) {
    const path = join(target, entry.path);
    const name = `${prefix}${entry.path}`;
    const mode = Number.parseInt(entry.mode, 8);
    const isPlain = isPlainName(entry.path);
    if (entry.type === 'tree' && isPlain) {
      await mkdir(path);
      entries.push(...(await writeTree(source, { oid: entry.oid, prefix: `${name}/` }, path)));
      await chmod(path, 0o755);
    } else if (entry.type !== 'tree') {
      const isFile = entry.type === 'blob' && isPlain && fileModes.includes(mode);
      const content = entry.type === 'blob' ? await copyObject(source, entry.oid) : undefined;
      if (isFile) {
        await writeFile(path, content!, { flag: 'wx' });
        await chmod(path, mode === executable ? 0o555 : 0o444);
      }
      entries.push({ path: name, mode, oid: entry.oid, isCheckedOut: isFile });
    }
  }
  return entries;
}

async function copyObject({ dir, gitdir, cache }: Source, oid: string): Promise<Uint8Array> {
  const { type, object } = await git.readObject({ fs, dir, oid, format: 'content', cache });
  const content = object as Uint8Array;
  const kind = type as 'blob' | 'commit' | 'tree';
  await git.writeObject({
    fs,
    dir: gitdir,
    gitdir,
    type: kind,
    format: 'content',
    object: content,
  });
  return content;
}

/** Omits names that git itself would not check out, or that lead elsewhere. */
function isPlainName(name: string): boolean {
  return !/[/\\\0:]/.test(name) && !/^(\.{0,2}|\.git)$/i.test(name);
}

function removeView(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true });
}
