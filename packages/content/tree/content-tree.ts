import { constants, type BigIntStats } from 'node:fs';
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
import { versionAt, versionOf } from './file-version.ts';

/** What tells, without reading it, that a file is probably unchanged. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

export interface TreeFile extends FileStamp {
  /** Null when the file is larger than the reader would have. */
  readonly bytes: Buffer | null;
  /** Another one after any change of the file, however small or quick. */
  readonly version: string;
}

/** More than are saved before somebody is told of them. */
const rememberedFiles = 1_000;

export const publishedFolder = '.published';
export const trashFolder = '.trash';

/**
 * The content tree on disk. Paths are checked ones, relative, with `/`.
 * A file is written beside its place, synced, and renamed: readers see the old bytes or the new, never half.
 */
export class ContentTree {
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  /** What `replace` wrote of late, by path. */
  readonly #written = new Map<string, string>();

  private constructor(root: string) {
    this.root = root;
  }

  /** Opens the tree, making its folder when there is none. */
  static async open(directory: string): Promise<ContentTree> {
    await mkdir(directory, { recursive: true });
    return new ContentTree(await realpath(directory));
  }

  /** The file's bytes, as far as there are at most `maxBytes`, and stamp; undefined when there is no file. */
  async read(path: string, maxBytes: number): Promise<TreeFile | undefined> {
    if (!(await this.#folderIsInside(path))) return undefined;
    const file = await this.#openRegular(path);
    if (!file) return undefined;
    try {
      // Taken before the bytes: an edit while they are read makes another version.
      const stat = await file.stat({ bigint: true });
      const { size, mtimeMs } = stampOf(stat);
      const bytes = size <= maxBytes ? await file.readFile() : null;
      return { bytes, size, mtimeMs, version: versionOf(stat) };
    } finally {
      await file.close();
    }
  }

  async stamp(path: string): Promise<FileStamp | undefined> {
    try {
      const stat = await lstat(join(this.root, path));
      return stat.isFile() ? { size: stat.size, mtimeMs: stat.mtimeMs } : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Puts the bytes in place for good: when it resolves, they survive a power cut. */
  async write(path: string, bytes: Uint8Array): Promise<FileStamp> {
    const stat = await this.#put(path, bytes, async (temporary, target) => {
      await rename(temporary, target);
      return true;
    });
    return stampOf(stat!);
  }

  /**
   * Like `write`, in the place of what was read there (of nothing: `undefined`). When somebody has changed that
   * meanwhile, their bytes stay, and the answer is undefined.
   */
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
    return stampOf(stat);
  }

  /**
   * Whether a file is what `replace` put there last, and was so whenever it was asked, for somebody who is told that it
   * has changed. False when that is long ago, too.
   */
  async isAsReplaced(path: string): Promise<boolean> {
    const written = this.#written.get(path);
    if (written === undefined) return false;
    const stat = await lstat(join(this.root, path), { bigint: true }).catch(() => undefined);
    if (stat !== undefined && contentOf(stat) === written) return true;
    // It may come back as it was, and is news then.
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

  /** Makes the folder that a file is about to come to, so that what is wrong there shows before anything is done. */
  async prepareFolder(path: string): Promise<void> {
    await this.#makeFolder(dirname(join(this.root, path)));
    if (!(await this.#folderIsInside(path))) throw leavesTree(path);
  }

  /** As `prepareFolder`, and makes sure that the folder takes new files. */
  async requireWritable(path: string): Promise<void> {
    await this.prepareFolder(path);
    const probe = temporaryIn(dirname(join(this.root, path)));
    const file = await open(probe, 'wx');
    await file.close();
    await rm(probe);
  }

  /** Moves a file; false, and nothing is moved, when it is not (any more) what was read there. */
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
    // A read-only file system refuses even to remove what is not there.
    if (!(await isThere(target))) return;
    await rm(target, { force: true });
    await syncFolder(dirname(target));
  }

  /** Paths of all regular files below a folder, depth first; dot files, links and `skip` folders left out. */
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

  /** A temporary file that a killed process left; a living save needs its own for milliseconds only. */
  async #removeLeftOver(path: string): Promise<void> {
    const stamp = await this.stamp(path);
    if (stamp && Date.now() - stamp.mtimeMs > 60_000)
      await rm(join(this.root, path), { force: true });
  }

  /** False when the file's folder is missing; refuses a folder that symbolic links lead elsewhere. */
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

  async #openRegular(path: string): Promise<FileHandle | undefined> {
    try {
      const file = await open(join(this.root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
      if ((await file.stat()).isFile()) return file;
      await file.close();
      return undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw leavesTree(path);
      throw error;
    }
  }

  /** Makes the folder and syncs each new name into its parent, so that the file's own sync is not in vain. */
  async #makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = dirname(made))
      await syncFolder(dirname(made));
  }
}

/**
 * Whether somebody has changed, made or removed the file since it was read. To be asked right before a rename: no file
 * system compares and renames in one step. The look is synchronous, so that nothing else runs in between; it does not
 * wait for the disk, since the file was read just now.
 */
function isEdited(file: string, read: Pick<TreeFile, 'version'> | undefined): boolean {
  return versionAt(file) !== read?.version;
}

/** Stays when the file is renamed, and is another one after any edit that a later look at its bytes need not find. */
function contentOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(':');
}

/** To the last bit what a stat in plain numbers says, which `stamp` compares it with. */
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
    // A folder may go while the walk is under way.
    if (isMissing(error)) return [];
    throw error;
  }
}

function leavesTree(path: string): Error {
  return contentProblems.invalid_path(
    `${JSON.stringify(path)} goes through a symbolic link; documents are plain files in plain folders of the content tree.`,
  );
}
