import { mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, syncFolder } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';
import { folderOf } from './media-path.ts';

/** Key under which names that differ only in case or normalisation are equal, as on many file systems. */
export function spellingKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Folders of the library: real folders in the content tree, with one spelling per name. */
export class LibraryFolders {
  readonly #root: string;

  /** Absolute path without symbolic links. */
  constructor(root: string) {
    this.#root = root;
  }

  findFile(path: string): string {
    return join(this.#root, path);
  }

  /** False when the folder is missing; refuses symbolic links. */
  async isThere(path: string): Promise<boolean> {
    const folder = this.findFile(folderOf(path));
    try {
      if ((await realpath(folder)) === folder) return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    throw mediaProblems.invalid_path(
      `${JSON.stringify(path)} goes through a symbolic link; media are plain files in plain folders of the content tree.`,
    );
  }

  /** Creates the folders of a path and syncs each parent. Refuses a second spelling of an existing folder. */
  async make(path: string): Promise<void> {
    let made = '';
    for (const name of folderOf(path).split('/')) {
      const parent = made;
      made = parent === '' ? name : `${parent}/${name}`;
      await this.#createFolder(parent, name, made);
    }
    await this.isThere(path);
  }

  async #createFolder(parent: string, name: string, folder: string): Promise<void> {
    if (await this.isThere(`${folder}/file`)) return;
    const spelling = (await this.listNames(parent)).find(
      (one) => spellingKey(one) === spellingKey(name),
    );
    if (spelling !== undefined && spelling !== name) {
      throw mediaProblems.invalid_path(
        `There is a folder ${JSON.stringify(join(parent, spelling))} already; write it that way.`,
      );
    }
    await mkdir(this.findFile(folder)).catch((error: unknown) => {
      // Another process created it meanwhile.
      if (!isTaken(error)) throw error;
    });
    await this.sync(parent);
  }

  /** Names in a folder; empty when missing. */
  async listNames(folder: string): Promise<readonly string[]> {
    try {
      return await readdir(this.findFile(folder));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Syncs the folder to disk, so that its names survive a power failure. */
  async sync(folder: string): Promise<void> {
    await syncFolder(this.findFile(folder));
  }
}

export function isTaken(error: unknown): boolean {
  return errorCode(error) === 'EEXIST';
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
