import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, isTemporary } from '@galley/kernel';
import { markFolder, mediaFolders, passingFolders } from '../passing-places.ts';
import { contentFolder } from './manifest.ts';
import { isEntryName } from './entry-name.ts';

/** A file of the content tree. */
export interface ListedFile {
  /** In the tree, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes that it takes on the disk: fewer than its size when it has holes. */
  readonly sizeOnDisk: number;
}

export interface ContentListing {
  readonly files: readonly ListedFile[];
  /** What cannot be in a backup, each with why. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

const diskBlock = 512;

/**
 * What belongs into a backup of the content tree, by path; the trash comes last, since that is where files go from the
 * other folders.
 */
export async function listContent(
  root: string,
  { includeMedia }: { readonly includeMedia: boolean },
): Promise<ContentListing> {
  const files: ListedFile[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  const left = includeMedia ? [] : mediaFolders;
  const skipped = new Set([...passingFolders, markFolder, ...left]);
  const walk = async (folder: string): Promise<void> => {
    const entries = (await readFolder(join(root, folder))).filter(
      ({ name }) => name !== '.git' && !isTemporary(name),
    );
    const paths = entries.map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
    const found = await Promise.all(entries.map((entry, at) => listed(root, paths[at]!, entry)));
    for (const [at, entry] of entries.entries()) {
      const path = paths[at]!;
      if (skipped.has(path)) continue;
      const reason = faultOf(path, entry);
      if (reason !== undefined) leftOut.push({ path, reason });
      else if (entry.isDirectory()) await walk(path);
      else if (found[at]) files.push(found[at]);
    }
  };
  await walk('');
  return { files, leftOut };
}

function faultOf(path: string, entry: Dirent): string | undefined {
  if (entry.isSymbolicLink()) return 'it is a link';
  if (!entry.isDirectory() && !entry.isFile()) return 'it is neither a file nor a folder';
  if (path.includes('\uFFFD') || !isEntryName(contentFolder + path))
    return 'its name cannot be written in an archive';
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
    // A folder may go while the walk is under way.
    if (isMissing(error)) return [];
    throw error;
  }
}

function orderOf(name: string): number {
  return name === '.trash' ? 1 : 0;
}
