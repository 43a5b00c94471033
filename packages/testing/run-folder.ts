import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const memory = '/dev/shm';
/** Far more than a run needs; /dev/shm of containers often has only 64 MiB. */
const enoughBytes = 4 * 1024 ** 3;
const prefix = 'galley-tests-';

/** In memory if there is room: on disk, databases and synced writes would take longer than the tests. */
export async function makeRunFolder(): Promise<string> {
  const parent = (await hasRoom(memory)) ? memory : tmpdir();
  await removeLeftovers(parent);
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  // Like the system's temporary folder, because tests run programs as other users.
  await chmod(folder, 0o1777);
  return folder;
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= enoughBytes;
  } catch {
    // Some systems have no /dev/shm.
    return false;
  }
}

/**
 * Removes folders of killed runs, which occupy memory. PostgreSQL exits by itself when its files are gone. A folder that
 * can't be removed, for example because another user made it, is reported and left.
 */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      continue;
    const folder = join(parent, name);
    try {
      for (const mounted of await listMounts(folder))
        await promisify(execFile)('umount', ['--lazy', mounted]);
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      process.emitWarning(`Could not remove the files of an earlier test run: ${String(error)}`);
    }
  }
}

/** Tests of full disks mount small ones, which stay mounted if the run is killed. */
async function listMounts(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const lines = (await readFile('/proc/self/mounts', 'utf8')).split('\n');
  const paths = lines.map((line) => line.split(' ')[1] ?? '');
  return paths.filter((path) => path.startsWith(`${folder}/`)).toReversed();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
