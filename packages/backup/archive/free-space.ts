import { statfs } from 'node:fs/promises';
import { isCompressible } from '@galley/archive';
import { storageFailureOf } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import type { ListedFile } from './content-files.ts';

/** Is left over for everybody else who writes there. */
const reserveBytes = 32 * 1024 * 1024;
/** Of a header, a record of the directory and a line of the manifest, besides the name in each. */
const bytesPerEntry = 400;
/** Text becomes a third to a half of what it was. */
const packedShare = 0.5;

/** About what an archive of the files takes, in bytes. */
export function estimatedSize(files: readonly ListedFile[]): number {
  const packed = files.reduce(
    (sum, { path, size, sizeOnDisk }) =>
      sum + (isCompressible(path) ? sizeOnDisk * packedShare : size),
    0,
  );
  return Math.round(packed + files.length * bytesPerEntry);
}

/** Throws `insufficient_storage` when the disk of a folder has no room for so many bytes. */
export async function requireSpace(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (bytes + reserveBytes <= free) return;
  throw noSpace(
    `The backup needs about ${inWords(bytes)}, and the disk of the backup folder has ${inWords(free)} free.`,
  );
}

/** As `insufficient_storage`, when it is for want of room that writing failed; otherwise the error itself. */
export function asStorageProblem(error: unknown): unknown {
  if (storageFailureOf(error)?.cause !== 'disk_full') return error;
  return noSpace('The disk of the backup folder became full while the backup was written.');
}

function noSpace(reason: string): Error {
  return backupProblems.insufficient_storage(
    `Insufficient storage: ${reason} Make room there, or delete old backups (fewer are kept with backup.retention.keep). Nothing was kept of this one.`,
  );
}

function inWords(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}
