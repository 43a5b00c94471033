import { isUtf8 } from 'node:buffer';
import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';
import { fileStat, type FileStat } from './file-stat.ts';
import { foldersOf, parentOf } from './folder-tree.ts';
import { isTransient, type IgnoreRules } from './ignore-rules.ts';
import { inParallel } from '../in-parallel.ts';

export interface WorkFile {
  readonly path: string;
  readonly stat: FileStat;
}

export interface SkippedPath {
  readonly path: string;
  readonly reason: string;
}

const ignoreFile = Buffer.from('.gitignore');
const gitFolder = Buffer.from('.git');
const foldersAtOnce = 4;
const filesAtOnce = 32;
/** Ignored in names by some file systems. */
const invisible = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

interface Listing {
  /** Changes with the names in the folder. */
  readonly version: string;
  readonly hasRules: boolean;
  readonly files: WorkFile[];
  readonly folders: string[];
  readonly repositories: SkippedPath[];
  readonly misnamed: SkippedPath[];
}

/** Without ignored files that git does not track. */
export class WorkTree {
  readonly #root: string;
  readonly #tracked: ReadonlySet<string>;
  readonly #ignores: IgnoreRules;
  #listings = new Map<string, Listing>();

  constructor(root: string, tracked: readonly string[], ignores: IgnoreRules) {
    this.#root = root;
    this.#tracked = new Set([...tracked, ...tracked.flatMap(foldersOf)]);
    this.#ignores = ignores;
  }

  get files(): WorkFile[] {
    return this.#all('files');
  }

  /** Their files that git tracks stay in the snapshot. */
  get repositories(): SkippedPath[] {
    return this.#all('repositories');
  }

  get misnamed(): SkippedPath[] {
    return this.#all('misnamed');
  }

  async refresh(): Promise<boolean> {
    const before = this.#listings;
    this.#listings = new Map();
    for (let level = ['']; level.length > 0;) {
      const inner: string[] = [];
      await inParallel(level, foldersAtOnce, async (folder) => {
        const listing = await this.#list(folder, before.get(folder));
        this.#listings.set(folder, listing);
        inner.push(...listing.folders);
      });
      level = inner;
    }
    return [...this.#listings].some(([folder, listing]) => before.get(folder) !== listing);
  }

  async #list(folder: string, before: Listing | undefined): Promise<Listing> {
    const stat = await this.#stat(folder);
    const version = stat?.isDirectory() ? versionOf(stat) : 'gone';
    if (before?.version === version) return before;
    const rules = this.#listings.get(parentOf(folder))?.hasRules ?? this.#ignores.areEverywhere;
    const names = await this.#namesIn(folder);
    const hasRules = rules || names.some((name) => name.equals(ignoreFile));
    const listing = { version, hasRules, files: [], folders: [], repositories: [], misnamed: [] };
    if (folder !== '' && names.some((name) => name.equals(gitFolder))) {
      const repository = { path: folder, reason: 'it is a separate git repository' };
      return { ...listing, repositories: [repository] };
    }
    await inParallel(names, filesAtOnce, (name) => this.#look(folder, name, listing));
    return listing;
  }

  async #look(folder: string, bytes: Buffer, listing: Listing): Promise<void> {
    const name = String(bytes);
    const path = folder === '' ? name : `${folder}/${name}`;
    if (path === '.git' || isTransient(path)) return;
    const reason = isUtf8(bytes) ? refusal(name) : 'its name is not UTF-8';
    if (reason !== undefined) {
      listing.misnamed.push({ path, reason });
      return;
    }
    const found = await this.#stat(path);
    if (!found || (listing.hasRules && (await this.#isIgnored(path, found)))) return;
    const stat = fileStat(found);
    if (found.isDirectory()) listing.folders.push(path);
    else if (stat) listing.files.push({ path, stat });
  }

  #all<K extends 'files' | 'repositories' | 'misnamed'>(kind: K): Listing[K][number][] {
    return [...this.#listings.values()].flatMap((listing): Listing[K][number][] => listing[kind]);
  }

  async #isIgnored(path: string, stat: BigIntStats): Promise<boolean> {
    if (this.#tracked.has(path)) return false;
    return this.#ignores.isIgnored(stat.isDirectory() ? `${path}/` : path);
  }

  async #namesIn(folder: string): Promise<Buffer[]> {
    try {
      return await readdir(join(this.#root, folder), 'buffer');
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async #stat(path: string): Promise<BigIntStats | undefined> {
    try {
      return await lstat(join(this.#root, path), { bigint: true });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

/** isomorphic-git cannot read back backslashes, or names that some systems treat as `.git` or `..`. */
function refusal(name: string): string | undefined {
  const visible = name.replace(invisible, '');
  const isSpecial =
    /^\.\.?$/.test(visible) || /^(?:\.git|\.?git~[1-9])[. ]*$/i.test(visible.split(':', 1)[0]!);
  if (isSpecial) return 'git does not allow this name';
  return name.includes('\\') ? 'its name contains a backslash' : undefined;
}

function versionOf({ dev, ino, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, mtimeNs, ctimeNs].join(':');
}
