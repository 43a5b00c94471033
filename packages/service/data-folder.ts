import { chmod, mkdir, stat } from 'node:fs/promises';
import type { Logger } from '@galley/kernel';

const othersMask = 0o077;

/** To other accounts of the machine. Always false on Windows, which has no such bits. */
export async function isOpenToOthers(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  return ((await stat(folder)).mode & othersMask) !== 0;
}

/** For this account alone: the folder holds keys and the database. */
export async function openDataFolder(folder: string, logger: Logger): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await isOpenToOthers(folder))) return;
  try {
    await chmod(folder, 0o700);
    logger.info('data folder closed to other accounts', { folder });
  } catch (error) {
    // The server also works on a folder of another account or a file system without modes.
    const cause = (error as NodeJS.ErrnoException).code;
    logger.warn('data folder is open to other accounts', { folder, cause });
  }
}
