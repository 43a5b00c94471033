import { chmod, mkdir, stat } from 'node:fs/promises';
import type { Logger } from '@galley/kernel';

const forOthers = 0o077;

/** Whether other accounts of this machine get into a folder. Windows has no such bits. */
export async function isOpenToOthers(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  return ((await stat(folder)).mode & forOthers) !== 0;
}

/** Makes the data folder for this account alone, or closes the one that is there; it holds keys and the database. */
export async function openDataFolder(folder: string, logger: Logger): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await isOpenToOthers(folder))) return;
  try {
    await chmod(folder, 0o700);
    logger.info('data folder closed to other accounts', { folder });
  } catch (error) {
    // Of another account, or on a file system without modes: the server works all the same.
    const cause = (error as NodeJS.ErrnoException).code;
    logger.warn('data folder is open to other accounts', { folder, cause });
  }
}
