import git, { type TreeEntry } from 'isomorphic-git';
import { submoduleMode } from './file-stat.ts';
import type { Repository } from './repository.ts';

export interface CommittedFile {
  readonly oid: string;
  readonly mode: number;
}

/** The top folder is ''. */
export interface CommittedTree {
  readonly files: ReadonlyMap<string, CommittedFile>;
  readonly folders: ReadonlyMap<string, string>;
}

/** Empty without `root`. */
export async function readTree({ at }: Repository, root?: string): Promise<CommittedTree> {
  const files = new Map<string, CommittedFile>();
  const folders = new Map<string, string>();
  const readFolder = async (folder: string, oid: string): Promise<void> => {
    folders.set(folder, oid);
    const { tree } = await git.readTree({ ...at, oid });
    for (const entry of tree) {
      const path = folder === '' ? entry.path : `${folder}/${entry.path}`;
      if (entry.type === 'tree') await readFolder(path, entry.oid);
      else files.set(path, { oid: entry.oid, mode: parseInt(entry.mode, 8) });
    }
  };
  if (root !== undefined) await readFolder('', root);
  return { files, folders };
}

export function changedPaths(
  before: ReadonlyMap<string, CommittedFile>,
  after: ReadonlyMap<string, CommittedFile>,
): string[] {
  const written = [...after].filter(([path, { oid, mode }]) => {
    const known = before.get(path);
    return known?.oid !== oid || known.mode !== mode;
  });
  const gone = [...before.keys()].filter((path) => !after.has(path));
  return [...written.map(([path]) => path), ...gone];
}

/** Returns the hash of the top folder. */
export async function writeTree(
  { at }: Repository,
  files: ReadonlyMap<string, CommittedFile>,
  { before, changed }: { readonly before: CommittedTree; readonly changed: readonly string[] },
): Promise<string> {
  const due = new Set(['', ...changed.flatMap(foldersOf)]);
  const listings = new Map<string, TreeEntry[]>([['', []]]);
  const list = (path: string, entry: Omit<TreeEntry, 'path'>): void => {
    const folder = parentOf(path);
    if (!due.has(folder)) return;
    const listing = listings.get(folder) ?? [];
    listings.set(folder, listing);
    listing.push({ ...entry, path: path.slice(path.lastIndexOf('/') + 1) });
  };
  for (const [path, { oid, mode }] of files) {
    const type = mode === submoduleMode ? 'commit' : 'blob';
    list(path, { oid, mode: mode.toString(8), type });
  }
  const write = async (folder: string): Promise<string> =>
    due.has(folder)
      ? git.writeTree({ ...at, tree: listings.get(folder)! })
      : before.folders.get(folder)!;
  const folders = new Set([...files.keys()].flatMap(foldersOf));
  const innermostFirst = [...folders].toSorted((a, b) => depthOf(b) - depthOf(a));
  for (const folder of innermostFirst) {
    if (due.has(parentOf(folder)))
      list(folder, { oid: await write(folder), mode: '040000', type: 'tree' });
  }
  return write('');
}

export function foldersOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_name, depth) => names.slice(0, depth + 1).join('/'));
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function depthOf(path: string): number {
  return path.split('/').length;
}
