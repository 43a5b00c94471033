import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storageFailureOf, syncFolder } from '@galley/kernel';
import { contentFolder, type ArchivedFile } from '../archive/manifest.ts';
import { requireSum } from '../archive/verify-archive.ts';
import { inParallel } from '../in-parallel.ts';
import { backupProblems } from '../problems.ts';
import { refusingFaults, type CheckedArchive } from './check-archive.ts';

/** Keeps the disk busy with syncing, in little memory. */
const filesAtOnce = 16;
const spareBytes = 64 * 1024 * 1024;
const overheadBytes = 4096;

/**
 * Also verifies files outside the content. Files are synced when it resolves; writing has stopped when it rejects.
 * @throws `invalid_archive`, `insufficient_storage`
 */
export async function extractArchive(archive: CheckedArchive, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await requireSpace(archive, folder);
  const folders = await makeFolders(archive, folder);
  // Rejects when all workers have stopped, so that the caller can remove the folder.
  await refusingFaults(() =>
    inParallel(archive.files, filesAtOnce, ([file, entry]) =>
      unpack(archive.reader.stream(entry), file, pathIn(folder, file)),
    ),
  );
  for (const one of folders) await syncFolder(one);
}

async function requireSpace({ files }: CheckedArchive, folder: string): Promise<void> {
  const needed = files
    .filter(([file]) => isContent(file))
    .reduce((sum, [{ size }]) => sum + size + overheadBytes, spareBytes);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  throw backupProblems.insufficient_storage(
    `Restoring this archive beside the current content requires ${needed} bytes, but the disk has ${bavail * bsize} free. Nothing was changed.`,
  );
}

function isContent({ path }: ArchivedFile): boolean {
  return path.startsWith(contentFolder);
}

function pathIn(folder: string, file: ArchivedFile): string | undefined {
  return isContent(file) ? join(folder, file.path.slice(contentFolder.length)) : undefined;
}

/** Returns the folders innermost first. */
async function makeFolders({ files }: CheckedArchive, folder: string): Promise<string[]> {
  const needed = new Set([folder]);
  for (const [file] of files) {
    let parent = dirname(pathIn(folder, file) ?? join(folder, 'none'));
    for (; !needed.has(parent); parent = dirname(parent)) needed.add(parent);
  }
  const folders = [...needed].sort((a, b) => a.length - b.length);
  for (const one of folders) await mkdir(one, { recursive: true });
  return folders.reverse();
}

async function unpack(
  bytes: AsyncIterable<Buffer>,
  file: ArchivedFile,
  path: string | undefined,
): Promise<void> {
  const hash = createHash('sha256');
  try {
    if (path === undefined) for await (const chunk of bytes) hash.update(chunk);
    else await write(path, bytes, hash);
  } catch (error) {
    throw asStorageProblem(error, file.path);
  }
  requireSum(hash.digest('hex'), file);
}

async function write(path: string, bytes: AsyncIterable<Buffer>, hash: Hash): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

function asStorageProblem(error: unknown, name: string): unknown {
  if (storageFailureOf(error)?.cause !== 'disk_full') return error;
  return backupProblems.insufficient_storage(
    `The disk became full at the entry ${JSON.stringify(name)}. Nothing was changed.`,
  );
}
