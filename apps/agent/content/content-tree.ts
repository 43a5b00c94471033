import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const passedOver: ReadonlySet<string> = new Set(['node_modules']);
const maxFiles = 200_000;
const deepest = 40;

export interface TreeFile {
  /** Relative to the root of the content tree, with `/`. */
  readonly path: string;
  readonly size: number;
}

export interface TreeFiles {
  readonly files: readonly TreeFile[];
  /** False above the file limit. */
  readonly isWhole: boolean;
}

/** Symbolic links are not followed, so that no file outside the tree is readable. */
export class ContentTree {
  readonly #root: string;
  /** From document path to repository path: `content/`, or empty. */
  readonly prefix: string;

  private constructor(root: string, prefix: string) {
    this.#root = root;
    this.prefix = prefix;
  }

  /** `folder` defaults to `content` if it exists, else the repository itself. */
  static async open(repository: string, folder?: string): Promise<ContentTree> {
    const place = folder ?? ((await isFolder(join(repository, 'content'))) ? 'content' : '.');
    const parts = place.split('/').filter((part) => part !== '' && part !== '.');
    const prefix = parts.length === 0 ? '' : `${parts.join('/')}/`;
    return new ContentTree(join(repository, prefix), prefix);
  }

  /** Omits dot files and dot folders (copies of published content, trash, git). */
  async list(): Promise<TreeFiles> {
    const files: TreeFile[] = [];
    const folders = [{ path: '', depth: 0 }];
    for (let next = folders.pop(); next; next = folders.pop()) {
      const { path, depth } = next;
      for (const entry of await readEntries(join(this.#root, path))) {
        const inside = path + entry.name;
        if (entry.isDirectory() && depth < deepest && !passedOver.has(entry.name))
          folders.push({ path: `${inside}/`, depth: depth + 1 });
        if (!entry.isFile()) continue;
        if (files.length === maxFiles) return { files: inOrder(files), isWhole: false };
        files.push({ path: inside, size: (await lstat(join(this.#root, inside))).size });
      }
    }
    return { files: inOrder(files), isWhole: true };
  }

  /** `isCut`: only the start. Undefined for a missing or too large file, or invalid UTF-8. */
  async read(path: string, mostBytes: number, isCut = false): Promise<string | undefined> {
    try {
      // O_NOFOLLOW, since a link may have replaced the file after the listing.
      await using file = await open(
        join(this.#root, path),
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      );
      const stat = await file.stat();
      if (!stat.isFile() || (stat.size > mostBytes && !isCut)) return undefined;
      const bytes = Buffer.alloc(Math.min(stat.size, mostBytes));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return decodeText(bytes.subarray(0, bytesRead), isCut);
    } catch (error) {
      if (isUnreadable(error)) return undefined;
      throw error;
    }
  }
}

function decodeText(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: !isCut, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const isUnreadable = (error: unknown) =>
  error instanceof Error &&
  /^(?:ENOENT|ENOTDIR|EISDIR|ELOOP|EACCES|ENXIO|ENAMETOOLONG|ERR_INVALID_ARG_VALUE)$/.test(
    String((error as NodeJS.ErrnoException).code),
  );

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true;
}

async function readEntries(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter(({ name }) => !name.startsWith('.') && !/[\p{Cc}\\\uFFFD]/u.test(name));
}

const inOrder = (files: readonly TreeFile[]) =>
  files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
