import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Visible files of a folder and its subfolders, in order; none when there is no such folder. Links are left out. */
export async function listExportFiles(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(join(folder, '/').length))
    .filter((path) => !/(?:^|\/)(?:\.|__MACOSX\/)/.test(path))
    .sort();
}
