import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isMissing, isTemporary } from '@galley/kernel';

/** Regular files below the folder, in order, without those of folders such as `.git` and `.trash`. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !isTemporary(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort();
}
