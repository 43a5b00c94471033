import git from 'isomorphic-git';
import type { Repository } from '../repository.ts';

/** The commit, and the folders and files that differ from those of the base at the same path. */
export async function listNewObjects(
  repository: Repository,
  commit: string,
  base: string,
): Promise<string[]> {
  const [tree, before] = [await treeOf(repository, commit), await treeOf(repository, base)];
  const found = new Set([commit]);
  await addNew(repository, { tree, before }, found);
  return [...found];
}

interface FolderPair {
  readonly tree: string;
  readonly before: string | undefined;
}

async function addNew(
  repository: Repository,
  { tree, before }: FolderPair,
  found: Set<string>,
): Promise<void> {
  if (tree === before) return;
  found.add(tree);
  const known = new Map(
    before === undefined ? [] : (await entriesOf(repository, before)).map((one) => [one.path, one]),
  );
  for (const { path, oid, type } of await entriesOf(repository, tree)) {
    const old = known.get(path);
    if (old?.oid === oid) continue;
    if (type === 'blob') found.add(oid);
    const inner = old?.type === 'tree' ? old.oid : undefined;
    if (type === 'tree') await addNew(repository, { tree: oid, before: inner }, found);
  }
}

async function treeOf(repository: Repository, oid: string): Promise<string> {
  return (await git.readCommit({ ...repository.at, oid })).commit.tree;
}

async function entriesOf(repository: Repository, oid: string) {
  return (await git.readTree({ ...repository.at, oid })).tree;
}
