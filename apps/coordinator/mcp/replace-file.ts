import { chmod, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryIn } from '@galley/kernel';

/** Readable for an agent that runs as another user. */
const mode = 0o644;

/** Atomic for concurrent readers. An identical file is left alone. */
export async function replaceFile(path: string, text: string): Promise<void> {
  if (await isFileWith(path, (found, bits) => found === text && bits === mode)) return;
  const temporary = temporaryIn(dirname(path));
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

export async function isFileWith(
  path: string,
  fits: (text: string, bits: number) => boolean,
): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isFile() && fits(await readFile(path, 'utf8'), found.mode & 0o777);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
