import { mkdir, rm, stat } from 'node:fs/promises';
import type { Config } from '@galley/settings';

/** Makes the folders of a project that are not there yet. */
export async function makeStorageFolders(storage: Config['storage']): Promise<void> {
  for (const directory of Object.values(storage)) {
    // The public directory is a link, and what it led to may have been deleted.
    if (!(await leadsSomewhere(directory))) await rm(directory, { force: true });
    await mkdir(directory, { recursive: true });
  }
}

/** False for what is not there, and for a link to what is not there. */
async function leadsSomewhere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}
