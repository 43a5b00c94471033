import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Far more than a run has there at any time; containers often have 64 MiB. */
const enoughBytes = 4 * 1024 ** 3;
const prefix = 'galley-tests-';

/**
 * A folder for all that a run writes: in memory where there is enough of it, since a database for each test, and files
 * that wait for the disk with each save, cost more than what is tested.
 */
export async function makeRunFolder(): Promise<string> {
  const parent = (await hasRoom(memory)) ? memory : tmpdir();
  await removeLeftovers(parent);
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  // As the folder that it stands for: tests run programs as other users, too.
  await chmod(folder, 0o1777);
  return folder;
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= enoughBytes;
  } catch {
    // Not every system has it.
    return false;
  }
}

/** A run that was killed has left its folder, which takes memory. PostgreSQL ends by itself when its files are gone. */
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
