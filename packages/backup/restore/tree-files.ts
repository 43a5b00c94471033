import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, isTemporary } from '@galley/kernel';
import { reservedFolders } from '../tree-folders.ts';

/** Sorted; empty for a missing folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await entriesIn(folder)).map(({ name }) => name);
}

/** Hash of names, sizes, times and inodes; reads no files. */
export async function treeVersion(
  root: string,
  { keepsMedia }: { keepsMedia: boolean },
): Promise<string> {
  const hash = createHash('sha256');
  const walk = async (folder: string): Promise<void> => {
    const entries = (await entriesIn(join(root, folder))).filter(({ name }) =>
      folder === ''
        ? !reservedFolders.has(name) && !(keepsMedia && name === 'media')
        : name !== '.git',
    );
    const files = entries.filter((one) => !one.isDirectory() && !isTemporary(one.name));
    const stamps = await Promise.all(files.map(({ name }) => stampOf(join(root, folder, name))));
    for (const [at, { name }] of files.entries())
      hash.update(`${folder}/${name}\0${stamps[at]!}\0`);
    for (const entry of entries) if (entry.isDirectory()) await walk(join(folder, entry.name));
  };
  await walk('');
  return hash.digest('hex');
}

async function stampOf(path: string): Promise<string> {
  const stat = await lstat(path, { bigint: true }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return stat ? [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(':') : '';
}

/** Links, sockets and the like, and git repositories; relative to `root`. */
export async function unsavedIn(root: string, folder = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await entriesIn(join(root, folder))) {
    const path = join(folder, entry.name);
    const isPlain = entry.isFile() || entry.isDirectory();
    if (!isPlain || entry.name === '.git') found.push(path);
    else if (entry.isDirectory()) found.push(...(await unsavedIn(root, path)));
  }
  return found;
}

async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
