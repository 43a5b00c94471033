import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@galley/settings';
import { checkStorage, storageFolders } from '../system/storage-check.ts';
import { counted, failed, listed, notice, ok, warning, type Check } from './check.ts';

export async function storageChecks(storage: Config['storage']): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [part, folder] of Object.entries(storageFolders(storage)))
    checks.push(await storageCheck(part, folder));
  return checks;
}

async function storageCheck(part: string, folder: string): Promise<Check> {
  const name = `storage.${part}`;
  if (!existsSync(folder)) {
    return notice(name, {
      message: `${folder} does not exist yet.`,
      where: `storage.${part}_directory`,
      why: 'Galley has not written any files there yet.',
      advice: 'The next start creates it.',
    });
  }
  try {
    await checkStorage(folder);
    return ok(name, `${folder} is readable and writable.`);
  } catch (error) {
    return failed(name, {
      message: `${folder} is not readable and writable: ${(error as Error).message}`,
      where: folder,
      why: 'Galley cannot store files there, and the health check reports degraded.',
      advice:
        'Make the account that runs Galley the owner of the folder, and check that the disk is neither full nor read-only.',
    });
  }
}

export interface FreeSpace {
  readonly folder: string;
  readonly bytes: number;
  /** Free and total number of files (inodes); 0 and 0 when the file system does not count them. */
  readonly freeFiles: number;
  readonly allFiles: number;
}

export async function diskChecks(
  projectDirectory: string,
  storage: Config['storage'],
): Promise<Check[]> {
  const folders = [projectDirectory, ...Object.values(storageFolders(storage))].filter(existsSync);
  const free = new Map<number, FreeSpace>();
  for (const folder of folders) {
    const { dev } = await stat(folder);
    const { bavail, bsize, ffree, files } = await statfs(folder);
    const space = { folder, bytes: bavail * bsize, freeFiles: ffree, allFiles: files };
    if (!free.has(dev)) free.set(dev, space);
  }
  const disks = [...free.values()];
  return [freeSpaceCheck(disks), freeFilesCheck(disks)];
}

const minFreeBytes = 1024 ** 3;

export function freeSpaceCheck(disks: readonly FreeSpace[]): Check {
  const least = disks.reduce((one, other) => (other.bytes < one.bytes ? other : one));
  const message = `${(least.bytes / minFreeBytes).toFixed(1)} GiB are free in ${least.folder}.`;
  if (least.bytes >= minFreeBytes) return ok('disk_space', message);
  return warning('disk_space', {
    message,
    where: least.folder,
    why: 'On a full disk, saving fails and the database stops.',
    advice: 'Free disk space: at least 1 GiB should be available.',
  });
}

const minFreeFiles = 10_000;

/** Many small files can use up a disk's inodes before its space. */
export function freeFilesCheck(disks: readonly FreeSpace[]): Check {
  const name = 'disk_files';
  const scarce = disks.find(({ freeFiles, allFiles }) => allFiles > 0 && freeFiles < minFreeFiles);
  if (!scarce) return ok(name, 'Enough free inodes.');
  return warning(name, {
    message: `Free inodes left for ${counted(scarce.freeFiles, 'file')} in ${scarce.folder}.`,
    where: scarce.folder,
    why: 'Without free inodes, saving fails even if the disk has free space.',
    advice: 'Delete folders with many small files, or recreate the file system with more inodes.',
  });
}

/** Checks that the content tree is on one file system, for atomic moves, and owned by one account. */
export async function treeFolderChecks({
  contentDirectory,
  dataDirectory,
}: Config['storage']): Promise<Check[]> {
  if (!existsSync(contentDirectory)) return [];
  const { dev } = await stat(contentDirectory);
  const elsewhere: string[] = [];
  for (const entry of await readdir(contentDirectory, { withFileTypes: true })) {
    const folder = join(contentDirectory, entry.name);
    if (entry.isDirectory() && (await stat(folder)).dev !== dev) elsewhere.push(entry.name);
  }
  const owner = await ownerCheck([contentDirectory, dataDirectory]);
  return [movesCheck(contentDirectory, elsewhere), owner];
}

export function movesCheck(contentDirectory: string, elsewhere: readonly string[]): Check {
  const name = 'storage.moves';
  if (elsewhere.length === 0) return ok(name, 'The whole content tree is on one file system.');
  return failed(name, {
    message: `${listed(elsewhere)} in ${contentDirectory} ${elsewhere.length === 1 ? 'is' : 'are'} on another file system.`,
    where: contentDirectory,
    why: 'Trashing, publishing and restoring rename files atomically, which fails across file systems.',
    advice: 'Put the whole content tree on one file system.',
  });
}

async function ownerCheck(folders: readonly string[]): Promise<Check> {
  const name = 'storage.owner';
  const own = process.getuid?.();
  for (const folder of folders.filter(existsSync)) {
    const { uid } = await stat(folder);
    if (own === undefined || own === 0 || uid === own) continue;
    return notice(name, {
      message: `${folder} belongs to user ${uid}; this command runs as user ${own}.`,
      where: folder,
      why: 'Results on permissions and secrets apply to the current user, which may not be the user that runs the server.',
      advice: `Run the command as the owner: sudo -u '#${uid}' galley doctor`,
    });
  }
  return ok(name, 'The project belongs to the current user.');
}
