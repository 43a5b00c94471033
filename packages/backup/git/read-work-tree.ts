import { IgnoreRules } from './ignore-rules.ts';
import type { ReadIndex } from './index-file.ts';
import { Places } from './places.ts';
import type { Repository } from './repository.ts';
import { SnapshotFiles, type KeptFile } from './snapshot-files.ts';
import { WorkTreeWalk, type LeftOut } from './work-tree.ts';

/** Where files are moved about without end, no look shows all of them at one moment. */
const mostLooks = 5;

/** The files on disk, with their bytes in the repository, and what is left out of them. */
export interface ReadTree {
  readonly kept: readonly KeptFile[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Looks at the tree until it shows what was there at one moment. Where it does not come to rest, a file that an
 * earlier look had and the last one has nowhere is taken from where it was: it is being moved, or was deleted while the
 * snapshot was taken. A moved file is known by its inode.
 */
export async function readWorkTree(repository: Repository, index: ReadIndex): Promise<ReadTree> {
  const { root, objects, directory } = repository;
  const trustsExecutableBit = await repository.trustsExecutableBit();
  const files = new SnapshotFiles({ root, objects, index, trustsExecutableBit });
  const known = new Map(index.entries.map((entry) => [entry.path, entry]));
  const ignores = await IgnoreRules.read({ dir: root, gitdir: directory });
  const seen = new Map<number, KeptFile>();
  for (let look = 1; ; look++) {
    const tree = await new WorkTreeWalk({ root, index: known, ignores }).read();
    const kept = await files.keep(tree.files);
    const busy = files.busy.map((path) => ({ path, reason: 'it was being written' }));
    const leftOut = [...tree.leftOut, ...busy];
    if (tree.isSettled && files.vanished.length === 0) return { kept, leftOut };
    for (const file of kept) seen.set(file.stat.ino, file);
    if (look === mostLooks) return { kept: [...kept, ...missing(kept, seen)], leftOut };
  }
}

function missing(kept: readonly KeptFile[], seen: ReadonlyMap<number, KeptFile>): KeptFile[] {
  const files = new Set(kept.map(({ stat }) => stat.ino));
  const places = new Places(kept.map(({ path }) => path));
  return [...seen.values()].filter(
    ({ stat, path }) => !files.has(stat.ino) && !places.isTaken(path),
  );
}
