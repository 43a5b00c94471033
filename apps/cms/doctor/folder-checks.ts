import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@galley/settings';
import { secretsDirectory } from '@galley/service';
import { checkStorage, storageFolders } from '../storage-check.ts';
import { failed, ok, warning, type Check } from './check.ts';

/** That the folders of the project are there and can be written, a check each. */
export async function* storageChecks(storage: Config['storage']): AsyncGenerator<Check> {
  for (const [part, folder] of Object.entries(storageFolders(storage))) {
    const name = `storage.${part}`;
    if (!existsSync(folder)) {
      yield warning(name, `${folder} is not there yet.`, 'The next start makes it.');
      continue;
    }
    try {
      await checkStorage(folder);
      yield ok(name, `${folder} can be read and written.`);
    } catch (error) {
      yield failed(
        name,
        `${folder} cannot be read and written: ${(error as Error).message}`,
        'Give the folder to the account that Galley runs as, and see that its disk is neither full nor read-only.',
      );
    }
  }
}

const leastFree = 1024 ** 3;

/** That there is room on every disk that the project is on. */
export async function diskCheck(
  projectDirectory: string,
  storage: Config['storage'],
): Promise<Check> {
  const folders = [projectDirectory, ...Object.values(storageFolders(storage))].filter(existsSync);
  const free = new Map<number, FreeSpace>();
  for (const folder of folders) {
    const { dev } = await stat(folder);
    const { bavail, bsize } = await statfs(folder);
    if (!free.has(dev)) free.set(dev, { folder, bytes: bavail * bsize });
  }
  return freeSpaceCheck([...free.values()]);
}

export interface FreeSpace {
  readonly folder: string;
  readonly bytes: number;
}

/** What the fullest of these disks has left. */
export function freeSpaceCheck(disks: readonly FreeSpace[]): Check {
  const least = disks.reduce((one, other) => (other.bytes < one.bytes ? other : one));
  const message = `${(least.bytes / leastFree).toFixed(1)} GiB are free in ${least.folder}.`;
  if (least.bytes >= leastFree) return ok('disk_space', message);
  return warning(
    'disk_space',
    message,
    'Make room: on a full disk nothing can be saved. At least 1 GiB should be free.',
  );
}

const anybodyMayEnter = 0o001;
const anybodyMayLook = 0o007;
const anybodyMayRead = 0o006;

/** That only the account that Galley runs as reads the keys and passwords of the project. */
export async function secretsCheck(dataDirectory: string): Promise<Check> {
  const name = 'secrets';
  const folder = secretsDirectory(dataDirectory);
  if (!existsSync(folder)) return ok(name, `There are no secrets yet; they will be in ${folder}.`);
  const { mode } = await stat(folder);
  if (process.platform === 'win32' || (mode & anybodyMayLook) === 0) {
    return ok(name, `Nobody else on this machine reads ${folder}.`);
  }
  const advice = `chmod -R go-rwx ${folder}`;
  if ((mode & anybodyMayEnter) !== 0) {
    const open: string[] = [];
    for (const file of await readdir(folder)) {
      if (((await stat(join(folder, file))).mode & anybodyMayRead) !== 0) open.push(file);
    }
    if (open.length > 0) {
      const message = `Everybody on this machine can read or change ${open.join(', ')} in ${folder}.`;
      return failed(name, message, `${advice}, and replace what somebody may have read.`);
    }
  }
  return warning(name, `Everybody on this machine can look into ${folder}.`, advice);
}
