import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isMissing } from '@galley/kernel';

const maxBytes = 1_048_576;

/**
 * From a folder in which an agent may have replaced any file by a link, or by a pipe, which would never end. Undefined
 * for these, and for a missing or too large file.
 */
export async function readAgentFile(path: string): Promise<Buffer | undefined> {
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = await file.stat();
    return stat.isFile() && stat.size <= maxBytes ? await file.readFile() : undefined;
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
    throw error;
  }
}
