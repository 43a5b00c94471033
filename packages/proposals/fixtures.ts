import fs from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import git from 'isomorphic-git';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { writeChangedTree, type Change } from './changed-tree.ts';
import { Repository } from './repository.ts';
import { Snapshot } from './snapshot.ts';

const author = { name: 'Ada', email: 'ada@example.org' };

export class TestRepository implements AsyncDisposable {
  readonly #folder: TemporaryDirectory;
  readonly isBare: boolean;

  private constructor(folder: TemporaryDirectory, isBare: boolean) {
    this.#folder = folder;
    this.isBare = isBare;
  }

  static async make(isBare = false): Promise<TestRepository> {
    const made = new TestRepository(await temporaryDirectory(), isBare);
    await git.init({ fs, dir: made.root, bare: isBare, defaultBranch: 'main' });
    return made;
  }

  get root(): string {
    return this.#folder.path;
  }

  get #at() {
    return this.isBare ? { fs, gitdir: this.root } : { fs, dir: this.root };
  }

  open(): Promise<Repository> {
    return Repository.open(this.root);
  }

  async createSnapshot(files: Readonly<Record<string, string>>): Promise<Snapshot> {
    const repository = await this.open();
    const empty = await git.writeTree({ ...this.#at, tree: [] });
    const changes = new Map<string, Change>();
    for (const [path, text] of Object.entries(files))
      changes.set(path, { oid: await repository.writeBlob(Buffer.from(text)), mode: '100644' });
    const tree = await writeChangedTree(repository, new Snapshot(repository, empty), changes);
    return new Snapshot(repository, tree);
  }

  async write(path: string, text: string): Promise<void> {
    const place = join(this.root, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.root, path), 'utf8');
  }

  /** Keeps other files; null deletes one. */
  async commit(files: Readonly<Record<string, string | null>>): Promise<string> {
    const at = this.#at;
    for (const [path, text] of Object.entries(files)) {
      if (text === null) {
        await rm(join(this.root, path));
        await git.remove({ ...at, dir: this.root, filepath: path });
      } else {
        await this.write(path, text);
        await git.add({ ...at, dir: this.root, filepath: path });
      }
    }
    return git.commit({ ...at, message: 'By hand', author });
  }

  stage(path: string): Promise<void> {
    return git.add({ fs, dir: this.root, filepath: path });
  }

  async log(ref = 'main') {
    const entries = await git.log({ ...this.#at, ref });
    return entries.map(({ oid, commit }) => ({ oid, ...commit }));
  }

  head(): Promise<string> {
    return git.resolveRef({ ...this.#at, ref: 'HEAD' });
  }

  async committed(path: string): Promise<string | undefined> {
    const repository = await this.open();
    const snapshot = (await repository.snapshot(await this.head()))!;
    const entry = await snapshot.find(path);
    return entry ? (await snapshot.bytes(entry)).toString() : undefined;
  }

  async status(): Promise<string[]> {
    const rows = await git.statusMatrix({ fs, dir: this.root });
    return rows
      .filter(([, head, tree, stage]) => head !== 1 || tree !== 1 || stage !== 1)
      .map(([path]) => path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder[Symbol.asyncDispose]();
  }
}
