import fs from 'node:fs';
import { chmod, link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import git, { type TreeEntry } from 'isomorphic-git';
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
  /** Shares the files and objects that have not changed. */
  readonly previous: RepositoryView | undefined;
}

interface Tree {
  /** Id of a tree or a commit. */
  readonly oid: string;
  /** Id of the same folder in the previous view. */
  readonly previousOid: string | undefined;
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
  #previous: RepositoryView | undefined;

  /** `repository` is an absolute path of the repository or a folder in it; `folder` contains the copies. */
  constructor(repository: string, folder: string) {
    this.#repository = repository;
    this.#folder = folder;
  }

  /** Opens the newest commit. Rejects without a repository or commit. */
  async open(): Promise<RepositoryView> {
    const dir = await git.findRoot({ fs, filepath: this.#repository });
    const revision = await git.resolveRef({ fs, dir, ref: 'HEAD' });
    this.#previous ??= await this.#findAny();
    const directory = await this.#view(dir, revision);
    this.#previous = { revision, directory };
    return this.#previous;
  }

  /** The copy with which a working copy began; `undefined` if the working copy does not say, or the copy is gone. */
  async findFor(checkout: string): Promise<RepositoryView | undefined> {
    const text = await readAgentFile(join(checkout, '.git', 'shallow'));
    const revision = String(text ?? '').trim();
    const directory = join(this.#folder, revision);
    if (!isRevision(revision) || !fs.existsSync(directory)) return undefined;
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
    const names = await this.#list();
    const unused = names.filter((name) => !revisions.has(name) && !this.#making.has(name));
    for (const name of unused) await removeView(join(this.#folder, name));
  }

  async #findAny(): Promise<RepositoryView | undefined> {
    const revision = (await this.#list()).find(isRevision);
    return revision === undefined
      ? undefined
      : { revision, directory: join(this.#folder, revision) };
  }

  async #list(): Promise<string[]> {
    return readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
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
      const source = { dir, gitdir, cache: {}, previous: this.#previous };
      await mkdir(temporary);
      await writeRepositoryFiles(gitdir, revision, []);
      await copyObject(source, revision);
      const root = { oid: revision, previousOid: this.#previous?.revision, prefix: '' };
      const entries = await writeTree(source, root, temporary);
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

/** Empty if git has removed the previous commit, which may be on no branch any more. */
async function previousEntriesOf(
  { dir, cache }: Source,
  oid: string | undefined,
): Promise<TreeEntry[]> {
  if (oid === undefined) return [];
  const read = git.readTree({ fs, dir, oid, cache });
  return read.then(({ tree }) => tree).catch(() => []);
}

/** Returns the entries of the index. */
async function writeTree(
  source: Source,
  { oid, previousOid, prefix }: Tree,
  target: string,
): Promise<IndexEntry[]> {
  const { dir, cache } = source;
  const { tree, oid: treeOid } = await git.readTree({ fs, dir, oid, cache });
  const before = await previousEntriesOf(source, previousOid);
  const known = new Map(before.map((entry) => [entry.path, entry]));
  await copyObject(source, treeOid);
  const entries: IndexEntry[] = [];
  for (const entry of tree) {
    const path = join(target, entry.path);
    const name = `${prefix}${entry.path}`;
    const previous = known.get(entry.path);
    if (entry.type !== 'tree') {
      entries.push(await writeLeaf(source, { entry, previous, name }, path));
    } else if (isPlainName(entry.path)) {
      await mkdir(path);
      const previousInner = previous?.type === 'tree' ? previous.oid : undefined;
      const inner = { oid: entry.oid, previousOid: previousInner, prefix: `${name}/` };
      entries.push(...(await writeTree(source, inner, path)));
      await chmod(path, 0o755);
    }
  }
  return entries;
}

interface Leaf {
  readonly entry: TreeEntry;
  /** At the same path of the previous view. */
  readonly previous: TreeEntry | undefined;
  readonly name: string;
}

async function writeLeaf(source: Source, leaf: Leaf, path: string): Promise<IndexEntry> {
  const { entry, name } = leaf;
  const { oid, type } = entry;
  const mode = Number.parseInt(entry.mode, 8);
  const isCheckedOut = type === 'blob' && isPlainName(entry.path) && fileModes.includes(mode);
  const content = type === 'blob' ? await copyObject(source, oid) : undefined;
  if (isCheckedOut && !(await tryShare(source, leaf, path))) {
    await writeFile(path, content ?? (await readObject(source, oid)).object, { flag: 'wx' });
    await chmod(path, mode === executable ? 0o555 : 0o444);
  }
  return { path: name, mode, oid, isCheckedOut };
}

async function tryShare(
  { previous: view }: Source,
  { entry, previous, name }: Leaf,
  path: string,
): Promise<boolean> {
  if (!view || previous?.oid !== entry.oid || previous.mode !== entry.mode) return false;
  return tryLink(join(view.directory, name), path);
}

async function readObject({ dir, cache }: Source, oid: string) {
  const { type, object } = await git.readObject({ fs, dir, oid, format: 'content', cache });
  return { type, object: object as Uint8Array };
}

/** Returns the content if it had to be read. */
async function copyObject(source: Source, oid: string): Promise<Uint8Array | undefined> {
  const { gitdir, previous } = source;
  const name = join('objects', oid.slice(0, 2), oid.slice(2));
  const target = join(gitdir, name);
  if (fs.existsSync(target)) return undefined;
  await mkdir(dirname(target), { recursive: true });
  if (previous && (await tryLink(join(previous.directory, '.git', name), target))) return undefined;
  const { type, object } = await readObject(source, oid);
  const header = Buffer.from(`${type} ${object.length}\0`);
  await writeFile(target, deflateSync(Buffer.concat([header, object])), { mode: 0o444 });
  return object;
}

/** Views are never changed, so they can share files. */
async function tryLink(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch {
    // The previous view was removed, or the file system has no links, or too many of the file.
    return false;
  }
}

/** Omits names that git itself would not check out, or that lead elsewhere. */
function isPlainName(name: string): boolean {
  return !/[/\\\0:]/.test(name) && !/^(\.{0,2}|\.git)$/i.test(name);
}

function isRevision(name: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(name);
}

function removeView(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true });
}
