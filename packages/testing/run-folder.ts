import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** Removes folders of killed runs, which occupy memory. PostgreSQL exits by itself when its files are gone. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
