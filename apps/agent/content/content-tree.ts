import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of a repository in which nobody keeps documents. */
const passedOver: ReadonlySet<string> = new Set(['node_modules']);
const mostFiles = 200_000;
const deepest = 40;

export interface TreeFile {
  /** From the root of the content tree, with `/`. */
  readonly path: string;
  readonly size: number;
}

export interface TreeFiles {
  /** In the order of their paths. */
  readonly files: readonly TreeFile[];
  /** False when there were more than are looked at. */
  readonly isWhole: boolean;
}

/**
 * The content tree in the folder of a repository. It is read and never written; links of the file system are not
 * followed, so that nothing outside of it is shown to anybody.
 */
export class ContentTree {
  readonly #root: string;
  /** Before the path of a document to get its path in the repository: `content/`, or nothing. */
  readonly prefix: string;

  private constructor(root: string, prefix: string) {
    this.#root = root;
    this.prefix = prefix;
  }

  /** `folder` is where the tree is in the repository; without it, that is `content`, or the repository itself. */
  static async open(repository: string, folder?: string): Promise<ContentTree> {
    const place = folder ?? ((await isFolder(join(repository, 'content'))) ? 'content' : '.');
    const parts = place.split('/').filter((part) => part !== '' && part !== '.');
    const prefix = parts.length === 0 ? '' : `${parts.join('/')}/`;
    return new ContentTree(join(repository, prefix), prefix);
  }

  /** What begins with a dot (copies of what is public, the trash, git) is not in it. */
  async list(): Promise<TreeFiles> {
    const files: TreeFile[] = [];
    const folders = [{ path: '', depth: 0 }];
    for (let next = folders.pop(); next; next = folders.pop()) {
      const { path, depth } = next;
      for (const entry of await entriesOf(join(this.#root, path))) {
        const inside = path + entry.name;
        if (entry.isDirectory() && depth < deepest && !passedOver.has(entry.name))
          folders.push({ path: `${inside}/`, depth: depth + 1 });
        if (!entry.isFile()) continue;
        if (files.length === mostFiles) return { files: inOrder(files), isWhole: false };
        files.push({ path: inside, size: (await lstat(join(this.#root, inside))).size });
      }
    }
    return { files: inOrder(files), isWhole: true };
  }

  /**
   * The text of a file of at most `mostBytes`, or its beginning when `isCut`. Undefined when there is none, it is
   * larger, or no UTF-8.
   */
  async read(path: string, mostBytes: number, isCut = false): Promise<string | undefined> {
    try {
      // Between the listing and now, a link may have come there.
      await using file = await open(
        join(this.#root, path),
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      );
      const stat = await file.stat();
      if (!stat.isFile() || (stat.size > mostBytes && !isCut)) return undefined;
      const bytes = Buffer.alloc(Math.min(stat.size, mostBytes));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return textOf(bytes.subarray(0, bytesRead), isCut);
    } catch (error) {
      if (isUnreadable(error)) return undefined;
      throw error;
    }
  }
}

function textOf(bytes: Buffer, isCut: boolean): string | undefined {
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

async function entriesOf(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter(({ name }) => !name.startsWith('.') && !/[\p{Cc}\\\uFFFD]/u.test(name));
}

const inOrder = (files: readonly TreeFile[]) =>
  files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
