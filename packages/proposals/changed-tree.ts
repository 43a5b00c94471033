import git, { type TreeObject } from 'isomorphic-git';
import type { Repository } from './repository.ts';
import type { Snapshot, TreeEntry } from './snapshot.ts';

/** A file as a commit is to have it; null where it is to have none. */
export type Change = { readonly oid: string; readonly mode: string } | null;

type Node = Map<string, Node | Change>;

/** Writes the folders of a snapshot with some files changed; returns the id of the tree. */
export async function writeChangedTree(
  repository: Repository,
  before: Snapshot,
  changes: ReadonlyMap<string, Change>,
): Promise<string> {
  const root: Node = new Map();
  for (const [path, change] of changes) plant(root, path.split('/'), change);
  const top: TreeEntry = { oid: before.tree, mode: '040000', type: 'tree' };
  // A repository may be emptied; git has an empty tree for it.
  return (await write(root, top, { repository, before })) ?? writeTree(repository, []);
}

function plant(node: Node, [name, ...rest]: readonly string[], change: Change): void {
  if (name === undefined) return;
  const inner = node.get(name);
  if (rest.length === 0) {
    // What was a folder becomes a file; what was below it goes with it.
    if (change !== null || !(inner instanceof Map)) node.set(name, change);
    return;
  }
  const folder: Node = inner instanceof Map ? inner : new Map<string, Node | Change>();
  // A file that is to come wins over what goes below it, and one that goes makes room.
  if (inner !== undefined && inner !== null && !(inner instanceof Map)) return;
  node.set(name, folder);
  plant(folder, rest, change);
}

interface Place {
  readonly repository: Repository;
  readonly before: Snapshot;
}

/** Undefined when nothing is left in the folder. */
async function write(
  node: Node,
  present: TreeEntry | undefined,
  place: Place,
): Promise<string | undefined> {
  const { before, repository } = place;
  const entries = new Map(present?.type === 'tree' ? await before.entries(present.oid) : []);
  for (const [name, change] of node) {
    if (change instanceof Map) {
      const oid = await write(change, entries.get(name), place);
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
