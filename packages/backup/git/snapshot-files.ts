import { constants, type BigIntStats } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import { isMissing } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import { shown } from './byte-text.ts';
import { indexStat, isUnchanged, sameStat, settled } from './file-stat.ts';
import { executableMode, fileMode, linkMode } from './git-object.ts';
import type { IndexEntry, IndexStat } from './git-index.ts';
import type { ReadIndex } from './index-file.ts';
import { inParallel } from './in-parallel.ts';
import type { ObjectStore } from './object-store.ts';
import { placeIn, type WorkFile } from './work-tree.ts';

/** So many files are read at once; those that are not small go through in pieces. */
const filesAtOnce = 16;
/** Somebody who copies a large file into the tree may do so for minutes. */
const attempts = 3;

/** A file of which the repository has the bytes. */
export interface KeptFile extends WorkFile {
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

interface Read {
  readonly hash: string;
  readonly stat: IndexStat;
  readonly size: number;
}

/** Keeps the bytes of files in a repository; those that the index knows unchanged are not read. */
export class SnapshotFiles {
  readonly #root: string;
  readonly #objects: ObjectStore;
  readonly #index: ReadonlyMap<string, IndexEntry>;
  readonly #indexWrittenNs: bigint;
  readonly #trustsExecutableBit: boolean;
  readonly #read = new Map<string, KeptFile>();
  /** Gone when they were to be read: moved, perhaps, so that the tree has to be looked at again. */
  readonly vanished: string[] = [];
  /** Never of one size while they were read. */
  readonly busy: string[] = [];

  constructor(parts: {
    readonly root: string;
    readonly objects: ObjectStore;
    readonly index: ReadIndex;
    readonly trustsExecutableBit: boolean;
  }) {
    this.#root = parts.root;
    this.#objects = parts.objects;
    this.#index = new Map(parts.index.entries.map((entry) => [entry.path, entry]));
    this.#indexWrittenNs = parts.index.writtenNs;
    this.#trustsExecutableBit = parts.trustsExecutableBit;
  }

  async keep(files: readonly WorkFile[]): Promise<KeptFile[]> {
    this.vanished.length = 0;
    this.busy.length = 0;
    const kept: KeptFile[] = [];
    const due: WorkFile[] = [];
    for (const found of files) {
      const file = { ...found, mode: this.#mode(found) };
      const known = this.#known(file);
      if (known) kept.push(known);
      else due.push(file);
    }
    await inParallel(due, filesAtOnce, async (file) => {
      const read = await this.#readFile(file);
      if (!read) return;
      const whole = { ...file, ...read };
      this.#read.set(file.path, whole);
      kept.push(whole);
    });
    return kept;
  }

  #mode({ path, mode }: WorkFile): number {
    if (this.#trustsExecutableBit || mode === linkMode) return mode;
    return this.#index.get(path)?.mode === executableMode ? executableMode : fileMode;
  }

  #known(file: WorkFile): KeptFile | undefined {
    const read = this.#read.get(file.path);
    // Read by this snapshot a moment ago, before the tree was looked at once more.
    if (read && sameStat(read.stat, file.stat)) return read;
    const entry = this.#index.get(file.path);
    if (!entry || entry.stage !== 0 || !isUnchanged(entry, file, this.#indexWrittenNs))
      return undefined;
    return { ...file, hash: entry.hash, size: file.stat.size };
  }

  async #readFile(file: WorkFile): Promise<Read | undefined> {
    try {
      return file.mode === linkMode ? await this.#readLink(file) : await this.#readBytes(file);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // ELOOP: a link has come into its place.
      if (isMissing(error) || code === 'ELOOP' || code === 'EINVAL') {
        this.vanished.push(file.path);
        return undefined;
      }
      if (code !== 'EACCES') throw error;
      throw backupProblems.backup_failed(
        `${shown(file.path)} cannot be read: the account that Galley runs under has no right to.`,
      );
    }
  }

  async #readLink(file: WorkFile): Promise<Read> {
    const target = await readlink(placeIn(this.#root, file.path), 'buffer');
    const hash = await this.#objects.write('blob', target);
    return { hash, stat: file.stat, size: target.length };
  }

  async #readBytes({ path }: WorkFile): Promise<Read | undefined> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const file = await open(placeIn(this.#root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        const readAt = BigInt(Date.now()) * 1_000_000n;
        const stat: BigIntStats = await file.stat({ bigint: true });
        const size = Number(stat.size);
        const hash = await this.#objects.writeFile(file, size);
        if (hash !== undefined) return { hash, stat: settled(indexStat(stat), readAt), size };
      } finally {
        await file.close();
      }
    }
    this.busy.push(path);
    return undefined;
  }
}
