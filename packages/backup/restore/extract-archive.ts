import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storageFailureOf, syncFolder } from '@galley/kernel';
import { contentFolder, type ArchivedFile } from '../archive/manifest.ts';
import { requireSum } from '../archive/verify-archive.ts';
import { backupProblems } from '../problems.ts';
import { refusingFaults, type CheckedArchive } from './check-archive.ts';

/** So many at once keep the disk busy with syncing and the memory small. */
const atOnce = 16;
/** A disk that is filled to the last byte stops everything else on it. */
const spareBytes = 64 * 1024 * 1024;
/** What a file takes on the disk besides its bytes, roughly. */
const bytesBeside = 4096;

/**
 * Unpacks the content of a checked archive into `folder`, which is new, and checks every sum on the way, also of what
 * is not content. When it resolves, all of it survives a power cut; when it rejects, nothing is written any more.
 *
 * @throws `invalid_archive` for a sum that is wrong or an entry that cannot be unpacked; `insufficient_storage`.
 */
export async function extractArchive(archive: CheckedArchive, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await requireSpace(archive, folder);
  const folders = await makeFolders(archive, folder);
  const files = archive.files.values();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const [file, entry] of files) {
      if (hasFailed) return;
      await unpack(archive.reader.stream(entry), file, placeIn(folder, file));
    }
  };
  const workers = Array.from({ length: atOnce }, () =>
    refusingFaults(worker).catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  // All have to be at rest before anybody clears up behind them.
  const outcomes = await Promise.allSettled(workers);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason as Error;
  for (const one of folders) await syncFolder(one);
}

async function requireSpace({ files }: CheckedArchive, folder: string): Promise<void> {
  const needed = files
    .filter(([file]) => isContent(file))
    .reduce((sum, [{ size }]) => sum + size + bytesBeside, spareBytes);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  throw backupProblems.insufficient_storage(
    `To restore this archive beside the present content, ${needed} bytes are needed, and the disk has ${bavail * bsize} left. Nothing was changed.`,
  );
}

function isContent({ path }: ArchivedFile): boolean {
  return path.startsWith(contentFolder);
}

function placeIn(folder: string, file: ArchivedFile): string | undefined {
  return isContent(file) ? join(folder, file.path.slice(contentFolder.length)) : undefined;
}

/** Every folder that the files need, the innermost first. */
async function makeFolders({ files }: CheckedArchive, folder: string): Promise<string[]> {
  const needed = new Set([folder]);
  for (const [file] of files) {
    let place = dirname(placeIn(folder, file) ?? join(folder, 'none'));
    for (; !needed.has(place); place = dirname(place)) needed.add(place);
  }
  const folders = [...needed].sort((a, b) => a.length - b.length);
  for (const one of folders) await mkdir(one, { recursive: true });
  return folders.reverse();
}

async function unpack(
  bytes: AsyncIterable<Buffer>,
  file: ArchivedFile,
  place: string | undefined,
): Promise<void> {
  const hash = createHash('sha256');
  try {
    if (place === undefined) for await (const chunk of bytes) hash.update(chunk);
    else await write(place, bytes, hash);
  } catch (error) {
    throw asStorageProblem(error, file.path);
  }
  requireSum(hash.digest('hex'), file);
}

async function write(place: string, bytes: AsyncIterable<Buffer>, hash: Hash): Promise<void> {
  const file = await open(place, 'wx', 0o644);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      // Each goes behind the one before.
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
    `The disk was full at ${JSON.stringify(name)} of the archive. Nothing was changed.`,
  );
}
