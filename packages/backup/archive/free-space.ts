import { statfs } from 'node:fs/promises';
import { isCompressible } from '@galley/archive';
import { storageFailureOf } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import type { ListedFile } from './content-files.ts';

/** Left free for everything else on the disk. */
const reserveBytes = 32 * 1024 * 1024;
/** Local header, directory record and manifest line, without the names in them. */
const bytesPerEntry = 400;
/** Text compresses to between a third and a half. */
const compressedShare = 0.5;

/** Approximate size of an archive of these files, in bytes. */
export function estimatedSize(files: readonly ListedFile[]): number {
  const packed = files.reduce(
    (sum, { path, size, sizeOnDisk }) =>
      sum + (isCompressible(path) ? sizeOnDisk * compressedShare : size),
    0,
  );
  return Math.round(packed + files.length * bytesPerEntry);
}

/** @throws `insufficient_storage` if the folder's disk has less than `bytes` free */
export async function requireSpace(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (bytes + reserveBytes <= free) return;
  throw noSpace(
    `The backup needs about ${inWords(bytes)}, but the disk of the backup folder has only ${inWords(free)} free.`,
  );
}

/** Converts a full disk to `insufficient_storage`; returns other errors as they are. */
export function asStorageProblem(error: unknown): unknown {
  if (storageFailureOf(error)?.cause !== 'disk_full') return error;
  return noSpace('The disk of the backup folder became full while the backup was written.');
}

function noSpace(reason: string): Error {
  return backupProblems.insufficient_storage(
    `Insufficient storage: ${reason} Free some space or delete old backups (backup.retention.keep limits their number). No backup was made.`,
  );
}

function inWords(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}
