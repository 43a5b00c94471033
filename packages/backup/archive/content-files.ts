import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, isTemporary } from '@galley/kernel';
import { markFolder, mediaFolders, transientFolders } from '../tree-folders.ts';
import { contentFolder } from './manifest.ts';
import { isEntryName } from './entry-name.ts';

export interface ListedFile {
  /** Relative to the tree. */
  readonly path: string;
  readonly size: number;
  /** Bytes; less than `size` for a file with holes. */
  readonly sizeOnDisk: number;
}

export interface ContentListing {
  readonly files: readonly ListedFile[];
  /** Cannot be archived. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

const diskBlock = 512;

/** The trash comes last: files move there while the tree is read. */
export async function listContent(
  root: string,
  { includeMedia }: { readonly includeMedia: boolean },
): Promise<ContentListing> {
  const files: ListedFile[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  const left = includeMedia ? [] : mediaFolders;
  const skipped = new Set([...transientFolders, markFolder, ...left]);
  const walk = async (folder: string): Promise<void> => {
    const entries = (await readFolder(join(root, folder))).filter(
      ({ name }) => name !== '.git' && !isTemporary(name),
    );
    const paths = entries.map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
    const found = await Promise.all(entries.map((entry, at) => listed(root, paths[at]!, entry)));
    for (const [at, entry] of entries.entries()) {
      const path = paths[at]!;
      if (skipped.has(path)) continue;
      const reason = findSkipReason(path, entry);
      if (reason !== undefined) leftOut.push({ path, reason });
      else if (entry.isDirectory()) await walk(path);
      else if (found[at]) files.push(found[at]);
    }
  };
  await walk('');
  return { files, leftOut };
}

function findSkipReason(path: string, entry: Dirent): string | undefined {
  if (entry.isSymbolicLink()) return 'it is a symbolic link';
  if (!entry.isDirectory() && !entry.isFile()) return 'it is not a regular file or folder';
  if (path.includes('\uFFFD') || !isEntryName(contentFolder + path))
    return 'its name is not allowed in an archive';
  return undefined;
}

async function listed(root: string, path: string, entry: Dirent): Promise<ListedFile | undefined> {
  if (!entry.isFile()) return undefined;
  try {
    const { size, blocks } = await lstat(join(root, path));
    return { path, size, sizeOnDisk: Math.min(size, blocks * diskBlock) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readFolder(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => orderOf(a.name) - orderOf(b.name) || (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function orderOf(name: string): number {
  return name === '.trash' ? 1 : 0;
}
