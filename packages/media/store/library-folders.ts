import { mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, syncFolder } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';
import { folderOf } from './media-path.ts';

/** Names that differ in their case alone are one name on many computers, and in an archive. */
export function spellingKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The folders of the library: real ones in the content tree, one spelling of each name. */
export class LibraryFolders {
  readonly #root: string;

  /** Absolute, with symbolic links resolved. */
  constructor(root: string) {
    this.#root = root;
  }

  fileOf(path: string): string {
    return join(this.#root, path);
  }

  /** False when the folder of a path is missing; refuses one that links lead elsewhere. */
  async isThere(path: string): Promise<boolean> {
    const folder = this.fileOf(folderOf(path));
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

  /** Makes the folder of a path, and syncs each new name into its parent. Refuses a second spelling of a folder. */
  async make(path: string): Promise<void> {
    let made = '';
    for (const name of folderOf(path).split('/')) {
      const parent = made;
      made = parent === '' ? name : `${parent}/${name}`;
      await this.#makeOne(parent, name, made);
    }
    await this.isThere(path);
  }

  async #makeOne(parent: string, name: string, folder: string): Promise<void> {
    if (await this.isThere(`${folder}/file`)) return;
    const twin = (await this.namesIn(parent)).find((one) => spellingKey(one) === spellingKey(name));
    if (twin !== undefined && twin !== name) {
      throw mediaProblems.invalid_path(
        `There is a folder ${JSON.stringify(join(parent, twin))} already; write it that way.`,
      );
    }
    await mkdir(this.fileOf(folder)).catch((error: unknown) => {
      // Somebody else makes it at the same moment.
      if (!isTaken(error)) throw error;
    });
    await this.sync(parent);
  }

  /** What is in a folder, which may be missing. */
  async namesIn(folder: string): Promise<readonly string[]> {
    try {
      return await readdir(this.fileOf(folder));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Makes the names in a folder survive a loss of power. */
  async sync(folder: string): Promise<void> {
    await syncFolder(this.fileOf(folder));
  }
}

export function isTaken(error: unknown): boolean {
  return codeOf(error) === 'EEXIST';
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
