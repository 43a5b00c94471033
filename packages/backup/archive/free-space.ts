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

const purposes = {
  backup: {
    subject: 'The backup',
    disk: 'the disk of the backup folder',
    full: 'The disk of the backup folder became full while the backup was written.',
    advice:
      'Free some space or delete old backups (backup.retention.keep limits their number). No backup was made.',
  },
  decryption: {
    subject: 'The decrypted backup',
    disk: 'the disk for temporary files',
    full: 'The disk for temporary files became full while the backup was decrypted.',
    advice: 'Free some space. Nothing was changed.',
  },
} as const;

type Purpose = keyof typeof purposes;

/** @throws `insufficient_storage` */
export async function requireSpace(
  directory: string,
  bytes: number,
  purpose: Purpose = 'backup',
): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (bytes + reserveBytes <= free) return;
  const { subject, disk } = purposes[purpose];
  throw noSpace(
    purpose,
    `${subject} needs about ${inWords(bytes)}, but ${disk} has only ${inWords(free)} free.`,
  );
}

/** Returns other errors unchanged. */
export function asStorageProblem(error: unknown, purpose: Purpose = 'backup'): unknown {
  if (storageFailureOf(error)?.cause !== 'disk_full') return error;
  return noSpace(purpose, purposes[purpose].full);
}

function noSpace(purpose: Purpose, reason: string): Error {
  return backupProblems.insufficient_storage(
    `Insufficient storage: ${reason} ${purposes[purpose].advice}`,
  );
}

function inWords(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}
