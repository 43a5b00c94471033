import git, { type TreeObject } from 'isomorphic-git';
import type { Repository } from './repository.ts';
import type { Snapshot, TreeEntry } from './snapshot.ts';

/** Null deletes the file. */
export type Change = { readonly oid: string; readonly mode: string } | null;

type Node = Map<string, Node | Change>;

export async function writeChangedTree(
  repository: Repository,
  before: Snapshot,
  changes: ReadonlyMap<string, Change>,
): Promise<string> {
  const root: Node = new Map();
  for (const [path, change] of changes) insertChange(root, path.split('/'), change);
  const top: TreeEntry = { oid: before.tree, mode: '040000', type: 'tree' };
  // An emptied repository has git's empty tree.
  return (await writeFolder(root, top, { repository, before })) ?? writeTree(repository, []);
}

function insertChange(node: Node, [name, ...rest]: readonly string[], change: Change): void {
  if (name === undefined) return;
  const inner = node.get(name);
  if (rest.length === 0) {
    // A file replaces a folder and everything below it.
    if (change !== null || !(inner instanceof Map)) node.set(name, change);
    return;
  }
  const folder: Node = inner instanceof Map ? inner : new Map<string, Node | Change>();
  // An added file wins over changes below its path; a deleted one makes room for a folder.
  if (inner !== undefined && inner !== null && !(inner instanceof Map)) return;
  node.set(name, folder);
  insertChange(folder, rest, change);
}

interface WriteContext {
  readonly repository: Repository;
  readonly before: Snapshot;
}

/** `undefined` when the folder becomes empty. */
async function writeFolder(
  node: Node,
  existing: TreeEntry | undefined,
  context: WriteContext,
): Promise<string | undefined> {
  const { before, repository } = context;
  const entries = new Map(existing?.type === 'tree' ? await before.entries(existing.oid) : []);
  for (const [name, change] of node) {
    if (change instanceof Map) {
      const oid = await writeFolder(change, entries.get(name), context);
      if (oid === undefined) entries.delete(name);
      else entries.set(name, { oid, mode: '040000', type: 'tree' });
    } else if (change === null) entries.delete(name);
    else entries.set(name, { ...change, type: 'blob' });
  }
  if (entries.size === 0) return undefined;
  const tree = [...entries].map(([path, entry]) => ({ path, ...entry }));
  return writeTree(repository, tree);
}

function writeTree(repository: Repository, tree: TreeObject): Promise<string> {
  return git.writeTree({ ...repository.at, tree });
}
