import { constants, lstatSync, type BigIntStats, type Stats } from 'node:fs';
import {
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing, isTemporary, syncFolder, temporaryIn } from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';
import { RecentFiles } from './recent-files.ts';
import { versionAt, versionOf } from './file-version.ts';

/** Shows without reading a file that it is probably unchanged. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

export interface TreeFile extends FileStamp {
  readonly bytes: Buffer | null;
  /** Differs after every change of the file, however small or fast. */
  readonly version: string;
}

/** More than the saves that can happen before the watcher reports them. */
const rememberedFiles = 1_000;

export const publishedFolder = '.published';
export const trashFolder = '.trash';

/** Paths are validated, relative, and use `/`. Files are replaced by rename: readers see the old or the new bytes. */
export class ContentTree {
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  readonly recent = new RecentFiles();
  readonly #written = new Map<string, string>();

  private constructor(root: string) {
    this.root = root;
  }

  static async open(directory: string): Promise<ContentTree> {
    await mkdir(directory, { recursive: true });
    return new ContentTree(await realpath(directory));
  }

  /** Without bytes above `maxBytes`; undefined when the file is missing. */
  async read(path: string, maxBytes: number): Promise<TreeFile | undefined> {
    if (!(await this.#folderIsInside(path))) return undefined;
    const file = await this.#open(path);
    if (!file) return undefined;
    try {
      // Read before the bytes, so that an edit during the read gives another version.
      const stat = await file.stat({ bigint: true });
      if (!stat.isFile()) return undefined;
      const { size, mtimeMs } = stampOf(stat);
      this.recent.note(path, mtimeMs);
      const bytes = size <= maxBytes ? await file.readFile() : null;
      return { bytes, size, mtimeMs, version: versionOf(stat) };
    } finally {
      await file.close();
    }
  }

  async stamp(path: string): Promise<FileStamp | undefined> {
    try {
      return fileStamp(await lstat(join(this.root, path)));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Blocks until the disk answers. */
  stampNow(path: string): FileStamp | undefined {
    return fileStamp(lstatSync(`${this.root}/${path}`, { throwIfNoEntry: false }));
  }

  async write(path: string, bytes: Uint8Array): Promise<FileStamp> {
    const stat = await this.#put(path, bytes, async (temporary, target) => {
      await rename(temporary, target);
      return true;
    });
    return this.#noted(path, stat!);
  }

  /** Replaces only the version that was read (`undefined`: no file); else returns undefined. */
  async replace(
    path: string,
    bytes: Uint8Array,
    read: Pick<TreeFile, 'version'> | undefined,
  ): Promise<FileStamp | undefined> {
    const stat = await this.#put(path, bytes, async (temporary, target) => {
      if (isEdited(target, read)) return false;
      await rename(temporary, target);
      return true;
    });
    if (!stat) return undefined;
    this.#remember(path, contentOf(stat));
    return this.#noted(path, stat);
  }

  #noted(path: string, stat: BigIntStats): FileStamp {
    const stamp = stampOf(stat);
    this.recent.note(path, stamp.mtimeMs);
    return stamp;
  }

  /** The watcher uses it to ignore Galley's own writes. False once the file differed, and for writes of long ago. */
  async isAsReplaced(path: string): Promise<boolean> {
    const written = this.#written.get(path);
    if (written === undefined) return false;
    const stat = await lstat(join(this.root, path), { bigint: true }).catch(() => undefined);
    if (stat !== undefined && contentOf(stat) === written) return true;
    // The file may later return to this state, which is then a change to report.
    if (this.#written.get(path) === written) this.#written.delete(path);
    return false;
  }

  #remember(path: string, written: string): void {
    this.#written.delete(path);
    this.#written.set(path, written);
    if (this.#written.size <= rememberedFiles) return;
    const [oldest] = this.#written.keys();
    this.#written.delete(oldest!);
  }

  async #put(
    path: string,
    bytes: Uint8Array,
    place: (temporary: string, target: string) => Promise<boolean>,
  ): Promise<BigIntStats | undefined> {
    const target = join(this.root, path);
    const folder = dirname(target);
    await this.#makeFolder(folder);
    if (!(await this.#folderIsInside(path))) throw leavesTree(path);
    const temporary = temporaryIn(folder);
    try {
      const stat = await writeSynced(temporary, bytes);
      if (!(await place(temporary, target))) {
        await rm(temporary);
        return undefined;
      }
      await syncFolder(folder);
      return stat;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** Errors then show before anything is changed. */
  async prepareFolder(path: string): Promise<void> {
    await this.#makeFolder(dirname(join(this.root, path)));
    if (!(await this.#folderIsInside(path))) throw leavesTree(path);
  }

  async requireWritable(path: string): Promise<void> {
    await this.prepareFolder(path);
    const probe = temporaryIn(dirname(join(this.root, path)));
    const file = await open(probe, 'wx');
    await file.close();
    await rm(probe);
  }

  /** False, without a move, when the file has changed since it was read. */
  async move(path: string, to: string, read?: Pick<TreeFile, 'version'>): Promise<boolean> {
    await this.prepareFolder(to);
    if (!(await this.#folderIsInside(path))) return false;
    const [source, target] = [join(this.root, path), join(this.root, to)];
    if (read && isEdited(source, read)) return false;
    await rename(source, target);
    await syncFolder(dirname(target));
    await syncFolder(dirname(source));
    return true;
  }

  async remove(path: string): Promise<void> {
    if (!(await this.#folderIsInside(path))) return;
    const target = join(this.root, path);
    // On a read-only file system even the removal of a missing file fails.
    if (!(await isThere(target))) return;
    await rm(target, { force: true });
    await syncFolder(dirname(target));
  }

  /** Depth first, without dot files, links and `skip` folders. */
  async *walk(folder = '', skip: ReadonlySet<string> = new Set()): AsyncGenerator<string> {
    const entries = await readFolder(join(this.root, folder));
    for (const entry of entries) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (isTemporary(entry.name)) await this.#removeLeftOver(path);
      if (entry.name.startsWith('.') || skip.has(path)) continue;
      if (entry.isDirectory()) yield* this.walk(path, skip);
      else if (entry.isFile()) yield path;
    }
  }

  /** A running save needs its own for milliseconds only. */
  async #removeLeftOver(path: string): Promise<void> {
    const stamp = await this.stamp(path);
    if (stamp && Date.now() - stamp.mtimeMs > 60_000)
      await rm(join(this.root, path), { force: true });
  }

  /** False when the folder is missing. Refuses folders outside the tree, as reached through symbolic links. */
  async #folderIsInside(path: string): Promise<boolean> {
    const folder = dirname(join(this.root, path));
    try {
      if ((await realpath(folder)) === folder) return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    throw leavesTree(path);
  }

  async #open(path: string): Promise<FileHandle | undefined> {
    try {
      return await open(join(this.root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
    } catch (error) {
      if (isMissing(error)) return undefined;
      if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw leavesTree(path);
      throw error;
    }
  }

  /** Syncs each new name into its parent; without that, a synced file could be lost. */
  async #makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = dirname(made))
      await syncFolder(dirname(made));
  }
}

/** Call right before a rename, which cannot compare. Synchronous, so that no other code runs in between. */
function isEdited(file: string, read: Pick<TreeFile, 'version'> | undefined): boolean {
  return versionAt(file) !== read?.version;
}

/** Without ctime, which a rename changes. Misses only edits that restore size and mtime. */
function contentOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(':');
}

function fileStamp(stat: Stats | undefined): FileStamp | undefined {
  return stat?.isFile() ? { size: stat.size, mtimeMs: stat.mtimeMs } : undefined;
}

/** Rounds exactly as a stat with plain numbers. */
function stampOf({ size, mtimeNs }: BigIntStats): FileStamp {
  const second = 1_000_000_000n;
  const mtimeMs = Number(mtimeNs / second) * 1e3 + Number(mtimeNs % second) / 1e6;
  return { size: Number(size), mtimeMs };
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<BigIntStats> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
    return await file.stat({ bigint: true });
  } finally {
    await file.close();
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function readFolder(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // A folder may be removed during the walk.
    if (isMissing(error)) return [];
    throw error;
  }
}

function leavesTree(path: string): Error {
  return contentProblems.invalid_path(
    `${JSON.stringify(path)} goes through a symbolic link. Documents must be regular files in regular folders of the content folder.`,
  );
}
