import { constants } from 'node:fs';
import { link, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { isMissing, storageFailureOf } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';
import { isTaken, LibraryFolders, spellingKey } from './library-folders.ts';
import { folderOf, nameOf, numbered, requireStorePath } from './media-path.ts';
import type { ByteRange, ListedFile, MediaStat, MediaStore, StagedFile } from './media-store.ts';
import { Staging } from './staging.ts';

/** So many files are looked at at once while a folder is listed. */
const looksAtOnce = 64;

/** The media library in the content tree, as plain files in plain folders. */
export class FileMediaStore implements MediaStore {
  readonly #folders: LibraryFolders;
  readonly #staging: Staging;

  private constructor(root: string) {
    this.#folders = new LibraryFolders(root);
    this.#staging = new Staging(root);
  }

  /** Opens the library of a content tree, making the tree's folder when there is none. */
  static async open(contentDirectory: string): Promise<FileMediaStore> {
    await mkdir(contentDirectory, { recursive: true });
    return new FileMediaStore(await realpath(contentDirectory));
  }

  stage(source: Readable): Promise<StagedFile> {
    return stored(() => this.#staging.stage(source));
  }

  discard(staged: StagedFile): Promise<void> {
    return stored(() => this.#staging.discard(staged));
  }

  removeLeftOvers(now: Date): Promise<number> {
    return stored(() => this.#staging.removeLeftOvers(now));
  }

  put(staged: StagedFile, path: string): Promise<string> {
    requireStorePath(path);
    return stored(async () => {
      await this.#folders.make(path);
      const folder = folderOf(path);
      const taken = new Set((await this.#folders.namesIn(folder)).map(spellingKey));
      for (let number = 1; ; number += 1) {
        const name = number === 1 ? nameOf(path) : numbered(nameOf(path), number);
        if (taken.has(spellingKey(name))) continue;
        const given = `${folder}/${name}`;
        if (!(await this.#link(staged.file, given))) continue;
        await this.#folders.sync(folder);
        await this.#staging.discard(staged);
        return given;
      }
    });
  }

  replace(staged: StagedFile, path: string): Promise<void> {
    requireStorePath(path);
    return stored(async () => {
      await this.#folders.make(path);
      await rename(staged.file, this.#folders.fileOf(path));
      await this.#folders.sync(folderOf(path));
    });
  }

  async read(path: string, range?: ByteRange): Promise<Readable> {
    requireStorePath(path);
    return stored(async () => {
      const handle = (await this.#folders.isThere(path)) ? await this.#open(path) : undefined;
      if (!handle) throw noFile(path);
      return handle.createReadStream({ ...range });
    });
  }

  async withFile<T>(path: string, work: (file: string) => Promise<T>): Promise<T> {
    if (!(await this.stat(path))) throw noFile(path);
    return work(this.#folders.fileOf(path));
  }

  stat(path: string): Promise<MediaStat | undefined> {
    requireStorePath(path);
    return stored(async () => ((await this.#folders.isThere(path)) ? this.#look(path) : undefined));
  }

  isFree(path: string): Promise<boolean> {
    requireStorePath(path);
    return stored(async () => {
      if (!(await this.#folders.isThere(path))) return true;
      return (await this.#twinOf(path)) === undefined;
    });
  }

  async *list(folder: 'media' | '.trash/media'): AsyncGenerator<ListedFile> {
    if (await this.#folders.isThere(`${folder}/file`)) yield* this.#walk(folder);
  }

  delete(path: string): Promise<void> {
    requireStorePath(path);
    return stored(async () => {
      if (!(await this.#folders.isThere(path))) return;
      await rm(this.#folders.fileOf(path), { force: true });
      await this.#folders.sync(folderOf(path));
    });
  }

  move(path: string, to: string): Promise<void> {
    requireStorePath(path);
    requireStorePath(to);
    return stored(async () => {
      if (!(await this.#folders.isThere(path)) || !(await this.#look(path))) throw noFile(path);
      await this.#folders.make(to);
      if (spellingKey(path) === spellingKey(to)) await this.#respell(path, to);
      else await this.#moveToNewName(path, to);
      await this.#folders.sync(folderOf(to));
      await this.#folders.sync(folderOf(path));
    });
  }

  /** A link first: it takes no name that somebody has, and the file is never without one. */
  async #moveToNewName(path: string, to: string): Promise<void> {
    const twin = await this.#twinOf(to);
    if (twin !== undefined && twin !== nameOf(to)) throw taken(`${folderOf(to)}/${twin}`);
    if (!(await this.#link(this.#folders.fileOf(path), to)) && !(await this.#isSame(path, to)))
      throw taken(to);
    await rm(this.#folders.fileOf(path), { force: true });
  }

  /** What is there under the name of a path, in whatever spelling. */
  async #twinOf(path: string): Promise<string | undefined> {
    const names = await this.#folders.namesIn(folderOf(path));
    return names.find((name) => spellingKey(name) === spellingKey(nameOf(path)));
  }

  /** Where both spellings are one name, a link would be to itself. */
  async #respell(path: string, to: string): Promise<void> {
    const isFree = !(await this.#look(to)) || (await this.#isSame(path, to));
    if (!isFree) throw taken(to);
    await rename(this.#folders.fileOf(path), this.#folders.fileOf(to));
  }

  async #isSame(path: string, other: string): Promise<boolean> {
    const [one, two] = await Promise.all(
      [path, other].map((each) => lstat(this.#folders.fileOf(each), { bigint: true })),
    );
    return one!.ino === two!.ino && one!.dev === two!.dev;
  }

  /** False when the name is taken. */
  async #link(file: string, path: string): Promise<boolean> {
    try {
      await link(file, this.#folders.fileOf(path));
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  }

  async #open(path: string) {
    try {
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
      const handle = await open(this.#folders.fileOf(path), flags);
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
      return undefined;
    } catch (error) {
      if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
      throw error;
    }
  }

  async #look(path: string): Promise<MediaStat | undefined> {
    try {
      const found = await lstat(this.#folders.fileOf(path));
      if (!found.isFile()) return undefined;
      const { size, mtimeMs, mtime } = found;
      return { size, modifiedAt: mtime, stamp: `${size}:${mtimeMs}` };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async *#walk(folder: string): AsyncGenerator<ListedFile> {
    const entries = await readdir(this.#folders.fileOf(folder), { withFileTypes: true }).catch(
      (error: unknown) => {
        // A folder may go while the walk is under way.
        if (isMissing(error)) return [];
        throw error;
      },
    );
    const shown = entries.filter(({ name }) => !name.startsWith('.'));
    const files = shown.filter((entry) => entry.isFile()).map(({ name }) => `${folder}/${name}`);
    for (let at = 0; at < files.length; at += looksAtOnce) {
      const paths = files.slice(at, at + looksAtOnce);
      const found = await Promise.all(paths.map((path) => this.#look(path)));
      for (const [index, stat] of found.entries()) {
        if (stat) yield { path: paths[index]!, ...stat };
      }
    }
    for (const entry of shown) {
      if (entry.isDirectory()) yield* this.#walk(`${folder}/${entry.name}`);
    }
  }
}

function noFile(path: string): Error {
  return mediaProblems.not_found(`There is no media file ${JSON.stringify(path)}.`);
}

function taken(path: string): Error {
  return mediaProblems.already_exists(`There is another file at ${path}.`, { path });
}

/** Says as `insufficient_storage` or `storage_failed` what the disk does not do. */
async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = storageFailureOf(error);
    if (!failure) throw error;
    const { cause, why } = failure;
    const code = cause === 'disk_full' ? 'insufficient_storage' : 'storage_failed';
    throw mediaProblems[code](
      `The media library could not be written or read (${why}). Nothing was changed; try again later.`,
      { cause },
    );
  }
}
