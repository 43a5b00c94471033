import { mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, syncFolder } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';
import { folderOf } from './media-path.ts';

/** Equal for names that differ only in case or normalisation. */
export function spellingKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Real folders, with one spelling per name. */
export class LibraryFolders {
  readonly #root: string;

  /** `root` has no symbolic links. */
  constructor(root: string) {
    this.#root = root;
  }

  findFile(path: string): string {
    return join(this.#root, path);
  }

  /** Refuses symbolic links. */
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

  /** Syncs each parent. Refuses a second spelling. */
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
      if (!isTaken(error)) throw error;
    });
    await this.sync(parent);
  }

  /** Empty when missing. */
  async listNames(folder: string): Promise<readonly string[]> {
    try {
      return await readdir(this.findFile(folder));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Names survive a power failure. */
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
