import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';
import { bytesOf, shown } from './byte-text.ts';
import { indexStat, modeOf } from './file-stat.ts';
import type { IndexEntry, IndexStat } from './git-index.ts';
import { isTransient, type IgnoreRules } from './ignore-rules.ts';
import { inParallel } from './in-parallel.ts';
import { foldersOf } from './places.ts';

/** A file or a link on disk. The path is of bytes. */
export interface WorkFile {
  readonly path: string;
  readonly mode: number;
  readonly stat: IndexStat;
}

/** What a snapshot does not have, and why. What the repository has of it stays. */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

export interface WorkTree {
  readonly files: readonly WorkFile[];
  /** Paths of bytes. */
  readonly leftOut: readonly LeftOut[];
  /** Whether all of this was there at one moment: false where names came and went all the time. */
  readonly isSettled: boolean;
}

interface Listing {
  /** Another one after any change of its names. */
  readonly version: string;
  readonly files: readonly WorkFile[];
  readonly folders: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly rules: Rules;
}

/** How far ignore rules concern a folder: nobody has any, some of its files, or all that are new. */
type Rules = 'none' | 'some' | 'all';

/** How many folders, and how many files of each, are looked at together. */
const foldersAtOnce = 4;
const filesAtOnce = 32;
/** Where files come and go without end, there is no use in looking longer. */
const mostRounds = 5;
/** Git's own folder, however it is spelled on any system. */
const gitFolder = /^(\.git|git~1)$/i;

/**
 * What is in the content tree, ignored files left out unless they are in the index. A file that is moved meanwhile
 * could be found twice or not at all; so all folders are looked at again until none has changed since it was read.
 */
export class WorkTreeWalk {
  readonly #root: string;
  readonly #index: ReadonlyMap<string, IndexEntry>;
  readonly #ignores: IgnoreRules;
  readonly #trackedFolders: ReadonlySet<string>;
  readonly #listings = new Map<string, Listing>();

  constructor(parts: {
    readonly root: string;
    readonly index: ReadonlyMap<string, IndexEntry>;
    readonly ignores: IgnoreRules;
  }) {
    this.#root = parts.root;
    this.#index = parts.index;
    this.#ignores = parts.ignores;
    this.#trackedFolders = new Set([...parts.index.keys()].flatMap(foldersOf));
  }

  async read(): Promise<WorkTree> {
    let due = [''];
    for (let round = 0; due.length > 0 && round < mostRounds; round++) {
      await this.#readFolders(due);
      due = await this.#changedFolders();
    }
    const listings = this.#reachable();
    return {
      files: listings.flatMap(({ files }) => files),
      leftOut: listings.flatMap(({ leftOut }) => leftOut),
      isSettled: due.length === 0,
    };
  }

  /** The given folders, and those below them that are new. */
  async #readFolders(folders: readonly string[]): Promise<void> {
    let level = folders;
    while (level.length > 0) {
      const next: string[] = [];
      await inParallel(level, foldersAtOnce, async (folder) => {
        const listing = await this.#list(folder);
        if (!listing) this.#listings.delete(folder);
        else this.#listings.set(folder, listing);
        const found = listing?.folders ?? [];
        next.push(...found.filter((path) => !this.#listings.has(path)));
      });
      level = next;
    }
  }

  async #changedFolders(): Promise<string[]> {
    const changed: string[] = [];
    await inParallel([...this.#listings], filesAtOnce, async ([folder, { version }]) => {
      const stat = await this.#stat(folder);
      if (!stat || versionOf(stat) !== version) changed.push(folder);
    });
    return changed;
  }

  #reachable(): Listing[] {
    const found: Listing[] = [];
    const open = [''];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      const listing = this.#listings.get(folder);
      if (!listing) continue;
      found.push(listing);
      open.push(...listing.folders);
    }
    return found;
  }

  async #list(folder: string): Promise<Listing | undefined> {
    const stat = await this.#stat(folder);
    if (!stat?.isDirectory()) return undefined;
    const names = await this.#names(folder);
    const rules = await this.#rulesIn(folder, names);
    const version = versionOf(stat);
    if (folder !== '' && names.includes('.git')) {
      const reason = 'it is a git repository of its own';
      return { version, rules, files: [], folders: [], leftOut: [{ path: folder, reason }] };
    }
    const files: WorkFile[] = [];
    const folders: string[] = [];
    const leftOut: LeftOut[] = [];
    const paths = names.map((name) => (folder === '' ? name : `${folder}/${name}`));
    await inParallel(
      paths.filter((path) => !isTransient(path)),
      filesAtOnce,
      async (path) => {
        if (gitFolder.test(path.slice(path.lastIndexOf('/') + 1))) {
          if (path !== '.git') leftOut.push({ path, reason: 'git takes no such name' });
          return;
        }
        const found = await this.#look(path, rules);
        if (found === 'folder') folders.push(path);
        else if (found) files.push(found);
      },
    );
    return { version, rules, files, folders, leftOut };
  }

  /** Undefined for what is gone, ignored, or no file. */
  async #look(path: string, rules: Rules): Promise<WorkFile | 'folder' | undefined> {
    const isTracked = this.#index.has(path);
    if (rules === 'all' && !isTracked && !this.#trackedFolders.has(path)) return undefined;
    const stat = await this.#stat(path);
    if (!stat) return undefined;
    if (stat.isDirectory()) return 'folder';
    const mode = modeOf(stat);
    if (mode === undefined) return undefined;
    if (rules === 'some' && !isTracked && (await this.#ignores.isIgnored(path))) return undefined;
    return { path, mode, stat: indexStat(stat) };
  }

  async #rulesIn(folder: string, names: readonly string[]): Promise<Rules> {
    const above = folder === '' ? undefined : this.#listings.get(parentOf(folder))?.rules;
    if (above === 'all') return 'all';
    // What is in an ignored folder cannot be taken back by a rule further down (gitignore(5)).
    if (above === 'some' && (await this.#ignores.isIgnored(`${folder}/`))) return 'all';
    const hasSome = this.#ignores.areEverywhere || names.includes('.gitignore');
    return above === 'some' || hasSome ? 'some' : 'none';
  }

  async #names(folder: string): Promise<string[]> {
    try {
      return await readdir(this.#place(folder), 'latin1');
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async #stat(path: string): Promise<BigIntStats | undefined> {
    try {
      return await lstat(this.#place(path), { bigint: true });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  #place(path: string): Buffer {
    return placeIn(this.#root, path);
  }
}

/** Where a path of bytes is on disk. */
export function placeIn(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(join(root, '/')), bytesOf(path)]);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function versionOf({ dev, ino, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, mtimeNs, ctimeNs].join(':');
}

export function told({ path, reason }: LeftOut): LeftOut {
  return { path: shown(path), reason };
}
