import { statfs } from 'node:fs/promises';
import { isCompressible } from '@galley/archive';
import { storageFailureOf } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import type { ListedFile } from './content-files.ts';

const reserveBytes = 32 * 1024 * 1024;
/** Bytes besides the names. */
const bytesPerEntry = 400;
/** Text compresses to between a third and a half. */
const compressedShare = 0.5;

export function estimatedSize(files: readonly ListedFile[]): number {
  const packed = files.reduce(
    (sum, { path, size, sizeOnDisk }) =>
      sum + (isCompressible(path) ? sizeOnDisk * compressedShare : size),
    0,
  );
  return Math.round(packed + files.length * bytesPerEntry);
}

/** @throws `insufficient_storage` */
export async function requireSpace(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (bytes + reserveBytes <= free) return;
  throw noSpace(
    `The backup needs about ${inWords(bytes)}, but the disk of the backup folder has only ${inWords(free)} free.`,
  );
}

/** Returns other errors unchanged. */
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
