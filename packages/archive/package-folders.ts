import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, newId, storageFailureOf, type StorageFailure } from '@galley/kernel';

/** Names of packages do not start like this. */
const incoming = '.incoming-';
const removed = '.removed-';
const previous = '.previous-';
const replaced = /^\.replaced-[0-9a-f-]{36}-(.+)$/;

/**
 * The folders of installed themes or plugins, each with the version that it replaced. Callers hold a lock across
 * processes. A killed change is completed or undone by `recover`.
 */
export class PackageFolders {
  readonly #directory: string;
  readonly #problemOf: (failure: StorageFailure) => Error;

  /** `problemOf` words errors of the file system. */
  constructor(directory: string, problemOf: (failure: StorageFailure) => Error) {
    this.#directory = directory;
    this.#problemOf = problemOf;
  }

  async recover(): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    const names = await readdir(this.#directory);
    for (const name of names) {
      const moved = replaced.exec(name)?.[1];
      const place = join(this.#directory, name);
      if (moved !== undefined && names.includes(moved)) await this.#keepPrevious(moved, place);
      else if (moved !== undefined) await rename(place, join(this.#directory, moved));
      else if (name.startsWith(incoming) || name.startsWith(removed)) await deleteFolder(place);
    }
  }

  /**
   * `prepare` fills a temporary folder and returns the name of the package; on failure nothing remains. A replaced
   * package is kept as the previous version.
   */
  install(prepare: (folder: string) => Promise<string>): Promise<string> {
    return this.#storing(async () => {
      const workplace = join(this.#directory, incoming + newId());
      try {
        await mkdir(workplace, { recursive: true });
        const folder = join(workplace, 'package');
        const name = await prepare(folder);
        await this.#swap(name, folder);
        return name;
      } finally {
        await deleteFolder(workplace);
      }
    });
  }

  /** Folder of the previous version; `undefined` if there is none. */
  async findPrevious(name: string): Promise<string | undefined> {
    const folder = join(this.#directory, previous + name);
    try {
      return (await stat(folder)).isDirectory() ? folder : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Exchanges the package and its previous version. */
  rollBack(name: string): Promise<void> {
    return this.#storing(() => this.#swap(name, join(this.#directory, previous + name)));
  }

  /** With its previous version. `folder` is the name of the folder. */
  remove(folder: string): Promise<void> {
    return this.#storing(async () => {
      // First, so that a later package of the same name does not get this one as its previous version.
      await deleteFolder(join(this.#directory, previous + folder));
      const aside = join(this.#directory, removed + newId());
      await rename(join(this.#directory, folder), aside);
      await deleteFolder(aside);
    });
  }

  /** No atomic exchange exists on all systems; a package in use stays loaded meanwhile. */
  async #swap(name: string, folder: string): Promise<void> {
    const target = join(this.#directory, name);
    const aside = join(this.#directory, `.replaced-${newId()}-${name}`);
    const wasThere = await rename(target, aside).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    try {
      await rename(folder, target);
    } catch (error) {
      if (wasThere) await rename(aside, target);
      throw error;
    }
    if (wasThere) await this.#keepPrevious(name, aside);
    // Its package was deleted by hand.
    else await deleteFolder(join(this.#directory, previous + name));
  }

  async #keepPrevious(name: string, place: string): Promise<void> {
    const kept = join(this.#directory, previous + name);
    await deleteFolder(kept);
    await rename(place, kept);
  }

  async #storing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const failure = storageFailureOf(error);
      throw failure ? this.#problemOf(failure) : error;
    }
  }
}

const deleteFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });
