import { constants } from 'node:fs';
import { link, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { isMissing, storageFailureOf } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';
import { isTaken, LibraryFolders, spellingKey } from './library-folders.ts';
import { folderOf, nameOf, addNumber, requireStorePath } from './media-path.ts';
import type { ByteRange, ListedFile, MediaStat, MediaStore, StagedFile } from './media-store.ts';
import { Staging } from './staging.ts';

const parallelStats = 64;

export class FileMediaStore implements MediaStore {
  readonly #folders: LibraryFolders;
  readonly #staging: Staging;

  private constructor(root: string) {
    this.#folders = new LibraryFolders(root);
    this.#staging = new Staging(root);
  }

  /** Creates the content folder if missing. */
  static async open(contentDirectory: string): Promise<FileMediaStore> {
    await mkdir(contentDirectory, { recursive: true });
    return new FileMediaStore(await realpath(contentDirectory));
  }

  stage(source: Readable): Promise<StagedFile> {
    return withStorageErrors(() => this.#staging.stage(source));
  }

  discard(staged: StagedFile): Promise<void> {
    return withStorageErrors(() => this.#staging.discard(staged));
  }

  removeAbandoned(now: Date): Promise<number> {
    return withStorageErrors(() => this.#staging.removeAbandoned(now));
  }

  put(staged: StagedFile, path: string): Promise<string> {
    requireStorePath(path);
    return withStorageErrors(async () => {
      await this.#folders.make(path);
      const folder = folderOf(path);
      const pathTaken = new Set((await this.#folders.listNames(folder)).map(spellingKey));
      for (let number = 1; ; number += 1) {
        const name = number === 1 ? nameOf(path) : addNumber(nameOf(path), number);
        if (pathTaken.has(spellingKey(name))) continue;
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
    return withStorageErrors(async () => {
      await this.#folders.make(path);
      await rename(staged.file, this.#folders.findFile(path));
      await this.#folders.sync(folderOf(path));
    });
  }

  async read(path: string, range?: ByteRange): Promise<Readable> {
    requireStorePath(path);
    return withStorageErrors(async () => {
      const handle = (await this.#folders.isThere(path)) ? await this.#open(path) : undefined;
      if (!handle) throw fileNotFound(path);
      return handle.createReadStream({ ...range });
    });
  }

  async withFile<T>(path: string, work: (file: string) => Promise<T>): Promise<T> {
    if (!(await this.stat(path))) throw fileNotFound(path);
    return work(this.#folders.findFile(path));
  }

  stat(path: string): Promise<MediaStat | undefined> {
    requireStorePath(path);
    return withStorageErrors(async () =>
      (await this.#folders.isThere(path)) ? this.#stat(path) : undefined,
    );
  }

  isFree(path: string): Promise<boolean> {
    requireStorePath(path);
    return withStorageErrors(async () => {
      if (!(await this.#folders.isThere(path))) return true;
      return (await this.#findSpelling(path)) === undefined;
    });
  }

  async *list(folder: 'media' | '.trash/media'): AsyncGenerator<ListedFile> {
    if (await this.#folders.isThere(`${folder}/file`)) yield* this.#walk(folder);
  }

  delete(path: string): Promise<void> {
    requireStorePath(path);
    return withStorageErrors(async () => {
      if (!(await this.#folders.isThere(path))) return;
      await rm(this.#folders.findFile(path), { force: true });
      await this.#folders.sync(folderOf(path));
    });
  }

  move(path: string, to: string): Promise<void> {
    requireStorePath(path);
    requireStorePath(to);
    return withStorageErrors(async () => {
      if (!(await this.#folders.isThere(path)) || !(await this.#stat(path)))
        throw fileNotFound(path);
      await this.#folders.make(to);
      if (spellingKey(path) === spellingKey(to)) await this.#respell(path, to);
      else await this.#moveToNewName(path, to);
      await this.#folders.sync(folderOf(to));
      await this.#folders.sync(folderOf(path));
    });
  }

  /** A hard link never overwrites, and the file always has a name. */
  async #moveToNewName(path: string, to: string): Promise<void> {
    const spelling = await this.#findSpelling(to);
    if (spelling !== undefined && spelling !== nameOf(to))
      throw pathTaken(`${folderOf(to)}/${spelling}`);
    if (!(await this.#link(this.#folders.findFile(path), to)) && !(await this.#isSame(path, to)))
      throw pathTaken(to);
    await rm(this.#folders.findFile(path), { force: true });
  }

  /** A name that differs only in case or normalisation. */
  async #findSpelling(path: string): Promise<string | undefined> {
    const names = await this.#folders.listNames(folderOf(path));
    return names.find((name) => spellingKey(name) === spellingKey(nameOf(path)));
  }

  /** On case-insensitive file systems a link would be a link to itself. */
  async #respell(path: string, to: string): Promise<void> {
    const isFree = !(await this.#stat(to)) || (await this.#isSame(path, to));
    if (!isFree) throw pathTaken(to);
    await rename(this.#folders.findFile(path), this.#folders.findFile(to));
  }

  async #isSame(path: string, other: string): Promise<boolean> {
    const [one, two] = await Promise.all(
      [path, other].map((each) => lstat(this.#folders.findFile(each), { bigint: true })),
    );
    return one!.ino === two!.ino && one!.dev === two!.dev;
  }

  /** False when the name is taken. */
  async #link(file: string, path: string): Promise<boolean> {
    try {
      await link(file, this.#folders.findFile(path));
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  }

  async #open(path: string) {
    try {
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
      const handle = await open(this.#folders.findFile(path), flags);
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
      return undefined;
    } catch (error) {
      if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
      throw error;
    }
  }

  async #stat(path: string): Promise<MediaStat | undefined> {
    try {
      const found = await lstat(this.#folders.findFile(path));
      if (!found.isFile()) return undefined;
      const { size, mtimeMs, mtime } = found;
      return { size, modifiedAt: mtime, stamp: `${size}:${mtimeMs}` };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async *#walk(folder: string): AsyncGenerator<ListedFile> {
    const entries = await readdir(this.#folders.findFile(folder), { withFileTypes: true }).catch(
      (error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      },
    );
    const shown = entries.filter(({ name }) => !name.startsWith('.'));
    const files = shown.filter((entry) => entry.isFile()).map(({ name }) => `${folder}/${name}`);
    for (let at = 0; at < files.length; at += parallelStats) {
      const paths = files.slice(at, at + parallelStats);
      const found = await Promise.all(paths.map((path) => this.#stat(path)));
      for (const [index, stat] of found.entries()) {
        if (stat) yield { path: paths[index]!, ...stat };
      }
    }
    for (const entry of shown) {
      if (entry.isDirectory()) yield* this.#walk(`${folder}/${entry.name}`);
    }
  }
}

function fileNotFound(path: string): Error {
  return mediaProblems.not_found(`There is no media file ${JSON.stringify(path)}.`);
}

function pathTaken(path: string): Error {
  return mediaProblems.already_exists(`There is another file at ${path}.`, { path });
}

/** Throws `insufficient_storage` or `storage_failed`. */
async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
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
