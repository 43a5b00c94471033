import fs, { constants, lstatSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SpareBuffers } from '@galley/archive';
import { isMissing } from '@galley/kernel';
import { backupProblems } from '../problems.ts';

export interface ReadingFrom {
  readonly root: string;
  readonly memory: SpareBuffers;
}

export interface ReadFile {
  readonly path: string;
  /** The caller returns it to the spare buffers. */
  readonly bytes: Buffer;
  readonly modifiedAt: Date;
}

// With `fs/promises`, handles of many thousands of files would take most of the memory.
const [openFile, readFile, statFile, closeFile] = [
  promisify<string, number, number>(fs.open),
  promisify(fs.read),
  promisify<number, Stats>(fs.fstat),
  promisify(fs.close),
];

const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW;
/** Pauses grow; all attempts take about a second. */
const maxAttempts = 45;
const chunkBytes = 256 * 1024;

/** As of one moment, without missing files. Takes no lock: reads again until nothing has changed meanwhile. */
export async function readConsistently(
  from: ReadingFrom,
  paths: readonly string[],
): Promise<ReadFile[]> {
  const { root } = from;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = paths.map((path) => versionAt(join(root, path)));
    const read = await Promise.all(
      paths.map(async (path, at) => {
        return before[at] === undefined ? undefined : readWhole(from, path);
      }),
    );
    const after = paths.map((path) => versionAt(join(root, path)));
    const isStill = after.every((version, at) => {
      return version === before[at] && version === read[at]?.version;
    });
    if (isStill) return read.filter((file) => file !== undefined);
    await delay(attempt);
  }
  throw createUnstableFileError(paths[0]!);
}

/** Each chunk is valid until the next is read. `undefined` for a missing file. @throws `ChangedFile` while reading */
export async function openUnchanged(root: string, path: string) {
  const file = await unlessMissing(open(join(root, path), readOnly));
  if (!file) return undefined;
  const stat = await file.stat();
  return {
    modifiedAt: stat.mtime,
    size: stat.size,
    bytes: readUnchanged(file, path, stat),
    close: () => file.close(),
  };
}

async function* readUnchanged(file: FileHandle, path: string, stat: Stats): AsyncGenerator<Buffer> {
  const { size } = stat;
  const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, size));
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - done), done);
    if (bytesRead === 0) throw new ChangedFile(path);
    yield buffer.subarray(0, bytesRead);
    done += bytesRead;
  }
  // Only writing in place changes the open file; a save replaces it.
  const after = await file.stat();
  if (after.size !== stat.size || after.mtimeMs !== stat.mtimeMs) throw new ChangedFile(path);
}

/** The check throws `ChangedFile`. */
export function watchForChanges(root: string, paths: readonly string[]): () => void {
  const versions = () => paths.map((path) => contentVersionAt(join(root, path)));
  const before = versions();
  return () => {
    const changed = versions().findIndex((version, index) => version !== before[index]);
    if (changed >= 0) throw new ChangedFile(paths[changed]!);
  };
}

export class ChangedFile extends Error {
  constructor(path: string) {
    super(`${path} changed while it was read`);
  }
}

export function createUnstableFileError(path: string): Error {
  return backupProblems.backup_failed(
    `${path} keeps changing, and a backup needs a consistent state of each file. ` +
      'Stop the program that writes it and try again.',
  );
}

async function readWhole(
  { root, memory }: ReadingFrom,
  path: string,
): Promise<(ReadFile & { readonly version: string }) | undefined> {
  const fd = await unlessMissing(openFile(join(root, path), readOnly));
  if (fd === undefined) return undefined;
  try {
    const stat = await statFile(fd);
    const bytes = await fillBuffer(fd, memory.take(stat.size));
    return { path, bytes, modifiedAt: stat.mtime, version: versionOf(stat) };
  } finally {
    await closeFile(fd);
  }
}

async function fillBuffer(fd: number, buffer: Buffer): Promise<Buffer> {
  let done = 0;
  while (done < buffer.length) {
    const { bytesRead } = await readFile(fd, buffer, done, buffer.length - done, done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}

async function unlessMissing<T>(opened: Promise<T>): Promise<T | undefined> {
  try {
    return await opened;
  } catch (error) {
    // ELOOP: replaced by a link.
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
    throw error;
  }
}

/** Synchronous: takes microseconds, since the name is in the kernel's cache. */
function versionAt(path: string): string | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? versionOf(stat) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** ctime changes when a static build links the file. */
function contentVersionAt(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat && [stat.dev, stat.ino, stat.size, stat.mtimeMs].join(':');
}

function versionOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(':');
}
