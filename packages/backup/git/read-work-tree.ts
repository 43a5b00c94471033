import { constants } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { isMissing } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import type { BlobWriter } from './blob-writer.ts';
import * as files from './file-stat.ts';
import { foldersOf } from './folder-tree.ts';
import type { GitIndex } from './git-index.ts';
import { IgnoreRules } from './ignore-rules.ts';
import { inParallel } from '../in-parallel.ts';
import type { Repository } from './repository.ts';
import { WorkTree, type SkippedPath, type WorkFile } from './work-tree.ts';

/** Bounds the attempts when files move constantly. */
const maxLooks = 25;
const filesAtOnce = 16;
/** Copying a large file into the tree may take minutes. */
const maxAttempts = 3;

export interface StoredFile extends WorkFile {
  readonly oid: string;
  readonly size: number;
}

export interface ReadTree {
  readonly files: readonly StoredFile[];
  /** Files among them that git tracks stay in the snapshot. */
  readonly skipped: readonly SkippedPath[];
  readonly misnamed: readonly SkippedPath[];
}

/**
 * As of one moment: reads again until no folder changed meanwhile. If changes never stop, files that only an earlier
 * pass found are taken from it: they were being moved (detected by inode) or deleted.
 */
export async function readWorkTree(
  repository: Repository,
  index: GitIndex,
  blobs: BlobWriter,
): Promise<ReadTree> {
  const trustsExecutableBit = await repository.trustsExecutableBit();
  const reader = new FileReader({ repository, index, blobs, trustsExecutableBit });
  const ignores = await IgnoreRules.read(repository);
  const tree = new WorkTree(repository.root, [...index.entries.keys()], ignores);
  const seen = new Map<number, StoredFile>();
  await tree.refresh();
  for (let look = 1; ; look++) {
    const files = await reader.store(tree.files);
    const skipped = [...tree.repositories, ...reader.busy];
    const { misnamed } = tree;
    if (!(await tree.refresh())) return { files, skipped, misnamed };
    for (const file of files) seen.set(file.stat.ino, file);
    if (look === maxLooks) return { files: [...files, ...missing(files, seen)], skipped, misnamed };
  }
}

function missing(
  stored: readonly StoredFile[],
  seen: ReadonlyMap<number, StoredFile>,
): StoredFile[] {
  const inodes = new Set(stored.map(({ stat }) => stat.ino));
  const paths = new OccupiedPaths(stored.map(({ path }) => path));
  return [...seen.values()].filter(({ stat, path }) => !inodes.has(stat.ino) && !paths.has(path));
}

export class OccupiedPaths {
  readonly #files: ReadonlySet<string>;
  readonly #folders: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    this.#files = new Set(paths);
    this.#folders = new Set(paths.flatMap(foldersOf));
  }

  has(path: string): boolean {
    if (this.#files.has(path) || this.#folders.has(path)) return true;
    return foldersOf(path).some((folder) => this.#files.has(folder));
  }
}

interface ReaderParts {
  readonly repository: Repository;
  readonly index: GitIndex;
  readonly blobs: BlobWriter;
  /** If false, the bit in the index applies. */
  readonly trustsExecutableBit: boolean;
}

/** Does not read files that are unchanged according to the index. */
class FileReader {
  /** Their size changed at each attempt. */
  busy: SkippedPath[] = [];
  readonly #parts: ReaderParts;
  readonly #earlierLooks = new Map<string, StoredFile>();

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  async store(found: readonly WorkFile[]): Promise<StoredFile[]> {
    this.busy = [];
    const stored: StoredFile[] = [];
    const due: WorkFile[] = [];
    for (const { path, stat } of found) {
      const file = { path, stat: { ...stat, mode: this.#mode(path, stat.mode) } };
      const known = this.#findStored(file);
      if (known) stored.push(known);
      else due.push(file);
    }
    await inParallel(due, filesAtOnce, async (file) => {
      const read = await this.#read(file);
      if (!read) return;
      this.#earlierLooks.set(file.path, read);
      stored.push(read);
    });
    return stored;
  }

  #mode(path: string, mode: number): number {
    const { index, trustsExecutableBit } = this.#parts;
    if (trustsExecutableBit || mode === files.linkMode) return mode;
    const isExecutable = index.entries.get(path)?.mode === files.executableMode;
    return isExecutable ? files.executableMode : files.fileMode;
  }

  #findStored(file: WorkFile): StoredFile | undefined {
    const earlier = this.#earlierLooks.get(file.path);
    if (earlier && files.isSameStat(earlier.stat, file.stat)) return earlier;
    const { entries, writtenNs } = this.#parts.index;
    const entry = entries.get(file.path);
    if (!entry || !files.isUnchanged(entry, file.stat, writtenNs)) return undefined;
    return { ...file, oid: entry.oid, size: file.stat.size };
  }

  /** `undefined` for a removed or replaced file; its folder has then changed as well. */
  async #read(file: WorkFile): Promise<StoredFile | undefined> {
    const path = join(this.#parts.repository.root, file.path);
    try {
      const isLink = file.stat.mode === files.linkMode;
      return await (isLink ? this.#readLink(file, path) : this.#readBytes(file, path));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (isMissing(error) || ['ELOOP', 'EINVAL', 'EISDIR'].includes(code!)) return undefined;
      if (code !== 'EACCES') throw error;
      throw backupProblems.backup_failed(
        `${file.path} cannot be read: the user that runs Galley has no permission.`,
      );
    }
  }

  async #readLink(file: WorkFile, path: string): Promise<StoredFile> {
    const target = await readlink(path, 'buffer');
    const oid = await git.writeBlob({ ...this.#parts.repository.at, blob: target });
    return { ...file, oid, size: target.length };
  }

  async #readBytes({ path, stat }: WorkFile, fullPath: string): Promise<StoredFile | undefined> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      await using handle = await open(fullPath, constants.O_RDONLY | constants.O_NOFOLLOW);
      const readAtNs = BigInt(Date.now()) * 1_000_000n;
      const found = await handle.stat({ bigint: true });
      const now = { ...files.fileStat(found)!, mode: stat.mode };
      const size = Number(found.size);
      const oid = await this.#parts.blobs.write(handle, size);
      if (oid !== undefined) return { path, stat: files.statForIndex(now, readAtNs), oid, size };
    }
    this.busy.push({ path, reason: 'it kept changing' });
    return undefined;
  }
}
