import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

export async function withProcessLock(lock: string, work: () => Promise<void>): Promise<void> {
  // Written first and then linked, so that a lock always names its holder.
  const own = `${lock}-${process.pid}`;
  await writeFile(own, String(process.pid));
  try {
    while (!(await tryTakeLock(own, lock))) {
      if (!isRunning(await readHolder(lock))) await rm(lock, { force: true });
      else await setTimeout(50);
    }
  } finally {
    await rm(own);
  }
  try {
    await work();
  } finally {
    await rm(lock);
  }
}

async function tryTakeLock(own: string, lock: string): Promise<boolean> {
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(lock: string): Promise<number | undefined> {
  try {
    return Number(await readFile(lock, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
