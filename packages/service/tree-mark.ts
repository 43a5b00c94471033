import { lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, replaceFile, temporaryIn } from '@galley/kernel';

const folder = '.galley';
const file = 'tree-id';

export interface TreeMarkState {
  readonly id: string;
  /** Claims of the last two servers, newest first: a server may end between writing the file and recording its claim. */
  readonly claims: readonly string[];
}

/** Belongs to the folder, not to its content: git ignores it and backups omit it, so that a clone is another tree. */
export class TreeMark {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** `undefined` without a mark or without a folder. */
  async read(): Promise<TreeMarkState | undefined> {
    try {
      const [id, ...claims] = (await readFile(this.#path(file), 'utf8')).trim().split('\n');
      return id ? { id, claims } : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async write({ id, claims }: TreeMarkState): Promise<void> {
    await mkdir(this.#path(''), { recursive: true });
    await this.#put('.gitignore', '*\n');
    await this.#put(file, `${[id, ...claims.slice(0, 2)].join('\n')}\n`);
  }

  async version(): Promise<string | undefined> {
    try {
      const { dev, ino, ctimeNs } = await lstat(this.#path(file), { bigint: true });
      return [dev, ino, ctimeNs].join(':');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Identifies the folder while its file system stays mounted; `undefined` without a folder. */
  async folder(): Promise<string | undefined> {
    try {
      const { dev, ino } = await lstat(this.#root, { bigint: true });
      return [dev, ino].join(':');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Ignores hidden files. */
  async hasContent(): Promise<boolean> {
    return (await readdir(this.#root)).some((name) => !name.startsWith('.'));
  }

  async countDocuments(paths: readonly string[], enough = paths.length): Promise<number> {
    let count = 0;
    for (const path of paths) {
      if (count >= enough) break;
      if (await isFile(join(this.#root, path))) count += 1;
    }
    return count;
  }

  #put(name: string, text: string): Promise<void> {
    return replaceFile(this.#path(name), text, temporaryIn(this.#path('')));
  }

  #path(name: string): string {
    return join(this.#root, folder, name);
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
