import { isSameStat, submoduleMode, type IndexEntry } from './file-stat.ts';
import type { CommittedFile } from './folder-tree.ts';
import type { GitIndex } from './git-index.ts';
import { OccupiedPaths, type ReadTree, type StoredFile } from './read-work-tree.ts';

type Committed = ReadonlyMap<string, CommittedFile>;

/** Returns the files of the snapshot, with skipped tracked ones. Staged bytes that are nowhere else stay staged. */
export function updateIndex(
  index: GitIndex,
  { files, skipped }: ReadTree,
  committed: Committed,
): Map<string, CommittedFile & { readonly size: number }> {
  const onDisk = new OccupiedPaths(files.map(({ path }) => path));
  const snapshot = new Map(
    files.map(({ path, oid, stat: { mode }, size }) => [path, { oid, mode, size }]),
  );
  const isSkipped = ({ path, mode, flags }: IndexEntry): boolean =>
    flags.skipWorktree ||
    mode === submoduleMode ||
    skipped.some((one) => path === one.path || path.startsWith(`${one.path}/`));
  for (const entry of [...index.entries.values()]) {
    const { path, oid, mode } = entry;
    if (snapshot.has(path)) continue;
    if (!onDisk.has(path) && isSkipped(entry)) snapshot.set(path, { oid, mode, size: 0 });
    else if (onDisk.has(path) || !isOnlyStaged(entry, undefined, committed)) index.delete(path);
  }
  for (const file of files) {
    const entry = index.entries.get(file.path);
    if (entry && (isRecorded(entry, file) || isOnlyStaged(entry, file, committed))) continue;
    index.set(file.path, file.oid, file.stat);
  }
  return snapshot;
}

function isRecorded(entry: IndexEntry, { oid, stat }: StoredFile): boolean {
  return entry.oid === oid && entry.mode === stat.mode && isSameStat(entry, stat);
}

function isOnlyStaged(
  { path, oid, flags }: IndexEntry,
  file: StoredFile | undefined,
  committed: Committed,
): boolean {
  return !flags.intentToAdd && oid !== file?.oid && committed.get(path)?.oid !== oid;
}
